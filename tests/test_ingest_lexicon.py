"""Words, beginnings and phrases are found, and only they."""

import pytest

from luneta.ingest.lexicon import MOST_WORDS, Lexicon, words_of


def found(entries: list[str], text: str) -> dict[str, int]:
    return dict(Lexicon({"g": entries}).found(words_of(text)).get("g", {}))


@pytest.mark.parametrize(
    ("entry", "text", "times"),
    [
        ("index", "An index, the INDEX, indexes", 2),
        ("index*", "An index, indexes, reindex", 2),
        ("ação", "Acao e AÇÃO", 2),
        ("c++", "C++ is not C", 1),
        ("fine-tun*", "fine-tuning a model, fine tuning", 1),
        ("step by step", "Step by step by step", 2),
        ("test* first", "Testing first, tests later", 1),
        ("you won't believe", "You won’t believe it", 1),
        ("how to", "how", 0),
    ],
)
def test_an_entry_is_found_where_it_stands(entry: str, text: str, times: int) -> None:
    assert found([entry], text) == ({entry: times} if times else {})


def test_the_longest_beginning_counts_and_a_whole_word_before_it() -> None:
    assert found(["embed*", "embedding*"], "embeddings embedded") == {"embedding*": 1, "embed*": 1}
    assert found(["agent*", "agents"], "agents agentic") == {"agents": 1, "agent*": 1}


def test_groups_are_told_apart() -> None:
    lexicon = Lexicon({"one": ["tea", "green"], "two": ["tea", "green tea"]})
    assert lexicon.found(words_of("green tea")) == {"one": {"tea": 1, "green": 1}, "two": {"tea": 1, "green tea": 1}}


def test_an_entry_without_a_word_is_refused() -> None:
    for entry in ("*", "  ", "% off", "->"):
        with pytest.raises(ValueError, match="no word to look for"):
            Lexicon({"g": [entry]})


def test_long_texts_are_read_in_their_beginning() -> None:
    assert len(words_of("word " * 100_000)) == MOST_WORDS
