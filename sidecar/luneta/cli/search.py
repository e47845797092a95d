"""`luneta search`."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from luneta.cli import exits, face, stream
from luneta.cli.clean import clean, mend_surrogates
from luneta.cli.options import search_options
from luneta.cli.vaults import chosen_vault, name_of, quoted
from luneta.config import load_config
from luneta.core.types import SearchOptions, SearchResult
from luneta.engine import Engine
from luneta.errors import UsageError

_BOM = b"\xef\xbb\xbf"


def run(arguments: Namespace) -> int:
    """Answer the query, or each line of the batch file."""
    if arguments.batch is None and not arguments.query:
        raise UsageError("What shall I look for? For example: luneta search green tea\nSee luneta search --help.")
    if arguments.batch is not None and arguments.query:
        raise UsageError("Give a query or --batch FILE, not both.")
    vault = chosen_vault(arguments.vault)
    options = search_options(arguments, load_config(vault), vault)
    if arguments.batch is not None:
        return _answer_batch(vault, arguments.batch, options, explain=arguments.explain)
    with Engine.open(vault) as engine:
        result = engine.search(mend_surrogates(" ".join(arguments.query)), options)
        stream.tell(engine.notices)
    if arguments.json:
        stream.write_bytes(face.encode(face.search(result, explain=arguments.explain)))
    else:
        stream.write(page(result, vault, options, explain=arguments.explain))
    return exits.FINE


def _answer_batch(vault: Path, source: str, options: SearchOptions, *, explain: bool) -> int:
    """Line i of the output answers line i of the source. Raises UsageError when the source cannot be read."""
    try:
        lines = sys.stdin.buffer if source == "-" else Path(source).expanduser().open("rb")
    except OSError as error:
        raise UsageError(f"Cannot read {source}: {error.strerror}.") from error
    with lines, Engine.open(vault, resident=True) as engine:
        for query in queries(lines):
            stream.write_bytes(face.encode(face.search(engine.search(query, options), explain=explain)))
        stream.tell(engine.notices)
    return exits.FINE


def queries(lines: BinaryIO) -> Iterator[str]:
    """The lines of a file as queries, each as soon as it is there. Only a line feed ends a line."""
    for number, line in enumerate(iter(lines.readline, b"")):
        bare = line.removesuffix(b"\n").removesuffix(b"\r")
        yield (bare.removeprefix(_BOM) if number == 0 else bare).decode("utf-8", "replace")


def page(result: SearchResult, vault: Path, options: SearchOptions, *, explain: bool) -> str:
    """The answer as a person reads it."""
    from luneta.cli import terminal
    from luneta.cli.hits import lines_of_hits

    screen = terminal.of_output()
    if result.hits:
        whole = options.max_tokens is not None
        lines = list(lines_of_hits(result.hits, name_of(vault), screen, whole=whole, explain=explain))
    else:
        lines = nothing_found(result.query, vault, options)
    if result.filters:
        narrowed = screen.style(f"Notes {clean(', '.join(result.filters))}.", "quiet")
        lines = [narrowed, "", *lines] if result.hits else [lines[0], narrowed, *lines[1:]]
    if result.also:
        also = screen.style(f"Also: {clean(', '.join(result.also))}.", "quiet")
        lines = [also, "", *lines] if result.hits else [lines[0], also, *lines[1:]]
    lines += ["", *map(clean, result.remarks)] if result.remarks else []
    if result.degraded:
        lines += ["", screen.style(f"Degraded: {clean(result.degraded)}", "bad")]
    return "\n".join(lines) + "\n"


def nothing_found(query: str, vault: Path, options: SearchOptions) -> list[str]:
    """What was tried, and what to try."""

    tried = {
        "hybrid": "words, meaning and names",
        "keyword": "words only",
        "semantic": "meaning only",
        "names": "names only",
    }[options.mode]
    where = f" in {', '.join(clean(folder) or '/' for folder in options.folders)}" if options.folders else ""
    lines = [f"Nothing found for “{clean(query)}”{where} (tried: {tried})." if query.strip() else "An empty query."]
    tips = ["fewer or other words; a minus sign and quotation marks narrow a search"]
    if options.folders:
        tips.append("the whole vault, without --folder")
    if options.mode != "hybrid":
        tips.append("all lists, without --mode")
    place = clean(quoted(vault))
    tips.append(f"luneta index --vault {place}, if notes are newer than the index")
    tips.append(f"luneta config list --vault {place}: include and exclude say which folders are searched")
    return [*lines, "To try:", *(f"  - {tip}" for tip in tips)]
