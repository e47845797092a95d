"""What an index is made by: the encoder, the rules for chunks, the credential filter.

To ask each of them for its fingerprint means loading it, which costs more than a run that finds nothing to do. A
glance at the files that they come from tells whether anything can have changed at all.
"""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from luneta import __version__
from luneta.config import Config

if TYPE_CHECKING:
    from luneta.core.chunk import ChunkSettings
    from luneta.encoder import Encoder

_PACKAGE = Path(__file__).parent

#: Raised when the rules by which notes are cut into chunks change: the notes are then read again.
CHUNKER_VERSION = "2"
#: Raised when the extra terms of the postings change: the index is then built anew.
ANALYZER_VERSION = "4"
#: What the user is told when an index was made by something else than what runs now.
CHANGED = {
    "encoder": "The model changed: every note is encoded again.",
    "chunker": "The rules for cutting notes changed: every note is read again.",
    "redactor": "The credential filter changed: every note is read again.",
}


def chunk_settings(config: Config) -> "ChunkSettings":
    """The rules for chunks that the settings name."""
    from luneta.core.chunk import ChunkSettings

    return ChunkSettings(
        profile=config.chunk_profile,
        min_chars=config.chunk_min_characters,
        max_chars=config.chunk_max_characters,
        chunk_size_tokens=config.chunk_size_tokens,
        chunk_overlap_percent=config.chunk_overlap_percent,
    )


def fingerprints(config: Config, encoder: "Encoder | None") -> dict[str, str]:
    """What decides the content of an index, by who decides it (the keys of CHANGED)."""
    from luneta.core.redact import fingerprint

    return {
        "encoder": encoder.fingerprint if encoder else "",
        "chunker": f"{CHUNKER_VERSION} {chunk_settings(config)}",
        "redactor": fingerprint(),
    }


def glance(config: Config, vectors: bool) -> str:
    """Changes whenever `fingerprints` can have changed. `vectors`: whether the index can store any."""
    digest = hashlib.blake2b(digest_size=16)
    settings = (config.chunk_profile, config.chunk_min_characters, config.chunk_max_characters)
    windows = (config.chunk_size_tokens, config.chunk_overlap_percent)
    digest.update(repr((__version__, config.model, settings, windows, vectors)).encode("utf-8", "surrogatepass"))
    for name, state in sorted(_files(config.model)):
        digest.update(f"{name} {state.st_size} {state.st_mtime_ns}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _files(model: str) -> Iterator[tuple[str, os.stat_result]]:
    yield from _files_below(_PACKAGE)
    if model:
        yield from _files_below(Path(model).expanduser())


def _files_below(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    for parent, _, names in os.walk(folder):
        if not parent.endswith("__pycache__"):
            for name in names:
                path = os.path.join(parent, name)
                yield path, os.stat(path)
