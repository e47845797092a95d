"""Signal -> scores from 0 to 1 on four dimensions, each with its reasons. Pure: the same signal, the same scores."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from luneta.ingest.content import actionability, depth, references
from luneta.ingest.lexicon import words_of
from luneta.ingest.profile import DIMENSIONS, Dimension, Domain, Profile
from luneta.ingest.signals import Signal

#: A word in the title says as much as so many in the text; a tag, as metadata, no more than a word of the text.
_IN_TITLE, _IN_TAGS = 2.5, 1.0
#: Weight of words at which relevance is 1 - 1/e: a title and a handful of mentions.
_RELEVANT_FROM = 3.5
#: The same word again says less each time; from so many on, nothing.
_MOST_REPEATS = 4
#: What metadata alone can say: as much as this weight of words of content.
_MOST_BY_TAGS = 2.0
#: The share of relevance that only content gives, and the words of content that give two thirds of it.
_PROMISED, _SOME_TEXT = 0.5, 25
#: What is left of use and authority when a text wants something of its reader: to buy, to apply, to log in.
_SOLICITING = 0.4


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
    domain, relevance, why_relevant = _relevance(title, text, words_of(" ".join(signal.tags)), profile)
    wants = list(dict.fromkeys(profile.bait.found([*title, *text])))
    useful, why_useful = actionability(signal.text, title, text, profile.actions)
    trusted, why_trusted = _authority(signal, profile)
    if wants:
        useful, trusted = useful * _SOLICITING, trusted * _SOLICITING
        why_trusted += ", wants something: " + ", ".join(f"“{entry}”" for entry in wants[:3])
    found: dict[Dimension, tuple[float, str]] = {
        "relevance": (relevance, why_relevant),
        "actionability": (useful, why_useful),
        "depth": depth(signal.text, text),
        "authority": (trusted, why_trusted),
    }
    dimensions = {name: round(min(max(found[name][0], 0.0), 1.0), 4) for name in DIMENSIONS}
    total = round(sum(profile.weights[name] * dimensions[name] for name in DIMENSIONS), 4)
    return Score(total, dimensions, domain, {name: found[name][1] for name in DIMENSIONS})


def _relevance(
    title: list[str], text: list[str], tags: list[str], profile: Profile
) -> tuple[Domain | None, float, str]:
    best: tuple[float, Domain, Counter[str]] | None = None
    for domain in profile.domains:
        places = Counter(domain.words.found(text))
        weight = _weight(places)
        named = Counter(domain.words.found(title))
        tagged = Counter(domain.words.found(tags))
        weight += _IN_TITLE * _weight(named) + min(_IN_TAGS * _weight(tagged), _MOST_BY_TAGS)
        weight *= domain.weight
        if weight and (best is None or weight > best[0]):
            best = (weight, domain, named + places + tagged)
    if best is None:
        return None, 0.0, "no word of any domain"
    weight, domain, places = best
    told = ", ".join(f"“{entry}”" for entry, _ in places.most_common(4))
    # A title and tags without a text promise a subject, and no more.
    kept = 1 - _PROMISED * math.exp(-len(text) / _SOME_TEXT)
    return domain, kept * (1 - math.exp(-weight / _RELEVANT_FROM)), f"{domain.folder}: {told}"


def _weight(places: Counter[str]) -> float:
    return sum(math.log2(1 + min(times, _MOST_REPEATS)) for times in places.values())


def _authority(signal: Signal, profile: Profile) -> tuple[float, str]:
    host = host_of(signal.origin)
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
    count = references(signal.text)
    if count:
        value += 0.1 * (1 - math.exp(-count / 2))
        told.append(f"{count} references")
    return value, ", ".join(told) or "of unknown origin"


def host_of(url: str) -> str:
    """The host of a URL in small letters; "" for what is none, however odd."""
    if "://" not in url:
        return ""
    try:
        return urlsplit(url.strip()).hostname or ""
    except ValueError:  # a bracket that opens an address of IPv6 and never closes
        return ""


def _is_below(host: str, names: tuple[str, ...]) -> bool:
    return any(host == name or host.endswith(f".{name}") for name in names)
