"""What the engine answers -> what goes over the wire."""

from collections.abc import Iterable, Mapping

from luneta.core.types import Hit, ListName, MentionsResult, Passage, Phrase, SearchResult, Segment, Vote
from luneta.protocol import frames, replies
from luneta.reports import IndexReport, Progress, Status

#: Of what a feature gives to a score.
_DECIMALS = 6


def hits(request: int, result: SearchResult, *, explain: bool = False) -> replies.Hits:
    """The answer to `Search` and `Related`."""
    return replies.Hits(
        id=request,
        query=result.query,
        took_ms=result.took_ms,
        degraded=result.degraded,
        hits=tuple(_hit(hit, explain) for hit in result.hits),
        filters=result.filters,
        remarks=result.remarks,
        narrowed=tuple(map(_filter, result.narrowed)),
        unmet=tuple(replies.RemarkView(kind=remark.kind, text=remark.text) for remark in result.unmet),
        also=result.also,
        explanation=replies.Explanation(filters=result.filters, weights=dict(result.weights)) if explain else None,
    )


def _filter(phrase: Phrase) -> replies.FilterView:
    return replies.FilterView(parts=tuple(replies.FilterPart(word=said.word, text=said.text) for said in phrase))


def _hit(hit: Hit, explain: bool) -> replies.HitView:
    return replies.HitView(
        path=hit.path,
        title=hit.title,
        title_marks=_segments(hit.title_marks) or (replies.Segment(text=hit.title, match=False),),
        alias_marks=_segments(hit.alias_marks),
        score=hit.score,
        modified=hit.modified_ns // 1_000_000,
        lists=tuple(hit.votes),
        linked=hit.linked,
        passages=tuple(map(_passage, hit.passages)),
        votes=_votes(hit.votes),
        reasons={name: round(share, _DECIMALS) for name, share in hit.reasons.items()} if explain else {},
    )


def _passage(passage: Passage) -> replies.PassageView:
    return replies.PassageView(
        section=passage.section,
        section_marks=_segments(passage.section_marks),
        snippet=_segments(passage.snippet),
        lines=passage.lines,
        votes=_votes(passage.votes),
    )


def _segments(segments: Iterable[Segment]) -> tuple[replies.Segment, ...]:
    return tuple(replies.Segment(text=segment.text, match=segment.match) for segment in segments)


def _votes(votes: Mapping[ListName, Vote]) -> dict[ListName, replies.VoteView]:
    return {name: replies.VoteView(rank=vote.rank, share=vote.share) for name, vote in votes.items()}


def mentions(request: int, result: MentionsResult) -> replies.MentionsFound:
    """The answer to `Mentions`."""
    return replies.MentionsFound(
        id=request,
        names=result.names,
        total=result.total,
        notes=tuple(
            replies.MentioningNote(
                path=note.path,
                title=note.title,
                count=note.count,
                places=tuple(
                    replies.MentionView(section=p.section, snippet=_segments(p.snippet), line=p.line)
                    for p in note.places
                ),
            )
            for note in result.notes
        ),
        took_ms=result.took_ms,
    )


def status(
    request: int, now: Status, *, version: str, state: frames.State, reason: str | None, memory: int | None
) -> replies.Status:
    """The answer to `GetStatus`."""
    return replies.Status(
        id=request,
        version=version,
        state=state,
        reason=reason,
        vault=str(now.vault),
        notes=now.notes,
        chunks=now.chunks,
        db_path=str(now.db_path),
        db_bytes=now.db_bytes,
        model=now.model,
        vec_available=now.vec_available,
        degraded=now.degraded,
        last_run=now.last_run,
        problems=tuple(replies.ProblemView(path=path, kind=p.kind, reason=p.reason) for path, p in now.problems),
        redactions=dict(now.redactions),
        memory_bytes=memory,
    )


def reindexed(request: int, report: IndexReport) -> replies.Reindexed:
    """The answer to `Reindex`."""
    return replies.Reindexed(
        id=request,
        notes=report.notes,
        chunks=report.chunks,
        encoded=report.encoded,
        changed=report.changed,
        removed=report.removed,
        moved=report.moved,
        skipped=report.skipped,
        failed=report.failed,
        seconds=report.seconds,
        interrupted=report.interrupted,
        notices=report.notices,
    )


def progress(now: Progress) -> replies.Progress:
    """The event."""
    return replies.Progress(
        notes_done=now.notes_done, notes_total=now.notes_total, chunks=now.chunks, seconds=round(now.seconds, 3)
    )
