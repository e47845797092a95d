"""The words of Luneta as types: frozen, slotted, with no behaviour beyond what their fields imply."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from luneta.core.conditions import Condition

ListName = Literal["postings", "vectors", "names"]
Mode = Literal["hybrid", "keyword", "semantic", "names"]
ProblemKind = Literal["skipped", "failed", "partial"]
Profile = Literal["notes", "prose"]
#: What a user may set: a profile for every note, or the one that suits each.
ProfileSetting = Literal["auto", "notes", "prose"]
#: How the nearest vectors in memory are found: by looking at all, by a graph, or by what suits their number.
NearestSetting = Literal["auto", "exact", "graph"]
#: The words in which it is told what narrows a search; each language has its own for them.
FilterWord = Literal[
    "phrase",
    "without",
    "with",
    "having",
    "in",
    "tag",
    "file",
    "path",
    "content",
    "line",
    "block",
    "section",
    "task",
    "task-todo",
    "task-done",
    "property",
    "empty",
    "value",
    "<",
    "<=",
    ">",
    ">=",
    "modified",
    "created",
    "on",
    "since",
    "until",
    "text",
    "expression",
    "and",
    "or",
    "not",
    "no",
]
#: What of a query could not be obeyed: a property that no note has, an expression that nobody can read, notes that
#: were not looked at because it took too long.
RemarkKind = Literal["no_property", "unreadable", "slow"]
#: What a property may hold: JSON.
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

LISTS: tuple[ListName, ...] = ("postings", "vectors", "names")
#: Between the headings of a section's path, as shown and as stored.
SECTION_SEPARATOR = " > "


@dataclass(frozen=True, slots=True)
class Problem:
    """Something about a note that a person should know: it was skipped, it failed, or a part of it was lost."""

    kind: ProblemKind
    reason: str


class Link(NamedTuple):
    """A link as written in a note. `target` is the note part, percent-decoded; `subpath` starts with # or is empty."""

    target: str
    text: str = ""
    subpath: str = ""
    embed: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading outside code: level 1 to 6, its plain text, its line (from 1) in the file."""

    level: int
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Section:
    """A run of whole lines under one heading path, before chunking.

    `path` is the headings from the outermost to this one, `text` the source without its heading line,
    `first_line` the line (from 1) in the note's text of the first line of `text`, `level` that of its own heading
    (0 before any heading). `breaks` are the character offsets in `text` at which top-level blocks start
    (paragraph, list, table, fence, callout ...), ascending.
    """

    path: tuple[str, ...]
    level: int
    text: str
    first_line: int
    breaks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """A note, read, redacted and parsed. `path` is relative to the vault, with `/`, in NFC.

    `file_lines` is empty when line n of `text` is line n of the file; for a canvas, whose text is not its file's,
    it gives the file's line of each line of `text`.
    """

    path: str
    title: str
    text: str
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    type: str = ""
    properties: Mapping[str, Json] = field(default_factory=dict)
    headings: tuple[Heading, ...] = ()
    links: tuple[Link, ...] = ()
    sections: tuple[Section, ...] = ()
    problems: tuple[Problem, ...] = ()
    redactions: Mapping[str, int] = field(default_factory=dict)
    file_lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Chunk:
    """An indexed piece of a note.

    `text` is a slice of the note's redacted source, byte for byte, from `start` on; `encoded_text` is what the encoder
    is given for it (title, section, text; structured data flattened). `section` is the heading path joined by
    SECTION_SEPARATOR. `lines` is the first and last line in the file, from 1, both included. `hidden` are the
    (start, end) in `text` that lie in `%%comments%%`, ascending: found by their author, never shown to an agent.
    """

    ordinal: int
    section: str
    text: str
    start: int
    encoded_text: str
    heading_context: str
    lines: tuple[int, int]
    hidden: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """What the user typed, understood. Nothing typed is ever an error.

    `words` are the searched words in order, phrases' words not among them; `phrases` what stood in quotation
    marks; `excluded` what a minus sign rules out (words or phrases). `text` is what the encoder is given:
    the query without operators and exclusions. `condition` is what else a note must meet; None is nothing.
    """

    raw: str
    text: str
    words: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    condition: Condition | None = None

    @property
    def blank(self) -> bool:
        """Nothing to rank by: no word and no phrase."""
        return not self.words and not self.phrases


@dataclass(frozen=True, slots=True)
class RankedList:
    """One list's answer: ids of chunks (or of notes, once grouped), best first. Ranks start at 1.

    `fits`: how far each one's vote counts, 0 to 1; empty if all count wholly.
    """

    name: ListName
    chunk_ids: tuple[int, ...]
    fits: tuple[float, ...] = ()


class Vote(NamedTuple):
    """One list's share of a candidate's score: weight / (k + rank), times how well it fits."""

    rank: int
    share: float


class Candidate(NamedTuple):
    """A chunk (or a note, once grouped) with its fused score and every list's vote for it."""

    chunk_id: int
    score: float
    votes: Mapping[ListName, Vote]


class Segment(NamedTuple):
    """A piece of a snippet: plain, or matched by the query. Joined, the segments are text of the file."""

    text: str
    match: bool


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk as shown. `section_marks`: the section as segments, if the options ask for marks. `chunk_id`: the index's
    own name for it, 0 if a note without a chunk is shown."""

    section: str
    snippet: tuple[Segment, ...]
    lines: tuple[int, int]
    votes: Mapping[ListName, Vote]
    text: str = ""
    section_marks: tuple[Segment, ...] = ()
    chunk_id: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Hit:
    """What the user sees: a note with its best passages.

    `score` is what the hits are ordered by; it compares hits of one answer only. `votes` are the lists' for the note;
    those of a passage are for its chunk. `reasons`: what each feature of the match (core.features) gave to the score;
    empty if the votes alone did. `modified_ns` is the file's time. If the options ask for marks, `title_marks` is the
    title as segments, and `alias_marks` the alias that says the query better than the title does, empty if none does.
    """

    path: str
    title: str
    score: float
    passages: tuple[Passage, ...]
    linked: bool | None = None
    votes: Mapping[ListName, Vote] = field(default_factory=dict)
    modified_ns: int = 0
    title_marks: tuple[Segment, ...] = ()
    alias_marks: tuple[Segment, ...] = ()
    reasons: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How to search. The defaults are the product's.

    `limit`: hits. `pools`: candidates that each list hands to the fusion. `weights`: of each list in the fusion;
    `adaptive`: moved for each query to the lists that can be trusted for it (core.intent).
    `k`: the constant of Reciprocal Rank Fusion. `folders`: only notes in these folders (relative, with `/`);
    empty is everywhere. `max_tokens`: whole passages within this budget instead of snippets. `passages`: at
    most this many of a note. `unlinked`: (related) leave out notes already linked with the note. `marks`: titles,
    aliases and sections with their matches too, for a list that shows them. `recency_half_life_days`: how soon the
    preference for newer notes fades (core.recency); 0 is none. `line`: (related) only by the section
    of the note that this line, from 1, stands in. `synonyms`: a note's name in the query finds its other names too.
    """

    limit: int = 10
    mode: Mode = "hybrid"
    pools: Mapping[ListName, int] = field(default_factory=lambda: {"postings": 30, "vectors": 30, "names": 30})
    weights: Mapping[ListName, float] = field(default_factory=lambda: {"postings": 1.0, "vectors": 1.0, "names": 1.0})
    adaptive: bool = True
    k: int = 60
    folders: tuple[str, ...] = ()
    max_tokens: int | None = None
    passages: int = 3
    unlinked: bool = False
    marks: bool = False
    recency_half_life_days: float = 0.0
    line: int | None = None
    synonyms: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """A word of ours, with what the user typed, or a day (YYYY-MM-DD), where it speaks of one."""

    word: FilterWord
    text: str = ""


#: One thing that narrows a search, after "notes": words in their order.
Phrase = tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """Something of a query that could not be obeyed. `text`: the property or the expression."""

    kind: RemarkKind
    text: str = ""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The answer to a query. `degraded` says why some list could not take part, or is None.

    `filters` is what narrowed the search, in words that follow "notes"; `remarks` are sentences on what of it could
    not be obeyed; `narrowed` and `unmet` are the same for other languages. `weights`: of each list, as they were for
    this query; empty if nothing was fused. `also`: other names of the notes that the query names, looked for as well.
    """

    query: str
    hits: tuple[Hit, ...]
    degraded: str | None
    took_ms: float
    filters: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    weights: Mapping[ListName, float] = field(default_factory=dict)
    narrowed: tuple[Phrase, ...] = ()
    unmet: tuple[Remark, ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mention:
    """A place where a name stands. `line` is that of the name, from 1."""

    section: str
    snippet: tuple[Segment, ...]
    line: int


@dataclass(frozen=True, slots=True)
class MentioningNote:
    """A note that mentions a name. `count` is of all places; `places` are the first of them, in order."""

    path: str
    title: str
    count: int
    places: tuple[Mention, ...]


@dataclass(frozen=True, slots=True)
class MentionsResult:
    """Every place where a name stands: `names` is what was looked for, `total` counts the places."""

    names: tuple[str, ...]
    total: int
    notes: tuple[MentioningNote, ...]
    degraded: str | None = None
    took_ms: float = 0.0
