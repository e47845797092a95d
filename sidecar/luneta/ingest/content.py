"""What a text itself shows of its depth and its use, whatever its metadata says. Pure."""

import math
import re
from collections import Counter
from collections.abc import Iterable

#: Different words of content from which their number alone is about half, and the whole, of what it can be for depth:
#: a paragraph or two, and an article of two pages. By different words, so that saying it again adds nothing.
_SOME_WORDS, _MANY_WORDS = 30, 260
#: Words a sentence in prose; a list of keywords has no sentences, a list of labels has short ones.
_SHORT_SENTENCE, _LONG_SENTENCE = 9, 32
#: Longer texts are looked at in their first so many characters.
MOST_CHARACTERS = 40_000

_STEP = re.compile(r"^\s*(?:\d{1,3}[.)]|[-*+] \[.\])\s+\S", re.MULTILINE)
_BULLET = re.compile(r"^\s*[-*+]\s+(?!https?://)\S+ \S", re.MULTILINE)
_CODE = re.compile(r"^\s*(?:```|~~~)|^(?: {4}|\t)\S|^\s*\$ \S|`[^`\n]{3,80}`", re.MULTILINE)
_HEADING = re.compile(r"^#{1,6} .+", re.MULTILINE)
_FIGURE = re.compile(r"\b\d+(?:[.,]\d+)?\s?(?:%|ms|kg|km|GB|MB|°|€|\$|x\b|times|vezes)?")
_REFERENCE = re.compile(r"https?://[^\s/]+|\[\d{1,3}\]|\bdoi\b|\bet al\b|\[\[")
_REASONING = re.compile(
    r"\b(?:because|therefore|however|although|whereas|for example|in contrast|which means|which is why|that is why"
    r"|trade-?offs?|evidence|measured|compared|instead|rather than|unless|except|depends|suggests?|if|reasons?"
    r"|porque|portanto|contudo|embora|enquanto|por exemplo|ou seja|medimos|comparad[oa]s?|contra|evid[eê]ncia"
    r"|em vez de|depende|se)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.!?…:](?:[\s\"”)]|$)")
_PARAGRAPH = re.compile(r"\n\s*\n")


def depth(raw: str, words: list[str]) -> tuple[float, str]:
    """How far a text goes, 0 to 1, and why: its different words, its sentences, its reasons, figures and parts.

    Nothing is gained by repeating: whatever is counted is counted once. `words` are the folded words of `raw`.
    """
    count, different = len(words), len(set(words))
    if not count:
        return 0.0, "no content"
    raw = raw[:MOST_CHARACTERS]
    length = min(math.log1p(different / _SOME_WORDS) / math.log1p(_MANY_WORDS / _SOME_WORDS), 1.0)
    # The different words that a text of this length has when it goes on saying new things (Heaps' law, fitted to
    # English and Portuguese articles): lower is repetition.
    richness = min(different / (1.6 * count**0.82), 1.0) if count > 20 else 1.0
    sentences = max(len(_SENTENCE.findall(raw)), 1)
    flow = _flow(count / sentences)
    reasons = _different(_REASONING.findall(raw.lower()))
    figures = _different(_FIGURE.findall(raw))
    parts = len(set(_HEADING.findall(raw))) + len(set(map(str.strip, _PARAGRAPH.split(raw)))) - 1
    substance = 1 - math.exp(-(reasons / 3 + figures / 6))
    made_of = min((parts + _different(_REFERENCE.findall(raw))) / 5, 1.0)
    value = length * richness * (0.4 + 0.6 * flow) * (0.5 + 0.4 * substance + 0.1 * made_of)
    told = [f"{count} words, {different} different"]
    told += [counted(sentences, "sentence")] if flow else ["no prose"]
    told += [counted(reasons, "kind") + " of reasoning"] * (reasons > 0) + [counted(figures, "figure")] * (figures > 0)
    return value, ", ".join(told)


def _flow(words_a_sentence: float) -> float:
    """1 for prose, towards 0 for labels and for words without end."""
    if words_a_sentence < _SHORT_SENTENCE:
        return max((words_a_sentence - 3) / (_SHORT_SENTENCE - 3), 0.0)
    return max(1 - max(words_a_sentence - _LONG_SENTENCE, 0) / _LONG_SENTENCE, 0.0)


def _different(found: Iterable[str]) -> int:
    return len(set(found))


def actionability(raw: str, length: int, in_title: Counter[str], in_text: Counter[str]) -> tuple[float, str]:
    """How much one can do with it, 0 to 1, and why: what it tells one to do, its steps, points and code.

    `length` is in words; `in_title` and `in_text` are the words found that tell one to do something.
    """
    raw = raw[:MOST_CHARACTERS]
    steps = len(_STEP.findall(raw))
    bullets = len(_BULLET.findall(raw))
    code = len(_CODE.findall(raw))
    said = sum(math.log2(1 + min(times, 3)) for times in in_text.values())
    doing = 0.6 * (1 - math.exp(-said / 4))
    doing += 0.15 * bool(in_title)
    doing += 0.35 * (1 - math.exp(-(steps + bullets / 2) / 3))
    doing += 0.2 * (1 - math.exp(-code / 2))
    often = sorted(in_text, key=lambda entry: (-in_text[entry], entry))[:3]
    told = [f"“{entry}”" for entry in dict.fromkeys([*sorted(in_title), *often])]
    told += [counted(steps, "step")] * (steps > 0) + [counted(bullets, "point")] * (bullets > 0)
    told += ["code"] * (code > 0)
    # What has no content cannot be acted upon, whatever its title promises.
    presence = 1 - math.exp(-length / 40)
    return min(doing, 1.0) * presence, ", ".join(told) or "nothing to do with it"


def references(raw: str) -> int:
    """How many different sources and links a text names."""
    return _different(_REFERENCE.findall(raw[:MOST_CHARACTERS]))


def counted(count: int, noun: str) -> str:
    """How many of what, for a reason: “1 step”, “2 steps”."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
