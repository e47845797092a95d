"""The terminal: reads the command line, runs one command, and turns how it ended into an exit code.

Nothing is imported before it is needed: a search from a new process should spend its time on searching.
"""

from collections.abc import Sequence


def main(words: Sequence[str] | None = None) -> int:
    """Run `luneta` with these words (otherwise those of the process). Returns the exit code; raises nothing."""
    import sys

    words = list(sys.argv[1:] if words is None else words)
    if words[:1] == ["hook"] and words[1:2] and words[1] in ("user-prompt", "pre-tool", "post-tool"):
        from luneta.agents import hooks  # before all else: a hook has milliseconds

        return hooks.run(words[1:])
    from luneta.cli import exits, stream

    try:
        return _run(words)
    except stream.ReaderGone:
        return exits.FINE
    except KeyboardInterrupt:
        return _fail(words, exits.INTERRUPT, "Interrupted.", exits.INTERRUPTED)
    except Exception as error:
        from luneta.errors import LunetaError

        if isinstance(error, LunetaError):
            return _fail(words, type(error).__name__, exits.sentence(error), exits.exit_code(error))
        return _surprise(words, error)


def _run(words: Sequence[str]) -> int:
    from luneta.cli import exits, stream
    from luneta.cli.arguments import HelpAsked, read

    if words and words[0] in ("--version", "-V"):
        from luneta import __version__

        stream.write(f"luneta {__version__}\n")
        return exits.FINE
    try:
        arguments = read(words)
    except HelpAsked as wanted:
        stream.write(str(wanted))
        return exits.FINE
    from luneta.cli.dispatch import dispatch

    return dispatch(arguments)


def _fail(words: Sequence[str], kind: str, message: str, code: int) -> int:
    """Tell the program (--json) or the person what went wrong."""
    from luneta.cli import exits, stream
    from luneta.cli.clean import clean_line, mend_surrogates

    for_program = "--json" in words or "--batch" in words
    if for_program and kind != stream.OutputError.__name__:
        try:
            stream.write_bytes(exits.error_line(kind, mend_surrogates(message)))
        except stream.ReaderGone:
            return code
    else:
        stream.complain("\n".join(map(clean_line, f"luneta: {message}".split("\n"))))
    return code


def _surprise(words: Sequence[str], error: Exception) -> int:
    """An exception that nobody foresaw: one line for the person, the traceback only with LUNETA_DEBUG."""
    from luneta.cli import exits, stream, terminal

    if terminal.debugging():
        import traceback

        stream.complain(traceback.format_exc())
    hint = "`luneta doctor` checks the installation; LUNETA_DEBUG=1 shows where it happened."
    what = f"{type(error).__name__} ({error})" if str(error) else type(error).__name__
    return _fail(words, exits.INTERNAL, f"Unexpected error: {what}. {hint}", exits.ERROR)
