"""store/terms.py: words of the text that are near to another word."""

import random
import string

import apsw

from luneta.store import terms

WORDS = ("lighthouse", "lantern", "harbour", "keeper", "tides", "navegacao", "continent", "ebb", "kelps")
LETTERS = string.ascii_lowercase


def index_of(words: tuple[str, ...]) -> apsw.Connection:
    db = apsw.Connection("")
    db.execute("CREATE VIRTUAL TABLE chunks_fts USING fts5(chunk_text)")
    for word in words:
        db.execute("INSERT INTO chunks_fts VALUES (?)", (word,))
    return db


def mistyped(word: str) -> set[str]:
    """Every word one letter missed, doubled, swapped or wrong from it."""
    gone = {word[:i] + word[i + 1 :] for i in range(len(word))}
    swapped = {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1)}
    wrong = {word[:i] + letter + word[i + 1 :] for i in range(len(word)) for letter in LETTERS}
    more = {word[:i] + letter + word[i:] for i in range(len(word) + 1) for letter in LETTERS}
    return gone | swapped | wrong | more


def test_whatever_letter_is_mistyped_the_word_is_among_those_read() -> None:
    db = index_of(WORDS)
    chance = random.Random(1)
    for word in WORDS:
        for typed in chance.sample([typed for typed in sorted(mistyped(word)) if len(typed) >= 4], 60):
            assert (word, 1) in [row for part in terms.near_in_text(db, typed, 1) for row in part], typed


def test_an_error_behind_the_second_letter_is_found_first() -> None:
    db = index_of(WORDS)
    assert [row[0] for row in next(terms.near_in_text(db, "lihgthouse", 2))] == ["lighthouse"]
    first, rest = terms.near_in_text(db, "xarbour", 1)
    assert first == []
    assert rest == [("harbour", 1)]


def test_letters_outside_ascii_are_looked_for_by_how_the_word_begins() -> None:
    db = index_of(("маяк", "гавань", "гаваньский"))
    assert list(terms.near_in_text(db, "гавнаь", 1)) == [[("гавань", 1)]]


def test_few_words_are_read_of_many() -> None:
    """Of 50,000 words with equal beginnings' letters only those that may be meant: what bounds the time."""
    letters = random.Random(1)
    made = {"".join(letters.choices("abcdefghij", k=8)) for _ in range(50_000)}
    db = index_of((" ".join(sorted(made)),))
    assert sum(len(part) for part in terms.near_in_text(db, "abcdefgh", 1)) < 1_000
