"""What a vault says to a prompt: the right passages, in time silent, and never what an agent may not read."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent_prompts import ABOUT, ELSEWHERE, NOTHING
from canonical import index_kept_in
from luneta.config import load_config
from luneta.core.budget import count_tokens
from luneta.core.relevance import FLOOR
from luneta.engine import Engine
from luneta.recall import recall

SAMPLE = Path(__file__).parent / "vault"
ROOM = 450


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """The sample vault, indexed, its vectors in memory."""
    with index_kept_in(tmp_path_factory.mktemp("cache")), Engine.open(SAMPLE, resident=True) as engine:
        engine.index()
        yield engine


def test_prompts_about_the_vault_are_answered_with_the_right_notes(engine: Engine) -> None:
    answered = {prompt: recall(engine, prompt, ROOM) for prompt, _ in ABOUT}
    right = [prompt for prompt, note in ABOUT if any(note in piece.text for piece in answered[prompt])]
    assert len(right) >= 0.8 * len(ABOUT), set(answered) - set(right)


def test_prompts_about_something_else_are_met_with_silence(engine: Engine) -> None:
    spoken = [prompt for prompt in ELSEWHERE if recall(engine, prompt, ROOM)]
    assert len(spoken) <= 0.1 * len(ELSEWHERE), spoken


@pytest.mark.parametrize("prompt", NOTHING)
def test_prompts_about_nothing_are_met_with_silence(engine: Engine, prompt: str) -> None:
    assert recall(engine, prompt, ROOM) == ()


def test_pieces_are_ready_best_first_and_within_the_room(engine: Engine) -> None:
    pieces = recall(engine, "How does the review aggregator handle disagreements between reviewers?", ROOM)
    assert pieces[0].text.startswith("\n### ")
    assert "Code/Review aggregator.md:" in pieces[0].text
    assert [piece.relevance for piece in pieces] == sorted((piece.relevance for piece in pieces), reverse=True)
    assert all(piece.relevance >= FLOOR for piece in pieces)
    assert sum(count_tokens(piece.text) for piece in pieces) <= ROOM
    assert len({piece.key for piece in pieces}) == len(pieces) > 1


def test_what_was_seen_is_not_said_again(engine: Engine) -> None:
    prompt = "How does the review aggregator handle disagreements between reviewers?"
    first = recall(engine, prompt, ROOM)
    second = recall(engine, prompt, ROOM, {piece.key for piece in first})
    assert not {piece.key for piece in first} & {piece.key for piece in second}
    assert recall(engine, prompt, ROOM) == first, "the same prompt, the same pieces"


def test_a_process_that_answers_once_says_the_same(engine: Engine) -> None:
    with Engine.open(SAMPLE) as other:
        for prompt, _ in ABOUT[:8]:
            assert recall(other, prompt, ROOM) == recall(engine, prompt, ROOM)


def test_operators_and_signs_in_a_prompt_narrow_nothing(engine: Engine) -> None:
    plain = recall(engine, "sourdough starter smell of acetone", ROOM)
    assert recall(engine, 'sourdough "starter" -smell (of: acetone)', ROOM)[0].key == plain[0].key


PARAGRAPH = "The sourdough of the island is baked at dawn, with sea water and rye flour from the mill. " * 20
NOTES = {
    "Island/Bread.md": "# Island bread\n\nSourdough of the island, baked at dawn. %%quincunx%% Rye from the mill.\n",
    "Island/Long.md": f"# Long bread\n\n## One\n\nIsland sourdough. {PARAGRAPH}\n\n%%\nquincunx begins\n\n## Two\n\n"
    f"quincunx island sourdough dawn {PARAGRAPH}\n\n## Three\n\nquincunx ends %% island sourdough at dawn\n",
    "Diary/Monday.md": "# Monday\n\nWe baked the sourdough of the island at dawn, my quinces were ripe.\n",
    "Other.md": "# Other\n\nThe tax office wants the form by Friday.\n",
}
QUESTION = "how is the sourdough of the island baked at dawn?"


@pytest.fixture
def island(tmp_path: Path) -> Iterator[Engine]:
    vault = tmp_path / "vault"
    for path, text in NOTES.items():
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_text(text, encoding="utf-8")
    with index_kept_in(tmp_path / "cache"), Engine.open(vault) as engine:
        engine.index()
        yield engine


def test_comments_are_dropped_wherever_passages_end(island: Engine) -> None:
    text = "".join(piece.text for piece in recall(island, QUESTION, 100_000))
    assert "Island/Bread.md" in text
    assert "Island/Long.md" in text
    assert "quincunx" not in text


def test_a_folder_that_was_denied_since_is_silent_at_once(island: Engine) -> None:
    question = "which quinces of mine were ripe on Monday?"
    assert "Diary/Monday.md" in "".join(piece.text for piece in recall(island, question, 100_000))
    settings = load_config(island.vault)
    settings.source.parent.mkdir(parents=True, exist_ok=True)
    settings.source.write_text('{"exclude": ["Diary"]}', encoding="utf-8")
    with Engine.open(island.vault) as engine:
        assert recall(engine, question, 100_000) == ()
        assert "Island/Bread.md" in "".join(piece.text for piece in recall(engine, QUESTION, 100_000))


def test_a_note_that_is_gone_is_not_spoken_of(island: Engine) -> None:
    (island.vault / "Island/Bread.md").unlink()
    assert "Rye from the mill" not in "".join(piece.text for piece in recall(island, QUESTION, 100_000))


def test_without_vectors_words_decide(island: Engine) -> None:
    settings = load_config(island.vault)
    settings.source.parent.mkdir(parents=True, exist_ok=True)
    settings.source.write_text('{"model": "none"}', encoding="utf-8")
    with Engine.open(island.vault) as engine:
        engine.index()
        assert "Island/Bread.md" in "".join(piece.text for piece in recall(engine, QUESTION, 2000))
        assert recall(engine, "what is the capital of Mongolia?", 2000) == ()
