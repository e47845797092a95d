"""`luneta doctor`."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from luneta.cli import exits, face, stream, terminal
from luneta.cli.checks import Check, State, all_checks
from luneta.cli.clean import clean
from luneta.cli.vaults import chosen_vault
from luneta.config import find_vault

WORDS: dict[State, tuple[str, terminal.Style]] = {
    "ok": ("ok", "good"),
    "note": ("note", "quiet"),
    "wrong": ("wrong", "bad"),
}


def run(arguments: Namespace) -> int:
    """Check everything and say how to mend what is wrong. Returns 1 when something is."""
    named = arguments.vault is not None or find_vault(Path.cwd()) is not None
    found = list(all_checks(chosen_vault(arguments.vault) if named else None))
    if arguments.json:
        stream.write_bytes(face.encode(face.checks(found)))
    else:
        stream.write(report(found, terminal.of_output()))
    return exits.ERROR if any(check.state == "wrong" for check in found) else exits.FINE


def report(found: Sequence[Check], screen: terminal.Terminal) -> str:
    """The findings as a person reads them: `ok    Python        3.13.0, ...`."""
    width = max(len(check.name) for check in found)
    lines = []
    for check in found:
        word, style = WORDS[check.state]
        lines.append(f"{screen.style(f'{word:<6}', style)} {check.name:<{width}}  {clean(check.detail)}")
        if check.mend:
            lines.append(f"{'':7}{'':{width}}  {clean(check.mend)}")
    wrong = sum(check.state == "wrong" for check in found)
    verdict = "Nothing is wrong." if not wrong else f"{wrong} of {len(found)} checks found something wrong."
    return "\n".join([*lines, "", verdict]) + "\n"
