"""`luneta map`."""

from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path

from luneta.cli import exits, face, stream, terminal
from luneta.cli.clean import clean
from luneta.cli.vaults import chosen_vault, name_of, shown
from luneta.core.drawing import draw
from luneta.core.likeness import SAME, likeness, runs_of
from luneta.core.topology import Topology
from luneta.engine import Engine
from luneta.errors import UsageError

#: Rows shown of each kind; --json shows all.
_MOST_CLUSTERS, _MOST_ROWS = 20, 10


def run(arguments: Namespace) -> int:
    """Show the clusters of a vault, its bridges, orphans and copies, and draw them when asked to."""
    vault = chosen_vault(arguments.vault)
    with Engine.open(vault) as engine:
        found = engine.map()
        stream.tell(engine.notices)
    copies = _copies(vault, found)
    if arguments.svg:
        _write(Path(arguments.svg), draw(found, name_of(vault)))
    if arguments.json:
        stream.write_bytes(face.encode(_as_json(found, copies)))
    else:
        stream.write("\n".join(_page(found, copies)) + "\n")
        if arguments.svg:
            stream.write(f"\nDrawn in {clean(shown(Path(arguments.svg)))}.\n")
    return exits.FINE


def _write(path: Path, picture: str) -> None:
    try:
        path.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"The picture cannot be written to {path} ({error.strerror}).") from error


def _copies(vault: Path, found: Topology) -> list[tuple[str, str, float]]:
    """Of the notes with nearly one vector, those that also share most of their words: the texts decide."""
    texts: dict[int, frozenset[int]] = {}
    copies = []
    for one, other, _ in found.close_pairs:
        for note in (one, other):
            if note not in texts:
                texts[note] = runs_of(_text(vault / found.notes[note].path))
        share = likeness(texts[one], texts[other])
        if share >= SAME:
            copies.append((found.notes[one].path, found.notes[other].path, round(share, 3)))
    return sorted(copies, key=lambda pair: (-pair[2], pair[0]))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:  # gone since it was indexed: it is no copy of anything
        return ""


def _page(found: Topology, copies: list[tuple[str, str, float]]) -> Iterator[str]:
    screen = terminal.of_output()
    yield f"{len(found.notes)} notes in {len(found.clusters)} clusters."
    for cluster in found.clusters[:_MOST_CLUSTERS]:
        middle = ", ".join(clean(found.notes[note].title) for note in cluster.notes[:3])
        yield f"{len(cluster.notes):>6}  {screen.style(clean(cluster.name), 'title')}  {screen.style(middle, 'quiet')}"
    if len(found.clusters) > _MOST_CLUSTERS:
        yield f"        and {len(found.clusters) - _MOST_CLUSTERS} smaller ones"
    yield from _section("Thin bridges between them", [_bridge(found, number) for number in range(len(found.bridges))])
    orphans = [clean(found.notes[note].path) for note in found.orphans]
    yield from _section("Orphans: no link, and far from everything", orphans)
    yield from _section("Nearly the same", [f"{share:.0%}  {clean(a)}  {clean(b)}" for a, b, share in copies])


def _bridge(found: Topology, number: int) -> str:
    bridge = found.bridges[number]
    one, other = bridge.ties[0]
    names = " and ".join(clean(found.clusters[cluster].name) for cluster in bridge.clusters)
    return f"{names}: {clean(found.notes[one].title)} – {clean(found.notes[other].title)}"


def _section(title: str, rows: list[str]) -> Iterator[str]:
    if not rows:
        return
    yield ""
    yield f"{title}: {len(rows)}"
    yield from (f"  {row}" for row in rows[:_MOST_ROWS])
    if len(rows) > _MOST_ROWS:
        yield f"  and {len(rows) - _MOST_ROWS} more"


def _as_json(found: Topology, copies: list[tuple[str, str, float]]) -> Mapping[str, object]:
    paths = [note.path for note in found.notes]
    return {
        "notes": len(found.notes),
        "clusters": [
            {"name": cluster.name, "density": cluster.density, "notes": [paths[note] for note in cluster.notes]}
            for cluster in found.clusters
        ],
        "bridges": [
            {
                "clusters": list(bridge.clusters),
                "strength": bridge.strength,
                "ties": [[paths[one], paths[other]] for one, other in bridge.ties],
            }
            for bridge in found.bridges
        ],
        "orphans": [paths[note] for note in found.orphans],
        "copies": [{"notes": [one, other], "shared": share} for one, other, share in copies],
    }
