"""core/resolve.py: which note a link means, whether Obsidian or a documentation site reads it."""

import time
from collections.abc import Sequence

import pytest

from luneta.core.resolve import LinkIndex, folder_key, name_key, target_key

SITE = (
    "index.md",
    "guide/index.md",
    "guide/intro.md",
    "guide/setup/README.md",
    "api/_index.md",
    "api/Foo/index.md",
    "api/Foo/bar.md",
    "old/setup.md",
    "Python.md",
)


def meant(target: str, source: str, notes: Sequence[str] = SITE) -> str | None:
    found = LinkIndex(enumerate(notes)).resolve(target, source)
    return None if found is None else notes[found]


@pytest.mark.parametrize(
    ("target", "source", "note"),
    [
        ("/en-US/docs/api/foo", "guide/intro.md", "api/Foo/index.md"),
        ("/en-US/docs/API/Foo/bar/", "guide/intro.md", "api/Foo/bar.md"),
        ("/docs/guide", "old/setup.md", "guide/index.md"),
        ("/guide/intro/", "old/setup.md", "guide/intro.md"),
        ("/guide/setup/", "old/setup.md", "guide/setup/README.md"),
        ("/guide/intro.html", "old/setup.md", "guide/intro.md"),
        ("/guide/setup/index.html", "old/setup.md", "guide/setup/README.md"),
        ("/", "guide/intro.md", "index.md"),
        ("/index.html", "guide/intro.md", "index.md"),
        ("./", "guide/intro.md", "guide/index.md"),
        ("../", "guide/intro.md", "index.md"),
        ("../api/", "guide/intro.md", "api/_index.md"),
        ("../api/Foo/bar.html", "guide/intro.md", "api/Foo/bar.md"),
        ("./intro.html", "guide/index.md", "guide/intro.md"),
        ("intro", "guide/index.md", "guide/intro.md"),
        ("../intro/", "guide/other.md", "guide/intro.md"),  # of a page shown as a folder
        ("setup", "guide/intro.md", "old/setup.md"),  # a note of that name before a folder
        ("setup/", "guide/intro.md", "guide/setup/README.md"),  # but the folder beside the page before it
        ("Foo", "guide/intro.md", "api/Foo/index.md"),
        ("index", "api/Foo/bar.md", "api/Foo/index.md"),
        ("README", "guide/intro.md", "guide/setup/README.md"),
    ],
)
def test_links_as_sites_write_them(target: str, source: str, note: str) -> None:
    assert meant(target, source) == note


@pytest.mark.parametrize(
    "target",
    [
        "/wiki/Python",  # a clipped page's own link: one name alone proves nothing
        "/other/intro",
        "other/intro",
        "../gone/",
        "../../../..",
        "..",  # from the vault's own root there is no way up
        "./gone/index",
        "/en-US/docs/api/gone",
        "pic.png",
    ],
)
def test_what_names_no_note_means_none(target: str) -> None:
    assert meant(target, "source.md") is None


def test_the_longest_end_of_a_path_must_name_one_note_only() -> None:
    notes = ("a/api/foo.md", "b/api/foo.md", "c/v2/api/foo.md")
    assert meant("/docs/api/foo", "source.md", notes) is None
    assert meant("/docs/v2/api/foo", "source.md", notes) == "c/v2/api/foo.md"
    assert meant("/docs/api/foo", "source.md", ("api/foo.md", *notes)) == "api/foo.md"


def test_a_note_named_like_a_page_is_meant_by_its_whole_name() -> None:
    notes = ("web/page.html.md", "web/page.md")
    assert meant("page.html", "web/x.md", notes) == "web/page.html.md"
    assert meant("page", "web/x.md", notes) == "web/page.md"


@pytest.mark.parametrize("source", ["guide/intro.md", "api/Foo/bar.md", "source.md", "guide/setup/README.md"])
@pytest.mark.parametrize(
    "target",
    ["./index", "../", "./", "..", "../../", "index", "./README", "setup/index", "x/../index", "a/..", "../Foo",
     "../Foo/", "/docs/guide/", "guide/_index.html", ".", "./.", "foo/../../index.html"],
)  # fmt: skip
def test_the_notes_with_the_key_of_a_link_are_all_that_matter(target: str, source: str) -> None:
    """So a single note's links can be resolved without reading the vault's other notes."""
    key = target_key(target, source)
    with_key = [note for note in SITE if key in (name_key(note), folder_key(note))]
    assert meant(target, source, with_key) == meant(target, source)


def test_many_links_to_a_name_that_many_notes_have_take_no_square_of_time() -> None:
    """An index page in each of 20,000 folders, each linked from its own: each is found at its place."""
    notes = [f"{number}/index.md" for number in range(20_000)]
    index = LinkIndex(enumerate(notes))
    start = time.process_time()
    assert [index.resolve("index", path) for path in notes] == list(range(20_000))
    assert time.process_time() - start < 5
