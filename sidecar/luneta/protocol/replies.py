"""What the server sends: answers, the views of notes and passages that stand in them, and events."""

from luneta.core.types import FilterWord, ListName, ProblemKind, RemarkKind
from luneta.protocol.frames import ErrorCode, Message, State, View


class Welcome(Message, frozen=True, tag="welcome"):
    """The answer to `Hello`. `version` is the sidecar's."""

    protocol: int
    version: str
    pid: int
    vault: str
    state: State
    reason: str | None = None


class Segment(View, frozen=True):
    """A piece of shown text: plain, or matched by the query."""

    text: str
    match: bool


class VoteView(View, frozen=True):
    """One list's share of a score, and the rank that it comes from."""

    rank: int
    share: float


class PassageView(View, frozen=True):
    """A passage. `section` is the heading path joined by " > ", `section_marks` the same as segments."""

    section: str
    section_marks: tuple[Segment, ...]
    snippet: tuple[Segment, ...]
    lines: tuple[int, int]
    votes: dict[ListName, VoteView]


class HitView(View, frozen=True):
    """A note with its best passages. `alias_marks`: the alias that matched better than the title, or empty.

    `modified` is in milliseconds since 1970; `lists` says which lists found it; `linked` is null unless asked of a
    note. `reasons`: what each feature of the match gave to the score, the greatest first; empty unless a search asks to
    be explained, and where the votes alone gave it.
    """

    path: str
    title: str
    title_marks: tuple[Segment, ...]
    alias_marks: tuple[Segment, ...]
    score: float
    modified: int
    lists: tuple[ListName, ...]
    linked: bool | None
    passages: tuple[PassageView, ...]
    votes: dict[ListName, VoteView]
    reasons: dict[str, float]


class FilterPart(View, frozen=True):
    """A word of what narrowed the search, with what the user typed, or a day, where it speaks of one."""

    word: FilterWord
    text: str


class FilterView(View, frozen=True):
    """One thing that narrowed the search, after "notes": words in their order, for each language to say."""

    parts: tuple[FilterPart, ...]


class RemarkView(View, frozen=True):
    """Something of the query that could not be obeyed. `text`: the property or the expression."""

    kind: RemarkKind
    text: str


class Explanation(View, frozen=True):
    """How a query was understood. `filters` are sentences ("in the folder Work"); `weights` those of this query."""

    filters: tuple[str, ...]
    weights: dict[ListName, float]


class Hits(Message, frozen=True, tag="hits"):
    """The answer to `Search` and `Related`. `degraded`: why it is less than it could be, or null.

    `filters` are what narrowed the search, in words that follow "notes"; `remarks` are sentences on what of it could
    not be obeyed. `narrowed` and `unmet` say the same in parts, for other languages. `also`: other names of the notes
    that the query names, looked for as well.
    """

    id: int
    query: str
    took_ms: float
    degraded: str | None
    hits: tuple[HitView, ...]
    filters: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    narrowed: tuple[FilterView, ...] = ()
    unmet: tuple[RemarkView, ...] = ()
    also: tuple[str, ...] = ()
    explanation: Explanation | None = None


class Piece(View, frozen=True):
    """A passage for an agent, ready to be shown: heading, place in the vault, text. `relevance` is from 0 to 1."""

    key: str
    text: str
    relevance: float


class Recalled(Message, frozen=True, tag="recalled"):
    """The answer to `Recall`, the most relevant piece first; none is the usual answer."""

    id: int
    pieces: tuple[Piece, ...]


class MentionView(View, frozen=True):
    """One place where the name stands."""

    section: str
    snippet: tuple[Segment, ...]
    line: int


class MentioningNote(View, frozen=True):
    """A note and its places, in order. `count` is of all of them."""

    path: str
    title: str
    count: int
    places: tuple[MentionView, ...]


class MentionsFound(Message, frozen=True, tag="mentions_found"):
    """The answer to `Mentions`, in the vault's order. `names`: what was looked for. `total` counts the places."""

    id: int
    names: tuple[str, ...]
    total: int
    notes: tuple[MentioningNote, ...]
    took_ms: float


class ProblemView(View, frozen=True):
    """A note that was skipped, that failed, or of which a part was lost."""

    path: str
    kind: ProblemKind
    reason: str


class Status(Message, frozen=True, tag="status_is"):
    """The answer to `GetStatus`. `last_run` is in seconds since 1970, or null."""

    id: int
    version: str
    state: State
    reason: str | None
    vault: str
    notes: int
    chunks: int
    db_path: str
    db_bytes: int
    model: str
    vec_available: bool
    degraded: str | None
    last_run: float | None
    problems: tuple[ProblemView, ...]
    redactions: dict[str, int]
    memory_bytes: int | None = None


class Reindexed(Message, frozen=True, tag="reindexed"):
    """The answer to `Reindex`."""

    id: int
    notes: int
    chunks: int
    encoded: int
    changed: int
    removed: int
    moved: int
    skipped: int
    failed: int
    seconds: float
    interrupted: bool
    notices: tuple[str, ...]


class Counted(Message, frozen=True, tag="counted"):
    """The answer to `CountNotes`: so many of all the vault's notes."""

    id: int
    notes: int
    total: int


class Done(Message, frozen=True, tag="done"):
    """The answer to a request that has nothing to tell."""

    id: int


class Failed(Message, frozen=True, tag="failed"):
    """What was asked could not be done; `id` is null when the frame had none that can be read.

    `message` is a sentence for the user that says what to do.
    """

    id: int | None
    code: ErrorCode
    message: str


# Events


class Progress(Message, frozen=True, tag="progress"):
    """How far an indexing run is. `seconds` since its start."""

    notes_done: int
    notes_total: int
    chunks: int
    seconds: float


class Indexed(Message, frozen=True, tag="indexed"):
    """The index changed. `paths` are the notes concerned, at most 100; `more` says that there are others.

    `notices` are sentences for the user about what was found and mended on the way.
    """

    paths: tuple[str, ...]
    more: bool
    notes: int
    chunks: int
    notices: tuple[str, ...] = ()


class StateChanged(Message, frozen=True, tag="state"):
    """The state is another now."""

    state: State
    reason: str | None = None


FromServer = (
    Welcome
    | Hits
    | Recalled
    | MentionsFound
    | Status
    | Reindexed
    | Counted
    | Done
    | Failed
    | Progress
    | Indexed
    | StateChanged
)
