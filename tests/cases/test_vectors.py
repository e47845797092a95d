"""Vectors: each is that of its chunk's text now, by the model in use, or there is none."""

import json
import math
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from cases.conftest import MakeVault
from cases.trial_vault import OTHERS, TrialVault
from luneta.encoder import EMBEDDED_MODEL

KAYAKS = "Paddling sea kayaks: choose a paddle, edge the boat into the wind, and practise the roll in calm water.\n"
TAX = "Income tax law: which expenses can be deducted, when the return is due, and how the tax office counts.\n"

#: A process that stays asks its memory, one that answers once asks the database: both must be right.
RESIDENT = pytest.mark.parametrize("resident", [False, True], ids=["database", "memory"])


def assert_as_fresh(vault: TrialVault, make_vault: MakeVault) -> None:
    """The stored vectors are those of an index made at once from the same notes."""
    fresh = make_vault(f"{vault.root.name} fresh")
    shutil.copytree(vault.root, fresh.root, dirs_exist_ok=True)
    fresh.index()
    assert vault.vectors() == fresh.vectors()


@RESIDENT
def test_v1_an_edited_note_has_the_vector_of_its_new_text(
    vault: TrialVault, make_vault: MakeVault, resident: bool
) -> None:
    """An edit kept the old vector: vec0 knows no replace, and the error was swallowed."""
    vault.restart(resident=resident)
    vault.write_all(OTHERS)
    vault.write("Subject.md", KAYAKS)
    vault.index()
    assert vault.paths("kayaks and paddles", mode="semantic")[0] == "Subject.md"
    vault.write("Subject.md", TAX)
    for how in ("the engine that wrote", "a new engine"):
        if how == "the engine that wrote":
            vault.index()
        else:
            vault.restart()
        assert vault.paths("tax law", mode="semantic")[0] == "Subject.md", how
        assert vault.paths("deduct expenses from income", mode="semantic")[0] == "Subject.md", how
        assert vault.paths("kayaks and paddles", mode="semantic")[0] != "Subject.md", how
    assert_as_fresh(vault, make_vault)


@RESIDENT
def test_v1_one_edited_note_among_many_edits(vault: TrialVault, make_vault: MakeVault, resident: bool) -> None:
    """Edits, swaps, moves and deletions by the watcher's way, note by note, in one engine."""
    vault.restart(resident=resident)
    vault.write_all(OTHERS)
    vault.write("Subject.md", KAYAKS)
    vault.index()
    vault.hits("anything", mode="semantic")
    first, second, third = list(OTHERS)[:3]
    vault.write(first, OTHERS[second])
    vault.write(second, OTHERS[first])
    vault.engine.index_notes([first, second])
    vault.write("Subject.md", TAX)
    vault.engine.index_notes(["Subject.md"])
    (vault.root / third).rename(vault.root / "Moved.md")
    vault.engine.index_notes([third, "Moved.md"])
    vault.write("Subject.md", KAYAKS + "\n## Taxes\n\n" + TAX)
    vault.engine.index_notes(["Subject.md"])
    before = vault.hits("tax law", mode="semantic")
    vault.restart()
    assert vault.hits("tax law", mode="semantic") == before
    assert before[0].path == "Subject.md"
    assert_as_fresh(vault, make_vault)


#: Indexes the vault and is gone, without any tidying up, after some notes; slowly enough for a commit on the way.
_KILLED = """
import os, sys, time
from pathlib import Path
from luneta.engine import Engine

def progress(state):
    if state.notes_done == 9:
        time.sleep(1.1)
    if state.notes_done == int(sys.argv[2]):
        os._exit(9)

Engine.open(Path(sys.argv[1])).index(progress=progress)
"""


@pytest.mark.parametrize("after", [1, 8, 17])
def test_v1_killed_on_the_way_and_run_again(vault: TrialVault, make_vault: MakeVault, after: int) -> None:
    vault.write_all(OTHERS)
    vault.write("Subject.md", KAYAKS)
    assert vault.script(_KILLED, str(after)).returncode == 9
    vault.index()
    assert vault.paths("kayaks and paddles", mode="semantic")[0] == "Subject.md"
    vault.write_all(dict(zip(OTHERS, reversed(OTHERS.values()), strict=True)))
    vault.write("Subject.md", TAX)
    vault.restart()
    assert vault.script(_KILLED, str(after)).returncode == 9
    vault.index()
    assert vault.paths("tax law", mode="semantic")[0] == "Subject.md"
    assert_as_fresh(vault, make_vault)


SNOW = "\u2603" * 40


@RESIDENT
def test_v2_what_no_model_knows_has_no_vector(vault: TrialVault, resident: bool) -> None:
    """A text without a known token gave a zero vector, NaN scores, and neighbours of nothing."""
    vault.restart(resident=resident)
    vault.write_all(OTHERS)
    vault.write("\u2603\u2603.md", SNOW + "\n")
    vault.write("\u2603/\u2603.md", f"# \u2603\n\n{SNOW}\n\n## \u2603\n\n{SNOW}\n")
    report = vault.index()
    assert (report.notes, report.failed) == (len(OTHERS) + 2, 0)
    for mode in ("hybrid", "semantic", "keyword", "names"):
        for query in ("\u2603\u2603", SNOW, "\u2603", "\u2603 tomatoes"):
            answer = vault.search(query, mode=mode, limit=100)
            assert answer.degraded is None
            for hit in answer.hits:
                assert math.isfinite(hit.score)
                assert all(math.isfinite(v.share) for p in hit.passages for v in p.votes.values())
    snowy = {"\u2603\u2603.md", "\u2603/\u2603.md"}
    assert not snowy & set(vault.paths("tomatoes and frost", mode="semantic", limit=100))
    for note in OTHERS:
        assert not snowy & set(vault.related(note, limit=100)), note
    assert vault.related("\u2603\u2603.md") == []
    assert not snowy & {path for path, _ in vault.vectors()}


def test_v2_in_json(vault: TrialVault) -> None:
    vault.write_all(OTHERS)
    vault.write("\u2603\u2603.md", SNOW + "\n")
    vault.index()
    for words in (("search", "\u2603\u2603"), ("related", "\u2603\u2603.md"), ("related", "Others/Bees.md")):
        printed = json.dumps(vault.run_json(*words))
        assert "NaN" not in printed
        assert "\u2603\u2603.md" not in printed.replace('"query": "\u2603\u2603.md"', "")


@RESIDENT
def test_v3_the_list_is_as_long_as_it_can_be(vault: TrialVault, resident: bool) -> None:
    """Deleted notes, or denied ones, used up the k nearest, and the list was too short."""
    vault.restart(resident=resident)
    subject = "Others/Garden.md"
    vault.write_all(dict(list(OTHERS.items())[:7]))
    vault.write_all({path: OTHERS[path] for path in (subject, "Others/Chickens.md", "Others/Dog.md", "Others/Roof.md")})
    vault.index()
    total = len(list((vault.root / "Others").iterdir()))
    near = vault.related(subject, limit=5)
    assert len(near) == 5
    for note in near[:3]:
        vault.delete(note)
    vault.index()
    assert len(vault.related(subject, limit=5)) == 5
    vault.restart()
    left = vault.related(subject, limit=5)
    assert len(left) == 5
    assert not set(left) & set(near[:3])
    for note in left[:2]:
        vault.deny(note)
    assert len(vault.related(subject, limit=100)) == total - 1 - 3 - 2


@RESIDENT
def test_v3_the_nearest_are_deleted_and_many(vault: TrialVault, resident: bool) -> None:
    """More of them than any pool holds."""
    vault.restart(resident=resident)
    vault.write("Subject.md", KAYAKS)
    for number in range(120):
        vault.write(f"Near/{number}.md", f"{KAYAKS} Trip number {number}.\n")
    vault.write_all(OTHERS)
    vault.index()
    assert all(path.startswith("Near/") for path in vault.related("Subject.md", limit=5))
    shutil.rmtree(vault.root / "Near")
    vault.index()
    far = vault.related("Subject.md", limit=5)
    assert len(far) == 5
    assert set(far) <= set(OTHERS)


def test_v3_denied_notes_take_no_place(vault: TrialVault) -> None:
    vault.write("Subject.md", KAYAKS)
    for number in range(120):
        vault.write(f"Near/{number}.md", f"{KAYAKS} Trip number {number}.\n")
    vault.write_all(OTHERS)
    vault.index()
    vault.deny("Near")
    for resident in (False, True):
        vault.restart(resident=resident)
        assert len(vault.related("Subject.md", limit=5)) == 5
        assert len(vault.paths("sea kayaks", mode="semantic", limit=5)) >= 5


def _model(folder: Path, change: str) -> None:
    """A model like the embedded one, but: its rows in another order, or half as wide."""
    shutil.copytree(EMBEDDED_MODEL, folder, dirs_exist_ok=True)
    tensors = load_file(EMBEDDED_MODEL / "model.safetensors")
    rows = tensors["embeddings"]
    order = np.random.default_rng(7).permutation(len(rows))
    made: Mapping[str, np.ndarray[tuple[int, ...], np.dtype[np.generic]]] = {
        "same": rows,
        "permuted": np.ascontiguousarray(rows[order]),
        "narrow": np.ascontiguousarray(rows[:, : rows.shape[1] // 2]),
    }
    save_file(tensors | {"embeddings": made[change]}, folder / "model.safetensors")


@pytest.mark.parametrize("change", ["permuted", "narrow"])
def test_v5_another_model_rebuilds_every_vector(
    vault: TrialVault, make_vault: MakeVault, tmp_path: Path, change: str
) -> None:
    """A model of another size broke the index; one of the same size was mixed with the old vectors in silence."""
    model = tmp_path / "model"
    _model(model, "same")
    vault.configure("model", str(model))
    vault.write_all(OTHERS)
    report = vault.index()
    assert report.encoded == report.chunks
    before = vault.vectors()
    vault.restart()
    _model(model, change)

    refused = vault.search("tomatoes")
    assert refused.degraded is not None
    assert "another model" in refused.degraded
    assert "luneta index" in refused.degraded
    assert refused.hits[0].path == "Others/Garden.md", "words and names go on"
    vault.restart()

    report = vault.index()
    assert report.encoded == report.chunks == len(OTHERS)
    assert any("model changed" in notice for notice in report.notices)
    after = vault.vectors()
    assert after.keys() == before.keys()
    assert all(after[key] != before[key] for key in after)
    vault.restart()
    assert vault.search("tomatoes").degraded is None
    assert vault.index().encoded == 0
    vault.configure("model", "")
    assert vault.index().encoded == len(OTHERS)
    assert_as_fresh(vault, make_vault)


def test_v5_from_the_setting(vault: TrialVault, tmp_path: Path) -> None:
    """Here by another setting instead of other files; none is a model as well."""
    model = tmp_path / "model"
    _model(model, "permuted")
    vault.write_all(OTHERS)
    vault.index()
    vault.configure("model", str(model))
    degraded = vault.search("tomatoes").degraded
    assert degraded is not None
    assert "another model" in degraded
    vault.restart()
    assert vault.index().encoded == len(OTHERS)
    assert vault.search("tomatoes").degraded is None
    vault.configure("model", "none")
    degraded = vault.search("tomatoes").degraded
    assert degraded is not None
    assert "no model is set" in degraded
    assert vault.index().encoded == 0
    vault.configure("model", "")
    assert vault.index().encoded == len(OTHERS)
    assert vault.paths("tomatoes", mode="semantic")[0] == "Others/Garden.md"


#: How the vector extension can be missing.
MISSING = {
    "not installed": "raise ImportError('no module of that name here')",
    "file is missing": "def loadable_path(): return '/nowhere/vec0'",
    "of another machine": "import json\ndef loadable_path(): return json.__file__",
}


def _without_extension(vault: TrialVault, folder: Path, how: str) -> dict[str, str]:
    """The environment of a process that cannot load the extension."""
    folder.mkdir()
    (folder / "sqlite_vec.py").write_text(MISSING[how], encoding="utf-8")
    return {"PYTHONPATH": os.pathsep.join((str(folder), vault.environment()["PYTHONPATH"]))}


@pytest.mark.parametrize("how", MISSING)
def test_v6_without_the_vector_extension(vault: TrialVault, tmp_path: Path, how: str) -> None:
    """A Python that cannot load extensions gave a traceback; here words and names go on, and say what is missing."""
    env = _without_extension(vault, tmp_path / "shadow", how)
    vault.write_all(OTHERS)
    report = vault.run_json("index", env=env)
    assert (report["notes"], report["failed"], report["encoded"]) == (len(OTHERS), 0, 0)
    answer = vault.run_json("search", "tomatoes", env=env)
    assert [hit["path"] for hit in answer["hits"]] == ["Others/Garden.md"]
    assert "sqlite-vec" in answer["degraded"]
    state = vault.run_json("status", env=env)
    assert state["vec_available"] is False
    assert state["degraded"] == answer["degraded"]


def test_v6_the_extension_goes_and_comes_back(vault: TrialVault, make_vault: MakeVault, tmp_path: Path) -> None:
    """Over an index that has vectors: an edit, a new note and a deletion without it, and all is right afterwards."""
    env = _without_extension(vault, tmp_path / "shadow", "not installed")
    vault.write_all(OTHERS)
    vault.index()
    vault.restart()
    shown = vault.run("search", "tomatoes", "--vault", str(vault.root), env=env)
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert b"sqlite-vec" in shown.stdout
    related = vault.run_json("related", "Others/Garden.md", env=env)
    assert related["hits"] == []
    assert "sqlite-vec" in related["degraded"]

    vault.write("Others/Bees.md", TAX)
    vault.write("New.md", KAYAKS)
    vault.delete("Others/Rome.md")
    vault.run_json("index", env=env)
    assert vault.run_json("search", "kayaks", env=env)["hits"][0]["path"] == "New.md"

    vault.index()
    assert vault.status().vec_available
    assert vault.paths("income tax", mode="semantic")[0] == "Others/Bees.md"
    assert_as_fresh(vault, make_vault)


@RESIDENT
def test_v6_any_limit(vault: TrialVault, resident: bool) -> None:
    """vec0 refuses more than 4,096 neighbours."""
    vault.restart(resident=resident)
    vault.write_all(OTHERS)
    vault.index()
    pools = {"postings": 5000, "vectors": 5000, "names": 5000}
    for limit in (1, 5000):
        assert vault.paths("tomatoes", limit=limit)[0] == "Others/Garden.md"
        assert vault.paths("tomatoes", limit=limit, pools=pools)[0] == "Others/Garden.md"
        found = vault.paths("tomatoes", mode="semantic", limit=limit, pools=pools)
        assert len(found) == min(limit, len(OTHERS))
        near = vault.related("Others/Garden.md", limit=limit, pools=pools)
        assert len(near) == min(limit, len(OTHERS) - 1)
    assert len(vault.run_json("search", "tomatoes", "--limit", "5000")["hits"]) == len(OTHERS)
    assert math.isfinite(vault.hits("tomatoes", limit=5000)[-1].score)
