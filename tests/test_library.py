"""Luneta for programs in Python: the same answers as the terminal's, typed, and the example of the guide."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import luneta
from canonical import index_kept_in
from cli_runs import kitchen
from luneta import open_vault
from luneta.cli import face
from luneta.errors import NoIndexError, UsageError, VaultError
from luneta.library import Vault

ROOT = Path(__file__).parent.parent


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    """A copy of the kitchen's vault, not indexed yet."""
    copy = Path(shutil.copytree(kitchen().vault, tmp_path / "vault"))
    with index_kept_in(tmp_path / "cache"), open_vault(copy) as vault:
        yield vault


def test_the_same_results_as_the_terminal(vault: Vault) -> None:
    for query in ("green tea", "how do I keep bread fresh?", '"two minutes"', "tag:baking", "bread -diary"):
        here = json.loads(face.encode(face.search(vault.search(query))))
        there = kitchen().answer("search", query)
        for answer in (here, there):
            del answer["took_ms"]
            for hit in answer["hits"]:
                hit.pop("modified", None)
        assert here == there, query


def test_related_read_and_status(vault: Vault) -> None:
    with pytest.raises(NoIndexError):
        vault.status()
    report = vault.index()
    assert report.notes == vault.status().notes == 5
    assert vault.related("Kitchen/Bread")[0].path == "Kitchen/Green tea.md"
    assert vault.related("Kitchen/Bread.md", unlinked=True, limit=1)[0].path != "Kitchen/Green tea.md"
    note = vault.read("Kitchen/Green tea")
    assert (note.path, note.headings[1].text) == ("Kitchen/Green tea.md", "Times")
    for wrong in ("None.md", "../outside.md"):
        with pytest.raises(UsageError):
            vault.read(wrong)


def test_options(vault: Vault) -> None:
    assert [hit.path for hit in vault.search("bread", folders=["Diary"]).hits] == ["Diary/2026-01-05.md"]
    assert len(vault.search("bread", limit=1).hits) == 1
    whole = vault.search("green tea", max_tokens=40).hits
    assert "".join(segment.text for segment in whole[0].passages[0].snippet) == whole[0].passages[0].text


def test_there_must_be_a_vault(tmp_path: Path) -> None:
    with pytest.raises(VaultError):
        open_vault(tmp_path / "none")


def test_what_is_public() -> None:
    assert luneta.__all__ == ["Vault", "open_vault"]
    assert luneta.Vault is Vault
    with pytest.raises(AttributeError):
        luneta.nothing  # noqa: B018


def test_the_examples_of_the_guide_run(tmp_path: Path) -> None:
    guide = (ROOT / "sidecar" / "README.md").read_text(encoding="utf-8")
    section = guide.split("### Python\n")[1].split("\n## ")[0]
    (example,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    (told,) = re.findall(r"```text\n(.*?)```", section, re.DOTALL)
    home = kitchen()
    shutil.copytree(ROOT / "tests" / "vault", tmp_path / "Notes")
    done = home.python(
        f"import os\nos.environ.update(HOME={str(tmp_path)!r}, USERPROFILE={str(tmp_path)!r})\n{example}"
    )
    assert done.stderr == b""
    assert done.stdout.decode("utf-8").replace("\r\n", "\n") == told
