"""What a client sends."""

from luneta.core.types import Mode
from luneta.protocol.frames import Audience, Message, ReindexScope


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


AnyRequest = Search | Related | Recall | Mentions | Cancel | GetStatus | Reindex | SettingsChanged | CountNotes | Judge
FromClient = Hello | AnyRequest
