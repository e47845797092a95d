"""Texts to embeddings: the Encoder protocol and its adapters.

The embedded model and every model of its shape are read without importing model2vec (which takes over a second):
words are cut once each and pooled with numpy, giving model2vec's own vectors. Other local model2vec folders and
hub names go through model2vec itself. A hub name is downloaded only because the user set it.
"""

import hashlib
from array import array
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import orjson

from luneta.core import unigram
from luneta.core.vectors import Floats, to_unit_length
from luneta.errors import EncoderError

EMBEDDED_MODEL = Path(__file__).parent / "model"
NO_MODEL = "none"
#: Words remembered at once, about 60 MB: the distinct words of some 100 MB of notes are half as many.
_MOST_WORDS = 400_000


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


class _Lexicon(dict[unigram.Word, int]):
    """The place of every word met so far; looking up a new word cuts it into pieces and adds it.

    The word at place i has the pieces from starts[i] to starts[i + 1].
    """

    def __init__(self, tokenizer: unigram.UnigramTokenizer) -> None:
        super().__init__()
        self._tokenizer = tokenizer
        self._pieces = array("i")
        self._starts = array("q", [0])

    def __missing__(self, word: unigram.Word) -> int:
        at = self[word] = len(self)
        self._pieces.extend(self._tokenizer.pieces(word))
        self._starts.append(len(self._pieces))
        return at

    def length(self, word: unigram.Word) -> int:
        """How many pieces a word has."""
        at = self[word]
        return self._starts[at + 1] - self._starts[at]

    def pieces(self, texts: Sequence[Sequence[unigram.Word]]) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """The pieces of all texts in a row, and where each text's begin (one more entry than there are texts)."""
        if len(self) > _MOST_WORDS:
            self.clear()
            self._pieces, self._starts = array("i"), array("q", [0])
        where = np.fromiter(map(self.__getitem__, chain.from_iterable(texts)), np.int64)
        starts = np.frombuffer(self._starts, np.int64)
        first = starts.take(where)
        lengths = starts.take(where + 1) - first
        ends = np.cumsum(lengths)
        total = int(ends[-1]) if len(ends) else 0
        known = np.frombuffer(self._pieces, np.int32) if self._pieces else np.zeros(0, np.int32)
        flat = known.take(np.arange(total) + np.repeat(first - ends + lengths, lengths))
        word_bounds = np.cumsum([0, *map(len, texts)])
        return flat, np.concatenate((np.zeros(1, np.int64), ends)).take(word_bounds)


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
        self._lexicon = _Lexicon(unigram.UnigramTokenizer(model["vocab"], model["unk_id"]))
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

    def encode(self, texts: Sequence[str]) -> Floats:
        """See Encoder."""
        flat, bounds = self._lexicon.pieces([self._words(text) for text in texts])
        rows, weights = self._row_of.take(flat), self._weights.take(flat)
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        for i, (first, last) in enumerate(zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)):
            if first < last:
                vectors[i] = weights[first:last] @ self._rows.take(rows[first:last], axis=0).astype(np.float32)
        return to_unit_length(vectors)

    def encode_query(self, text: str) -> Floats:
        """See Encoder: a query is a text like any other."""
        vector: Floats = self.encode([text])[0]
        return vector

    def count_tokens(self, text: str) -> int:
        """See Encoder."""
        return sum(map(self._lexicon.length, self._words(text)))

    def count_each(self, words: Sequence[str]) -> list[int]:
        """As count_tokens of each of many words without white space."""
        length = self._lexicon.length
        return [sum(map(length, pieces)) for pieces in unigram.words_of_each(words)]

    def _words(self, text: str) -> Sequence[unigram.Word]:
        # The library cuts special tokens out of the raw text; as plain words they mean nothing to a note.
        for special in self._specials:
            if special in text:
                text = text.replace(special, " ")
        return unigram.words_of(text)


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
