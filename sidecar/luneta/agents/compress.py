"""A long output of a tool -> a short, stable extract: what went wrong, how it ended, what the task is about.

Pure: the same output and words give the same extract. Lines are left out, never rewritten, but for what differs from
run to run (times, colours, progress), so that an agent that runs a command again reads the same text.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from luneta.agents import noise
from luneta.core.fold import fold
from luneta.core.stopwords import FUNCTION_WORDS

#: Outputs of at most so many characters are left as they are: there is nothing to gain.
SMALL = 3000
#: Characters of an extract: about 1,200 tokens, and well below the 10,000 from which an agent is shown a preview only.
MOST = 4800
#: Lines that are always kept at the beginning and at the end.
FIRST, LAST = 6, 12
#: Lines around a line that tells of an error.
BEFORE, AFTER = 2, 4
#: A longer line is cut in its middle.
LONGEST_LINE = 400
#: From so many lines of one kind in a row on, only the first and the last of them are shown.
RUN = 5

_ERROR = re.compile(
    r"\b(?:error|errors|fail|failed|failure|failures|fatal|panic|panicked|exception|traceback|abort(?:ed)?|segfault"
    r"|segmentation fault|core dumped|denied|refused|not found|no such|undefined|unresolved|cannot|can't|unable"
    r"|timed out|timeout|killed|out of memory|oom|conflict|mismatch|invalid|unexpected|missing|erro|falha|falhou)\b"
    r"|\w+(?:Error|Exception)\b|^E\s{2,}|^\s*(?:✗|✖|×|❌|●)\s|^(?:FAIL|FAILED|ERROR)\b|^\s*\^+\s*$|^\s*-->\s",
    re.IGNORECASE,
)
#: Says that nothing went wrong, in the words of an error.
_HARMLESS = re.compile(
    r"\b(?:0|no|without|zero) (?:error|fail|warning|conflict|problem)|\b0 (?:failed|failures|errors)\b"
    r"|\bPASS(?:ED)?\b|\bok\b\s*(?:\(.*\)|<duration>)?$|✓|✔",
    re.IGNORECASE,
)
_WARNING = re.compile(r"\b(?:warn|warning|deprecated|vulnerabilit(?:y|ies))\b", re.IGNORECASE)
#: How a run ended.
_OUTCOME = re.compile(
    r"\bexit(?:ed)?(?: with)?(?: code| status)?:? ?-?\d+|\b(?:exit|return) ?code\b|\breturned -?\d+"
    r"|^(?:Results?|Summary|Total|Tests?|Test Suites|Suites|Ran|Found|Finished|Built|Success(?:fully)?|Done|Completed"
    r"|BUILD|OK|PASS(?:ED)?)\b"
    r"|\b\d+ (?:passed|failed|skipped|tests?|examples|assertions|errors?|warnings?|packages?|files? changed"
    r"|insertions?|deletions?|matches)\b"
    r"|^=+ .* =+$|test result:",
    re.IGNORECASE,
)
_MATCH_OF_SEARCH = re.compile(r"^((?:[A-Za-z]:)?[^\s:][^:\n]{0,200}?)[:-]\d+[:-]")
_WORD = re.compile(r"[^\W_][\w.-]{2,}")


@dataclass(frozen=True, slots=True)
class Extract:
    """What is left of an output: `text`, and how many of its `lines` were `dropped`."""

    text: str
    lines: int
    dropped: int


def focus_words(*texts: str) -> frozenset[str]:
    """The words of the task that lines are looked through for: folded, without function words and short ones."""
    words = (fold(word.strip(".-")) for text in texts for word in _WORD.findall(text[:4000]))
    return frozenset(word for word in words if len(word) > 3 and word not in FUNCTION_WORDS)


def compress(output: str, focus: Collection[str] = (), *, small: int = SMALL, most: int = MOST) -> Extract | None:
    """The extract of an output, in its order, with what was left out counted; None if the output should stay as it is,
    being small or saving less than a quarter."""
    if len(output) <= small:
        return None
    lines = noise.clean(output)
    while lines and not lines[-1]:
        lines.pop()
    groups = _grouped(lines)
    kept = _chosen(groups, focus, most)
    text = _written(groups, kept)
    dropped = sum(group.count for number, group in enumerate(groups) if number not in kept)
    dropped += sum(group.count - group.same for number, group in enumerate(groups) if number in kept)
    return Extract(text, len(lines), dropped) if len(text) < len(output) * 0.75 else None


@dataclass(slots=True)
class _Group:
    """A line, and how many others (the same, or of its kind) it stands for."""

    text: str
    shape: str
    count: int = 1
    same: bool = True


def _grouped(lines: Sequence[str]) -> list[_Group]:
    """Lines with those like them taken together: the same line again, and long runs of one kind, whose order says
    nothing (downloads, compiled files), by their first in the alphabet. What tells of an error stays by itself."""
    groups: list[_Group] = []
    for whole in lines:
        line = _cut(whole)
        shown = noise.steady(line)
        kind = shown if _MATCH_OF_SEARCH.match(line) else noise.shape(line)
        last = groups[-1] if groups else None
        if last is not None and (last.text == shown or (noise.is_progress(line) and noise.is_progress(last.text))):
            last.count += 1
            last.text = shown
            continue
        groups.append(_Group(shown, kind))
    return _runs_joined(groups)


def _runs_joined(groups: Sequence[_Group]) -> list[_Group]:
    joined: list[_Group] = []
    start = 0
    while start < len(groups):
        end = start + 1
        if _is_plain(groups[start]):
            kind = noise.form(groups[start].text)
            while end < len(groups) and _is_plain(groups[end]) and noise.form(groups[end].text) == kind:
                end += 1
        run = groups[start:end]
        if len(run) >= RUN:
            ordered = sorted(run, key=lambda group: noise.natural(group.text))
            lines = sum(group.count for group in run)
            joined.append(_Group(ordered[0].text, ordered[0].shape))
            joined.append(_Group(f"[{lines - 2} similar lines]", "", lines - 2, same=False))
            joined.append(_Group(ordered[-1].text, ordered[-1].shape))
        else:
            joined.extend(run)
        start = end
    return joined


def _is_plain(group: _Group) -> bool:
    """Whether a line may stand for others of its kind: it has words, and tells of no error, outcome or match."""
    text = group.text
    return bool(text.strip()) and not (_is_error(text) or _OUTCOME.search(text) or _MATCH_OF_SEARCH.match(text))


def _is_error(text: str) -> bool:
    return _ERROR.search(text) is not None and _HARMLESS.search(text) is None


def _chosen(groups: Sequence[_Group], focus: Collection[str], most: int) -> set[int]:
    """The numbers of the groups to keep: by importance until the extract is full."""
    if sum(len(group.text) + 1 for group in groups) <= most:
        return set(range(len(groups)))
    kept: set[int] = set()
    room = most
    seen: set[str] = set()
    for wave in _waves(groups, focus):
        for number in wave:
            group = groups[number]
            cost = len(group.text) + 1
            if number in kept or cost > room:
                continue
            if group.shape and group.shape in seen and number < len(groups) - LAST:
                continue  # the like of it is shown already
            kept.add(number)
            seen.add(group.shape)
            room -= cost
    return kept


def _waves(groups: Sequence[_Group], focus: Collection[str]) -> Iterable[Sequence[int]]:
    """Numbers of groups, the most important wave first."""
    every = range(len(groups))
    last = len(groups) - LAST
    texts = [group.text for group in groups]
    errors = [number for number in every if _is_error(texts[number])]
    outcomes = [number for number in every if _OUTCOME.search(texts[number])]
    told = [number for number in every if _mentions(texts[number], focus)]
    yield sorted((number for number in every if number < FIRST or number >= last), key=lambda n: -n)
    # Of many errors the first are the cause and the last the consequence: both ends, then inwards.
    yield _from_both_ends([number for number in errors if number in outcomes])
    yield _from_both_ends(errors)
    yield _from_both_ends(outcomes)
    yield told
    yield _around(errors, len(groups))
    yield [number for number in every if _WARNING.search(texts[number])]
    yield _spread_over_files(texts)


def _mentions(text: str, focus: Collection[str]) -> bool:
    if not focus:
        return False
    folded = fold(text)
    return any(word in folded for word in focus)


def _from_both_ends(numbers: Sequence[int]) -> list[int]:
    """The first, the last, the second, the last but one ..."""
    ends = []
    for step in range((len(numbers) + 1) // 2):
        ends.append(numbers[step])
        if step != len(numbers) - 1 - step:
            ends.append(numbers[-1 - step])
    return ends


def _around(numbers: Sequence[int], count: int) -> list[int]:
    """The lines around some lines, nearest ones first."""
    reach = sorted((offset for offset in range(-BEFORE, AFTER + 1) if offset), key=abs)
    return [n + offset for n in numbers for offset in reach if 0 <= n + offset < count]


def _spread_over_files(texts: Sequence[str]) -> list[int]:
    """Of what a search through files found: the first match of each file, then the second of each ..."""
    turns: dict[str, int] = {}
    order = []
    for number, text in enumerate(texts):
        found = _MATCH_OF_SEARCH.match(text)
        if found is not None:
            turn = turns.get(found[1], 0)
            turns[found[1]] = turn + 1
            order.append((turn, number))
    return [number for _, number in sorted(order)]


def _written(groups: Sequence[_Group], kept: Collection[int]) -> str:
    """The kept lines in order, with a line for each gap that says how many are not shown."""
    written: list[str] = []
    gap = 0
    silent = True  # blank lines alone are not worth a word
    for number, group in enumerate(groups):
        if number not in kept:
            gap += group.count
            silent = silent and not group.text.strip()
            continue
        if gap and not silent:
            written.append(_left_out(gap))
        gap, silent = 0, True
        written.append(group.text + (f"  [{group.count} times]" if group.same and group.count > 1 else ""))
    if gap and not silent:
        written.append(_left_out(gap))
    return "\n".join(written) + "\n"


def _left_out(lines: int) -> str:
    return f"[{lines} line{'' if lines == 1 else 's'} left out]"


def _cut(line: str) -> str:
    if len(line) <= LONGEST_LINE:
        return line
    half = LONGEST_LINE // 2
    return f"{line[:half]} [{len(line) - 2 * half} characters left out] {line[-half:]}"
