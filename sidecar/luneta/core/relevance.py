"""How much a passage has to do with a prompt: an absolute number from 0 to 1, so that nothing can be said instead.

A ranking only needs to know which passage is better. What is put before an agent unasked must be worth its place by
itself, and a vault has a best passage for every prompt, also for those that have nothing to do with it.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from luneta.core.fold import fold
from luneta.core.stopwords import FUNCTION_WORDS
from luneta.core.taskwords import TASK_WORDS

#: Below this nothing is said. Measured by tests/bench/silence.py, whose table is in the guide.
FLOOR = 0.8
#: Words of a prompt that are looked at: the first ones tell what it is about.
MOST_TERMS = 40
#: What a word counts for that says what is to be done ("fix", "write"), not with what.
_TASK_WEIGHT = 0.25
#: A word in another form ("rotating" for "rotation") says a little less.
_OTHER_FORM = 0.7
#: A prompt of less weight is not covered by a passage that has all of it: one word is not a subject.
_LEAST_WEIGHT = 1.5
#: Words of the prompt in a row count as a phrase if they stand no further apart in the passage.
_NEAR = 3
#: The likeness of a passage when there are no vectors: that of an average passage that was found.
UNKNOWN_LIKENESS = 0.3

#: So alike is a note on the subject in other words, or in another language.
_ENOUGH = 0.5

_TERM = re.compile(r"[^\W_]+")
_ENDINGS = (
    "s es ed ing ion ions ation ations ly er ers ment ments ies y e"
    " a o as os ao oes ar ir ado ada ados adas ando endo mente"
)
#: Before them another may stand.
_OUTER = frozenset(("s", "ly", "ment", "ments", "mente"))
_SHORTEST_STEM = 4
_SHORTEN = re.compile(rf"(.{{{_SHORTEST_STEM},}}?)({'|'.join(_ENDINGS.split())})", re.DOTALL)
#: Words whose stems are kept: those of the passages that prompts keep meeting, some 4 MB.
_STEMS_REMEMBERED = 32_768


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a prompt asks about: its content words in order, each with its weight from 0 (in every passage, or says
    nothing) to 1 (in none), and all its words in order, for phrases."""

    weights: Mapping[str, float]
    stems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a passage. Sums are of weights, likeness is as in `relevance`."""

    coverage: float
    mass: float
    titled: float
    phrases: float
    named: float
    likeness: float
    words: int


def content_words(text: str) -> tuple[str, ...]:
    """The words of a prompt that may say what it is about: folded, each once, in order, at most MOST_TERMS."""
    words = (word for word in _TERM.findall(fold(text)) if len(word) > 1 and word not in FUNCTION_WORDS)
    return tuple(dict.fromkeys(words))[:MOST_TERMS]


def says_something(words: Iterable[str]) -> bool:
    """Whether these content words can be about anything: "yes, fix the test" is not."""
    return any(word not in TASK_WORDS and not word.isdecimal() for word in words)


@lru_cache(_STEMS_REMEMBERED)
def stem(word: str) -> str:
    """A folded word without endings of English or Portuguese: for comparing, not for reading."""
    root, ending = _shorter(word)
    if ending in _OUTER:  # disagreements, disagree
        root, _ = _shorter(root)
    bare = root.rstrip("e")
    return bare if len(bare) >= _SHORTEST_STEM else root


def _shorter(word: str) -> tuple[str, str]:
    """Without its longest ending, and that ending."""
    found = _SHORTEN.fullmatch(word)
    return (found[1], found[2]) if found else (word, "")


def understood(text: str, found_in: Mapping[str, int], passages: int) -> Prompt:
    """A prompt, by how many of all passages each of its content words is in."""
    whole = math.log(passages + 1) or 1.0
    weights = {}
    for word in content_words(text):
        rarity = math.log((passages + 1) / (found_in.get(word, 0) + 0.5)) / whole
        weights[word] = min(max(rarity, 0.0), 1.0) * (_TASK_WEIGHT if word in TASK_WORDS else 1.0)
    stems = (stem(word) for word in _TERM.findall(fold(text)) if word not in FUNCTION_WORDS)
    return Prompt(weights, tuple(stems)[: MOST_TERMS * 2])


def evidence(prompt: Prompt, title: str, section: str, text: str, likeness: float) -> Evidence:
    """What in a passage, its section and its note's title speaks for it.

    `likeness`: the passage's cosine with the prompt, 0 being what is usual in this vault, 1 the same text.
    """
    heads = _TERM.findall(fold(f"{title} {section}"))
    body = _TERM.findall(fold(text))
    words = {*heads, *body}
    stems = {stem(word) for word in words}
    head_stems = {stem(word) for word in heads}
    matched = {}
    for word, weight in prompt.weights.items():
        if word in words:
            matched[word] = weight
        elif len(word) > _SHORTEST_STEM and stem(word) in stems:
            matched[word] = weight * _OTHER_FORM
    mass, whole = sum(matched.values()), sum(prompt.weights.values())
    name = {stem(word) for word in _TERM.findall(fold(title)) if word not in FUNCTION_WORDS}
    return Evidence(
        coverage=mass / max(whole, _LEAST_WEIGHT),
        mass=mass,
        titled=sum(weight for word, weight in matched.items() if stem(word) in head_stems),
        phrases=_phrases(prompt, [*heads, *[""] * _NEAR, *body]),
        named=len(name.intersection(map(stem, matched))) / len(name) if name else 0.0,
        likeness=likeness,
        words=sum(word not in TASK_WORDS for word in matched),
    )


def _phrases(prompt: Prompt, words: Sequence[str]) -> float:
    """How many pairs of neighbours of the prompt are near to each other in the passage, in the same order."""
    places: dict[str, list[int]] = {}
    wanted = set(prompt.stems)
    for place, word in enumerate(words):
        if (root := stem(word)) in wanted:
            places.setdefault(root, []).append(place)
    pairs = {(a, b) for a, b in zip(prompt.stems, prompt.stems[1:], strict=False) if a != b}
    return float(sum(_follow(places.get(a, ()), places.get(b, ())) for a, b in pairs))


def _follow(first: Sequence[int], second: Sequence[int]) -> bool:
    return any(0 < other - place <= _NEAR for place in first for other in second)


def relevance(found: Evidence) -> float:
    """From 0 to 1: how likely it is that who wrote the prompt would want to see the passage.

    A logistic function, fitted to 11,000 passages that search found for prompts about the vault and about anything
    else (tests/bench/silence.py), and rounded. Common words and likeness in meaning are each enough if they are
    strong, and together do not count twice. One word alone says little unless the passage is headed by it, and words
    that any task is described with say nothing.
    """
    likeness = max(found.likeness, 0.0)
    logit = -6.0 + 12.0 * found.coverage + 14.0 * found.likeness - 12.0 * found.coverage * likeness
    logit += 0.9 * min(found.phrases, 2.0) + 3.0 * found.named + 0.3 * min(found.titled, 1.5)
    if found.words < 2 and found.titled < 0.3:
        logit -= 1.5
    if found.words == 0 and likeness < _ENOUGH:
        logit -= 3.0
    return round(1 / (1 + math.exp(-max(min(logit, 50.0), -50.0))), 4)
