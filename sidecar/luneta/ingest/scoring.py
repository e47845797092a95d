"""Signal -> scores from 0 to 1 on four dimensions, each with its reasons. Pure: the same signal, the same scores."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from luneta.ingest.content import actionability, counted, depth, references
from luneta.ingest.lexicon import words_of
from luneta.ingest.profile import ACTIONS, BAIT, DIMENSIONS, Dimension, Domain, Profile
from luneta.ingest.signals import Signal

#: A word in the title says as much as so many in the text; a tag, as metadata, no more than a word of the text.
_IN_TITLE, _IN_TAGS = 2.5, 1.0
#: Weight of words at which relevance is 1 - 1/e: a title and a handful of mentions.
_RELEVANT_FROM = 3.5
#: A longer text, in words, mentions some words of any domain in passing: it needs more of them, by the root of its
#: length. Of 300 chapters of novels 157 are filed instead of 277; of 300 long pages of documentation 258, not 283.
_IN_PASSING = 250
#: The same word again says less each time; from so many on, nothing.
_MOST_REPEATS = 4
#: What metadata alone can say: as much as this weight of words of content.
_MOST_BY_TAGS = 2.0
#: The share of relevance that only content gives, and the words of content that give two thirds of it.
_PROMISED, _SOME_TEXT = 0.5, 25
#: What is left of use and authority when a text wants something of its reader: to buy, to apply, to log in.
_SOLICITING = 0.4


#: Entries of a lexicon and how often each was found, by group.
Found = Mapping[str, Counter[str]]


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
    in_title, in_text = profile.lexicon.found(title), profile.lexicon.found(text)
    in_tags = profile.lexicon.found(words_of(" ".join(signal.tags)))
    domain, relevance, why_relevant = _relevance(in_title, in_text, in_tags, len(text), profile)
    wants = [*dict.fromkeys([*in_title.get(BAIT, ()), *in_text.get(BAIT, ())])]
    useful, why_useful = actionability(
        signal.text, len(text), in_title.get(ACTIONS, Counter()), in_text.get(ACTIONS, Counter())
    )
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
    in_title: Found, in_text: Found, in_tags: Found, length: int, profile: Profile
) -> tuple[Domain | None, float, str]:
    """The domain with most weight of words, the first of equals; how relevant that makes it; and by which words."""
    best: tuple[float, Domain] | None = None
    for domain in profile.domains:
        weight = _weight(in_text.get(domain.folder)) + _IN_TITLE * _weight(in_title.get(domain.folder))
        weight += min(_IN_TAGS * _weight(in_tags.get(domain.folder)), _MOST_BY_TAGS)
        weight *= domain.weight
        if weight and (best is None or weight > best[0]):
            best = (weight, domain)
    if best is None:
        return None, 0.0, "no word of any domain"
    weight, domain = best
    places = sum((found.get(domain.folder, Counter()) for found in (in_title, in_text, in_tags)), Counter[str]())
    named = sorted(places, key=lambda entry: (-places[entry], entry))[:4]
    # A title and tags without a text promise a subject, and no more.
    kept = 1 - _PROMISED * math.exp(-length / _SOME_TEXT)
    needed = _RELEVANT_FROM * max(length / _IN_PASSING, 1) ** 0.5
    told = ", ".join(f"“{entry}”" for entry in named)
    return domain, kept * (1 - math.exp(-weight / needed)), f"{domain.folder}: {told}"


def _weight(places: Counter[str] | None) -> float:
    return sum(math.log2(1 + min(times, _MOST_REPEATS)) for times in places.values()) if places else 0.0


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
        told.append(counted(count, "reference"))
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
