"""Signal -> scores from 0 to 1 on four dimensions, each with its reasons. Pure: the same signal, the same scores."""

import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from luneta.ingest.lexicon import Lexicon, words_of
from luneta.ingest.profile import DIMENSIONS, Dimension, Domain, Profile
from luneta.ingest.signals import Signal

#: A word in the title says as much as so many in the text; a tag, as metadata, less than a word of the title.
_IN_TITLE, _IN_TAGS = 3.0, 1.5
#: Weight of words at which relevance is 1 - 1/e: a title and a handful of mentions.
_RELEVANT_FROM = 5.0
#: The same word again says less each time; from so many on, nothing.
_MOST_REPEATS = 4
#: Words of content at which their number alone is half and nearly the whole of its share of depth.
_SOME_WORDS, _MANY_WORDS = 120, 900

_STEP = re.compile(r"^\s*(?:\d{1,3}[.)]|[-*+] \[.\])\s+\S", re.MULTILINE)
_BULLET = re.compile(r"^\s*[-*+]\s+\S", re.MULTILINE)
_FENCE = re.compile(r"^\s*(?:```|~~~)|^(?: {4}|\t)\S", re.MULTILINE)
_COMMAND = re.compile(r"^\s*\$ \S|`[^`\n]{3,}`", re.MULTILINE)
_HEADING = re.compile(r"^#{1,6} \S", re.MULTILINE)
_FIGURE = re.compile(r"\b\d+(?:[.,]\d+)?\s?(?:%|ms|kg|km|GB|MB|°|€|\$|R\$|x\b|times|vezes)?")
_REFERENCE = re.compile(r"https?://|\[\d{1,3}\]|\bdoi\b|\bet al\b|\[\[")
_REASONING = re.compile(
    r"\b(?:because|therefore|however|although|whereas|for example|in contrast|which means|trade-?offs?|evidence"
    r"|measured|compared|porque|portanto|contudo|embora|enquanto|por exemplo|ou seja|medimos|comparado|evidencia)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.!?…](?:\s|$)")


@dataclass(frozen=True, slots=True)
class Score:
    """The scores of a signal. `domain` is where most of its words lie, None if nowhere. `reasons` says of each
    dimension what it was given for, in words."""

    total: float
    dimensions: Mapping[Dimension, float]
    domain: Domain | None
    reasons: Mapping[Dimension, str]


def score(signal: Signal, profile: Profile) -> Score:
    """Score one signal."""
    title, text = words_of(signal.title), words_of(signal.text)
    tags = words_of(" ".join(signal.tags))
    domain, relevance, why_relevant = _relevance(title, text, tags, profile)
    found: dict[Dimension, tuple[float, str]] = {
        "relevance": (relevance, why_relevant),
        "actionability": _actionability(signal, title, text, profile.actions),
        "depth": _depth(signal.text, text),
        "authority": _authority(signal, title, profile),
    }
    dimensions = {name: round(min(max(found[name][0], 0.0), 1.0), 4) for name in DIMENSIONS}
    total = round(sum(profile.weights[name] * dimensions[name] for name in DIMENSIONS), 4)
    return Score(total, dimensions, domain, {name: found[name][1] for name in DIMENSIONS})


def _relevance(
    title: list[str], text: list[str], tags: list[str], profile: Profile
) -> tuple[Domain | None, float, str]:
    best: tuple[float, Domain, Counter[str]] | None = None
    for domain in profile.domains:
        places = Counter[str]()
        weight = 0.0
        for words, worth in ((title, _IN_TITLE), (tags, _IN_TAGS), (text, 1.0)):
            for entry, times in Counter(domain.words.found(words)).items():
                places[entry] += times
                weight += worth * math.log2(1 + min(times, _MOST_REPEATS))
        weight *= domain.weight
        if weight and (best is None or weight > best[0]):
            best = (weight, domain, places)
    if best is None:
        return None, 0.0, "no word of any domain"
    weight, domain, places = best
    named = ", ".join(f"“{entry}”" for entry, _ in places.most_common(4))
    return domain, 1 - math.exp(-weight / _RELEVANT_FROM), f"{domain.folder}: {named}"


def _actionability(signal: Signal, title: list[str], text: list[str], actions: Lexicon) -> tuple[float, str]:
    named = Counter(actions.found(text))
    in_title = list(actions.found(title))
    steps = len(_STEP.findall(signal.text))
    bullets = len(_BULLET.findall(signal.text))
    code = len(_FENCE.findall(signal.text)) + len(_COMMAND.findall(signal.text))
    doing = 0.45 * (1 - math.exp(-sum(math.log2(1 + min(n, 3)) for n in named.values()) / 3))
    doing += 0.25 * bool(in_title)
    doing += 0.3 * (1 - math.exp(-(steps + bullets / 2) / 4))
    doing += 0.25 * (1 - math.exp(-code / 2))
    told = [f"“{entry}”" for entry in dict.fromkeys([*in_title, *(entry for entry, _ in named.most_common(3))])]
    told += [f"{steps} steps"] * (steps > 0) + [f"{bullets} points"] * (bullets > 0) + ["code"] * (code > 0)
    # What has no content cannot be acted upon, whatever its title promises.
    return min(doing, 1.0) * _presence(len(text)), ", ".join(told) or "nothing to do with it"


def _presence(words: int) -> float:
    return 1 - math.exp(-words / 40)


def _depth(raw: str, text: list[str]) -> tuple[float, str]:
    """How far the content itself goes; what its metadata says does not count."""
    count = len(text)
    if not count:
        return 0.0, "no content"
    length = math.log1p(count / _SOME_WORDS) / math.log1p(_MANY_WORDS / _SOME_WORDS)
    # Distinct words for a text of this length: 1 for a text that says new things, low for one that repeats itself.
    richness = min(len(set(text)) / (2.4 * count**0.78), 1.0) if count > 20 else 0.3
    sentences = max(len(_SENTENCE.findall(raw)), 1)
    flow = min(count / sentences / 14, 1.0)
    made_of = min((len(_HEADING.findall(raw)) + raw.count("\n\n") / 2) / 5, 1.0)
    substance = 1 - math.exp(-(len(_FIGURE.findall(raw)) / 3 + 1.5 * len(_REASONING.findall(raw))) * 60 / (count + 60))
    quoted = 1 - math.exp(-len(_REFERENCE.findall(raw)) / 3)
    value = min(length, 1.0) * (0.55 + 0.25 * richness + 0.2 * flow) * 0.75
    value += 0.25 * min(length, 1.0) * (0.4 * substance + 0.3 * made_of + 0.3 * quoted) / 0.7
    return min(value, 1.0) * (0.4 + 0.6 * richness), f"{count} words, {len(set(text))} different, {sentences} sentences"


def _authority(signal: Signal, title: list[str], profile: Profile) -> tuple[float, str]:
    host = (urlsplit(signal.origin).hostname or "") if "://" in signal.origin else ""
    value, told = 0.35, []
    if _is_below(host, profile.trusted):
        value, told = 0.85, [f"{host} is trusted"]
    elif _is_below(host, profile.doubtful):
        value, told = 0.1, [f"{host} is doubtful"]
    elif host:
        value, told = 0.45, [host]
    if signal.author.strip():
        value += 0.1
        told.append("has an author")
    references = len(_REFERENCE.findall(signal.text))
    if references:
        value += 0.1 * (1 - math.exp(-references / 2))
        told.append(f"{references} references")
    bait = list(dict.fromkeys(profile.bait.found([*title, *words_of(signal.text[:2000])])))
    if bait:
        value *= 0.4
        told.append("bait: " + ", ".join(f"“{entry}”" for entry in bait[:3]))
    return value, ", ".join(told) or "of unknown origin"


def _is_below(host: str, names: tuple[str, ...]) -> bool:
    return any(host == name or host.endswith(f".{name}") for name in names)
