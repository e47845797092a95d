"""Step 3. What the teachers say.

teach.py sample  chooses a balanced sample of the collected texts -> OUT/texts.jsonl {kind, language, text}, kind being
                 passage, heading, english or translation
teach.py embed   the vectors of those texts -> DATA/NAME.npy, float16; rows of languages not asked for, or outside
                 --start and --stop, stay zero; run again to go on where it stopped
teach.py pieces  the vector of every piece of the vocabulary -> DATA/pieces.npy, the start values of the training
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import numpy as np

#: Texts encoded between two writes to the file.
BLOCK = 4000
#: Pieces that have no meaning of their own.
MUTE = ("[UNK]", "[PAD]", "▁")
#: Marks of XLM-R's tokenizer: start, end and unknown.
START, END, UNKNOWN = 0, 2, 3


def main() -> None:
    """Run the step that the command line names."""
    options = _parser().parse_args()
    options.step(options)


def sample(options: argparse.Namespace) -> None:
    """Choose the texts: at most --per-source passages of a source and --per-pair pairs of a kind and language."""
    texts: list[dict[str, str]] = []
    seen: Counter[tuple[str, ...]] = Counter()

    def take(kind: str, language: str, text: str) -> None:
        texts.append({"kind": kind, "language": language, "text": text[: options.characters]})

    for row in _rows(options.texts / "passages.jsonl"):
        seen[(row["source"],)] += 1
        if seen[(row["source"],)] <= options.per_source:
            take("passage", row["language"], row["text"])
            if row["heading"]:
                take("heading", row["language"], row["heading"])
    for row in _rows(options.texts / "pairs.jsonl"):
        key = (row["kind"], row["language"])
        seen[key] += 1
        if seen[key] > options.per_pair:
            continue
        if row["kind"] == "gloss":
            take("passage", "en", f"{row['left']}: {row['right']}")
        else:
            take("english", "en", row["left"])
            take("translation", row["language"], row["right"])
    random.Random(options.seed).shuffle(texts)
    options.out.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(text, ensure_ascii=False) + "\n" for text in texts)
    (options.out / "texts.jsonl").write_text(lines, encoding="utf-8", newline="\n")
    print(len(texts), "texts", dict(Counter((text["kind"], text["language"]) for text in texts)))


def embed(options: argparse.Namespace) -> None:
    """Encode the sample with a teacher."""
    teacher = _teacher(options, options.kind)
    texts = list(_rows(options.data / "texts.jsonl"))
    path = options.data / f"{options.name}.npy"
    if not path.exists():
        np.save(path, np.zeros((len(texts), teacher.dimensions), np.float16))
    vectors = np.load(path, mmap_mode="r+")
    languages = set(options.langs.split(",")) if options.langs else None
    rows = range(options.start, min(options.stop or len(texts), len(texts)))
    left = [row for row in rows if languages is None or texts[row]["language"] in languages]
    left = [row for row in left if not vectors[row].any()]
    start = monotonic()
    for first in range(0, len(left), BLOCK):
        block = left[first : first + BLOCK]
        chosen = [texts[row] for row in block]
        asked = [text["kind"] == "heading" for text in chosen]
        vectors[block] = teacher.encode([text["text"] for text in chosen], asked)
        vectors.flush()
        print(first + len(block), "of", len(left), f"{monotonic() - start:.0f} s", flush=True)


def pieces(options: argparse.Namespace) -> None:
    """Encode every piece of the vocabulary as a query of its own: the mean of what stands for it."""
    teacher = _teacher(options, "e5")
    known = teacher.tokenizer.get_vocab()

    def ids(text: str) -> list[int]:
        return list(teacher.tokenizer.encode(text, add_special_tokens=False).ids)

    before = [START, *ids("query:")]
    sequences = []
    for piece, _, _ in json.loads((options.data / "vocab.json").read_text(encoding="utf-8")):
        if piece in MUTE:
            own = [UNKNOWN]
        elif piece in known and not piece.startswith("▁"):
            own = [known[piece]]
        else:
            own = ids(piece.removeprefix("▁"))
        sequences.append([*before, *(own or [UNKNOWN]), END])
    vectors = np.zeros((len(sequences), teacher.dimensions), np.float32)
    order = np.argsort([len(sequence) for sequence in sequences], kind="stable")
    for first in range(0, len(order), 512):
        block = order[first : first + 512]
        hidden, _ = teacher.hidden([sequences[row] for row in block])
        for row, states in zip(block, hidden, strict=True):
            vectors[row] = states[len(before) : len(sequences[row]) - 1].mean(0).numpy()
    np.save(options.data / "pieces.npy", vectors)
    print("pieces", vectors.shape)


def _teacher(options: argparse.Namespace, kind: str):  # noqa: ANN202 -- torch is imported only when a teacher is asked
    import torch
    from teacher import Teacher

    torch.set_num_threads(options.threads)
    return Teacher(options.teacher, kind)


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(required=True)
    step = steps.add_parser("sample")
    step.set_defaults(step=sample)
    step.add_argument("--texts", type=Path, required=True, help="the folder that collect_texts.py wrote")
    step.add_argument("--out", type=Path, required=True)
    step.add_argument("--per-source", type=int, default=5000)
    step.add_argument("--per-pair", type=int, default=4000)
    step.add_argument("--characters", type=int, default=420, help="of each text, the rest is cut off")
    step.add_argument("--seed", type=int, default=1)
    for name, function in (("embed", embed), ("pieces", pieces)):
        step = steps.add_parser(name)
        step.set_defaults(step=function)
        step.add_argument(
            "--teacher", type=Path, required=True, help="a folder with a transformer and its tokenizer.json"
        )
        step.add_argument("--data", type=Path, required=True)
        step.add_argument("--threads", type=int, default=2)
        if function is embed:
            step.add_argument("--kind", choices=["e5", "bert"], required=True)
            step.add_argument("--name", required=True, help="e5 for the first teacher, minilm for the second")
            step.add_argument("--langs", default="", help="only these (all)")
            step.add_argument("--start", type=int, default=0)
            step.add_argument("--stop", type=int, default=0)
    return parser


if __name__ == "__main__":
    main()
