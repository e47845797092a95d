"""Step 4. Train the static vectors.

Each step lowers the sum of: 1 - cosine with the first teacher's vector; the divergence of the batch's similarities from
the first teacher's and, for English, from a second's (DATA/minilm.npy, if there); and InfoNCE on heading and section,
English and translation, term and definition, sentence and the rest of its passage.

Reads DATA/{vocab.json,tokenizer.json,texts.jsonl,e5.npy,pieces.npy} and TEXTS/{passages,pairs}.jsonl; writes OUT.npz.
With --init X.npz --rows N the rarest pieces first share rows (k-means), and training goes on from there.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from batches import Batch, Batches
    from material import Material
    from student import Student
    from torch import Tensor

#: Weight of each part of the loss.
LOSSES = {"cosine": 4.0, "first": 1.0, "second": 1.0, "heading": 0.6, "translation": 0.5, "sentence": 0.5, "gloss": 0.3}
#: Softmax temperature of similarities.
TEMPERATURE = 0.05
#: Smooth inverse frequency: the start weight of a piece is SIF / (SIF + frequency).
SIF = 1e-4
#: Steps over which the learning rate rises, and the part of it that is left at the end.
WARM_UP, LEFT = 50, 0.02
MUTE = ("[UNK]", "[PAD]", "▁")


def main() -> None:
    """Train and write OUT.npz."""
    options = _parser().parse_args()
    import material
    import space
    import torch
    from batches import Batches
    from student import Student

    torch.set_num_threads(options.threads)
    rng = np.random.default_rng(options.seed)
    start = monotonic()
    vocabulary = json.loads((options.data / "vocab.json").read_text(encoding="utf-8"))
    mute = [number for number, (piece, _, _) in enumerate(vocabulary) if piece in MUTE]
    frequencies = np.array([max(frequency, 1e-9) for _, _, frequency in vocabulary])
    texts = material.load(options.data, options.texts)
    is_heading = texts.kinds == "heading"
    groups = np.char.add(np.where(is_heading, "q", "p"), texts.languages)
    first, have = space.read(options.data / "e5.npy", groups)
    if options.init:
        begin = _begin(options.init, options.dim)
        axes = space.turned_axes(first, have, texts, begin, rng)
        vectors, weights = begin["vectors"], begin["weights"]
    else:
        axes = space.principal_axes(first[have], options.dim, rng)
        vectors, weights = _start(np.load(options.data / "pieces.npy"), frequencies, axes)
    first = space.unit(first @ axes.T)
    second, near_second = _second(options, is_heading)
    near_first = space.clusters(first, have[~is_heading[have]], max(4, len(have) // 150), options.seed)
    batches = Batches(texts, have, near_first, near_second, options.batch, options.pairs, rng)
    weights = np.maximum(weights, 1e-6)
    weights[mute] = 1e-9
    rows = None
    if options.rows:
        vectors, rows = space.share_rows(vectors, weights, frequencies, options.rows, options.own)
    counts = {kind: len(pairs) for kind, pairs in texts.pairs.items()}
    print(f"{len(have)} texts, {len(near_first)} + {len(near_second)} clusters, {counts}, {monotonic() - start:.0f} s")
    learn(Student(vectors, np.log(weights), rows), texts, batches, (first, second), mute, options)


def learn(
    student: "Student",
    texts: "Material",
    batches: "Batches",
    vectors: Sequence[np.ndarray],
    mute: Sequence[int],
    options: argparse.Namespace,
) -> None:
    """The training loop; says the mean losses every 100 steps and saves OUT.part.npz at intervals."""
    import torch

    teachers = [torch.from_numpy(np.ascontiguousarray(rows, np.float32)) for rows in vectors]
    start, step, sums = monotonic(), 0, dict.fromkeys(LOSSES, 0.0)
    while True:
        minutes = (monotonic() - start) / 60
        done = minutes / options.minutes if options.minutes else step / options.steps
        if done >= 1:
            break
        rate = options.lr * min(1, (step + 1) / WARM_UP) * (LEFT + (1 - LEFT) * 0.5 * (1 + np.cos(np.pi * done)))
        parts = losses(student, texts, batches.draw(step), teachers)
        sum(getattr(options, f"w_{name}") * part for name, part in parts.items()).backward()
        student.step(rate)
        step += 1
        for name, part in parts.items():
            sums[name] += float(part.detach())
        if step % 100 == 0:
            print(step, {name: round(total / 100, 3) for name, total in sums.items()}, f"{minutes:.1f} min", flush=True)
            sums = dict.fromkeys(LOSSES, 0.0)
        if step % options.save_every == 0:
            student.save(Path(f"{options.out}.part.npz"), mute)
    student.save(Path(f"{options.out}.npz"), mute)
    print(f"{step} steps, {minutes:.1f} min -> {options.out}.npz")


def losses(student: "Student", texts: "Material", batch: "Batch", teachers: Sequence["Tensor"]) -> dict[str, "Tensor"]:
    """Every part of the loss that this batch has something for, by its name in LOSSES."""
    from torch.nn.functional import normalize

    groups = {"first": texts.sample[batch.first], "second": texts.sample[batch.second]}
    for kind, numbers in batch.pairs.items():
        groups[f"{kind} left"] = texts.pairs[kind].left[numbers]
        groups[f"{kind} right"] = texts.pairs[kind].right[numbers]
    outputs = normalize(student.forward([text for group in groups.values() for text in group]), dim=1)
    vectors = dict(zip(groups, outputs.split([len(group) for group in groups.values()]), strict=True))
    first = teachers[0][batch.first]
    found = {"cosine": (1 - (vectors["first"] * first).sum(1)).mean(), "first": divergence(vectors["first"], first)}
    if len(batch.second):
        found["second"] = divergence(vectors["second"], teachers[1][batch.second])
    for kind in batch.pairs:
        found[kind] = contrast(vectors[f"{kind} left"], vectors[f"{kind} right"])
    return found


def contrast(left: "Tensor", right: "Tensor") -> "Tensor":
    """InfoNCE both ways: of all the right texts of the batch, each left one must find its own, and the reverse."""
    import torch
    from torch.nn.functional import cross_entropy

    similar, own = left @ right.T / TEMPERATURE, torch.arange(len(left))
    return (cross_entropy(similar, own) + cross_entropy(similar.T, own)) / 2


def divergence(student: "Tensor", teacher: "Tensor") -> "Tensor":
    """KL divergence of the student's rows of similarities from the teacher's, each text with itself left out."""
    import torch
    from torch.nn.functional import kl_div, log_softmax, softmax

    itself = torch.eye(len(student)) * 1e4
    ours = log_softmax(student @ student.T / TEMPERATURE - itself, 1)
    return kl_div(ours, softmax(teacher @ teacher.T / TEMPERATURE - itself, 1), reduction="batchmean")


def _start(pieces: np.ndarray, frequencies: np.ndarray, axes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Start vectors and weights: the teacher's vector of each piece, centred and turned; smooth inverse frequency."""
    import space

    centred = space.unit(pieces - np.average(pieces, axis=0, weights=frequencies**0.5))
    return space.unit(centred @ axes.T), SIF / (SIF + frequencies)


def _begin(path: Path, dimensions: int) -> dict[str, np.ndarray]:
    """The vectors and weights of an earlier run, cut to `dimensions`."""
    with np.load(path) as saved:
        if "rows" in saved.files:
            raise SystemExit(f"{path} shares rows already: start from a run without --rows")
        vectors, weights = saved["vectors"][:, :dimensions], saved["weights"]
    lengths = np.linalg.norm(vectors, axis=1)
    return {"vectors": vectors / np.maximum(lengths, 1e-9)[:, None], "weights": weights * lengths}


def _second(options: argparse.Namespace, is_heading: np.ndarray) -> tuple[np.ndarray, list[np.ndarray]]:
    """The second teacher's centred vectors and clusters of them; nothing if there is no second teacher."""
    import space

    path = options.data / "minilm.npy"
    if not path.exists():
        print("no second teacher (minilm.npy)")
        return np.zeros((0, 0), np.float32), []
    groups = np.where(is_heading, "heading", "text")
    vectors, have = space.read(path, groups)
    have = have[~is_heading[have]]
    axes = space.principal_axes(vectors[have], 96, np.random.default_rng(options.seed))
    return vectors, space.clusters(vectors @ axes.T, have, max(4, len(have) // 120), options.seed)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("data", "texts", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--init", type=Path, help="OUT.npz of an earlier run to go on from")
    parser.add_argument("--rows", type=int, default=0, help="rows that the pieces share (a row each)")
    parser.add_argument("--own", type=float, default=0.6, help="part of the rows that belong to one piece each")
    parser.add_argument("--dim", type=int, default=256)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--minutes", type=float, default=0, help="train so long, instead of --steps")
    parser.add_argument("--batch", type=int, default=320, help="texts of each teacher in a step")
    parser.add_argument("--pairs", type=int, default=160, help="pairs of each kind in a step")
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--save-every", type=int, default=500)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    for name, weight in LOSSES.items():
        parser.add_argument(
            f"--w-{name}", type=float, default=weight, help=f"weight of this part of the loss ({weight})"
        )
    return parser


if __name__ == "__main__":
    main()
