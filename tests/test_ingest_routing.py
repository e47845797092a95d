"""The thresholds alone choose the route, at their very values too."""

from dataclasses import replace

from fake_secrets import made
from luneta.ingest.profile import default_profile
from luneta.ingest.routing import decide
from luneta.ingest.signals import Signal, key_of, without_secrets

SIGNAL = Signal("How to use an index", "1. Start with the database.\n2. Avoid long queries.", "https://sqlite.org/x")


def test_at_a_threshold_the_better_route_is_taken() -> None:
    profile = default_profile()
    total = decide(SIGNAL, profile).score.total
    above = round(total + 0.0001, 4)
    for file_from, review_from, route in ((total, 0.1, "file"), (above, total, "review"), (above, above, "discard")):
        moved = replace(profile, file_from=file_from, review_from=review_from)
        assert decide(SIGNAL, moved).route == route


def test_what_belongs_to_no_domain_is_never_filed_by_itself() -> None:
    profile = replace(default_profile(), file_from=0.0, review_from=0.0)
    found = decide(Signal("Zzz", "Qqq."), profile)
    assert (found.route, found.folder) == ("review", "")


def test_a_signal_is_known_again_by_what_it_says_and_not_by_its_metadata() -> None:
    assert key_of(SIGNAL) == key_of(replace(SIGNAL, tags=("x",), author="Ann", source="other"))
    others = (replace(SIGNAL, title="x"), replace(SIGNAL, text="x"), replace(SIGNAL, origin="x"))
    assert len({key_of(SIGNAL), *map(key_of, others)}) == 4
    assert len(key_of(Signal("\ud800"))) == 12


def test_no_part_of_a_signal_keeps_a_secret() -> None:
    secret = "ghp_" + made(9, 36)
    clean = without_secrets(
        Signal(secret, f"t {secret}", f"https://a.example/{secret}", secret, secret, secret, (secret,))
    )
    assert secret not in repr(clean)
    assert without_secrets(SIGNAL) == SIGNAL
