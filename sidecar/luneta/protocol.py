"""Everything that goes over the wire, defined once. `codegen` writes the plugin's types from this module.

JSON text frames over one WebSocket. The first frame of a connection is `Hello`, answered by `Welcome`. After that the
client sends requests, each with an `id` of its own choosing, which its reply carries back; the server sends events
(`Progress`, `Indexed`, `StateChanged`) at any time. What cannot be read is answered by `Failed`, and the connection
lives.

Paths are relative to the vault, with `/`. Lines count from 1. Snippets travel as segments, never as offsets: Python
counts code points and JavaScript UTF-16 units.
"""

from typing import Literal

import msgspec

from luneta import errors
from luneta.core.types import FilterWord, ListName, Mode, ProblemKind, RemarkKind
from luneta.wire import PROTOCOL_VERSION as PROTOCOL_VERSION

#: A larger frame closes its connection (code 1009).
MAX_FRAME_BYTES = 1024 * 1024
#: Closes a connection whose first frame was not a `Hello` with the right token.
CLOSE_TOKEN = 4401
#: Closes a connection of another protocol version; the reason says which side to update.
CLOSE_PROTOCOL = 4426
#: Closes a connection that does not read what it is sent.
CLOSE_SLOW = 4408

#: Whom the passages are for: an agent is never shown `%%comments%%`.
Audience = Literal["author", "agent"]
#: What a reindex reads: what changed, everything, or the notes named.
ReindexScope = Literal["changed", "all", "notes"]
#: starting: the index is being opened. indexing: searched all the while. ready: in step with the vault.
#: degraded: ready, but by words and names only. failed: not searchable; the reason says what to do.
State = Literal["starting", "indexing", "ready", "degraded", "failed"]
#: Why something could not be done.
ErrorCode = Literal[
    "bad_frame",  # not JSON, or no message of this protocol
    "bad_request",  # a value that cannot be used
    "outside_vault",
    "not_indexed",  # the note is not in the index
    "no_index",
    "busy",  # another process writes this index
    "damaged",
    "vault",  # the vault's folder is missing or unreadable
    "cancelled",
    "internal",
]


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=False):
    """Base of everything that is sent as a frame."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Base of what stands inside messages."""


# From the client


class Hello(Message, frozen=True, tag="hello"):
    """The first frame. `client` names the program and its version, for the log."""

    protocol: int
    token: str
    client: str = ""


class Request(Message, frozen=True):
    """Base of all requests. `id` is any whole number that no unanswered request of this connection has."""

    id: int


class Search(Request, frozen=True, tag="search"):
    """A query. A newer one on the same connection cancels an older one, unless `keep` is set (a second search field).

    Null is the user's setting. `max_tokens`: whole passages within this budget instead of snippets. `explain`: with
    votes, weights and what was understood.
    """

    query: str
    mode: Mode | None = None
    limit: int | None = None
    folders: tuple[str, ...] = ()
    passages: int = 3
    max_tokens: int | None = None
    explain: bool = False
    audience: Audience = "author"
    keep: bool = False


class Related(Request, frozen=True, tag="related"):
    """The notes nearest to a note; with `line`, to the section that this line stands in."""

    note: str
    line: int | None = None
    limit: int | None = None
    folders: tuple[str, ...] = ()
    passages: int = 1
    unlinked: bool = False
    audience: Audience = "author"


class Recall(Request, frozen=True, tag="recall"):
    """Passages for an agent, relevant enough to be put before it unasked; answered by `Recalled`.

    `seen`: keys of pieces that the conversation has already. The pieces together are at most `max_tokens`.
    """

    query: str
    max_tokens: int = 450
    seen: tuple[str, ...] = ()


class Mentions(Request, frozen=True, tag="mentions"):
    """Every place where a name stands, or one of the aliases of the note that is called so."""

    name: str
    folders: tuple[str, ...] = ()


class Cancel(Request, frozen=True, tag="cancel"):
    """Give up the request of this id, if it is not answered yet. Answered by `Done`; that request by `Failed`."""

    target: int


class GetStatus(Request, frozen=True, tag="status"):
    """The state of the index, answered by `Status`."""


class Reindex(Request, frozen=True, tag="reindex"):
    """Bring the index up to date; answered by `Reindexed` when that is done. `paths`: with the scope `notes`."""

    scope: ReindexScope = "changed"
    paths: tuple[str, ...] = ()


class SettingsChanged(Request, frozen=True, tag="settings_changed"):
    """The settings file was written: read it again, obey it at once, rebuild what must be. Answered by `Done`."""


class CountNotes(Request, frozen=True, tag="count_notes"):
    """How many notes these folder rules would leave, before they are saved; answered by `Counted`."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


class Judge(Request, frozen=True, tag="judge"):
    """This note was (or was not) the right one for this query; kept in the user's golden set. Answered by `Done`."""

    query: str
    note: str
    right: bool = True


# From the server


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


AnyRequest = Search | Related | Recall | Mentions | Cancel | GetStatus | Reindex | SettingsChanged | CountNotes | Judge
FromClient = Hello | AnyRequest
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


_CODES: tuple[tuple[type[errors.LunetaError], ErrorCode], ...] = (
    (errors.PathOutsideVaultError, "outside_vault"),
    (errors.NotIndexedError, "not_indexed"),
    (errors.UsageError, "bad_request"),
    (errors.NoIndexError, "no_index"),
    (errors.IndexBusyError, "busy"),
    (errors.IndexDamagedError, "damaged"),
    (errors.VaultError, "vault"),
)


def error_code(error: Exception) -> ErrorCode:
    """What an exception is called on the wire: the one place that says so."""
    return next((code for kind, code in _CODES if isinstance(error, kind)), "internal")
