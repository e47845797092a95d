"""Accents, letters and scripts: what people type finds what people wrote, and is shown as they wrote it."""

import unicodedata

import pytest

from cases.trial_vault import OTHERS, PAD, TrialVault, matched, snippet_of

COMPOSED = "caf\u00e9"
DECOMPOSED = "cafe\u0301"


def test_u1_accents_need_not_match(vault: TrialVault) -> None:
    """Composed, decomposed and missing accents were three different words."""
    vault.write("Composed.md", f"We met in the {COMPOSED} by the river. {PAD}\n")
    vault.write("Decomposed.md", f"We met in the {DECOMPOSED} by the river. {PAD}\n")
    vault.write_all(OTHERS)
    vault.index()
    for query in ("cafe", COMPOSED, DECOMPOSED, "CAFE", COMPOSED.upper(), DECOMPOSED.upper()):
        assert sorted(vault.by_words(query)) == ["Composed.md", "Decomposed.md"], ascii(query)
        assert sorted(vault.paths(query)[:2]) == ["Composed.md", "Decomposed.md"], ascii(query)


def test_u1_accents_in_names(vault: TrialVault) -> None:
    vault.write(f"{COMPOSED}.md", PAD)
    vault.write(f"Bar/{DECOMPOSED}.md", PAD)
    vault.write("Alias.md", f"---\naliases: [{DECOMPOSED}]\n---\n{PAD}\n")
    vault.index()
    expected = [f"Bar/{COMPOSED}.md", "Alias.md", f"{COMPOSED}.md"]
    for query in ("cafe", COMPOSED, DECOMPOSED, COMPOSED.upper()):
        assert sorted(vault.paths(query, mode="names")) == sorted(expected), ascii(query)


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        ("Ελληνικά", "ελληνικα"),
        ("Ёлка", "елка"),
        ("naïveté", "naivete"),
        ("coração", "coracao"),
        ("İstanbul", "istanbul"),
        ("ﬁnance", "finance"),
        ("ＦＵＬＬ", "full"),
        ("straße", "strasse"),
    ],
)
def test_u1_other_alphabets(vault: TrialVault, written: str, typed: str) -> None:
    for form in ("NFC", "NFD"):
        vault.write(f"{form}.md", f"{unicodedata.normalize(form, written)} is what it says. {PAD}\n")
    vault.index()
    for query in (written, typed, unicodedata.normalize("NFD", written)):
        assert sorted(vault.by_words(query)) == ["NFC.md", "NFD.md"], ascii(query)


def test_u2_letters_with_two_marks(vault: TrialVault) -> None:
    """A letter with two marks (ở, ệ) was not found by its plain letter."""
    text = "phở ở Việt Nam"
    for form in ("NFC", "NFD"):
        vault.write(f"{form}.md", f"{unicodedata.normalize(form, text)}. {PAD}\n")
    vault.write_all(OTHERS)
    vault.index()
    for query in ("pho", "viet", "phở", "việt nam", "Viet Nam", unicodedata.normalize("NFD", "phở")):
        assert sorted(vault.by_words(query)) == ["NFC.md", "NFD.md"], query


@pytest.mark.parametrize(
    ("text", "query", "marked"),
    [
        ("e\u0301\u0301e\u0301\u0301e\u0301\u0301 caf\u00e9 ici, et pas ailleurs dans la ville", "cafe", "caf\u00e9"),
        ("e\u0301\u0301e\u0301\u0301 cafe\u0301 ici, et pas ailleurs dans la ville", "caf\u00e9", "cafe\u0301"),
        (
            "\U0001f3ac\U0001f1e7\U0001f1f7 \u00e9t\u00e9 \U0001f469\u200d\U0001f680 caf\u00e9 ici, pas l\u00e0-bas",
            "cafe",
            "caf\u00e9",
        ),
        ("ﬁﬁﬁ İİİ ßßß caf\u00e9 ici, et pas ailleurs", "CAFE", "caf\u00e9"),
        ("Ægir og Øystein bor i Łódź, ikke i Kraków", "lodz", "Łódź"),
        ("重跑gen-itgc后50条，然后关闭所有的窗口，再重新启动一次电脑", "itgc", "itgc"),
        ("重跑gen-itgc后50条，然后关闭所有的窗口，再重新启动一次电脑", "窗口", "窗口"),
    ],
)
def test_u4_snippets_are_the_files_own_text(vault: TrialVault, text: str, query: str, marked: str) -> None:
    """Results were shown without their accents, or the mark stood beside the word."""
    vault.write("Note.md", text + "\n")
    vault.index()
    (passage,) = vault.hits(query, mode="keyword")[0].passages
    assert snippet_of(passage).encode() in (vault.root / "Note.md").read_bytes()
    assert matched(passage) == [marked]


def test_u4_in_a_long_note(vault: TrialVault) -> None:
    """The snippet is a window out of the middle of a note: still the file's own bytes."""
    before = "Le thé à la menthe se boit très chaud, l'été comme l'hiver, à l'ombre des oliviers. " * 12
    vault.write("Note.md", f"{before}On l'a vu au caf\u00e9 Ra\u0308ul. {before}\n")
    vault.index()
    (passage, *_) = vault.hits("cafe raul", mode="keyword")[0].passages
    assert snippet_of(passage).encode() in (vault.root / "Note.md").read_bytes()
    assert matched(passage) == ["caf\u00e9", "Ra\u0308ul"]


CJK = {
    "Glued.md": "重跑gen-itgc后50条",
    "Japanese.md": "東京タワーへ行くのは来週の土曜日です",
    "Korean.md": "한국어를 공부하는 학생이 많습니다",
    "Thai.md": "ภาษาไทยไม่มีช่องว่างระหว่างคำ",
}


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ("itgc", "Glued.md"),
        ("gen", "Glued.md"),
        ("gen-itgc", "Glued.md"),
        ("重跑", "Glued.md"),
        ("50", "Glued.md"),
        ("后50条", "Glued.md"),
        ("重跑gen-itgc后50条", "Glued.md"),
        ("東京", "Japanese.md"),
        ("タワー", "Japanese.md"),
        ("京タ", "Japanese.md"),
        ("土曜日", "Japanese.md"),
        ("한국어", "Korean.md"),
        ("공부", "Korean.md"),
        ("ไทย", "Thai.md"),
        ("ช่องว่าง", "Thai.md"),
    ],
)
def test_u5_scripts_without_spaces(vault: TrialVault, query: str, note: str) -> None:
    """A run of such a script was one term, and Latin letters glued to it were a part of that term."""
    for path, text in CJK.items():
        vault.write(path, f"{text}\n\n{PAD}\n")
    vault.write("Reversed.md", f"跑重 后 条05 京東 {PAD}\n")
    vault.index()
    assert vault.by_words(query)[0] == note
    assert vault.paths(query)[0] == note


IN_NAMES = [
    ("重跑", "重跑gen计划.md"),
    ("计划", "重跑gen计划.md"),
    ("gen", "重跑gen计划.md"),
    ("東京", "東京タワー.md"),
    ("タワー", "東京タワー.md"),
]


@pytest.mark.parametrize(("query", "note"), IN_NAMES)
def test_u5_in_names_and_headings(vault: TrialVault, query: str, note: str) -> None:
    for name in ("重跑gen计划.md", "東京タワー.md"):
        vault.write(name, f"{PAD}\n")
    vault.write("Headed.md", f"{PAD}\n\n## 重跑gen计划 東京タワー\n\n{PAD}\n")
    vault.index()
    assert vault.paths(query, mode="names") == [note]
    assert set(vault.by_words(query)) == {note, "Headed.md"}


def test_u5_characters_in_another_order_are_not_found(vault: TrialVault) -> None:
    vault.write("Glued.md", f"{CJK['Glued.md']}\n\n{PAD}\n")
    vault.index()
    assert vault.by_words("跑重") == []
    assert vault.by_words('"后重跑"') == []


def test_decided_letters_that_do_not_decompose_fold_too(vault: TrialVault) -> None:
    """`lodz` finds "Łódź"; `laska` finds "laska" first and then "łaska"; `aska` finds neither."""
    vault.write("City.md", f"Łódź lies in the middle of the country. {PAD}\n")
    vault.write("Cane.md", f"The old man had a laska in his hand. {PAD}\n")
    vault.write("Grace.md", f"The old man had a łaska in his hand. {PAD}\n")
    vault.index()
    assert vault.by_words("lodz") == ["City.md"]
    assert vault.by_words("laska") == ["Cane.md", "Grace.md"]
    assert vault.by_words("łaska")[0] == "Grace.md"
    assert vault.by_words("aska") == []
    assert vault.by_words("odz") == []


@pytest.mark.parametrize(
    ("written", "typed"), [("Ærø", "aero"), ("Œuvre", "oeuvre"), ("Đorđe", "dorde"), ("Grüße", "grusse"), ("Øl", "ol")]
)
def test_decided_folding_in_query_as_in_index(vault: TrialVault, written: str, typed: str) -> None:
    vault.write("Note.md", f"Here is {written} for everybody to see. {PAD}\n")
    vault.write(f"{written}.md", PAD)
    vault.index()
    for query in (written, typed, typed.upper()):
        assert "Note.md" in vault.by_words(query), query
        assert vault.paths(query, mode="names") == [f"{written}.md"], query
