"""Long prose -> overlapping windows of so many tokens, cut at sentences where one ends near, else at words."""

from luneta.core.readwords import ReadWords
from luneta.core.words import TokenCounts, Words

#: A window is cut back to a sentence end if that leaves at least this share of it.
_MIN_SHARE = 0.6


def windows(text: str, start: int, end: int, counts: TokenCounts, size: int, overlap: int) -> list[tuple[int, int]]:
    """The (start, end) in `text` of windows that cover the words of text[start:end].

    A window holds at most `size` tokens (more only if a single word does) and repeats about `overlap` of the one
    before; none lies inside its neighbour. Linear in the length of the text.
    """
    reading = counts.read(text)
    words = (reading and ReadWords.find(text, start, end, reading)) or Words(text, start, end, counts)
    spans: list[tuple[int, int]] = []
    first = covered = 0
    while covered < words.count:
        last = words.reach(words.tokens_before(first) + size)
        if last <= covered:  # nothing new would fit behind the overlap
            first = covered
            last = max(words.reach(words.tokens_before(first) + size), first + 1)
        if last < words.count:
            last = _back_to_sentence(words, first, last, covered, int(_MIN_SHARE * size))
        spans.append((words.start(first), words.end(last - 1)))
        covered = last
        first = _next_start(words, first, last, overlap)
    return spans


def _back_to_sentence(words: Words | ReadWords, first: int, last: int, covered: int, least_tokens: int) -> int:
    least = max(words.after(words.tokens_before(first) + least_tokens), covered + 1)
    return next(words.sentence_starts(least, last), last)


def _next_start(words: Words | ReadWords, first: int, last: int, overlap: int) -> int:
    """About `overlap` tokens before `last`: where a sentence begins in the first half of these, if one does."""
    tokens = words.tokens_before(last)
    earliest = min(max(words.after(tokens - overlap), first + 1), last)
    latest = min(words.reach(tokens - overlap // 2), last)
    starts = list(words.sentence_starts(earliest, latest))
    return starts[-1] if starts else earliest
