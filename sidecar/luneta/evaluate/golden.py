"""Golden sets: a folder of notes, queries and judgments of which notes are right.

A golden set is a folder with

- `queries.jsonl`: an object a line with `id`, `text` and, if wanted, `kind` (name, question ...); others are ignored;
- `qrels.tsv`: a header line, then query id, note id and score between tabs; a score above 0 is right, more is better;
- the notes: a folder `vault/`, or `corpus.jsonl` (an object a line with `id`, `title`, `text`), or a vault elsewhere
  that the caller names.

In a vault a note's id is its path (relative, with `/`).
"""

import hashlib
import json
import math
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from luneta.errors import UsageError
from luneta.evaluate.measures import Judgments

#: Characters that some file system, or Obsidian's links, cannot hold in a name.
_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"\\|?*#^\[\]]')
#: Names that Windows keeps for itself, with any extension.
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
#: Longest part of a path kept as it is, in bytes: file systems end at 255.
_LONGEST_PART = 120


@dataclass(frozen=True, slots=True)
class GoldenQuery:
    """A question with known answers. `kind` groups queries in reports; empty if the set does not say."""

    id: str
    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A note of a set that is kept as `corpus.jsonl`."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class GoldenSet:
    """A golden set as read. `queries` have at least one right note each; `unanswered` are the ids of those without.

    `judgments` gives for each query the judged notes and their gains. Exactly one of `vault` and `corpus` is a path.
    """

    name: str
    queries: tuple[GoldenQuery, ...]
    judgments: Mapping[str, Judgments]
    vault: Path | None = None
    corpus: Path | None = None
    unanswered: tuple[str, ...] = field(default=())


def read_golden(folder: Path, vault: Path | None = None) -> GoldenSet:
    """Read the set in `folder`; its notes are in `vault` if given, else in the folder itself.

    A pair judged twice keeps the higher score. Raises UsageError, naming the place, for what is missing or malformed.
    """
    judgments = _judgments(folder / "qrels.tsv")
    queries = _queries(folder / "queries.jsonl")
    known = {query.id for query in queries}
    if strange := sorted(judgments.keys() - known):
        raise UsageError(
            f"{folder / 'qrels.tsv'} judges queries that queries.jsonl does not have: {', '.join(strange[:5])}"
        )
    answered = {query for query, judged in judgments.items() if any(gain > 0 for gain in judged.values())}
    inside, corpus = folder / "vault", folder / "corpus.jsonl"
    if vault is None and inside.is_dir():
        vault = inside
    if vault is None and not corpus.is_file():
        raise UsageError(
            f"{folder} has neither a vault folder nor corpus.jsonl. Name the vault its judgments are about."
        )
    return GoldenSet(
        name=folder.resolve().name,
        queries=tuple(query for query in queries if query.id in answered),
        judgments=judgments,
        vault=vault,
        corpus=corpus if vault is None else None,
        unanswered=tuple(query.id for query in queries if query.id not in answered),
    )


def read_corpus(path: Path) -> Iterator[Document]:
    """The documents of a `corpus.jsonl`, in its order. Raises UsageError for a malformed line or an id seen before."""
    seen: set[str] = set()
    for where, row in objects(path):
        document = Document(_string(where, row, "id"), str(row.get("title") or ""), _string(where, row, "text"))
        if document.id in seen:
            raise UsageError(f"{where}: the id {document.id!r} stands there twice.")
        seen.add(document.id)
        yield document


def corpus_paths(corpus: Path) -> dict[str, str]:
    """The path that `write_vault` gives each document of a corpus, by the document's id."""
    paths: dict[str, str] = {}
    taken: set[str] = set()
    for document in read_corpus(corpus):
        path = note_path(document.id)
        if path.casefold() in taken:
            path = f"{path.removesuffix('.md')} {_digest(document.id)}.md"
        taken.add(path.casefold())
        paths[document.id] = path
    return paths


def write_vault(corpus: Path, folder: Path) -> None:
    """Write a corpus as notes into `folder`, which is made and must not exist; whole, or not at all.

    The paths are those of `corpus_paths`. A document whose id ends in `.md` is a note already and is written unchanged;
    any other gets a title of its own, in frontmatter. Texts keep their line ends.
    """
    paths = corpus_paths(corpus)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent) as unfinished:
        vault = Path(unfinished, folder.name)
        vault.mkdir()
        for document in read_corpus(corpus):
            file = vault / paths[document.id]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(_as_note(document), encoding="utf-8", errors="replace", newline="")
        vault.rename(folder)


def note_path(document_id: str) -> str:
    """A vault-relative path for a document's id: safe on every system, never hidden, ending in `.md`, in NFC."""
    parts = []
    for part in unicodedata.normalize("NFC", document_id).removesuffix(".md").split("/"):
        clean = _UNSAFE.sub(" ", part).strip(" .")
        if len(clean.encode("utf-8", "replace")) > _LONGEST_PART:
            clean = f"{clean[: _LONGEST_PART // 4].strip()} {_digest(part)}"
        if _RESERVED.fullmatch(clean):
            clean = f"{clean}_"
        if clean:
            parts.append(" ".join(clean.split()))
    return "/".join(parts or [_digest(document_id)]) + ".md"


def _as_note(document: Document) -> str:
    title = " ".join(document.title.split())
    if document.id.endswith(".md") or not title:
        return document.text
    first, _, rest = document.text.partition("\n")
    body = rest.lstrip("\n") if first.strip() == title else document.text
    return f"---\ntitle: {json.dumps(title, ensure_ascii=False)}\n---\n\n{body}"


def _queries(path: Path) -> tuple[GoldenQuery, ...]:
    queries: dict[str, GoldenQuery] = {}
    for where, row in objects(path):
        query = GoldenQuery(_string(where, row, "id"), _string(where, row, "text"), str(row.get("kind") or ""))
        if query.id in queries:
            raise UsageError(f"{where}: the query {query.id!r} stands there twice.")
        queries[query.id] = query
    return tuple(queries.values())


def _judgments(path: Path) -> dict[str, dict[str, float]]:
    judgments: dict[str, dict[str, float]] = {}
    for number, line in enumerate(_text(path).split("\n"), start=1):
        if number == 1 or not line.strip():
            continue
        try:
            query, note, score = line.split("\t")
            gain = float(score)
        except ValueError:
            gain = math.nan
        if not math.isfinite(gain):
            raise UsageError(f"{path}, line {number}: expected query id, note id and score, separated by tabs.")
        judged = judgments.setdefault(query, {})
        judged[note] = max(gain, judged.get(note, gain))
    return judgments


def objects(path: Path) -> Iterator[tuple[str, dict[str, object]]]:
    """The objects of a JSON-lines file, each with the words that name its place. Raises UsageError."""
    if not path.is_file():
        raise UsageError(f"{path} is missing.")
    with path.open(encoding="utf-8-sig") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            where = f"{path}, line {number}"
            try:
                row = json.loads(line)
            except json.JSONDecodeError as error:
                raise UsageError(f"{where}: not JSON ({error.msg}).") from error
            if not isinstance(row, dict):
                raise UsageError(f"{where}: expected an object.")
            yield where, row


def _string(where: str, row: dict[str, object], key: str) -> str:
    value = row.get(key)
    if not isinstance(value, str) or (key == "id" and not value):
        raise UsageError(f'{where}: "{key}" must be text.')
    return value


def _text(path: Path) -> str:
    if not path.is_file():
        raise UsageError(f"{path} is missing.")
    return path.read_text(encoding="utf-8-sig")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
