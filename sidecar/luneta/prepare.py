"""From a note's file to everything the store needs of it. No database is touched, so it can run in any process."""

import hashlib
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from luneta.changes import Task
from luneta.core.analyze import chunk_terms
from luneta.core.chunk import ChunkSettings, chunk_note
from luneta.core.cut import data_spans
from luneta.core.note import read_note
from luneta.core.reading import Ints, Reading
from luneta.core.redact import redact
from luneta.core.stemtable import StemTable
from luneta.core.types import Chunk, Link, Note, Problem
from luneta.core.unigram import is_literal
from luneta.core.vectors import quantize
from luneta.core.words import TokenCounts
from luneta.encoder import Encoder, HalfRead, reading_encoder
from luneta.store.chunks import ChunkRow
from luneta.store.notes import NoteRow
from luneta.store.texts import pack
from luneta.vault import Contents, FileState, read_bytes

HASH_BYTES = 16
#: Many file systems stamp changes by a clock of some ms: a file changed so shortly before it was read may change again
#: under the same stamp.
_RACY_NS = 50_000_000
#: Characters a token, for windows of prose when there is no encoder to count with.
_CHARACTERS_PER_TOKEN = 4
#: Characters of a section of prose, as in the profile's default. Only the order of the work depends on it.
_LONG_SECTION = 2_000
#: Characters from which on a text has words enough to be read alone.
_BOOK = 200_000


#: From so many chunks on it pays to find their stems together: all their words are new to the table at first.
_MANY_CHUNKS = 50


class Embedding(NamedTuple):
    """What an encoder made of a chunk: an int8 vector, or None where it is zero."""

    vector: bytes | None


class PreparedChunk(NamedTuple):
    """A chunk ready to be stored. `embedding` is None if no encoder was asked, since the store knows this content
    (`encoded_text` is kept in case it does not any more) or there is no encoder. `extra` is None if the content is
    known: it is probably kept as it is."""

    row: ChunkRow
    text: str
    extra: str | None
    encoded_text: str
    embedding: Embedding | None


@dataclass(frozen=True, slots=True)
class PreparedNote:
    """A note ready to be stored. `encoded`: how many chunks were encoded for it."""

    row: NoteRow
    chunks: tuple[PreparedChunk, ...]
    links: tuple[Link, ...]
    problems: tuple[Problem, ...]
    encoded: int


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The note's bytes are those that the index has."""

    state: FileState


@dataclass(frozen=True, slots=True)
class Unusable:
    """The note cannot be indexed. `gone`: what the index has of it is no longer true, and must go as well."""

    path: str
    problem: Problem | None
    gone: bool


Outcome = PreparedNote | Unchanged | Unusable


class Preparer:
    """Reads, redacts, parses, chunks and encodes notes.

    `has_vector(hash)`: whether the store can give the vector of a chunk with this hash, so that it need not be encoded.
    """

    def __init__(
        self, root: Path, settings: ChunkSettings, encoder: Encoder | None, has_vector: Callable[[bytes], bool]
    ) -> None:
        self._root = root
        self._settings = settings
        self._encoder = encoder
        self._has_vector = has_vector
        self._reader = reading_encoder(encoder)
        self._counts = token_counts(encoder)
        self._stem_table = StemTable()

    def prepare(self, tasks: Sequence[Task]) -> list[Outcome]:
        """Every task's outcome, in order. Their chunks are encoded together."""
        texts = [self._read(task) for task in tasks]
        self._counts.read_ahead([read.note.text for read in texts if isinstance(read, _Read) and _read_whole(read)])
        drafts = [self._draft(read) if isinstance(read, _Read) else read for read in texts]
        self._counts.read_ahead([])
        wanted = [
            (chunk, text)
            for draft in drafts
            if isinstance(draft, _Draft)
            for chunk, digest, (text, _) in zip(draft.chunks, draft.hashes, draft.texts, strict=True)
            if self._encoder and not self._has_vector(digest)
        ]
        made = self.embed([text for _, text in wanted])
        embeddings = {id(chunk): embedding for (chunk, _), embedding in zip(wanted, made, strict=True)}
        stems = self._stems([draft for draft in drafts if isinstance(draft, _Draft)], embeddings)
        return [self._finish(draft, embeddings, stems) if isinstance(draft, _Draft) else draft for draft in drafts]

    def _stems(self, drafts: "Sequence[_Draft]", embeddings: dict[int, Embedding]) -> dict[int, list[str] | None]:
        """The stems of the chunks that were encoded, and whose words have been read, by the chunk's id."""
        read = [
            (chunk, words, draft.vocabulary)
            for draft in drafts
            for chunk, (_, words) in zip(draft.chunks, draft.texts, strict=True)
            if words is not None and id(chunk) in embeddings
        ]
        if len(read) < _MANY_CHUNKS:
            return {}
        vocabulary = read[-1][2]  # the encoder's; should it have begun a new one, some chunks are read once more
        own = [(chunk, words) for chunk, words, other in read if other is vocabulary]
        heads = [f"{chunk.section}\n{chunk.heading_context}" for chunk, _ in own]
        stems = self._stem_table.stems(heads, [words for _, words in own], vocabulary)
        return {id(chunk): each for (chunk, _), each in zip(own, stems, strict=True)}

    def _read(self, task: Task) -> "_Read | Unchanged | Unusable":
        contents = read_bytes(self._root, task.file)
        if not isinstance(contents, Contents):
            return Unusable(task.file.path, contents, gone=contents is None or contents.kind == "skipped")
        contents = _trusted(contents, time.time_ns())
        digest = hashlib.blake2b(contents.data, digest_size=HASH_BYTES).digest()
        if digest == task.known_hash:
            return Unchanged(contents.state)
        try:
            note = read_note(contents.state.path, contents.data, redact=redact)
        except Exception as error:  # a fault of ours must cost one note, by name, and not the vault
            return _faulty(contents.state.path, error)
        lost = next((problem for problem in note.problems if problem.kind != "partial"), None)
        new = task.known_hash is None
        return Unusable(note.path, lost, gone=True) if lost else _Read(note, contents.state, digest, new)

    def _draft(self, read: "_Read") -> "_Draft | Unusable":
        try:
            return self._cut(read.note, read.state, read.digest)
        except Exception as error:  # as above
            return _faulty(read.state.path, error)

    def _cut(self, note: Note, state: FileState, digest: bytes) -> "_Draft":
        chunks = chunk_note(note, self._settings, self._counts)
        row = NoteRow(
            path=note.path,
            title=note.title,
            aliases=_names_beside_title(note),
            heading_context=chunks[0].heading_context if chunks else "",
            tags=note.tags,
            properties=note.properties,
            mtime_ns=state.mtime_ns,
            ctime_ns=state.ctime_ns,
            size=state.size,
            hash=digest,
            redactions=note.redactions,
        )
        reading = self._counts.known_reading(note.text)
        texts, vocabulary = _half_read(chunks, reading), reading.vocabulary if reading else ()
        return _Draft(row, chunks, texts, vocabulary, tuple(map(_chunk_hash, chunks)), note.links, note.problems)

    def embed(self, texts: Sequence[str | HalfRead]) -> list[Embedding]:
        """What the encoder makes of texts; nothing without an encoder. Half-read ones are those of its own reading."""
        if self._encoder is None or not texts:
            return []
        if self._reader:
            floats = self._reader.encode_half_read(texts)
        else:
            floats = self._encoder.encode([text for text in texts if isinstance(text, str)])
        stored = quantize(floats)
        data, size = stored.tobytes(), stored.shape[1]
        zero = set(np.flatnonzero(~stored.any(axis=1)).tolist())
        return [Embedding(None if i in zero else data[i * size : (i + 1) * size]) for i in range(len(texts))]

    def _finish(
        self, draft: "_Draft", embeddings: dict[int, Embedding], stems: dict[int, list[str] | None]
    ) -> PreparedNote:
        chunks = []
        for chunk, digest in zip(draft.chunks, draft.hashes, strict=True):
            first, last = chunk.lines
            embedding = embeddings.get(id(chunk))
            packed = pack(chunk.text) if embedding else None  # what is known is probably kept as it is
            row = ChunkRow(chunk.ordinal, chunk.section, packed, first, last, digest)
            rest = "" if embedding else chunk.encoded_text
            kept = embedding is None and self._encoder is not None
            extra = None if kept else terms_of(chunk.section, chunk.heading_context, chunk.text, stems.get(id(chunk)))
            chunks.append(PreparedChunk(row, chunk.text, extra, rest, embedding))
        encoded = sum(chunk.embedding is not None for chunk in chunks)
        return PreparedNote(draft.row, tuple(chunks), draft.links, draft.problems, encoded)


def terms_of(section: str, heading_context: str, text: str, stems: Iterable[str] | None = None) -> str:
    """What a chunk has for the `extra` column of the postings; its `stems`, if they are known already."""
    return chunk_terms("\n".join((section, heading_context, text)), stems)


def token_counts(encoder: Encoder | None) -> TokenCounts:
    """What counts the tokens of words for the chunker; without an encoder it is an estimate."""
    if encoder is None:
        return TokenCounts(_estimate_tokens)
    reader = reading_encoder(encoder)
    return TokenCounts(encoder.count_tokens, encoder.count_each, reader.read_each if reader else None)


class _Read(NamedTuple):
    note: Note
    state: FileState
    digest: bytes
    new: bool


class _Text(NamedTuple):
    """What is encoded of a chunk, as far as possible by what has been read of its note, and its words, by their places
    in the vocabulary, if they are literal."""

    encoded: str | HalfRead
    words: Ints | None


@dataclass(frozen=True, slots=True)
class _Draft:
    row: NoteRow
    chunks: tuple[Chunk, ...]
    texts: tuple[_Text, ...]
    vocabulary: Sequence[bytes | str]
    hashes: tuple[bytes, ...]
    links: tuple[Link, ...]
    problems: tuple[Problem, ...]


def _faulty(path: str, error: Exception) -> Unusable:
    return Unusable(
        path, Problem("failed", f"could not be read as a note ({type(error).__name__}: {error})"), gone=True
    )


def _read_whole(read: "_Read") -> bool:
    """Whether to read a note as a whole: a new one, all of whose chunks are new, and one that is probably of prose,
    whose words are counted: most of it stands in long sections. Not a whole book, which would take more memory than it
    saves time, nor pasted data, which is no words."""
    note = read.note
    if len(note.text) > _BOOK or data_spans(note.text, 0, len(note.text)):
        return False
    if read.new:
        return True
    long = sum(len(section.text) for section in note.sections if len(section.text) > _LONG_SECTION)
    return 2 * long > len(note.text)


def _half_read(chunks: Sequence[Chunk], reading: Reading | None) -> tuple[_Text, ...]:
    """The texts of a note's chunks, by what has been read of the whole note."""
    if reading is None:
        return tuple(_Text(chunk.encoded_text, None) for chunk in chunks)
    texts: list[_Text] = []
    parts = reading.parts([(chunk.start, chunk.start + len(chunk.text)) for chunk in chunks])
    for chunk, part in zip(chunks, parts, strict=True):
        if part is None:
            texts.append(_Text(chunk.encoded_text, None))
            continue
        words, pieces = part
        head = chunk.encoded_text.removesuffix(chunk.text)
        apart = head != chunk.encoded_text and (not head or head[-1] == "\n")
        encoded = HalfRead(head, pieces) if apart else chunk.encoded_text
        texts.append(_Text(encoded, words if is_literal(chunk.text) else None))
    return tuple(texts)


def _names_beside_title(note: Note) -> tuple[str, ...]:
    """A note's aliases, and its first heading: the title that whoever named the file meant."""
    first = next((heading.text for heading in note.headings if heading.level == 1), "")
    return (*note.aliases, first) if first and first not in (note.title, *note.aliases) else note.aliases


def _trusted(contents: Contents, now: int) -> Contents:
    """The same, with a stamp that no file has if the real one may come to stand for other bytes as well."""
    if now - contents.state.mtime_ns > _RACY_NS:
        return contents
    return Contents(contents.data, contents.state._replace(ctime_ns=-1))


def _estimate_tokens(word: str) -> int:
    return len(word) // _CHARACTERS_PER_TOKEN + 1


def _chunk_hash(chunk: Chunk) -> bytes:
    """Of everything that decides a chunk's postings and its vector."""
    parts = (chunk.encoded_text, chunk.text, chunk.section, chunk.heading_context)
    return hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=HASH_BYTES).digest()
