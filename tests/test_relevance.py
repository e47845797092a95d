"""Relevance: absolute, between 0 and 1, high for what a prompt is about and low for what happens to share a word."""

from luneta.core.relevance import (
    FLOOR,
    MOST_TERMS,
    Evidence,
    Prompt,
    content_words,
    evidence,
    relevance,
    says_something,
    stem,
    understood,
)


def prompt_of(text: str, **found_in: int) -> Prompt:
    return understood(text, found_in, 1000)


def of(text: str, title: str, section: str, passage: str, likeness: float, **found_in: int) -> float:
    return relevance(evidence(prompt_of(text, **found_in), title, section, passage, likeness))


def test_what_a_prompt_is_about() -> None:
    assert content_words("How does the OAuth token rotation work? Token!") == ("oauth", "token", "rotation", "work")
    assert len(content_words(" ".join(f"word{n}" for n in range(500)))) == MOST_TERMS
    assert content_words("") == ()


def test_words_for_what_is_to_be_done_say_nothing() -> None:
    for empty in ("yes", "fix the test", "continue, please", "thanks!", "pode continuar", "42", "try again", "👍", ""):
        assert not says_something(content_words(empty)), empty
    assert says_something(content_words("fix the parser"))


def test_forms_of_one_word_have_one_stem() -> None:
    for words in ("rotation rotating rotated rotate", "disagreement disagreements disagree", "nota notas"):
        assert len({stem(word) for word in words.split()}) == 1, words
    assert stem("this") == "this"


def test_rare_words_weigh_more_than_common_ones() -> None:
    weights = prompt_of("harbour parser code", harbour=3, parser=300, code=900).weights
    assert weights["harbour"] > weights["parser"] > weights["code"]
    assert all(0 <= weight <= 1 for weight in weights.values())


def test_a_passage_on_the_subject_is_relevant_and_one_with_a_word_of_it_is_not() -> None:
    question = "how is the refresh token rotated after a login?"
    on_it = of(question, "Auth", "Token rotation", "The refresh token is rotated after every login.", 0.45, token=5)
    by_chance = of(question, "Bread", "", "Rotate the loaf after ten minutes.", 0.02, token=5)
    assert on_it > 0.95
    assert by_chance < 0.2
    assert by_chance < FLOOR < on_it


def test_likeness_alone_is_enough_if_it_is_great_and_words_alone_if_they_cover_the_prompt() -> None:
    question = "monthly household budget"
    assert of(question, "Orçamento", "", "Quanto gastamos por mês em casa.", 0.75) > 0.9
    assert of(question, "Orçamento", "", "Quanto gastamos por mês em casa.", 0.1) < 0.1
    assert of("zettelkasten luhmann method", "On notes", "", "The zettelkasten method of Luhmann", 0.0) > 0.9


def test_one_word_is_no_subject_unless_a_note_is_called_so() -> None:
    assert of("large", "Fusion", "", "Take a large pool.", 0.1, large=4) < FLOOR
    assert of("Brejalto", "Brejalto", "", "Uma vila à beira do brejo.", 0.4, brejalto=4) > FLOOR


def test_words_of_any_task_do_not_make_a_passage_relevant() -> None:
    assert of("open the file and change line 40", "Log", "", "Open the file, change the line.", 0.35) < FLOOR


def test_it_is_a_number_from_0_to_1_whatever_comes_in() -> None:
    for extreme in (-1e9, -1.0, 0.0, 1.0, 1e9):
        assert 0 <= relevance(Evidence(extreme, extreme, extreme, extreme, extreme, extreme, 3)) <= 1
