"""`luneta mentions`."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from luneta.cli import exits, face, stream, terminal
from luneta.cli.clean import clean, mend_surrogates, shorten
from luneta.cli.hits import DEEPER, INDENT, address, lines_of_snippet
from luneta.cli.options import folder_in_vault
from luneta.cli.terminal import Terminal
from luneta.cli.vaults import chosen_vault, name_of
from luneta.core.types import MentionsResult
from luneta.engine import Engine
from luneta.errors import UsageError


def run(arguments: Namespace) -> int:
    """Show every place where a name stands."""
    name = mend_surrogates(" ".join(arguments.name))
    if not name.strip():
        raise UsageError("Whose mentions? For example: luneta mentions green tea\nSee luneta mentions --help.")
    vault = chosen_vault(arguments.vault)
    folders = [folder_in_vault(folder, vault) for folder in arguments.folder]
    with Engine.open(vault) as engine:
        result = engine.mentions(name, folders)
        stream.tell(engine.notices)
    if arguments.json:
        stream.write_bytes(face.encode(face.mentions(result)))
    else:
        stream.write("\n".join(_page(result, vault, terminal.of_output())) + "\n")
    return exits.FINE


def _page(result: MentionsResult, vault: Path, screen: Terminal) -> Iterator[str]:
    """The places as a person reads them: each note with their number, each place with its line."""
    names = ", ".join(f"“{clean(name)}”" for name in result.names)
    if not result.total:
        yield f"{names} stands in no note."
        return
    places = f"{result.total} place" + ("s" if result.total > 1 else "")
    notes = f"{len(result.notes)} note" + ("s" if len(result.notes) > 1 else "")
    yield f"{names}: {places} in {notes}."
    for note in result.notes:
        yield ""
        shown = shorten(clean(note.path), screen.columns - len(f" ({note.count})"))
        link = screen.link(screen.style(shown, "title"), address(name_of(vault), note.path))
        yield link + screen.style(f" ({note.count})", "quiet")
        for place in note.places:
            yield INDENT + screen.style(f"line {place.line}", "quiet")
            yield from lines_of_snippet(place.snippet, screen, DEEPER)
