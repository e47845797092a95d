"""Transformer encoders through ONNX Runtime: multilingual-e5 and others of its shape. Needs `luneta[transformer]`.

A folder with `tokenizer.json`, `config.json` and `model.onnx` (or `onnx/model.onnx`). A text's vector is the mean of
its tokens' last hidden states, at unit length; models of the E5 family are told a query from a passage by a prefix.
"""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import orjson

from luneta.core.vectors import Floats, to_unit_length
from luneta.errors import EncoderError

#: Texts encoded together: more only adds padding.
BATCH = 32
#: Longer texts are cut, unless the model's own limit is lower: chunks have at most 384 tokens or 2,000 characters.
MOST_TOKENS = 512
_MODELS = ("model.onnx", "onnx/model.onnx")
_INSTALL = "it needs ONNX Runtime: install Luneta as luneta[transformer]"


def is_transformer(folder: Path) -> bool:
    """Whether a folder holds such a model."""
    return any((folder / name).is_file() for name in _MODELS)


class TransformerEncoder:
    """See luneta.encoder.Encoder. `threads`: 0 is as many as there are cores."""

    def __init__(self, folder: Path, name: str, *, threads: int = 0) -> None:
        """Raises EncoderError with what to do."""
        try:
            import onnxruntime
            from tokenizers import Tokenizer
        except ImportError as error:
            raise EncoderError(f"The model {name} cannot be loaded: {_INSTALL} ({error}).") from error
        model = next(folder / model for model in _MODELS if (folder / model).is_file())
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            config = orjson.loads((folder / "config.json").read_bytes())
            self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
            self._session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # both libraries raise types of their own, and bare Exception
            raise EncoderError(f"The model in {folder} cannot be loaded ({error}): install it again.") from error
        self._inputs = {given.name for given in self._session.get_inputs()}
        self._output = _hidden_states(self._session)
        longest = int(config.get("max_position_embeddings") or MOST_TOKENS)
        self._tokenizer.enable_truncation(min(MOST_TOKENS, max(longest - 2, 1)))
        self._tokenizer.no_padding()
        self._query, self._passage = _prefixes(folder, name, config)
        self.name = name
        self.dimensions = int(self._run([self._tokenizer.encode("a")])[0].shape[0])
        self.fingerprint = _fingerprint(folder, model, self.dimensions, self._query + "\0" + self._passage)

    def encode(self, texts: Sequence[str]) -> Floats:
        """Vectors of passages. Texts of like length go together, so that little is padding."""
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        coded = self._tokenizer.encode_batch([self._passage + text for text in texts])
        order = sorted(range(len(texts)), key=lambda place: len(coded[place].ids))
        for start in range(0, len(order), BATCH):
            places = [place for place in order[start : start + BATCH] if texts[place].strip()]
            if places:
                vectors[places] = self._run([coded[place] for place in places])
        return to_unit_length(vectors)

    def encode_query(self, text: str) -> Floats:
        """The vector of a query, shape (dimensions,)."""
        if not text.strip():
            return np.zeros(self.dimensions, np.float32)
        vector: Floats = to_unit_length(self._run([self._tokenizer.encode(self._query + text)]))[0]
        return vector

    def count_tokens(self, text: str) -> int:
        """How many tokens the text has, without those that mark its ends."""
        return len(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def count_each(self, words: Sequence[str]) -> list[int]:
        """As count_tokens of each of many words."""
        coded = self._tokenizer.encode_batch(list(words), add_special_tokens=False) if words else []
        return [len(code.ids) for code in coded]

    def _run(self, coded: Sequence[Any]) -> Floats:
        """The mean hidden state of each text, shape (len(coded), dimensions), not yet at unit length."""
        width = max(len(code.ids) for code in coded)
        ids = np.zeros((len(coded), width), np.int64)
        mask = np.zeros((len(coded), width), np.int64)
        for row, code in enumerate(coded):
            ids[row, : len(code.ids)] = code.ids
            mask[row, : len(code.ids)] = 1
        given: Mapping[str, npt.NDArray[np.int64]] = {
            "input_ids": ids,
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(ids),
        }
        hidden = self._session.run([self._output], {name: given[name] for name in self._inputs})[0]
        weights = mask[:, :, None].astype(np.float32)
        summed = (np.asarray(hidden, np.float32) * weights).sum(axis=1)
        means: Floats = summed / np.maximum(weights.sum(axis=1), 1)
        return means


def hub_folder(name: str) -> Path | None:
    """The folder that a hub's transformer was downloaded into, now or before; None if the model is of another kind.

    Only the files that are needed are asked for. Raises EncoderError if the hub cannot be reached.
    """
    from huggingface_hub import hf_hub_download, snapshot_download

    try:
        config = orjson.loads(Path(hf_hub_download(name, "config.json")).read_bytes())
        if config.get("model_type") in (None, "model2vec"):
            return None
        wanted = [
            "config.json",
            "tokenizer.json",
            "config_sentence_transformers.json",
            *_MODELS,
            "onnx/model.onnx_data",
        ]
        return Path(snapshot_download(name, allow_patterns=wanted))
    except Exception as error:  # the hub's client raises types of its own and of the network library beneath it
        raise EncoderError(
            f"The model {name} cannot be downloaded ({error}). Check the name and the network, or set `model` to a "
            "folder."
        ) from error


def _hidden_states(session: Any) -> str:  # noqa: ANN401 - an InferenceSession, imported only when it is used
    outputs = [output.name for output in session.get_outputs() if len(output.shape) == 3]
    if not outputs:
        raise EncoderError("The model gives no hidden states: an encoder exported to ONNX is needed.")
    return str(outputs[0])


def _prefixes(folder: Path, name: str, config: Mapping[str, Any]) -> tuple[str, str]:
    """What stands before queries and passages: what the model's folder says, else what its family wants."""
    said = folder / "config_sentence_transformers.json"
    if said.is_file():
        prompts = orjson.loads(said.read_bytes()).get("prompts") or {}
        if prompts.get("query") or prompts.get("passage") or prompts.get("document"):
            return str(prompts.get("query") or ""), str(prompts.get("passage") or prompts.get("document") or "")
    family = f"{folder.resolve().name} {name} {config.get('_name_or_path', '')}".lower()
    return ("query: ", "passage: ") if "e5" in family else ("", "")


def _fingerprint(folder: Path, model: Path, dimensions: int, prefixes: str) -> str:
    digest = hashlib.blake2b(prefixes.encode(), digest_size=16)
    for path in (folder / "config.json", folder / "tokenizer.json", model):
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    return f"{digest.hexdigest()}-{dimensions}"
