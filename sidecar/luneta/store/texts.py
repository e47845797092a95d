"""Texts as the chunks table holds them: compressed, each by itself, so that one passage is one read.

By Zstandard with a dictionary that ships with the package, since a chunk of 1,000 characters alone says little of what
is common in notes. Of the real notes a chunk takes 6 microseconds and 0.49 of its size (zlib: 29 and 0.52), and half of
zlib's time to read. The dictionary is made of the sample vault and the guides (tests/eval/dictionary.py), never of a
user's notes: what is forgotten of those must not live on in it.
"""

import threading
from functools import cache
from pathlib import Path

import zstandard

#: Another one cannot read what this one wrote: with it goes SCHEMA_VERSION.
DICTIONARY = Path(__file__).with_name("texts.dictionary")
#: With 3 it takes 9 microseconds, and three times as much of the processor's caches, which a single changed note finds
#: cold (44 instead of 32), for 0.3 % less.
_LEVEL = 2
#: Without the four bytes that tell a file's type.
_FORMAT = zstandard.FORMAT_ZSTD1_MAGICLESS

#: Raised by `unpack` for what is not what was stored.
DamagedTextError = zstandard.ZstdError


@cache
def _parts() -> tuple[zstandard.ZstdCompressionDict, zstandard.ZstdCompressionParameters]:
    dictionary = zstandard.ZstdCompressionDict(DICTIONARY.read_bytes())
    parameters = zstandard.ZstdCompressionParameters.from_level(
        _LEVEL,
        dict_size=len(dictionary),
        format=_FORMAT,
        write_checksum=True,
        write_content_size=True,
        write_dict_id=False,
    )
    dictionary.precompute_compress(compression_params=parameters)
    return dictionary, parameters


class _Own(threading.local):
    """Each thread's own: neither of the two may be used by several at once."""

    def __init__(self) -> None:
        dictionary, parameters = _parts()
        self.compress = zstandard.ZstdCompressor(dict_data=dictionary, compression_params=parameters).compress
        self.decompress = zstandard.ZstdDecompressor(dict_data=dictionary, format=_FORMAT).decompress


@cache
def _own() -> _Own:
    return _Own()


def pack(text: str) -> bytes:
    """A chunk's text as it is stored. The checksum inside finds a byte that changed."""
    return _own().compress(text.encode("utf-8", "surrogatepass"))


def unpack(blob: bytes) -> str:
    """The text of a stored blob. Raises DamagedTextError if it is not what was stored."""
    try:
        return _own().decompress(blob).decode("utf-8", "surrogatepass")
    except (MemoryError, UnicodeDecodeError) as error:  # the length that a damaged one claims can be any number
        raise DamagedTextError(f"no text of ours: {error}") from error
