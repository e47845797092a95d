"""The labelled set: its make-up, and that routing is not worse than the report says."""

from collections import Counter
from dataclasses import replace

from ingest.measure import labelled, measured, report
from luneta.ingest.profile import default_profile


def test_the_set_is_large_varied_and_in_two_halves() -> None:
    rows = labelled()
    assert len(rows) >= 200
    assert len({row.kind for row in rows}) > 50
    parts = Counter(row.part for row in rows)
    assert parts["tune"] == parts["measure"]
    assert len({row.domain for row in rows if row.part == "measure"}) == 13  # every domain, and none


def test_routing_of_the_part_that_nothing_was_tuned_by() -> None:
    found = measured("measure", default_profile())
    assert found.accuracy >= 0.85
    assert found.precision("file") >= 0.95
    assert found.recall("file") >= 0.9
    assert found.recall("discard") >= 0.9
    assert found.domains_right >= 0.9 * found.domains_asked


def test_moving_the_thresholds_moves_what_is_filed() -> None:
    profile = default_profile()
    filed = [
        sum(
            n
            for (_, given), n in measured("measure", replace(profile, file_from=at)).confusion.items()
            if given == "file"
        )
        for at in (0.45, 0.55, 0.65)
    ]
    assert filed[0] > filed[1] > filed[2]


def test_the_report_in_the_repository_is_the_one_of_this_code() -> None:
    from ingest.measure import HERE

    kept = (HERE / "results" / "routing.md").read_text("utf-8")
    assert kept == "\n".join(report(default_profile())) + "\n"
