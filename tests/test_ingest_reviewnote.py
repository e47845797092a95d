"""The review note belongs to the user: whatever is edited, entries are found and nothing else changes."""

from luneta.ingest import reviewnote
from luneta.ingest.profile import default_profile
from luneta.ingest.routing import decide
from luneta.ingest.signals import Signal

ONE, TWO, THREE = "a" * 12, "0123456789ab", "f" * 12
NOTE = (
    f"# Mine\r\n\r\nsome text\r\n- [ ] One (0.4) ^{ONE}\r\n- [ ] shopping\r\n  * [x] Two ^{TWO} #later\r\n\r\nmore\r\n"
)


def test_entries_are_found_whatever_stands_around_them() -> None:
    assert reviewnote.entries(NOTE) == {ONE: False, TWO: True}
    moved = (
        f"> 1. [X] Two ^{TWO}\n\ttext\n- [-] One ^{ONE}\n- [ ] One again ^{ONE}\n- [x] One ^{ONE}\nno task ^{THREE}\n"
    )
    assert reviewnote.entries(moved) == {TWO: True, ONE: True}


def test_removing_entries_changes_nothing_else() -> None:
    assert reviewnote.without_entries(NOTE, {ONE}) == NOTE.replace(f"- [ ] One (0.4) ^{ONE}\r\n", "")
    assert reviewnote.without_entries(NOTE, {THREE}) == NOTE
    assert reviewnote.without_entries("last line\n- [ ] x ^" + ONE, {ONE}) == "last line\n"


def test_added_entries_keep_the_line_ends_of_the_note() -> None:
    assert reviewnote.with_entries(NOTE, ["- [ ] Three"]) == NOTE + "- [ ] Three\r\n"
    assert reviewnote.with_entries("", ["- [ ] Three"]) == reviewnote.HEADING + "- [ ] Three\n"
    assert reviewnote.with_entries("x", ["- [ ] Three"]) == "x\n- [ ] Three\n"


def test_an_entry_is_one_line_that_is_found_again_whatever_its_title() -> None:
    for title in ("a\nb", f"- [x] fake ^{TWO}", "[link](x) ] [", "", "`code` <b>", "t" * 5000):
        decision = decide(Signal(title, "", "https://a.example/a b(c)\n"), default_profile())
        line = reviewnote.entry(decision, ONE)
        assert "\n" not in line
        assert reviewnote.entries(line) == {ONE: False}
        assert len(line) < 700


def test_only_the_heading_is_bare() -> None:
    assert reviewnote.is_bare(reviewnote.HEADING)
    assert reviewnote.is_bare(reviewnote.HEADING.replace("\n", "\r\n"))
    assert not reviewnote.is_bare(reviewnote.HEADING + "my own words\n")
