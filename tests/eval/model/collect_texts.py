"""Step 1. Folders of text -> passages to learn from, and pairs that mean the same.

Writes OUT/passages.jsonl {language, source, heading, text} and OUT/pairs.jsonl {kind, language, left, right}:
kind "translation" has English on the left, kind "gloss" a term on the left and its definition on the right.
"""

import argparse
import ast
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from markup import SUFFIXES, in_language, one_line, passages, sections

Pair = tuple[str, str]

_PO_STRINGS = r'((?:".*"\n)+)msgstr ((?:".*"\n?)+)'
_PO_FUZZY = re.compile(r'^#, .*fuzzy.*\n(?:#.*\n)*msgid (?:".*"\n)+msgstr (?:".*"\n?)+', re.M)
_PO_ENTRY = re.compile(rf"^msgid {_PO_STRINGS}", re.M)
_TREEBANK_SENTENCE = re.compile(r"# sent_id = (.*)\n(?:#.*\n)*?# text = (.*)")


def main() -> None:
    """Collect what the command line names."""
    options = _parser().parse_args()
    texts: dict[str, dict[str, str]] = {}
    for spec in options.docs:
        for row in _documents(*_split(spec)):
            texts.setdefault(row["text"], row)
    pairs: dict[tuple[str, str, str, str], dict[str, str]] = {}
    for kind, language, left, right in _pairs(options):
        if left != right and in_language(language, right):
            row = {"kind": kind, "language": language, "left": left, "right": right}
            pairs.setdefault((kind, language, left, right), row)
    options.out.mkdir(parents=True, exist_ok=True)
    shuffle = random.Random(options.seed).shuffle
    for name, rows in (("passages", list(texts.values())), ("pairs", list(pairs.values()))):
        shuffle(rows)
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (options.out / f"{name}.jsonl").write_text(lines, encoding="utf-8", newline="\n")
        print(name, len(rows), dict(Counter((row.get("kind", "passage"), row["language"]) for row in rows)))


def _documents(language: str, folder: Path) -> Iterator[dict[str, str]]:
    for file in sorted(folder.rglob("*")):
        if file.suffix not in SUFFIXES or not file.is_file():
            continue
        for heading, text in passages(_read(file), file.suffix):
            if in_language(language, text) and text.count("|") < 4:
                yield {"language": language, "source": folder.name, "heading": heading, "text": text}


def _pairs(options: argparse.Namespace) -> Iterator[tuple[str, str, str, str]]:
    """(kind, language, left, right) from every source of pairs named."""
    for spec in options.aligned:
        language, english, other = _split_two(spec)
        for left, right in _same_structure(english, other):
            yield "translation", language, left, right
    for spec in options.treebanks:
        language, english, other = _split_two(spec)
        sentences = _sentences(other)
        for key, left in _sentences(english).items():
            if key in sentences:
                yield "translation", language, left, sentences[key]
    for spec in options.po:
        language, folder = _split(spec)
        for file in sorted(folder.rglob("*.po")):
            if not re.search("whatsnew|changelog", file.as_posix()):
                yield from (("translation", language, left, right) for left, right in _catalogue(_read(file)))
    if options.tldr:
        for name in options.tldr_langs.split(","):
            yield from (("translation", name[:2], left, right) for left, right in _tldr(options.tldr, name))
    if options.wordnet:
        yield from (("gloss", "en", left, right) for left, right in _wordnet(options.wordnet))


def _same_structure(english: Path, other: Path) -> Iterator[Pair]:
    """Headings and paragraphs of the documents that stand in both trees under the same relative path."""
    for file in sorted(other.rglob("*")):
        twin = english / file.relative_to(other)
        if file.suffix not in (".md", ".asc", ".adoc") or not twin.is_file():
            continue
        left, right = sections(_read(twin)), sections(_read(file))
        if [level for level, _, _ in left] != [level for level, _, _ in right]:
            continue
        for (_, heading, paragraphs), (_, its_heading, its_paragraphs) in zip(left, right, strict=True):
            if heading and its_heading:
                yield heading, its_heading
            if len(paragraphs) == len(its_paragraphs):
                yield from filter(_alike, zip(paragraphs, its_paragraphs, strict=True))


def _alike(pair: Pair) -> bool:
    """The lengths are those of a text and its translation."""
    left, right = map(len, pair)
    return 20 < left < 900 and 0.25 < right / left < 2.5


def _sentences(folder: Path) -> dict[str, str]:
    """The sentences of a treebank by their ids."""
    return dict(pair for file in sorted(folder.rglob("*.conllu")) for pair in _TREEBANK_SENTENCE.findall(_read(file)))


def _catalogue(text: str) -> Iterator[Pair]:
    """The entries of a gettext catalogue of English messages, without those marked fuzzy."""
    for entry in _PO_ENTRY.finditer(_PO_FUZZY.sub("", text)):
        try:
            left, right = ("".join(ast.literal_eval(line) for line in group.splitlines()) for group in entry.groups())
        except (SyntaxError, ValueError):  # an escape that gettext allows and Python does not: one entry of thousands
            continue
        if right and 25 < len(left) < 600:
            yield _without_roles(left), _without_roles(right)


def _without_roles(text: str) -> str:
    return one_line(re.sub(r":\w+:`~?!?([^`<]*)(<[^`]*>)?`", r"\1", text).replace("``", "").replace("*", ""))


def _tldr(checkout: Path, name: str) -> Iterator[Pair]:
    """Summaries and example descriptions of the pages that a tldr checkout has in English and in `pages.NAME`."""
    for file in sorted((checkout / f"pages.{name}").rglob("*.md")):
        twin = checkout / "pages" / file.relative_to(checkout / f"pages.{name}")
        if not twin.is_file():
            continue
        (left, lines), (right, its_lines) = _tldr_page(_read(twin)), _tldr_page(_read(file))
        if left and right:
            yield left, right
        if len(lines) == len(its_lines):
            yield from ((a, b) for a, b in zip(lines, its_lines, strict=True) if len(a) > 15)


def _tldr_page(text: str) -> tuple[str, list[str]]:
    summary = one_line(" ".join(re.findall(r"^> (?!.*https?://)(.*)$", text, re.M)))
    return summary, [line.rstrip(":：") for line in re.findall(r"^- (.*)$", text, re.M)]


def _wordnet(folder: Path) -> Iterator[Pair]:
    """The words of each synset with its gloss. The layout is that of wndb(5WN)."""
    for part in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"data.{part}").read_text(encoding="latin1").splitlines():
            if line.startswith("  "):
                continue
            head, _, gloss = line.partition(" | ")
            fields = head.split()
            words = fields[4 : 4 + 2 * int(fields[3], 16) : 2]
            terms = dict.fromkeys(re.sub(r"\(.*?\)", "", word).replace("_", " ") for word in words)
            yield ", ".join(terms), one_line(gloss.replace('"', ""))


def _split(spec: str) -> tuple[str, Path]:
    language, _, folder = spec.partition("=")
    return language, Path(folder)


def _split_two(spec: str) -> tuple[str, Path, Path]:
    language, folders = spec.split("=", 1)
    english, other = folders.split("::")
    return language, Path(english), Path(other)


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    many = {"action": "append", "default": []}
    parser.add_argument("--docs", **many, metavar="LANG=DIR", help="Markdown, AsciiDoc, CNXML, CoNLL-U or plain text")
    parser.add_argument("--aligned", **many, metavar="LANG=EN_DIR::DIR", help="two trees with the same relative paths")
    parser.add_argument(
        "--treebanks", **many, metavar="LANG=EN_DIR::DIR", help="parallel CoNLL-U with the same sent_id"
    )
    parser.add_argument("--po", **many, metavar="LANG=DIR", help="gettext catalogues with English messages")
    parser.add_argument("--tldr", type=Path, metavar="DIR", help="a checkout of tldr-pages")
    parser.add_argument("--tldr-langs", default="", metavar="ru,pt_BR,...", help="which of its languages")
    parser.add_argument("--wordnet", type=Path, metavar="DIR", help='the "dict" folder of WordNet')
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=0)
    return parser


if __name__ == "__main__":
    main()
