"""Signals are scored by what they say. The properties that the issue asks for, each for any signal."""

from hypothesis import given, settings
from hypothesis import strategies as st

from luneta.ingest.profile import DIMENSIONS, default_profile
from luneta.ingest.scoring import host_of, score
from luneta.ingest.signals import Signal

PROFILE = default_profile()
WORDS = ["python", "because", "the", "database", "of", "measured", "flor", "é", "12 %", "we", "index", "therefore", "a"]
SENTENCES = st.lists(st.lists(st.sampled_from(WORDS), min_size=3, max_size=20).map(" ".join), min_size=1, max_size=12)
TEXTS = SENTENCES.map(lambda sentences: ". ".join(sentences) + ".")
METADATA = st.builds(
    dict,
    title=st.text(max_size=80),
    origin=st.sampled_from(["", "https://arxiv.org/abs/1", "https://bit.ly/x", "no link", "https://[half"]),
    author=st.text(max_size=20),
    published=st.text(max_size=20),
    source=st.text(max_size=20),
    tags=st.lists(st.sampled_from(["ai", "flower", "macro", "science", "how to"]), max_size=20).map(tuple),
)
FLOWER = Signal(
    "Red tulip in morning light, macro",
    "Red tulip.",
    "https://photos.example/tulip",
    "Photo feed",
    "A. Photographer",
    "2024-05-01",
    (
        "flower",
        "tulip",
        "macro",
        "nature",
        "photography",
        "design",
        "colour",
        "science",
        "garden",
        "art",
        "health",
        "ai",
    ),
)


@given(TEXTS, METADATA, METADATA)
@settings(max_examples=60, deadline=None)
def test_metadata_never_changes_depth(text: str, one: dict[str, object], other: dict[str, object]) -> None:
    depths = {score(Signal(text=text, **more), PROFILE).dimensions["depth"] for more in (one, other)}  # type: ignore[arg-type]
    assert len(depths) == 1


@given(TEXTS, st.integers(2, 6), st.sampled_from([" ", "\n\n", "\n"]))
@settings(max_examples=80, deadline=None)
def test_saying_it_again_is_never_deeper(text: str, times: int, between: str) -> None:
    once = score(Signal("Title", text), PROFILE).dimensions["depth"]
    assert score(Signal("Title", between.join([text] * times)), PROFILE).dimensions["depth"] <= once


@given(METADATA, TEXTS)
@settings(max_examples=60, deadline=None)
def test_scores_lie_between_0_and_1_and_are_explained(more: dict[str, object], text: str) -> None:
    found = score(Signal(text=text, **more), PROFILE)  # type: ignore[arg-type]
    assert all(0 <= found.dimensions[name] <= 1 for name in DIMENSIONS)
    assert 0 <= found.total <= 1
    assert all(found.reasons[name] for name in DIMENSIONS)
    assert found == score(Signal(text=text, **more), PROFILE)  # type: ignore[arg-type]


def test_the_well_tagged_picture_of_a_flower_is_discarded() -> None:
    """The pipeline that inspired this gave it 0.85, because its depth measured metadata."""
    found = score(FLOWER, PROFILE)
    assert found.total < 0.40
    assert found.dimensions["depth"] < 0.1


def test_an_article_is_deeper_than_its_summary_and_than_as_many_empty_words() -> None:
    article = (
        "The cause was the checkpoint, because open reads pin the log. We measured 2,100 ms before and 38 ms after. "
        "However, the number of writes to the disk rose by 12 %, which means that slow disks gain less. For example, a "
        "card in a camera lost half of the gain. Therefore look at the size of the log before you blame the disk."
    )
    empty = "This is a very great thing and you will love it very much and it is very great. " * 5
    depths = [score(Signal("t", text), PROFILE).dimensions["depth"] for text in (article, article[:90], empty)]
    assert depths[0] > 1.5 * depths[1]
    assert depths[0] > 2 * depths[2]


def test_steps_and_advice_can_be_acted_upon_and_a_promise_in_the_title_cannot() -> None:
    steps = (
        "1. Stop the writer.\n2. Copy the file and check its size.\n3. Start with one reader.\n4. Avoid long reads." * 2
    )
    promised = score(Signal("How to do it, step by step: a guide", ""), PROFILE).dimensions["actionability"]
    assert promised == 0
    assert score(Signal("Notes", steps), PROFILE).dimensions["actionability"] > 0.4


def test_where_it_comes_from_counts_for_authority_alone() -> None:
    scores = {
        host: score(Signal("Database index", "An index of a database.", f"https://{host}/x"), PROFILE).dimensions
        for host in ("www.sqlite.org", "blog.example", "bit.ly", "notsqlite.org")
    }
    assert scores["www.sqlite.org"]["authority"] > scores["blog.example"]["authority"] > scores["bit.ly"]["authority"]
    assert scores["notsqlite.org"] == scores["blog.example"]  # a name that only ends alike is not below it
    assert len({tuple(s[name] for name in DIMENSIONS if name != "authority") for s in scores.values()}) == 1


def test_what_sells_is_of_less_use_and_authority() -> None:
    said = "Use this database course. You should try it and compare. " * 4
    plain, selling = (score(Signal("Course", said + more), PROFILE) for more in ("It is long.", "Buy now!"))
    assert selling.dimensions["actionability"] < plain.dimensions["actionability"] / 2
    assert "“buy now”" in selling.reasons["authority"]


def test_the_domain_with_most_words_takes_it_in_portuguese_too() -> None:
    signal = Signal("Receita de pão", "Asse o pão no forno da cozinha. A massa descansa, e a receita pede farinha.")
    found = score(signal, PROFILE)
    assert found.domain is not None
    assert found.domain.folder == "Areas/Home and kitchen"
    assert "receita" in found.reasons["relevance"]


def test_the_host_of_odd_links_is_nothing() -> None:
    assert [host_of(url) for url in ("", "x", "https://[half", "https://A.Example:80/x")] == ["", "", "", "a.example"]


def test_a_domain_mentioned_in_passing_in_a_long_text_is_not_its_subject() -> None:
    said = "The database is slow, and a query waits for the server. " + "It is so every day at noon. " * 8
    story = " ".join(f"She went on to place{n} and met person{n} there." for n in range(150))
    alone, in_passing = (score(Signal("Evening", text), PROFILE).dimensions for text in (said, f"{story} {said}"))
    assert in_passing["relevance"] < 0.7 * alone["relevance"]
