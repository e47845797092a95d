"""The profile: twelve domains by default, the user's own over them, and faults told in words."""

from pathlib import Path

import pytest

from luneta.errors import UsageError
from luneta.ingest.profile import default_profile, default_profile_text, load_profile


def test_the_default_has_twelve_domains_and_the_weights_and_thresholds_of_the_issue() -> None:
    profile = default_profile()
    assert len(profile.domains) == 12
    assert all(domain.describes for domain in profile.domains)
    assert profile.weights == pytest.approx({"relevance": 0.35, "actionability": 0.3, "depth": 0.2, "authority": 0.15})
    assert (profile.file_from, profile.review_from) == (0.55, 0.40)


def test_what_a_profile_leaves_out_is_taken_from_the_default(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text("[weights]\nrelevance = 1\nactionability = 0\ndepth = 0\nauthority = 0\n[thresholds]\nfile = 0.6\n")
    profile = load_profile(own)
    assert profile.weights["relevance"] == 1
    assert (profile.file_from, profile.review_from) == (0.6, 0.4)
    assert len(profile.domains) == 12


def test_the_printed_default_is_a_profile(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(default_profile_text(), encoding="utf-8")
    assert load_profile(own).domains == default_profile().domains


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("weights = 3", "weights must be a table"),
        ("[weight]\nrelevance = 1", "“weight” is none of weights, thresholds"),
        ("[weights]\nrelevence = 1", "“relevence” in [weights] is none of relevance"),
        ('[weights]\ndepth = "much"', "depth must be a number from 0 to 1000"),
        ("[weights]\nrelevance = 0\nactionability = 0\ndepth = 0\nauthority = 0", "at least one of the weights"),
        ("[thresholds]\nfile = 1.5", "file must be a number from 0 to 1"),
        ("[thresholds]\nfile = 0.3", "the threshold review is above the threshold file"),
        ("[thresholds]\nfile = true", "file must be a number"),
        ("domains = []", "one [[domains]] for each"),
        ('[[domains]]\nwords = ["x"]', "the folder of domain 1 must be a text"),
        ('[[domains]]\nfolder = "A"\nwords = "x"', "the words of domain 1, A must be a list of texts"),
        ('[[domains]]\nfolder = "A"', "the words of domain 1, A must be a list of texts"),
        ('[[domains]]\nfolder = "A"\nword = ["x"]', "“word” in domain 1 is none of folder, describes, words, weight"),
        ('[[domains]]\nfolder = "A"\nwords = ["*"]', "“*” has no word to look for"),
        ('[[domains]]\nfolder = "../A"\nwords = ["x"]', "“../A” lies outside it"),
        ('[[domains]]\nfolder = ".obsidian"\nwords = ["x"]', "not hidden"),
        ('[[domains]]\nfolder = "A"\nwords = ["x"]\n[[domains]]\nfolder = "A/"\nwords = ["y"]', "two domains have"),
        ('[places]\nreview = "Inbox"', "must be a note, whose name ends in .md"),
        ("[weights", "is no TOML in UTF-8"),
    ],
)
def test_a_fault_is_told_in_words_with_the_file(tmp_path: Path, text: str, says: str) -> None:
    own = tmp_path / "own.toml"
    own.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as told:
        load_profile(own)
    assert says in str(told.value)
    assert str(own) in str(told.value)


def test_a_missing_profile_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        load_profile(tmp_path / "none.toml")
