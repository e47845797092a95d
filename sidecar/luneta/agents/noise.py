"""What differs from run to run of one command without meaning anything: taken out, or made equal."""

import re

#: Escape sequences: colours, cursor movements, titles and links of terminals.
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_=>78])")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_OVERSTRUCK = re.compile(r"[^\n\x08]\x08")

_DATE = r"\d{4}[-/]\d{2}[-/]\d{2}"
_CLOCK = r"\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?"
_DAY = "Mon|Tue|Wed|Thu|Fri|Sat|Sun"
_MONTH = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
#: A log's own time at the start of a line, with the brackets around it.
_STAMP = re.compile(
    rf"^[\[(]?(?:{_DATE}(?:[T ]{_CLOCK}(?:Z|[+-]\d{{2}}:?\d{{2}}|[ ]UTC)?)?|{_CLOCK}"
    rf"|(?:{_DAY})?,?[ ]?(?:{_MONTH})[ ]+\d{{1,2}}[ ]{_CLOCK})[\])]?:?[ \t]*"
)
#: The same anywhere in a line.
_TIME = re.compile(rf"{_DATE}[T ]{_CLOCK}(?:Z|[+-]\d{{2}}:?\d{{2}})?|\b{_CLOCK}\b")
_DURATION = re.compile(
    r"\b\d+(?:[.,]\d+)?[ ]?(?:ms|[µu]s|ns|s|sec|secs|seconds|min|minutes)\b(?:[ ]\d+(?:[.,]\d+)?[ ]?s\b)?"
)
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{4,16}\b")
_PERCENT = re.compile(r"\b\d{1,3}(?:\.\d+)?[ ]?%")
#: The drawn part of a progress bar or a spinner.
_BAR = re.compile(r"[\[|(]?[#=>━╸╺█▉▊▋▌▍▎▏░▒▓⣿⡿⠿.·-]{8,}[\])|]?|[⠁-⣿]")
_RATE = re.compile(r"\b\d+(?:\.\d+)?[ ]?(?:[kMG]i?B|B)(?:/s|/[ ]?\d+(?:\.\d+)?[ ]?[kMG]?i?B)")
_VARYING = re.compile(r"\d+(?:[.,:_-]\d+)*|[0-9a-f]{7,64}\b")


def clean(text: str) -> list[str]:
    """The lines of a terminal's output as they stood on the screen at the end: without escapes, each without what was
    overwritten after a carriage return, without spaces at its end."""
    plain = _ESCAPES.sub("", text)
    if "\x08" in plain:
        plain = _OVERSTRUCK.sub("", plain)
    lines = plain.replace("\r\n", "\n").split("\n")
    shown = (line.rstrip("\r").rpartition("\r")[2] if "\r" in line else line for line in lines)
    return [_CONTROLS.sub("", line).rstrip() for line in shown]


def without_stamp(line: str) -> str:
    """The line without the time that a log puts before it."""
    return _STAMP.sub("", line, count=1)


def steady(line: str) -> str:
    """The line with what changes from run to run made equal: times, durations, rates, addresses."""
    line = _TIME.sub("<time>", without_stamp(line))
    line = _RATE.sub("<rate>", _DURATION.sub("<duration>", line))
    return _ADDRESS.sub("<address>", line)


def is_progress(line: str) -> bool:
    """A line that only says how far something is: a bar or a percentage, with a rate or little else."""
    if not (_PERCENT.search(line) or _RATE.search(line) or _BAR.search(line)):
        return False
    rest = _BAR.sub("", _RATE.sub("", _PERCENT.sub("", line)))
    return len(re.findall(r"[^\W\d_]{2,}", _DURATION.sub("", _TIME.sub("", rest)))) <= 3


def shape(line: str) -> str:
    """What lines of one kind share: the line with its numbers, versions and hashes made equal."""
    return _VARYING.sub("#", steady(line)).strip()


def form(line: str) -> str:
    """A coarser kind: the first word and how many words there are, for lists that a program writes in any order."""
    words = shape(line).split()
    indent = len(line) - len(line.lstrip())
    return f"{indent}:{words[0] if words else ''}:{min(len(words), 12)}"


def natural(line: str) -> tuple[tuple[str, int], ...]:
    """Orders lines as people do: 9 before 10."""
    parts = re.split(r"(\d{1,18})", line)
    return tuple((parts[n], int(parts[n + 1]) if n + 1 < len(parts) else -1) for n in range(0, len(parts), 2))
