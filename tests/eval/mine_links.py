"""A golden set from a vault's own links: the words by which an author links to a note must find that note.

    python tests/eval/mine_links.py VAULT FOLDER

writes corpus.jsonl, queries.jsonl and qrels.tsv into FOLDER. Left out: texts of one word, texts that name more than two
notes, texts that are a name of the note (in any order of the words), signs of code. In the corpus every link whose text
is a query has an ellipsis instead, so that the answer cannot be read off the link itself.
"""

import argparse
import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw

from luneta.core.names import name_key
from luneta.engine import Engine

#: Text of a link that no reader would type.
_NOT_TYPED = re.compile(r"[`\\<>{}|*_#/]|https?:")
_LONGEST = 80
_FEWEST_WORDS, _MOST_NOTES = 2, 2
#: Notes smaller than this (bytes) are stubs, right only by their name.
_STUB = 200
_LINKS = "SELECT source, text, resolved FROM links WHERE resolved IS NOT NULL AND resolved <> source AND text <> ''"

#: A query's right notes, each with the links that say so: (linking note, text).
Targets = Mapping[int, Sequence[tuple[int, str]]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Mine one vault."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vault", type=Path)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as cache:
        os.environ["LUNETA_CACHE_DIR"] = cache
        with Engine.open(options.vault) as engine:
            engine.index()
            with apsw.Connection(str(engine.db_path)) as db:
                paths = dict(db.execute("SELECT id, path FROM notes WHERE path LIKE '%.md'"))
                mined = mine(db)
    write(options.vault, options.folder, paths, mined)
    print(f"{len(mined)} queries over {len(paths)} notes")
    return 0


def mine(db: apsw.Connection) -> dict[str, Targets]:
    """The queries of an index's links: by their key, the notes they mean."""
    names: defaultdict[int, set[frozenset[str]]] = defaultdict(set)
    for note, *called in db.execute("SELECT rowid, title, aliases, file_name FROM names_fts"):
        names[note] = {frozenset(name_key(name).split()) for part in called for name in part.split("\n") if name}
    sizes = dict(db.execute("SELECT id, size FROM notes"))
    leads: defaultdict[str, defaultdict[int, list[tuple[int, str]]]] = defaultdict(lambda: defaultdict(list))
    for source, text, target in db.execute(_LINKS):
        if len(text) <= _LONGEST and not _NOT_TYPED.search(text) and len(name_key(text).split()) >= _FEWEST_WORDS:
            leads[name_key(text)][target].append((source, text))
    return {
        key: targets
        for key, targets in sorted(leads.items())
        if len(targets) <= _MOST_NOTES
        and all(frozenset(key.split()) not in names[note] and sizes[note] >= _STUB for note in targets)
    }


def write(vault: Path, folder: Path, paths: Mapping[int, str], mined: Mapping[str, Targets]) -> None:
    """Write the golden set."""
    texts = {note: (vault / path).read_text(encoding="utf-8", errors="replace") for note, path in paths.items()}
    for targets in mined.values():
        for source, text in (link for links in targets.values() for link in links):
            if source in texts:
                texts[source] = texts[source].replace(f"[{text}](", "[…](").replace(f"|{text}]]", "|…]]")
    folder.mkdir(parents=True, exist_ok=True)
    rows = [{"id": path, "title": "", "text": texts[note]} for note, path in sorted(paths.items(), key=lambda p: p[1])]
    _lines(folder / "corpus.jsonl", [json.dumps(row, ensure_ascii=False) for row in rows])
    queries, qrels = [], ["query-id\tcorpus-id\tscore"]
    for number, targets in enumerate(mined.values()):
        typed = min(text for links in targets.values() for _, text in links)
        queries.append(json.dumps({"id": f"m{number}", "text": typed, "kind": "anchor"}, ensure_ascii=False))
        qrels += [f"m{number}\t{paths[note]}\t1" for note in targets if note in paths]
    _lines(folder / "queries.jsonl", queries)
    _lines(folder / "qrels.tsv", qrels)


def _lines(file: Path, lines: Sequence[str]) -> None:
    file.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main())
