"""Every exception that Luneta raises on purpose.

LunetaError
├── UsageError          what the user typed or set cannot be used; the message says what to do
│   ├── ConfigError     a settings file or a value in it
│   ├── PathOutsideVaultError  a path argument that leaves the vault
│   └── NotIndexedError  a note that the index does not have
├── VaultError          the vault's root is missing or unreadable: nothing is deleted because of it
├── NoIndexError        the vault has not been indexed yet
├── IndexBusyError      another process is writing this index
├── IndexDamagedError   the database is not a usable index: it is moved aside and rebuilt
└── EncoderError        the model cannot be loaded; search goes on without vectors
"""


class LunetaError(Exception):
    """Base of all of them. `str(error)` is a sentence for the user that says what to do."""


class UsageError(LunetaError):
    """What the user typed or set cannot be used."""


class ConfigError(UsageError):
    """A settings file cannot be read, or holds a value that cannot be used."""


class PathOutsideVaultError(UsageError):
    """A path argument leaves the vault."""


class NotIndexedError(UsageError):
    """The index does not have this note."""


class VaultError(LunetaError):
    """The vault's root is missing or unreadable."""


class NoIndexError(LunetaError):
    """The vault has no index yet."""


class IndexBusyError(LunetaError):
    """Another process is writing this index."""


class IndexDamagedError(LunetaError):
    """The database is damaged or is not an index of Luneta's."""


class EncoderError(LunetaError):
    """The model cannot be loaded."""
