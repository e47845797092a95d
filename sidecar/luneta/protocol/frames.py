"""What all messages share: their bases, the bounds of a connection, states, and which exception is which code."""

from typing import Literal

import msgspec

from luneta import errors

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
