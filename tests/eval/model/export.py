"""Step 5. Write a model2vec folder from trained vectors.

The vectors become int8, each row scaled to its greatest value; the scale and the piece's weight become one float32
weight a piece; where pieces share rows, an int32 mapping says which row is whose. --check says what quantising costs.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

LANGUAGES = "en,pt,es,fr,de,it,ru,zh,ja,pl,nl,tr,uk"
#: The median weight of a piece as written: model2vec's own order of magnitude. Unit vectors do not depend on it.
MEDIAN_WEIGHT = 0.01
CONFIG = {"model_type": "model2vec", "architectures": ["StaticModel"]}


def main() -> None:
    """Quantise, write, and check if asked."""
    options = _parser().parse_args()
    from model2vec import StaticModel
    from tokenizers import Tokenizer

    with np.load(options.model) as saved:
        vectors, weights = saved["vectors"], saved["weights"]
        rows = saved["rows"] if "rows" in saved.files else None
    row_of = np.arange(len(weights)) if rows is None else rows
    if options.dim and options.dim < vectors.shape[1]:
        vocabulary = json.loads((options.data / "vocab.json").read_text(encoding="utf-8"))
        frequencies = np.array([max(frequency, 1e-9) for _, _, frequency in vocabulary])
        vectors, weights = reduce(vectors, weights, row_of, frequencies, options.dim)
    small, small_weights = quantise(vectors, weights, row_of)

    def model(vectors: np.ndarray, **more: Any) -> StaticModel:  # noqa: ANN401 -- handed on to model2vec
        tokenizer = Tokenizer.from_file(str(options.data / "tokenizer.json"))
        return StaticModel(
            vectors=vectors, tokenizer=tokenizer, config=dict(CONFIG), normalize=True, max_length=None, **more
        )

    shared = {} if rows is None else {"token_mapping": rows.astype(np.int32)}
    told = {"language": options.langs.split(","), "base_model_name": options.base}
    model(small, weights=small_weights, **shared, **told).save_pretrained(str(options.out))
    print({file.name: file.stat().st_size for file in sorted(options.out.iterdir())})
    if options.check:
        with options.check.open(encoding="utf-8") as lines:
            texts = [json.loads(line)["text"] for _, line in zip(range(3000), lines, strict=False)]
        before = model((vectors[row_of] * weights[:, None]).astype(np.float32)).encode(texts)
        after = StaticModel.from_pretrained(str(options.out)).encode(texts)
        print(*(f"{name} {value:.4f}" for name, value in cost(before, after).items()))


def quantise(vectors: np.ndarray, weights: np.ndarray, row_of: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """int8 rows, and the float32 weight of each piece with its row's scale in it."""
    scale = np.abs(vectors).max(1)
    scale[scale == 0] = 1
    small = np.clip(np.rint(vectors / scale[:, None] * 127), -127, 127).astype(np.int8)
    scaled = weights * scale[row_of] / 127
    return small, (scaled / np.median(scaled[scaled > 0]) * MEDIAN_WEIGHT).astype(np.float32)


def reduce(
    vectors: np.ndarray, weights: np.ndarray, row_of: np.ndarray, frequencies: np.ndarray, dimensions: int
) -> tuple[np.ndarray, np.ndarray]:
    """Turn to fewer dimensions (principal axes of the vectors, as often and as heavily as they are used)."""
    use = np.zeros(len(vectors))
    np.add.at(use, row_of, weights**2 * frequencies)
    used = vectors * np.sqrt(use)[:, None]
    turned = vectors @ np.linalg.svd(used.T @ used)[2][:dimensions].T
    lengths = np.linalg.norm(turned, axis=1)
    return turned / np.maximum(lengths, 1e-9)[:, None], weights * lengths[row_of]


def cost(before: np.ndarray, after: np.ndarray) -> dict[str, float]:
    """Mean cosine of each text's two vectors, and the part of the ten nearest neighbours that stays (of 200 texts)."""
    nearest = [np.argsort(-(vectors[:200] @ vectors.T), 1, kind="stable")[:, 1:11] for vectors in (before, after)]
    kept = [len(set(one) & set(other)) / len(one) for one, other in zip(*nearest, strict=True)]
    return {"cosine": float((before * after).sum(1).mean()), "kept neighbours": float(np.mean(kept))}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True, help="OUT.npz of train.py")
    parser.add_argument("--data", type=Path, required=True, help="the folder with vocab.json and tokenizer.json")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--dim", type=int, default=0, help="fewer dimensions (all)")
    parser.add_argument("--langs", default=LANGUAGES, help="what the model's card says")
    parser.add_argument("--base", default="intfloat/multilingual-e5-small", help="what the model's card says")
    parser.add_argument("--check", type=Path, metavar="passages.jsonl", help="say what quantising costs on these texts")
    return parser


if __name__ == "__main__":
    main()
