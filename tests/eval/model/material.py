"""What is learnt from, as piece ids: the teachers' sample, and pairs of texts that belong together."""

import json
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

#: Piece ids 0 and 1 are unknown and padding: they carry no meaning.
_FIRST_PIECE = 2
_BLOCK = 20000
#: Passages from which a sentence is taken to find the rest, at most.
_PASSAGES = 110_000
_SENTENCE = re.compile(r"(?<=[.!?]) +|(?<=。)")


class Texts:
    """Many texts as piece ids. Indexed by an array of text numbers it gives their arrays of ids."""

    def __init__(self, tokenizer: Tokenizer, texts: Sequence[str], longest: int) -> None:
        ids: list[np.ndarray] = []
        for first in range(0, len(texts), _BLOCK):
            for encoding in tokenizer.encode_batch(list(texts[first : first + _BLOCK]), add_special_tokens=False):
                known = [piece for piece in encoding.ids if piece >= _FIRST_PIECE][:longest]
                ids.append(np.array(known or [1], np.int32))
        self._ids = ids

    def __len__(self) -> int:
        return len(self._ids)

    def __getitem__(self, numbers: Iterable[int]) -> list[np.ndarray]:
        return [self._ids[number] for number in numbers]


@dataclass(frozen=True)
class Pairs:
    """Texts that belong together, by number. `group` is the language or source of each pair."""

    left: Texts
    right: Texts
    group: np.ndarray

    def __len__(self) -> int:
        return len(self.left)


@dataclass(frozen=True)
class Material:
    """`sample` with its `languages` and `kinds`; `pairs`: heading, translation, gloss, sentence (and its passage)."""

    sample: Texts
    languages: np.ndarray
    kinds: np.ndarray
    pairs: dict[str, Pairs]


def load(data: Path, texts: Path) -> Material:
    """Read and tokenise DATA/texts.jsonl and TEXTS/{passages,pairs}.jsonl. The cut-off lengths are in pieces."""
    tokenizer = Tokenizer.from_file(str(data / "tokenizer.json"))
    sample, passages, pairs = (
        [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
        for path in (data / "texts.jsonl", texts / "passages.jsonl", texts / "pairs.jsonl")
    )

    def paired(rows: Sequence[tuple[str, str, str]], longest_left: int, longest_right: int) -> Pairs:
        left, right, group = zip(*rows, strict=True) if rows else ((), (), ())
        return Pairs(Texts(tokenizer, left, longest_left), Texts(tokenizer, right, longest_right), np.array(group, str))

    def of_kind(kind: str, characters: int) -> list[tuple[str, str, str]]:
        rows = (row for row in pairs if row["kind"] == kind)
        return [(row["left"][:characters], row["right"][:characters], row["language"]) for row in rows]

    headed = [(row["heading"], row["text"], row["source"]) for row in passages if row["heading"]]
    return Material(
        sample=Texts(tokenizer, [row["text"] for row in sample], 80),
        languages=np.array([row["language"] for row in sample], str),
        kinds=np.array([row["kind"] for row in sample], str),
        pairs={
            "heading": paired(headed, 24, 80),
            "translation": paired(of_kind("translation", 300), 48, 48),
            "gloss": paired(of_kind("gloss", 400), 12, 40),
            "sentence": paired(_sentences(passages), 48, 64),
        },
    )


def _sentences(passages: Sequence[dict[str, str]]) -> list[tuple[str, str, str]]:
    """A random sentence of each passage of three sentences or more, and what is left of the passage."""
    chance = random.Random(0)
    found = []
    for row in chance.sample(passages, min(len(passages), _PASSAGES)):
        shortest = 10 if row["language"] in ("zh", "ja") else 25
        sentences = [sentence for sentence in _SENTENCE.split(row["text"]) if len(sentence) > shortest]
        if len(sentences) >= 3:
            one = sentences.pop(chance.randrange(len(sentences)))
            found.append((one, " ".join(sentences)[:400], row["language"]))
    return found
