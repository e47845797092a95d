"""The machine, and what else it is doing."""

import importlib.metadata
import os
import platform
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from rows import Json

_PACKAGES = ("apsw", "model2vec", "numpy", "orjson", "pyromark", "simsimd", "sqlite-vec", "tokenizers")
#: Other programs that take more than this share of one core make times doubtful.
BUSY = 0.15
#: A load before the start above this share of the cores makes times doubtful.
LOADED = 0.25
_STAT = Path("/proc/stat")


def description() -> Json:
    """What a reader must know to repeat the measurement."""
    return {
        "system": platform.platform(),
        "machine": platform.machine(),
        "cores": cores(),
        "python": platform.python_version(),
        "versions": {name: _version(name) for name in _PACKAGES},
    }


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def load() -> float | None:
    """The load average of the last minute; None where the system has none."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def peak_megabytes() -> float | None:
    """The most memory that this process has had resident, in units of 1,048,576 bytes; None where unknown."""
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1024 * 1024 if sys.platform == "darwin" else 1024), 1)


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time, to tell afterwards what others have computed since."""

    clock: float
    busy: float | None
    own: float

    @classmethod
    def now(cls) -> "Moment":
        """This moment."""
        return cls(time.perf_counter(), _busy_seconds(), sum(os.times()[:4]))

    def seconds(self) -> float:
        """Since then."""
        return round(time.perf_counter() - self.clock, 1)

    def others(self) -> float | None:
        """How many cores other programs have used since then, on average; None where the system does not tell."""
        now = Moment.now()
        if now.busy is None or self.busy is None or now.clock == self.clock:
            return None
        return round(max(0.0, now.busy - self.busy - (now.own - self.own)) / (now.clock - self.clock), 2)


def _busy_seconds() -> float | None:
    """What all cores together have computed since the system started."""
    if not _STAT.exists():
        return None
    fields = [int(field) for field in _STAT.read_text(encoding="ascii").split("\n", 1)[0].split()[1:9]]
    user, nice, system, _idle, _waiting, interrupts, soft, stolen = fields
    return (user + nice + system + interrupts + soft + stolen) / os.sysconf("SC_CLK_TCK")


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None
