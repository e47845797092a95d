"""Texts to embeddings: the Encoder protocol and its adapters.

The embedded model and every model of its shape are read without importing model2vec (which takes over a second):
words are cut once each and pooled with numpy, giving model2vec's own vectors. Other local model2vec folders and
hub names go through model2vec itself. A hub name is downloaded only because the user set it.
"""

import hashlib
import threading
from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
import orjson

from luneta.core import unigram
from luneta.core.reading import Ints, Reading
from luneta.core.vectors import Floats, to_unit_length
from luneta.core.wordtable import WordSpans, WordTable, find_words
from luneta.errors import EncoderError

EMBEDDED_MODEL = Path(__file__).parent / "model"
NO_MODEL = "none"
#: Beside a model: which of its pieces are whole words and yet are cut further.
SPLIT = "split.json"
#: Words remembered at once, about 60 MB: the distinct words of some 100 MB of notes are half as many.
_MOST_WORDS = 400_000
#: From so many texts on it pays to read them as one.
_TOGETHER = 8
_NONE = np.zeros(0, np.int32)


class Encoder(Protocol):
    """What turns texts into vectors.

    `fingerprint` names everything that decides the vectors: model, dimensions, vocabulary, quantization.
    """

    name: str
    dimensions: int
    fingerprint: str

    def encode(self, texts: Sequence[str]) -> Floats:
        """Unit vectors, shape (len(texts), dimensions); a row of zeros for a text with no known piece."""
        ...

    def encode_query(self, text: str) -> Floats:
        """The vector of a query, shape (dimensions,): some models are told queries and passages apart."""
        ...

    def count_tokens(self, text: str) -> int:
        """How many known pieces the text has."""
        ...

    def count_each(self, words: Sequence[str]) -> list[int]:
        """As count_tokens of each of many words without white space."""
        ...


class HalfRead(NamedTuple):
    """A text in two parts, neither of which cuts a word: the first as it is, and the pieces of the rest."""

    first: str
    rest: Ints


class ReadingEncoder(Encoder, Protocol):
    """An encoder that need not read a text again of which it has read the whole."""

    def read_each(self, texts: Sequence[str]) -> list[Reading | None]:
        """The words and pieces of texts; None for a text that must be encoded as it is."""
        ...

    def encode_half_read(self, texts: Sequence[str | HalfRead]) -> Floats:
        """As `encode`."""
        ...


class _Lexicon(dict[unigram.Word, int]):
    """The place of every word met so far; looking up a new word adds it, to be cut into pieces with others.

    The word at place i has the pieces from starts[i] to starts[i + 1]. Threads may share it.
    """

    def __init__(self, tokenizer: unigram.UnigramTokenizer) -> None:
        super().__init__()
        self._tokenizer = tokenizer
        self._pieces = array("i", [0])  # one that is no word's, so that there is always some
        self._starts = array("i", [1])
        self._words: list[unigram.Word] = []
        self._table = WordTable()
        self._lock = threading.Lock()

    def __missing__(self, word: unigram.Word) -> int:
        at = self[word] = len(self)
        self._words.append(word)
        return at

    def lengths(self, words: Iterable[unigram.Word]) -> Ints:
        """How many pieces each of these words has."""
        with self._lock:
            return self._look_up(words)[1]

    def pieces(self, words: Iterable[unigram.Word]) -> tuple[Ints, Ints]:
        """The pieces of all words in a row, and how many there are before each (one more entry than words)."""
        with self._lock:
            return self._pieces_of(*self._look_up(words))

    def read(self, normal: bytes) -> "_Read":
        """The words of a text that is normalized to single bytes, and their pieces as `pieces` gives them."""
        found = find_words(normal)
        with self._lock:
            self._make_room()
            places = self._table.find(found.hashes)
            unknown = np.flatnonzero(places < 0)
            if len(unknown):
                told = found.hashes[unknown] != 0
                hashes, first, again = np.unique(found.hashes[unknown[told]], return_index=True, return_inverse=True)
                new = self._places_of(normal, found, unknown[told][first])
                self._table.add(hashes, new)
                places[unknown[told]] = new[again]
                places[unknown[~told]] = self._places_of(normal, found, unknown[~told])
            return _Read(found.starts, places, self._words, *self._pieces_of(*self._pieces_at(places)))

    def _places_of(self, normal: bytes, found: WordSpans, chosen: npt.NDArray[np.int64]) -> Ints:
        spans = zip(found.starts[chosen].tolist(), found.ends[chosen].tolist(), strict=True)
        words = [normal[start:end] for start, end in spans]
        new = [word for word in dict.fromkeys(words) if word not in self]
        self.update(zip(new, range(len(self), len(self) + len(new)), strict=True))
        self._words += new
        return np.fromiter(map(self.__getitem__, words), np.int32, len(words))

    def _make_room(self) -> None:
        if len(self) > _MOST_WORDS:
            self.clear()
            self._words, self._table = [], WordTable()
            self._pieces, self._starts = array("i", [0]), array("i", [1])

    def _look_up(self, words: Iterable[unigram.Word]) -> tuple[Ints, Ints]:
        self._make_room()
        return self._pieces_at(np.fromiter(map(self.__getitem__, words), np.int32))

    def _pieces_at(self, places: Ints) -> tuple[Ints, Ints]:
        """Of words by their places: where their pieces begin, and how many these are."""
        uncut = self._words[len(self._starts) - 1 :]
        if uncut:
            cut = self._tokenizer.pieces_of_each(uncut)
            self._starts.extend(islice(accumulate(map(len, cut), initial=len(self._pieces)), 1, None))
            self._pieces.extend(chain.from_iterable(cut))
        starts = np.frombuffer(self._starts, np.int32)
        first = starts.take(places)
        return first, starts.take(places + 1) - first

    def _pieces_of(self, first: Ints, lengths: Ints) -> tuple[Ints, Ints]:
        before = np.zeros(len(lengths) + 1, np.int32)
        np.cumsum(lengths, out=before[1:])
        flat = np.repeat(first - before[:-1], lengths)
        flat += np.arange(len(flat), dtype=np.int32)
        return np.frombuffer(self._pieces, np.int32).take(flat), before


class _Read(NamedTuple):
    """A text's words by where they start and by their places in the vocabulary, and their pieces."""

    starts: Ints
    places: Ints
    vocabulary: list[unigram.Word]
    pieces: Ints
    before: Ints


class UnigramEncoder:
    """A model2vec folder whose tokenizer `core.unigram` reproduces: the embedded model, and others of its shape.

    A text's vector is the mean over its pieces of row x weight, at unit length (model2vec, StaticModel.encode).
    `is_exact`: the library makes a piece of its own of the space between other text and Chinese or Japanese, which is
    left out here; that is model2vec's vector only if this piece weighs nothing.
    """

    def __init__(self, folder: Path, name: str, tokenizer: dict[str, Any]) -> None:
        from safetensors.numpy import load_file

        self.name = name
        model = tokenizer["model"]
        self._specials = [token["content"] for token in tokenizer.get("added_tokens") or []]
        tensors = load_file(folder / "model.safetensors")
        self._rows = tensors["embeddings"]
        pieces = len(model["vocab"])
        self._row_of = tensors.get("mapping", np.arange(pieces, dtype=np.int32))
        self._weights = tensors.get("weights", np.ones(pieces)).astype(np.float32)
        if len(self._row_of) != pieces or len(self._weights) != pieces or int(self._row_of.max()) >= len(self._rows):
            raise EncoderError(f"The model in {folder} does not fit its own tokenizer: install it again.")
        blank = next((i for i, (piece, _) in enumerate(model["vocab"]) if piece == unigram.METASPACE), None)
        self.is_exact = blank is None or not self._weights[blank] or not self._rows[self._row_of[blank]].any()
        self.dimensions = int(self._rows.shape[1])
        self.fingerprint = _fingerprint(folder, self.dimensions)
        split = _split_pieces(folder, self.fingerprint)
        self._lexicon = _Lexicon(unigram.UnigramTokenizer(model["vocab"], model["unk_id"], split))

    def encode(self, texts: Sequence[str]) -> Floats:
        """See Encoder."""
        return self.encode_half_read(texts)

    def encode_half_read(self, texts: Sequence[str | HalfRead]) -> Floats:
        """See ReadingEncoder."""
        firsts = [text if isinstance(text, str) else text.first for text in texts]
        distinct = list(dict.fromkeys(firsts))  # the windows of a section all begin with its headings
        pieces_of = dict(zip(distinct, self._pieces_of(distinct), strict=True))
        parts: list[Ints] = []
        lengths = []
        for first_part, text in zip(firsts, texts, strict=True):
            head = pieces_of[first_part]
            parts.append(head)
            lengths.append(len(head))
            if not isinstance(text, str):
                parts.append(text.rest)
                lengths[-1] += len(text.rest)
        every = np.concatenate([*parts, _NONE])
        rows, weights = self._row_of.take(every), self._weights.take(every)
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        first = 0
        for i, last in enumerate(accumulate(lengths)):
            if first < last:
                vectors[i] = weights[first:last] @ self._rows.take(rows[first:last], axis=0).astype(np.float32)
            first = last
        return to_unit_length(vectors)

    def encode_query(self, text: str) -> Floats:
        """See Encoder: a query is a text like any other."""
        vector: Floats = self.encode([text])[0]
        return vector

    def read_each(self, texts: Sequence[str]) -> list[Reading | None]:
        """See ReadingEncoder."""
        singles = [None if self._has_special(text) else unigram.single_bytes(text) for text in texts]
        normals = [None if single is None else single.normalized() for single in singles]
        read, spans = self._read_together(normals)
        readings: list[Reading | None] = []
        for single, normal, (start, first, last) in zip(singles, normals, spans, strict=True):
            if single is None or normal is None:
                readings.append(None)
                continue
            before = read.before[first : last + 1]
            readings.append(
                Reading(
                    np.frombuffer(normal, np.uint8) != ord(" "),
                    read.starts[first:last] - np.int32(start),
                    before - before[0],
                    read.pieces[before[0] : before[-1]],
                    read.places[first:last],
                    read.vocabulary,
                    single.raw if single.shows_space else None,
                )
            )
        return readings

    def _read_together(self, normals: Sequence[bytes | None]) -> tuple[_Read, list[tuple[int, int, int]]]:
        """Normalized texts as one, and of each its offset in it, its first word and the one after its last."""
        read = self._lexicon.read(b" ".join(normal for normal in normals if normal is not None))
        lengths = np.fromiter((-1 if normal is None else len(normal) for normal in normals), np.int64, len(normals))
        offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths + 1)))
        words = read.starts.searchsorted(offsets)
        return read, list(zip(offsets[:-1].tolist(), words[:-1].tolist(), words[1:].tolist(), strict=True))

    def _pieces_of(self, texts: Sequence[str]) -> list[Ints]:
        """The pieces of each text."""
        if len(texts) < _TOGETHER:
            return self._pieces_one_by_one(texts)
        singles = [None if self._has_special(text) else unigram.single_bytes(text) for text in texts]
        normals = [None if single is None else single.normalized() for single in singles]
        read, spans = self._read_together(normals)
        ends = read.before.tolist()
        others = [text for text, normal in zip(texts, normals, strict=True) if normal is None]
        left = iter(self._pieces_one_by_one(others))
        return [
            next(left) if normal is None else read.pieces[ends[first] : ends[last]]
            for normal, (_, first, last) in zip(normals, spans, strict=True)
        ]

    def _pieces_one_by_one(self, texts: Sequence[str]) -> list[Ints]:
        words = [self._words(text) for text in texts]
        pieces, before = self._lexicon.pieces(chain.from_iterable(words))
        if len(texts) == 1:
            return [pieces]
        bounds = before.take(np.cumsum([0, *map(len, words)])).tolist()
        return [pieces[start:end] for start, end in pairwise(bounds)]

    def _has_special(self, text: str) -> bool:
        return any(special in text for special in self._specials)

    def count_tokens(self, text: str) -> int:
        """See Encoder."""
        return int(self._lexicon.lengths(self._words(text)).sum())

    def count_each(self, words: Sequence[str]) -> list[int]:
        """See Encoder."""
        parts = unigram.words_of_each(words)
        _, before = self._lexicon.pieces(chain.from_iterable(parts))
        counts: list[int] = np.diff(before.take(np.cumsum([0, *map(len, parts)]))).tolist()
        return counts

    def _words(self, text: str) -> Sequence[unigram.Word]:
        # The library cuts special tokens out of the raw text; as plain words they mean nothing to a note.
        for special in self._specials:
            if special in text:
                text = text.replace(special, " ")
        return unigram.words_of(text)


def _split_pieces(folder: Path, fingerprint: str) -> list[int] | None:
    """What UnigramTokenizer asks for, if it was found out for this very model (tests/eval/model/split.py)."""
    try:
        found = orjson.loads((folder / SPLIT).read_bytes())
    except (OSError, orjson.JSONDecodeError):
        return None  # it only saves time
    known = isinstance(found, dict) and found.get("fingerprint") == fingerprint
    return found["pieces"] if known else None


class StaticEncoder:
    """Any other model2vec model, through model2vec itself."""

    def __init__(self, source: str, name: str) -> None:
        from model2vec import StaticModel

        try:
            self._model = StaticModel.from_pretrained(source, force_download=False)
        except Exception as error:  # model2vec, tokenizers and the hub's client raise types of their own
            raise EncoderError(f"The model {name} cannot be loaded ({error}).") from error
        self.name = name
        self.dimensions = int(self._model.dim)
        folder = Path(source)
        self.fingerprint = _fingerprint(folder, self.dimensions) if folder.is_dir() else _array_fingerprint(self._model)

    def encode(self, texts: Sequence[str]) -> Floats:
        """See Encoder."""
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        vectors = self._model.encode(list(texts), use_multiprocessing=False)
        return to_unit_length(np.asarray(vectors, dtype=np.float32))

    def encode_query(self, text: str) -> Floats:
        """See Encoder: a query is a text like any other."""
        vector: Floats = self.encode([text])[0]
        return vector

    def count_tokens(self, text: str) -> int:
        """See Encoder."""
        return len(self._model.tokenize([text])[0])

    def count_each(self, words: Sequence[str]) -> list[int]:
        """See Encoder."""
        return [len(pieces) for pieces in self._model.tokenize(list(words))] if words else []


def reading_encoder(encoder: Encoder | None) -> ReadingEncoder | None:
    """The encoder, if it is one that can read ahead. (To ask a protocol takes as long as to read a short note.)"""
    return encoder if isinstance(encoder, UnigramEncoder) else None


def load_encoder(setting: str = "") -> Encoder | None:
    """The encoder of a setting: empty is the embedded model, "none" is no encoder, else a folder or a hub name.

    Raises EncoderError with what to do.
    """
    if setting == NO_MODEL:
        return None
    folder = EMBEDDED_MODEL if not setting else Path(setting).expanduser()
    if folder.is_dir():
        return _load_folder(folder, setting or "embedded")
    if not _is_hub_name(setting):
        raise EncoderError(f"There is no model folder at {setting}: set `model` to a folder, a hub name or none.")
    from luneta.transformer import TransformerEncoder, hub_folder

    downloaded = hub_folder(setting)
    return StaticEncoder(setting, setting) if downloaded is None else TransformerEncoder(downloaded, setting)


def _is_hub_name(setting: str) -> bool:
    owner, _, name = setting.partition("/")
    return bool(owner and name) and "/" not in name and not setting.startswith((".", "~")) and "\\" not in setting


def _load_folder(folder: Path, name: str) -> Encoder:
    from luneta.transformer import TransformerEncoder, is_transformer

    if is_transformer(folder):
        return TransformerEncoder(folder, name)
    try:
        tokenizer = orjson.loads((folder / "tokenizer.json").read_bytes())
        config = orjson.loads((folder / "config.json").read_bytes())
    except (OSError, orjson.JSONDecodeError) as error:
        raise EncoderError(f"The model folder {folder} cannot be read ({error}): install the model again.") from error
    if not isinstance(tokenizer, dict) or not isinstance(config, dict):
        raise EncoderError(f"The model folder {folder} does not hold a model: install the model again.")
    plain = config.get("max_length") is None and config.get("normalize") is True
    if plain and unigram.is_supported(tokenizer):
        encoder = _unigram_encoder(folder, name, tokenizer)
        if encoder.is_exact:
            return encoder
    return StaticEncoder(str(folder), name)


def _unigram_encoder(folder: Path, name: str, tokenizer: dict[str, Any]) -> UnigramEncoder:
    from safetensors import SafetensorError

    try:
        return UnigramEncoder(folder, name, tokenizer)
    except (OSError, KeyError, ValueError, SafetensorError) as error:
        raise EncoderError(f"The model in {folder} is damaged ({error}): install it again.") from error


def _fingerprint(folder: Path, dimensions: int) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for name in ("config.json", "tokenizer.json", "model.safetensors"):
        digest.update((folder / name).read_bytes())
    return f"{digest.hexdigest()}-{dimensions}"


def _array_fingerprint(model: Any) -> str:  # noqa: ANN401 - a StaticModel; its module is imported only when used
    digest = hashlib.blake2b(digest_size=16)
    for part in (model.embedding, model.weights, model.token_mapping):
        digest.update(b"" if part is None else np.ascontiguousarray(part).tobytes())
    digest.update("\0".join(model.tokens).encode("utf-8", "surrogatepass"))
    return f"{digest.hexdigest()}-{model.dim}"
