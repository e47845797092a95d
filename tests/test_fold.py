"""core/fold.py: what compares equal, and that every match leads back to exact characters of the source."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luneta.core.fold import PLAIN_LETTERS, fold, fold_with_offsets, source_span


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Plain ASCII", "plain ascii"),
        ("AÇÃO, São João", "acao, sao joao"),
        ("Łódź", "lodz"),
        ("Straße ẞ", "strasse ss"),
        ("Ærø smørrebrød", "aero smorrebrod"),
        ("Œuvre œuf", "oeuvre oeuf"),
        ("Đặng Þór Ísafjörður ħŧ", "dang thor isafjordur ht"),
        ("ISTANBUL İstanbul ısı", "istanbul istanbul isi"),
        ("phở ở Việt Nam", "pho o viet nam"),
        ("Αθήνα ΑΘΉΝΑΣ αθήνας", "αθηνα αθηνασ αθηνασ"),
        ("ﬁn ＡＢＣ１ m² 1º", "fin abc1 m2 1o"),
        ("경기 서울", "경기 서울"),
        ("重跑gen", "重跑gen"),
        ("“curly” – dash…", "“curly” – dash…"),
        ("\ud800x", "\ud800x"),
    ],
)
def test_fold(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_plain_letters_are_one_table_for_both_cases() -> None:
    for letter, plain in PLAIN_LETTERS.items():
        assert fold(letter) == plain
        assert fold(letter.upper()) == fold(letter) or letter in "ıĸ"


@pytest.mark.parametrize("pair", [("カラス", "ガラス"), ("हिन्दी", "हन्द"), ("ไม่", "ไม")])
def test_marks_that_make_another_word_are_kept(pair: tuple[str, str]) -> None:
    assert fold(pair[0]) != fold(pair[1])


@given(st.text(alphabet=st.sampled_from("aeiouAEIOUcnyçãéíôüñÅøłŷاِאָйガ กำ\u0301\u0323\u0327")))
def test_composed_and_decomposed_forms_fold_alike(text: str) -> None:
    def in_order(folded: str) -> str:
        return unicodedata.normalize("NFD", folded)

    assert in_order(fold(unicodedata.normalize("NFC", text))) == in_order(fold(unicodedata.normalize("NFD", text)))


@given(st.text(), st.text())
def test_folding_goes_character_by_character(left: str, right: str) -> None:
    assert fold(left + right) == fold(left) + fold(right)


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("abé\u0301ßœŁ ÀΣς…"))))
def test_offsets_lead_from_every_folded_character_to_its_source(text: str) -> None:
    folded, offsets = fold_with_offsets(text)
    assert folded == fold(text)
    assert len(offsets) == len(folded) + 1
    assert offsets[len(folded)] == len(text)
    assert list(offsets) == sorted(offsets)
    for index, char in enumerate(folded):
        start, end = source_span(offsets, index, index + 1)
        assert start < end
        assert char in fold(text[start:end])


@pytest.mark.parametrize(
    ("text", "typed", "source"),
    [
        ("e\u0301e\u0301e\u0301 cafe\u0301 ici", "cafe", "cafe\u0301"),
        ("ééé café ici", "cafe", "café"),
        ("die große Straße.", "strasse", "Straße"),
        ("die Straße", "stras", "Straß"),
        ("un œuf dur", "oeuf", "œuf"),
        ("\u0301\u0301cafe\u0301\u0323", "cafe", "cafe\u0301\u0323"),
        ("plain cafe here", "cafe", "cafe"),
    ],
)
def test_a_match_maps_back_to_whole_characters_with_their_accents(text: str, typed: str, source: str) -> None:
    folded, offsets = fold_with_offsets(text)
    at = folded.index(typed)
    start, end = source_span(offsets, at, at + len(typed))
    assert text[start:end] == source
