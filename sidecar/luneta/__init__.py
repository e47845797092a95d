"""Luneta: hybrid search for a vault of Markdown notes.

from luneta import open_vault

with open_vault("~/Notes") as vault:
    for hit in vault.search("how to keep bread fresh").hits:
        print(hit.path, hit.score)
"""

TYPE_CHECKING = False  # typing takes longer than all that a hook imports of this package
if TYPE_CHECKING:
    from luneta.library import Vault, open_vault

__version__ = "0.1.0"
__all__ = ["Vault", "open_vault"]


def __getattr__(name: str) -> object:  # the engine brings much with it: only who asks for it waits
    if name in __all__:
        from luneta import library

        return getattr(library, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
