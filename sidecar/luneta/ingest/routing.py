"""Score -> where a signal goes. Pure."""

from dataclasses import dataclass
from typing import Literal

from luneta.ingest.profile import Profile
from luneta.ingest.scoring import Score, score
from luneta.ingest.signals import Signal

#: file: a note of its own. review: put to the user. discard: only logged. known: a note like it exists already.
Route = Literal["file", "review", "discard", "known"]


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of one signal. `folder` is where it is, or would be, filed; `like` the path of the note that is
    like it already, or of one that it should be linked with; empty if there is none."""

    signal: Signal
    score: Score
    route: Route
    folder: str
    like: str = ""


def decide(signal: Signal, profile: Profile) -> Decision:
    """Score a signal and choose its route by the profile's thresholds alone."""
    scored = score(signal, profile)
    folder = scored.domain.folder if scored.domain else ""
    if scored.total >= profile.file_from and folder:
        return Decision(signal, scored, "file", folder)
    return Decision(signal, scored, "review" if scored.total >= profile.review_from else "discard", folder)
