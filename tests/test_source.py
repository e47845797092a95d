"""core/source.py: the bytes of a file -> its text, with every loss recorded."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luneta.core.source import decode, normal_lines

NOTE = "---\ntitle: Ação\n---\n# É\n\nlinha – três\n"


@pytest.mark.parametrize(
    "data",
    [
        NOTE.encode(),
        b"\xef\xbb\xbf" + NOTE.encode(),
        NOTE.replace("\n", "\r\n").encode(),
        NOTE.replace("\n", "\r").encode(),
        b"\xff\xfe" + NOTE.encode("utf-16-le"),
        b"\xfe\xff" + NOTE.encode("utf-16-be"),
        b"\xff\xfe" + NOTE.replace("\n", "\r\n").encode("utf-16-le"),
    ],
    ids=["utf-8", "bom", "crlf", "cr", "utf-16-le", "utf-16-be", "utf-16-le crlf"],
)
def test_every_way_of_saving_a_note_gives_the_same_text(data: bytes) -> None:
    assert decode(data) == (NOTE, ())


def test_mixed_line_ends_count_as_an_editor_counts_them() -> None:
    text, problems = decode(b"1\r\n2\r3\n4\r\r\n6\x0b6\x0c6\xe2\x80\xa86\n")
    assert text.split("\n") == ["1", "2", "3", "4", "", "6\x0b6\x0c6\u20286", ""]
    assert problems == ()


def test_a_bad_byte_is_replaced_and_its_line_named() -> None:
    text, problems = decode(b"one\r\ntwo\rthree \xff three\n\xfffour")
    assert text == "one\ntwo\nthree \ufffd three\n\ufffdfour"
    assert [problem.kind for problem in problems] == ["partial"]
    assert "2 pieces" in problems[0].reason
    assert "line 3" in problems[0].reason


def test_a_genuine_replacement_character_is_no_problem() -> None:
    assert decode("a\ufffdb".encode()) == ("a\ufffdb", ())


def test_a_file_cut_in_the_middle_of_a_character_keeps_the_rest() -> None:
    text, problems = decode("Sessão".encode()[:-2])
    assert text == "Sess\ufffd"
    assert "1 piece " in problems[0].reason


def test_a_tail_of_nul_is_cut_off_and_recorded() -> None:
    text, problems = decode(b"kept\n" + b"\0" * 4096)
    assert text == "kept\n"
    assert [(problem.kind, "4,096 NUL bytes" in problem.reason) for problem in problems] == [("partial", True)]


@pytest.mark.parametrize(("codec", "bom"), [("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")])
def test_a_nul_tail_in_utf_16_takes_no_half_character(codec: str, bom: bytes) -> None:
    text, problems = decode(bom + "aĀ".encode(codec) + b"\0" * 8)
    assert text == "aĀ"
    assert len(problems) == 1


def test_nul_inside_is_left_out_and_recorded() -> None:
    text, problems = decode(b"first\nse\0cond line of ordinary text, long enough to be text\n")
    assert text == "first\nsecond line of ordinary text, long enough to be text\n"
    assert "line 2" in problems[0].reason


def test_utf_16_without_its_mark_is_recognised() -> None:
    text, problems = decode(NOTE.encode("utf-16-le"))
    assert text == NOTE
    assert problems[0].kind == "partial"


@pytest.mark.parametrize(
    "data",
    [b"\0" * 5000, bytes(range(256)) * 20, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0\x08\6\0\0\0" * 9],
    ids=["only NUL", "every byte", "png"],
)
def test_what_is_no_text_fails_by_name(data: bytes) -> None:
    text, problems = decode(data)
    assert text == ""
    assert [problem.kind for problem in problems] == ["failed"]


def test_an_empty_file_is_an_empty_text() -> None:
    assert decode(b"") == ("", ())
    assert decode(b"\xef\xbb\xbf") == ("", ())


@given(st.binary(max_size=300))
def test_any_bytes_give_storable_text(data: bytes) -> None:
    text, _ = decode(data)
    assert "\0" not in text
    assert "\r" not in text
    assert text.encode().decode() == text


@given(st.text(alphabet="ab\r\n", max_size=60))
def test_line_ends_only_change_their_form(text: str) -> None:
    assert normal_lines(text).split("\n") == text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def test_ten_megabytes_of_anything_take_no_longer_than_their_size() -> None:
    for data in (b"\xff" * 10_000_000, b"a\0" * 5_000_000, b"\r" * 10_000_000, b"\0a" * 5_000_000):
        started = time.process_time()
        decode(data)
        assert time.process_time() - started < 4
