"""The regular expressions of Obsidian's "excluded files" -> Python's, if their cost is bounded by their form.

They are JavaScript's, and a vault may come from somebody else: an expression that could be tried in exponentially
many ways is not accepted, whatever it says, and neither is one that Python would read differently.
"""

import re
import unicodedata
from dataclasses import dataclass, field

#: Longest regular expression accepted from Obsidian's settings, in characters.
LONGEST_EXPRESSION = 500
#: Ways in which a regular expression may match at one place (alternatives times optional pieces), without and
#: with an unbounded quantifier. 17,000 paths of 100 characters then take seconds at the very worst, never hours.
MOST_CHOICES = 128
MOST_CHOICES_UNBOUNDED = 16
#: The largest number accepted in {n} and {m,n}.
LARGEST_REPEAT = 32

_QUANTIFIER = re.compile(r"[*+?]|\{(\d{1,4})(,?)(\d{0,4})\}")
_CLASSES = {"d": "0-9", "w": "A-Za-z0-9_", "s": r"\s"}
_NEGATED = {"D": "0-9", "W": "A-Za-z0-9_", "S": r"\s"}


class PatternError(ValueError):
    """A regular expression that is not accepted; the message says why, in words that follow "because it"."""


def obsidian_expression(source: str, casefold: bool) -> re.Pattern[str]:
    """A JavaScript regular expression (without its slashes) for use with `search` on a whole path.

    Accepted: literals, classes, anchors, groups, alternatives and quantifiers, so long as nothing can be tried in
    exponentially many ways: any number of `.*` between pieces of fixed length, or else one unbounded quantifier; no
    quantified group that itself holds choices; no looking around, no back references. PatternError otherwise.
    """
    if len(source) > LONGEST_EXPRESSION:
        raise PatternError(f"is longer than {LONGEST_EXPRESSION} characters")
    reader = _Reader(source)
    try:
        return re.compile(reader.read(), re.DOTALL | (re.IGNORECASE if casefold else 0))
    except (re.error, OverflowError, RecursionError) as error:
        raise PatternError(f"cannot be read ({error})") from error


@dataclass(slots=True)
class _Group:
    """An open group: what is written so far, the atom that a quantifier would apply to, and what it holds."""

    text: list[str] = field(default_factory=list)
    branches: int = 1
    variable: bool = False
    repeats: bool = False


class _Reader:
    """Rewrites an expression piece by piece, counting what its matching can cost."""

    def __init__(self, source: str) -> None:
        self._source = unicodedata.normalize("NFC", source)
        self._at = 0
        self._groups = [_Group()]
        self._simple = True
        self._unbounded = 0
        self._choices = 1

    def read(self) -> str:
        while self._at < len(self._source):
            self._step()
        if len(self._groups) > 1:
            raise PatternError("has a parenthesis that is never closed")
        text = self._groups[0].text
        if self._simple:
            pieces = "".join(text).split("\0")
            return r"\A" + "".join(rf"(?>.*?{piece})" for piece in pieces if piece)
        if self._groups[0].branches == 1:
            self._drop_gaps_at_ends(text)
        self._choices *= self._groups[0].branches
        most = MOST_CHOICES_UNBOUNDED if self._unbounded else MOST_CHOICES
        if self._unbounded > 1 or self._choices > most:
            raise PatternError("could take too long: it has too many repetitions or choices")
        return "".join(text).replace("\0", ".*")

    def _drop_gaps_at_ends(self, text: list[str]) -> None:
        """`.*` at either end of an expression that is searched for changes nothing but the time taken."""
        if text[:1] == [r"\A"] and text[1:2] == ["\0"]:
            del text[0]
        if text[-1:] == [r"\Z"] and text[-2:-1] == ["\0"]:
            del text[-1]
        while text and text[0] == "\0":
            del text[0]
            self._unbounded -= 1
        while text and text[-1] == "\0":
            del text[-1]
            self._unbounded -= 1

    def _step(self) -> None:
        char = self._source[self._at]
        if char == "(":
            self._open()
        elif char == "|":
            self._simple = False
            self._groups[-1].branches += 1
            self._groups[-1].text.append("|")
            self._at += 1
        elif char == ")":
            self._close()
        else:
            self._quantify(self._atom(char), fixed=True)

    def _open(self) -> None:
        self._simple = False
        self._at += 1
        if self._source.startswith("?", self._at):
            if not self._source.startswith("?:", self._at):
                raise PatternError("looks around or names a group")
            self._at += 2
        self._groups.append(_Group())
        if len(self._groups) > 20:
            raise PatternError("nests too deeply")

    def _close(self) -> None:
        if len(self._groups) == 1:
            raise PatternError("closes a parenthesis that is not open")
        group = self._groups.pop()
        self._at += 1
        self._choices *= group.branches
        varies = group.variable or group.branches > 1
        self._groups[-1].variable |= varies
        self._groups[-1].repeats |= group.repeats
        self._quantify(f"(?:{''.join(group.text)})", fixed=not varies and not group.repeats)

    def _atom(self, char: str) -> str:
        self._at += 1
        if char == "\\":
            return self._escape()
        if char == "[":
            return self._class()
        if char in "*+?" or (char == "{" and _QUANTIFIER.match(self._source, self._at - 1)):
            raise PatternError("repeats nothing")
        if char == "\0":
            raise PatternError("holds a NUL character")
        return {".": ".", "^": r"\A", "$": r"\Z"}.get(char, re.escape(char))

    def _escape(self) -> str:
        char = self._source[self._at : self._at + 1]
        self._at += 1
        if char in _CLASSES:
            return f"[{_CLASSES[char]}]"
        if char in _NEGATED:
            return f"[^{_NEGATED[char]}]"
        if char in ("b", "B"):
            return f"\\{char}"
        if not char or char.isalnum():
            raise PatternError(f"uses \\{char}, which is not supported")
        return re.escape(char)

    def _class(self) -> str:
        body: list[str] = []
        if self._source.startswith("^", self._at):
            body.append("^")
            self._at += 1
        while not self._source.startswith("]", self._at):
            if self._at >= len(self._source):
                raise PatternError("has a bracket that is never closed")
            char = self._source[self._at]
            self._at += 1
            if char == "\\":
                body.append(self._escape_in_class())
            elif char == "-" and body and body[-1] not in ("^", "-", *_CLASSES.values()):
                body.append("-")
            else:
                body.append(re.escape(char))
        self._at += 1
        if body in ([], ["^"]):
            raise PatternError("has empty brackets")
        if body[-1] == "-":
            body[-1] = r"\-"
        return f"[{''.join(body)}]"

    def _escape_in_class(self) -> str:
        char = self._source[self._at : self._at + 1]
        self._at += 1
        if char in _CLASSES:
            return _CLASSES[char]
        if not char or char.isalnum():
            raise PatternError(f"uses [\\{char}], which is not supported")
        return re.escape(char)

    def _quantify(self, atom: str, *, fixed: bool) -> None:
        """Writes an atom with the quantifier that follows it, if any."""
        group = self._groups[-1]
        found = _QUANTIFIER.match(self._source, self._at)
        if found is None:
            group.text.append(atom)
            return
        self._at = found.end()
        if self._source.startswith("?", self._at):
            self._at += 1  # lazy: whether there is a match does not depend on it
        least, most = _bounds(found)
        if not fixed and (least, most) != (0, 1):
            raise PatternError("repeats a group that holds choices or repetitions")
        group.variable |= least != most
        group.repeats |= (least, most) != (0, 1)
        if most is None:
            self._unbounded += 1
        else:
            self._choices *= most - least + 1
        if atom == "." and most is None and least <= 1 and len(self._groups) == 1:
            group.text.extend(["."] * least + ["\0"])
            return
        self._simple = False
        group.text.append(f"{atom}{{{least},{'' if most is None else most}}}")


def _bounds(found: re.Match[str]) -> tuple[int, int | None]:
    if found[0] in ("*", "+", "?"):
        return {"*": (0, None), "+": (1, None), "?": (0, 1)}[found[0]]
    least = int(found[1])
    most = least if not found[2] else int(found[3]) if found[3] else None
    if max(least, most or 0) > LARGEST_REPEAT or (most is not None and most < least):
        raise PatternError(f"repeats more than {LARGEST_REPEAT} times or backwards")
    return least, most
