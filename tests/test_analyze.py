"""core/analyze.py, against the tokenizer it makes up for."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luneta.core.analyze import Alternative, extra_terms, query_parts, query_terms
from luneta.core.signs import signed_terms
from postings_table import Postings

MIXED = "重跑gen-itgc后50条"


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("", ""),
        ("plain text, state-of-the-art", ""),
        ("ação não é fácil — “café” e\u0301", ""),
        (MIXED, "重跑 跑 gen itgc 后 50 条"),
        ("Łódź i łódź, Łódźki", "lodz lodzki"),
        ("機械学習", "機械 械学 学習 習"),
        ("重跑。后", "重跑 跑 后"),
        ("ガラス カ\u3099ラス", "ガラ ラス ス ガラ ラス ス"),
        ("한국어를 공부", "한국 국어 어를 를 공부 부"),
        ("ทดสอบ", "ทด ดส สอ อบ บ"),
        ("Αθήνα", "αθηνα"),
        ("ёлка чай", "елка"),
        ("10 m² no 1º", "m2 1o"),
        ("ＡＢＣ", "abc"),
        ("مُحَمَّد", "محمد"),
        ("foo_łuk", "foo luk"),
        ("\u0345\u0301", ""),
    ],
)
def test_extra_terms(text: str, terms: str) -> None:
    assert extra_terms(text) == terms


@pytest.mark.parametrize(
    ("typed", "texts", "order"),
    [
        # U5: what is glued together is found by its parts, in either script.
        ("itgc", [MIXED, "other"], [0]),
        ("重跑", [MIXED, "重新 跑步"], [0]),
        ("跑", [MIXED, "重新"], [0]),
        ("跑", ["重新", "跑步"], [1]),
        ("gen", [MIXED, "generic"], [0]),
        ("重跑gen", ["gen 重 跑", MIXED], [1, 0]),
        ("后50", [MIXED, "x"], [0]),
        # The whole run before its pairs.
        ("機械学習", ["学習する機械", "機械学習とは"], [1, 0]),
        ("学習", ["機械学習とは", "機械"], [0]),
        ("ทดสอบ", ["ภาษาไทยทดสอบระบบ", "ภาษา"], [0]),
        ("한국어", ["한국어를 공부", "영어"], [0]),
        ("カラス", ["ガム", "カラスの話"], [1]),
        # Letters that do not decompose: the exact form first, then the folded one; nothing inside a word.
        ("lodz", ["Łódź in May", "x"], [0]),
        ("Łódź", ["Lodz, Poland", "Łódź, Poland"], [1, 0]),
        ("laska", ["łaska, a grace", "laska, a stick"], [1, 0]),
        ("łaska", ["laska, a stick", "łaska, a grace"], [1, 0]),
        ("aska", ["łaska, a grace", "laska, a stick"], []),
        ("strasse", ["die Straße", "x"], [0]),
        ("smorrebrod", ["smørrebrød", "x"], [0]),
        ("aether", ["Æther", "x"], [0]),
        ("αθηνα", ["ΑΘΉΝΑ", "Αθήνα", "x"], [0, 1]),
        # U1, U2: what the tokenizer folds by itself.
        ("cafe", ["café", "cafe\u0301", "caf"], [0, 1]),
        ("café", ["café", "cafe\u0301", "caf"], [0, 1]),
        ("cafe\u0301", ["café", "cafe\u0301", "caf"], [0, 1]),
        ("pho", ["phở ở Việt Nam"], [0]),
        ("viet", ["phở ở Việt Nam"], [0]),
        # Possessives, elisions, versions.
        ("Gandalf's staff", ["Gandalf came", "x"], [0]),
        ("d’água", ["muita água", "x"], [0]),
        ("2026.04", ["retriever v2026.04", "in 2026.04"], [0, 1]),
        ("v1.2", ["release 1.2.3", "x"], [0]),
    ],
)
def test_what_is_typed_finds_what_is_written(typed: str, texts: list[str], order: list[int]) -> None:
    assert Postings(texts).search(typed) == order


def test_plain_words_have_no_alternatives() -> None:
    for word in ("plain", "café", "state-of-the-art", "'s", "12"):
        assert query_terms(word) == ()
        assert query_parts(word) == ()


def test_a_single_character_may_go_on_and_a_run_may_not_be_closed() -> None:
    assert query_terms("跑") == (Alternative("跑", prefix=True),)
    assert query_terms("重跑") == (Alternative("重跑"),)
    assert query_terms("重跑gen") == (Alternative("重跑 跑 gen"),)


def test_the_parts_of_a_glued_word() -> None:
    assert [part.terms for part in query_parts("foo-重跑测gen")] == ["foo", "重跑", "跑测", "gen"]
    assert query_parts("重跑") == ()


_SPACELESS = st.text(alphabet="重跑测试机器学習カガラスのㄅ한국어ทดสอบกำไม่ພາສາរខ្មែរမြန်မာ", min_size=1, max_size=12)


@given(_SPACELESS, st.integers(0, 11), st.integers(1, 12))
def test_every_run_inside_a_text_without_spaces_is_found(text: str, start: int, length: int) -> None:
    part = text[start : start + length]
    if not any(char.isalpha() for char in part):
        return
    assert Postings([f"abc{text}42"]).search(part) == [0]


@given(st.text(max_size=200))
def test_no_text_is_an_error_and_ascii_needs_nothing(text: str) -> None:
    terms = extra_terms(text)
    assert terms == "" or not text.isascii() or signed_terms(text)
    assert terms == " ".join(terms.split())


def test_texts_that_need_nothing_cost_almost_nothing() -> None:
    """At 100 MB/s a million characters take 10 ms; the bound leaves room for a busy machine."""
    texts = ["the quick brown fox " * 50_000, "ação não é fácil “x” " * 50_000]
    for text in texts:
        start = time.process_time()
        assert extra_terms(text) == ""
        assert time.process_time() - start < 0.1


def test_hostile_text_takes_linear_time() -> None:
    for text in ("ł" * 300_000, "a" * 300_000 + "ł", "重" * 300_000, "é\u0345" * 150_000, "_" * 300_000 + "Ł"):
        start = time.process_time()
        assert extra_terms(text) != ""
        assert time.process_time() - start < 2
