"""The bytes of a file -> its text. Nothing here raises: what had to be replaced or cut is recorded as a problem.

Line numbers everywhere in Luneta are those of the text made here: CRLF, a lone CR and LF each end a line, as in
an editor; no other character does.
"""

import codecs
import re

from luneta.core.types import Problem

#: Control characters that text does not hold (tab, line ends, form feed, escape and backspace aside).
_CONTROLS = bytes(c for c in range(32) if c not in b"\b\t\n\v\f\r\x1b")
#: A file of which more than this share is control characters is not text. Random bytes hold 10 %, text in another
#: encoding none.
_BINARY_SHARE = 0.05
#: Without a byte order mark, a file is UTF-16 if this share of one half of its bytes is NUL and none of the other.
_UTF16_SHARE = 0.7
#: Fewer bytes than this do not tell.
_UTF16_BYTES = 8
_LINE_END = re.compile("\r\n?")


def decode(data: bytes) -> tuple[str, tuple[Problem, ...]]:
    """The text of a file, with every line ended by LF, and what was wrong with it.

    UTF-8 with or without a byte order mark, UTF-16 with one. Bad bytes become U+FFFD, NUL characters are left out:
    both give a "partial" problem. A file that is not text gives no text and a "failed" problem.
    """
    problems: list[Problem] = []
    encoding, body = _encoding(data)
    body = _without_nul_tail(body, encoding, problems)
    if not body:
        if data and problems:
            return "", (Problem("failed", "holds nothing but NUL bytes"),)
        return "", ()
    if encoding == "utf-8" and b"\0" not in body:
        text = _utf8(body, problems)
    elif encoding == "utf-8":
        text = _with_nul(body, problems)
    else:
        text = _utf16(body, encoding, problems)
    if text is None:
        return "", (Problem("failed", "not text: holds control bytes as only a binary file does"),)
    return normal_lines(text), tuple(problems)


def normal_lines(text: str) -> str:
    """`text` with CRLF and lone CR turned into LF: as many lines as an editor shows."""
    return _LINE_END.sub("\n", text) if "\r" in text else text


def _encoding(data: bytes) -> tuple[str, bytes]:
    if data.startswith(codecs.BOM_UTF8):
        return "utf-8", data[3:]
    if data.startswith(codecs.BOM_UTF16_LE):
        return "utf-16-le", data[2:]
    if data.startswith(codecs.BOM_UTF16_BE):
        return "utf-16-be", data[2:]
    return "utf-8", data


def _without_nul_tail(body: bytes, encoding: str, problems: list[Problem]) -> bytes:
    kept = len(body.rstrip(b"\0"))
    if encoding != "utf-8" and kept % 2:
        kept += 1  # half of a character may be NUL
    cut = len(body) - kept
    if not cut or (cut == 1 and (encoding != "utf-8" or b"\0" in body[:kept])):  # half of a UTF-16 character
        return body
    problems.append(Problem("partial", f"{cut:,} NUL {'byte' if cut == 1 else 'bytes'} at the end cut off"))
    return body[:kept]


def _utf8(body: bytes, problems: list[Problem]) -> str | None:
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        if _is_binary(body):
            return None
        text = body.decode(errors="replace")
        bad = text.count("�") - body.count("�".encode())
        problems.append(_bad_bytes(bad, _line(body, error.start)))
        return text


def _with_nul(body: bytes, problems: list[Problem]) -> str | None:
    """UTF-8 with NUL bytes inside, or UTF-16 that lost its byte order mark, or no text at all."""
    half = max(len(body), _UTF16_BYTES) / 2
    even, odd = body[::2].count(0), body[1::2].count(0)
    if not even and odd > _UTF16_SHARE * half:
        problems.append(Problem("partial", "no byte order mark: read as UTF-16 LE"))
        return _utf16(body, "utf-16-le", problems)
    if not odd and even > _UTF16_SHARE * half:
        problems.append(Problem("partial", "no byte order mark: read as UTF-16 BE"))
        return _utf16(body, "utf-16-be", problems)
    if _is_binary(body):
        return None
    problems.append(_nul_inside(even + odd, _line(body, body.index(0))))
    return _utf8(body.replace(b"\0", b""), problems)


def _utf16(body: bytes, encoding: str, problems: list[Problem]) -> str:
    text = body.decode(encoding, errors="replace")
    genuine = body.count("�".encode(encoding))
    bad = text.count("�") - genuine
    if bad > 0:
        problems.append(_bad_bytes(bad, 1 + normal_lines(text[: text.index("�")]).count("\n")))
    if "\0" in text:
        problems.append(_nul_inside(text.count("\0"), 1 + normal_lines(text[: text.index("\0")]).count("\n")))
        text = text.replace("\0", "")
    return text


def _bad_bytes(count: int, line: int) -> Problem:
    what = "1 piece that is" if count == 1 else f"{count:,} pieces that are"
    return Problem(
        "partial", f"{what} not UTF-8 or UTF-16 text replaced by \N{REPLACEMENT CHARACTER}, first in line {line}"
    )


def _nul_inside(count: int, line: int) -> Problem:
    return Problem("partial", f"{count:,} NUL {'byte' if count == 1 else 'bytes'} left out, first in line {line}")


def _line(body: bytes, offset: int) -> int:
    before = body[:offset]
    return 1 + before.count(b"\n") + before.count(b"\r") - before.count(b"\r\n")


def _is_binary(body: bytes) -> bool:
    return len(body) - len(body.translate(None, _CONTROLS)) > _BINARY_SHARE * len(body)
