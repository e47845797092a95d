"""core/plainyaml.py: what it reads itself, it reads as YAML does; frontmatter as people write it is among that."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luneta.core.plainyaml import plain_mapping
from luneta.core.yamlnodes import mapping

VAULT = Path(__file__).parent / "vault"
#: What decides how YAML reads a line, and a letter and a digit.
_SIGNS = "a0:-'\" #\n"
_KEYS = ("a", "Tags", "no", "two words", "a-", "_b", "a ", "-a", "é", "7", '"q"', "<<", "a" * 64)
_SCALARS = (
    "", "a", "Yes", "null", "~", "true", "12", "-1", "+1", "1.5", "1e3", "0123", "0x1F", "12:30", "2024-05-01", ".5",
    "a b", "a ", "a: b", "a:", "a:b", ":a", "a #b", "a#b", "#a", "-a", "- a", "?a", "a - b", "<a>", "[a]", "{a}", "a]",
    "*a", "&a", "!a", "|", ">", "%a", "@a", "`a`", "=", "<<", "(a)", "/a", "...", "---", "a'b", "'a'", "'a", "'a''b'",
    "'a' b", "'a' ", "''", "' '", '"a"', '"a', '""', '"a\\n"', '"a: #b"', '"a" #b', "'[[a]]'", "'a\"", "\ta", "a\tb",
    "é", "日本", "🌲", "\x85", "a\x85b", "\xa0a", "a\u2028b", "a\ufeff", "\ufeffa", "a\x01", "a\x7f", "a\ud800",
    "\ufffe", "a\U0010ffff",
)  # fmt: skip


def check(block: str) -> bool:
    """Whether the block is plain; if it is, YAML must say the very same of it, types included, and no more."""
    plain = plain_mapping(block)
    if plain is None:
        return False
    odd: dict[str, list[str]] = {}
    assert repr(plain) == repr(mapping(block, odd)), block
    assert odd == {}
    return True


@pytest.mark.parametrize("start", ["", "a:\n- a\n", "a:\n  - 0\n", "a: a\n"])
def test_every_short_block_is_read_as_yaml_reads_it(start: str) -> None:
    length = 4 if start else 5
    plain = sum(
        check(start + "".join(signs) + "\n") for size in range(length + 1) for signs in product(_SIGNS, repeat=size)
    )
    assert plain >= 5


@pytest.mark.parametrize("key", _KEYS)
def test_every_scalar_is_read_as_yaml_reads_it(key: str) -> None:
    for scalar, gap, indent in product(_SCALARS, ("", " ", "  "), ("", " ", "  ")):
        check(f"{key}:{gap}{scalar}\n")
        check(f"{key}:\n{indent}-{gap}{scalar}\nb: 1\n")
        check(f"{key}: x\nb:\n{indent}- x\n{indent}-{gap}{scalar}\n")


_scalars = st.sampled_from(_SCALARS) | st.text(max_size=8)
_lines = (
    st.builds("{}:{}{}".format, st.sampled_from(_KEYS), st.sampled_from(("", " ", "  ")), _scalars)
    | st.builds("{}-{}{}".format, st.sampled_from(("", " ", "  ")), st.sampled_from(("", " ", "  ")), _scalars)
    | st.sampled_from(("", "# c", "---", "...", "a:", "b:", "- a", "  - a", "  a", "%YAML 1.1"))
)


@given(st.lists(_lines, max_size=6).map(lambda lines: "".join(f"{line}\n" for line in lines)))
def test_any_lines_are_read_as_yaml_reads_them(block: str) -> None:
    check(block)


def test_the_frontmatter_of_notes_is_plain() -> None:
    blocks = [
        block + "\n"
        for path in sorted(VAULT.rglob("*.md"))
        if (text := path.read_text(encoding="utf-8", errors="replace")).startswith("---\n")
        for block in (text[4:].split("\n---\n")[0],)
    ]
    assert blocks
    for block in blocks:
        check(block)
    assert check(
        'title: A "b"\naliases:\n  - One\n  - "Two, or: 2"\ntags:\n- x/y\n- 7\ndate: 2024-05-01\nempty:\nlang: pt\n'
    )
    assert check("a: 'It''s'  \nb: http://a.b/c#d\na: twice\n")


@pytest.mark.parametrize(
    "block", ["", "\n", "a: b: c\n", "a: [b]\n", "a: b # c\n", "a:\n  b: c\n", "a: >-\n  b\n", "a: b\n  c\n"]
)
def test_what_is_not_plain_is_left_to_yaml(block: str) -> None:
    assert plain_mapping(block) is None
