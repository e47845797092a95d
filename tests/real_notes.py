"""Real notes for tests: the awkward files that users of such programs have reported, and an ordinary large vault."""

import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

DATA = Path(__file__).parents[2] / "shared" / "data"


def unpack_nasty_files(folder: Path) -> Path:
    """Unpack the awkward files into `folder` and return where they are; skips the test if they are not here."""
    unpack(_archive("nasty.tar.xz"), folder)
    return folder / "nasty"


def unpack(file: Path, folder: Path) -> None:
    """Unpack an archive; the first releases of Python 3.11 know no filters yet."""
    with tarfile.open(file) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(folder)


def real_notes(every: int) -> Iterator[tuple[str, bytes]]:
    """The path and bytes of each so-manieth note of the large vault; skips the test if it is not here."""
    count = 0
    with tarfile.open(_archive("vault16894.tar.xz"), "r|xz") as archive:
        for member in archive:
            if member.isfile() and member.name.endswith(".md"):
                count += 1
                if count % every == 0 and (file := archive.extractfile(member)) is not None:
                    yield member.name, file.read()


def _archive(name: str) -> Path:
    if not (DATA / name).exists():
        pytest.skip(f"not on this machine: {DATA / name}")
    return DATA / name
