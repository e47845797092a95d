"""Whatever happens to a vault and to those who index it: at the end the index is that of a fresh build."""

import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

import luneta
from canonical import differences, dump, fresh, index_kept_in
from luneta.encoder import EMBEDDED_MODEL
from luneta.engine import Engine
from running import DOOMED
from vault_edits import Edits

#: More of them, for a longer run: LUNETA_TEST_SEEDS="3 4 5" pytest tests/test_upkeep_property.py
SEEDS = [int(seed) for seed in os.environ.get("LUNETA_TEST_SEEDS", "1 2").split()]
CHANGES = 250
#: Changes after which the index is compared with a fresh one.
COMPARE_EVERY = 25


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Settings of models: the embedded one, one of the same size, one of another size, none."""
    folder = tmp_path_factory.mktemp("models")
    same, half = folder / "same", folder / "half"
    for copy in (same, half):
        shutil.copytree(EMBEDDED_MODEL, copy)
    tensors = load_file(EMBEDDED_MODEL / "model.safetensors")
    rows = tensors["embeddings"]
    save_file({**tensors, "embeddings": np.ascontiguousarray(rows[:, ::-1])}, same / "model.safetensors")
    halved = np.ascontiguousarray(rows[:, : rows.shape[1] // 2])
    save_file({**tensors, "embeddings": halved}, half / "model.safetensors")
    return ["", str(same), str(half), "none"]


class Upkeep:
    """A vault that changes, and one index that is kept up with it in every way there is."""

    def __init__(self, base: Path, seed: int, models: list[str]) -> None:
        self.base = base
        self.vault = base / "vault"
        self.random = random.Random(f"upkeep {seed}")
        self.edits = Edits(self.vault, seed)
        self.models = models
        self.log: list[str] = []
        self.changes = 0
        self._pending: list[str] = []
        self._links: set[Path] = set()
        self._engine: Engine | None = None

    def engine(self) -> Engine:
        if self._engine is None:
            self._engine = Engine.open(self.vault, resident=self.random.random() < 0.5)
        return self._engine

    def close(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def change(self) -> None:
        what, touched = self.edits.change()
        self.log.append(what)
        self.changes += 1
        self._pending += touched

    def change_settings(self) -> None:
        """Which needs a whole run, as any change of settings does, by an engine that knows of it."""
        if self.random.random() < 0.8:
            self.log.append(self.edits.allow_or_deny())
        else:
            self.log.append(self.edits.set_model(self.random.choice(self.models)))
        self.close()
        if self.random.random() < 0.5:
            self.crash()
        self.whole_run()

    def keep_up(self) -> None:
        """In one of the ways in which an index is kept up."""
        ways = {
            self.whole_run: 8,
            self.named_notes: 8,
            self.stopped: 3,
            self.full: 1,
            self.other_process: 0.3,
            self.crash: 4,
        }
        self.random.choices(list(ways), list(ways.values()))[0]()

    def whole_run(self) -> None:
        self._done("index", self.engine().index)

    def named_notes(self) -> None:
        links = self.edits.links()
        if self._links != links or any(self.vault / path in links for path in self._pending):
            self.whole_run()  # a link is no note: only a whole run is asked about those
            return
        paths = list(self._pending)
        self.random.shuffle(paths)
        self._done(f"index_notes {paths}", lambda: self.engine().index_notes(paths))

    def full(self) -> None:
        self._done("index --full", lambda: self.engine().index(full=True))

    def _done(self, what: str, work: object) -> None:
        self.log.append(what)
        assert callable(work)
        work()
        self._pending.clear()
        self._links = self.edits.links()

    def stopped(self) -> None:
        """Ctrl-C after some notes; the next run goes on."""
        left = self.random.randrange(6)

        def stop() -> bool:
            nonlocal left
            left -= 1
            return left < 0

        full = self.random.random() < 0.3
        self.log.append(f"stopped after {left} notes{' of all' if full else ''}")
        self.engine().index(full=full, stop=stop)
        if self.random.random() < 0.5:
            self.change()
        self.whole_run()

    def other_process(self) -> None:
        self.log.append("luneta index")
        subprocess.run(
            [sys.executable, "-m", "luneta", "index", "--vault", str(self.vault)], check=True, capture_output=True
        )
        self._pending.clear()

    def crash(self) -> None:
        """A process dies while it indexes, by its own hand at some statement, or by another's at some moment."""
        statements = int(10 ** self.random.uniform(0.5, 3.3))
        moment = self.random.uniform(0, 0.5)
        by_own_hand = self.random.random() < 0.7
        self.log.append(f"killed at statement {statements}" if by_own_hand else f"killed after {moment:.3f} s")
        command = [sys.executable, "-c", DOOMED, str(self.vault), str(statements if by_own_hand else 0)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            if not by_own_hand:
                time.sleep(moment)
                process.kill()
        if self.random.random() < 0.5:
            self.change()
        self.whole_run()

    def compare(self) -> None:
        if self._pending:
            self.whole_run()
        right = fresh(self.vault, self.base / f"fresh after {self.changes}")
        found = differences(dump(self.engine().db_path), right)
        assert not found, "\n".join([*self.log, "", *found])
        self.log.clear()


@pytest.fixture
def package_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(luneta.__file__).parent.parent))


@pytest.mark.usefixtures("package_on_path")
@pytest.mark.parametrize("seed", SEEDS)
def test_an_index_that_is_kept_up_equals_a_fresh_one(seed: int, tmp_path: Path, models: list[str]) -> None:
    print(f"seed {seed}")
    with index_kept_in(tmp_path / "cache"):
        upkeep = Upkeep(tmp_path, seed, models)
        for _ in range(20):
            upkeep.edits.create()
        upkeep.whole_run()
        while upkeep.changes < CHANGES:
            before = upkeep.changes
            for _ in range(upkeep.random.choice([1, 1, 2, 3, 6])):
                upkeep.change()
            if upkeep.random.random() < 0.08:
                upkeep.change_settings()
            else:
                upkeep.keep_up()
            if before // COMPARE_EVERY != upkeep.changes // COMPARE_EVERY:
                upkeep.compare()
        upkeep.compare()
        upkeep.close()


@pytest.mark.skipif(os.name != "posix", reason="needs symbolic links")
def test_a_named_link_is_seen_as_a_whole_run_sees_it(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "a.md").write_text("# A\n\nA note that is long enough to be a chunk of its own.\n", encoding="utf-8")
    for name, target in (("inside.md", vault / "a.md"), ("out.md", Path(os.devnull)), ("lost.md", Path("nowhere.md"))):
        (vault / name).symlink_to(target)
    with index_kept_in(tmp_path / "cache"), Engine.open(vault) as engine:
        engine.index_notes(["out.md", "inside.md", "lost.md", "a.md"])
        found = dump(engine.db_path)
    right = fresh(vault, tmp_path / "fresh")
    assert found["notes"] == right["notes"]
    assert found["problems"] == right["problems"]


@pytest.mark.skipif(os.name != "posix", reason="needs symbolic links")
def test_a_note_behind_a_linked_folder_is_seen_as_a_whole_run_sees_it(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    (vault / "Real").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    for folder in (vault / "Real", tmp_path / "outside"):
        (folder / "a.md").write_text("# A\n\nA note that is long enough to be a chunk of its own.\n", encoding="utf-8")
    (vault / "In").symlink_to(vault / "Real")
    (vault / "Out").symlink_to(tmp_path / "outside")
    with index_kept_in(tmp_path / "cache"), Engine.open(vault) as engine:
        engine.index()
        engine.index_notes(["In/a.md", "Out/a.md", "Real/a.md"])
        found = dump(engine.db_path)
    right = fresh(vault, tmp_path / "fresh")
    assert (found["notes"], found["problems"]) == (right["notes"], right["problems"])


@pytest.mark.skipif(sys.platform != "linux", reason="other file systems take both names for one")
def test_two_files_of_one_name_are_told_of(tmp_path: Path) -> None:
    """By a whole run and by one about the note, as long as there are two, beside what is wrong with the one read."""
    vault = tmp_path / "vault"
    composed, decomposed = vault / "R\u00e9sum\u00e9" / "Caf\u00e9.md", vault / "R\u00e9sum\u00e9" / "Cafe\u0301.md"
    elsewhere = vault / "Re\u0301sume\u0301" / "Caf\u00e9.md"
    path = "R\u00e9sum\u00e9/Caf\u00e9.md"
    for file in (composed, decomposed, elsewhere):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(
            f"---\na: [\n---\nA note, one of several that are called so: {file.name!a}.\n", encoding="utf-8"
        )
    with index_kept_in(tmp_path / "cache"), Engine.open(vault) as engine:

        def told() -> list[str]:
            problems = [(where, problem.kind, problem.reason) for where, problem in engine.status().problems]
            right = fresh(vault, tmp_path / "fresh" / str(len(list(tmp_path.glob("fresh/*")))))["problems"]
            assert dump(engine.db_path)["problems"] == right
            assert {where for where, *_ in problems} <= {path}
            assert {kind for _, kind, _ in problems} <= {"partial"}
            return ["two files" if "two files" in reason else "read" for *_, reason in problems]

        engine.index()
        assert told() == ["read", "two files"]
        decomposed.unlink()
        engine.index_notes([path])
        assert told() == ["read", "two files"]  # the one in the other folder
        elsewhere.unlink()
        engine.index_notes([path])
        assert told() == ["read"]
        decomposed.write_text("Another one, quite late, and it is not the one that is read.\n", encoding="utf-8")
        engine.index_notes(["R\u00e9sum\u00e9/Cafe\u0301.md"])
        assert told() == ["read", "two files"]
        composed.unlink()  # now the other one is read
        engine.index()
        assert told() == []
        composed.write_text("The first one is here again, and it is the one that is read.\n", encoding="utf-8")
        engine.index()
        assert told() == ["two files"]
