"""What every operation is given: the vault to measure on, both programs, and where to put things."""

import json
import shutil
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import vaultcopy
from programs import Luneta, Yardstick
from rounds import settle
from rows import Json


@dataclass(frozen=True, eq=False)
class Course:
    """One vault and what is measured on it.

    `original` is only read; `luneta.vault`, its copy in `work`, may be changed. `yardstick` is None if it is left
    out. `runs`: rounds of a long measurement; short ones take three times as many. `reuse`: a database of the
    yardstick's that is already in `work` will do, where its indexing is not what is measured.
    """

    original: Path
    queries: Path
    work: Path
    luneta: Luneta
    yardstick: Yardstick | None
    runs: int
    reuse: bool

    @classmethod
    def laid_out(
        cls, original: Path, queries: Path, work: Path, *, script: Path | None, model: Path, runs: int, reuse: bool
    ) -> "Course":
        """Copy the vault into `work`, and say where the indexes of the copy go. `script`: the yardstick, or None."""
        vault = work / "vault" / original.name
        vaultcopy.bring_up_to_date(original, vault)
        yardstick = None
        if script is not None:
            name = f"yardstick-{_digest(original, script, model)}.db"
            yardstick = Yardstick(script, vault, work / name, model)
        return cls(original, queries, work, Luneta(vault, work / "cache"), yardstick, runs, reuse)

    def notes(self) -> list[str]:
        """The paths of the notes, in order."""
        return vaultcopy.notes_of(self.original)

    def query_lines(self) -> list[str]:
        """The queries, as the yardstick reads them."""
        return [line for line in self.queries.read_text(encoding="utf-8").splitlines() if line.strip()]

    def index_luneta(self, step: str) -> tuple[float, float, Json]:
        """A full index into an empty cache: seconds and CPU seconds of the process, and what it printed."""
        shutil.rmtree(self.luneta.cache, ignore_errors=True)
        settle()
        done = self.luneta.on_vault(f"{step}: luneta index", "index")
        return done.seconds, done.cpu_seconds, done.json()

    def index_yardstick(self, step: str) -> tuple[float, float, Json]:
        """The same of the yardstick, which must take part."""
        assert self.yardstick is not None
        self._record.unlink(missing_ok=True)
        settle()
        done = self.yardstick.run(step, "index")
        self._record.write_text(done.output, encoding="utf-8")
        return done.seconds, done.cpu_seconds, done.json()

    def index_both(self, step: str) -> None:
        """Make the indexes that other operations measure on, when no full index was measured before."""
        self.index_luneta(step)
        if self.yardstick is not None and not (self.reuse and self._record.exists()):
            self.index_yardstick(step)

    def yardstick_said(self) -> Json:
        """What the yardstick printed when it made its database."""
        said: Json = json.loads(self._record.read_text(encoding="utf-8"))
        return said

    def changeable_luneta(self) -> Luneta:
        """Luneta on the same vault with a copy of the index."""
        changed = Luneta(self.luneta.vault, self.work / "changed" / "cache")
        shutil.rmtree(changed.cache, ignore_errors=True)
        shutil.copytree(self.luneta.cache, changed.cache)
        return changed

    def changeable_yardstick(self) -> Yardstick | None:
        """The yardstick on the same vault with a copy of its database."""
        if self.yardstick is None:
            return None
        changed = Yardstick(
            self.yardstick.script, self.yardstick.vault, self.work / "changed" / "yardstick.db", self.yardstick.model
        )
        changed.db.parent.mkdir(exist_ok=True)
        for ending in ("", "-wal", "-shm"):
            changed.db.with_name(changed.db.name + ending).unlink(missing_ok=True)
        shutil.copyfile(self.yardstick.db, changed.db)
        return changed

    @property
    def _record(self) -> Path:
        assert self.yardstick is not None
        return self.yardstick.db.with_suffix(".json")


def _digest(vault: Path, script: Path, model: Path) -> str:
    """Differs when the yardstick would make another database."""
    digest = sha256(script.read_bytes())
    for root, paths in ((vault, vaultcopy.notes_of(vault)), (model, [path.name for path in sorted(model.iterdir())])):
        for path in paths:
            state = (root / path).stat()
            digest.update(f"{path}\0{state.st_size}\0{state.st_mtime_ns}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()[:12]
