"""luneta.cli.progress: how far a run is, in words."""

import pytest

from luneta.cli import progress
from luneta.reports import Progress


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0.0 s"),
        (9.94, "9.9 s"),
        (9.96, "10 s"),
        (59.4, "59 s"),
        (59.6, "1 min 00 s"),
        (185, "3 min 05 s"),
        (3725, "1 h 02 min"),
    ],
)
def test_durations(seconds: float, words: str) -> None:
    assert progress.duration(seconds) == words


def test_done_of_all_chunks_rate_and_time_left() -> None:
    assert (
        progress.sentence(Progress(1000, 4000, 5210, 2.0)) == "1000 of 4000 notes, 5210 chunks, 500 notes/s, 6.0 s left"
    )
    assert progress.sentence(Progress(0, 4000, 0, 0.0)) == "0 of 4000 notes, 0 chunks"


def test_a_line_for_every_500_notes(capfd: pytest.CaptureFixture[str]) -> None:
    with progress.shown() as show:
        for done in (1, 499, 500, 501, 999, 1600, 1700, 2000):
            show(Progress(done, 2000, done, 1.0))
    assert [line.split()[0] for line in capfd.readouterr().err.splitlines()] == ["500", "1600", "2000"]
