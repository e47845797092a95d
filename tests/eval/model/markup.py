"""Marked-up text -> sections, paragraphs, passages. Pure; used by collect_texts.py."""

import html
import re
from collections.abc import Iterable, Iterator

#: Suffixes of the files that `passages` understands.
SUFFIXES = (".md", ".asc", ".adoc", ".cnxml", ".conllu", ".txt")

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
#: For languages whose script shows it: the letters, and the share of them below which a text was left untranslated.
_SCRIPTS = {
    "ru": (re.compile("[а-я]"), 0.3),
    "uk": (re.compile("[а-яіїє]"), 0.3),
    "zh": (re.compile(r"[\u4e00-\u9fff]"), 0.1),
    "ja": (re.compile(r"[\u3040-\u30ff]"), 0.1),
}
#: What is taken out of Markdown and AsciiDoc, in this order, and what it leaves behind.
_MARKUP = [
    (re.compile(r"\A---\n.*?\n---\n", re.S), ""),
    (re.compile(r"<!--.*?-->", re.S), ""),
    (re.compile(r"^[ \t]*(```|~~~).*?^[ \t]*\1", re.S | re.M), ""),
    (re.compile(r"^----\n.*?^----", re.S | re.M), ""),
    (re.compile(r"!\[[^\]]*\]\([^)]*\)"), ""),
    (re.compile(r"\[([^\]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"<[^>]{1,200}>"), " "),
    (re.compile(r"\{\{.*?\}\}|\{[#/*][^}]*\}|\{/\*.*?\*/\}"), " "),
    (re.compile(r"[*_`]{1,3}|\[#[^\]]*\]|\(\(\([^)]*\)\)\)"), ""),
]
_HEADING = re.compile(r"^(#{1,4} .+|={1,4} .+)$", re.M)
_TITLE = re.compile(r"^title: *['\"]?(.+?)['\"]?$", re.M)
#: Longest title put before a passage, in characters.
_TITLE_LENGTH = 120

#: (level, heading, paragraphs)
Section = tuple[int, str, list[str]]
#: (heading or "", passage)
Passage = tuple[str, str]


def one_line(text: str) -> str:
    """The text with every run of white space as one space."""
    return " ".join(text.split())


def in_language(language: str, text: str) -> bool:
    """False for text left untranslated, where the script shows it."""
    if language not in _SCRIPTS:
        return True
    letters, share = _SCRIPTS[language]
    return len(letters.findall(text)) > share * len(text)


def sections(text: str) -> list[Section]:
    """The sections of a Markdown or AsciiDoc text, from what precedes any heading (under the document's title) on."""
    title = _TITLE.search(text[:600])
    for pattern, instead in _MARKUP:
        text = pattern.sub(instead, text)
    before, *parts = _HEADING.split(text)
    found = [(1, one_line(title[1]) if title else "", _paragraphs(before))]
    for heading, body in zip(parts[::2], parts[1::2], strict=True):
        level = len(heading) - len(heading.lstrip("#="))
        found.append((level, one_line(heading.lstrip("#= ")), _paragraphs(body)))
    return found


def passages(text: str, suffix: str) -> Iterator[Passage]:
    """The passages of a file; the first of a section has its heading, the others ""."""
    if suffix == ".conllu":
        yield from (("", passage) for passage in _pack(re.findall(r"^# text = (.*)$", text, re.M)))
    elif suffix == ".txt":
        yield from (("", passage) for passage in _pack(text.split("\n")))
    elif suffix == ".cnxml":
        yield from _book_passages(text)
    else:
        document = ""
        for level, heading, paragraphs in sections(text):
            document = document or (heading if level == 1 else "")
            yield from _titled(document, heading, paragraphs)


def _book_passages(text: str) -> Iterator[Passage]:
    document = _element("title", text)
    for section in text.split("<section"):
        paragraphs = [_plain(paragraph) for paragraph in re.findall(r"<para[^>]*>(.*?)</para>", section, re.S)]
        yield from _titled(document, _element("title", section), paragraphs)


def _titled(document: str, heading: str, paragraphs: Iterable[str]) -> Iterator[Passage]:
    title = f"{document}: {heading}" if document and heading and document != heading else heading or document
    for number, passage in enumerate(_pack(paragraphs)):
        yield ("" if number else title[:_TITLE_LENGTH]), passage


def _pack(paragraphs: Iterable[str]) -> list[str]:
    """Paragraphs joined and cut to passages of 120 to 700 characters (40 to 240 of CJK), six tenths of them letters."""
    paragraphs = [one_line(paragraph) for paragraph in paragraphs]
    cjk = len(_CJK.findall("".join(paragraphs)[:2000])) > 100
    shortest, longest, stop = (40, 240, "。") if cjk else (120, 700, ". ")
    packed, passage = [], ""
    for paragraph in paragraphs:
        if passage and len(passage) + len(paragraph) > longest:
            packed.append(passage)
            passage = ""
        while len(paragraph) > longest:
            end = paragraph.rfind(stop, 0, longest) + 1
            end = end if end > shortest else longest
            packed.append(paragraph[:end])
            paragraph = paragraph[end:].strip()
        passage = f"{passage} {paragraph}".strip()
    if len(passage) >= shortest:
        packed.append(passage)
    return [p for p in packed if sum(character.isalpha() for character in p) > 0.6 * len(p)]


def _paragraphs(body: str) -> list[str]:
    return [line for block in re.split(r"\n\s*\n|\n(?=[-*+.] )", body) if (line := one_line(block))]


def _element(name: str, xml: str) -> str:
    found = re.search(rf"<{name}[^>]*>(.*?)</{name}>", xml, re.S)
    return _plain(found[1]) if found else ""


def _plain(xml: str) -> str:
    return one_line(html.unescape(re.sub(r"<[^>]+>", "", xml)))
