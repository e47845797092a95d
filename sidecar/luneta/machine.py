"""What this process takes of the machine."""

import contextlib
import os
import sys
from pathlib import Path


def memory_bytes() -> int | None:
    """What it has in memory now (Linux), or had at most (macOS); None where there is no quick way to know."""
    try:
        pages = int(Path("/proc/self/statm").read_bytes().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        pass  # not Linux
    if sys.platform == "darwin":
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return None


def step_back(steps: int) -> None:
    """Let other programs go first, of Unix's 20 steps so many more than whoever started this process, which must have a
    session of its own. On Windows the start of a process decides that."""
    if sys.platform == "win32":
        return
    niceness = os.nice(steps)
    if niceness > 0:
        # Linux weighs sessions, and processes only within one; elsewhere there is no such file.
        with contextlib.suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(niceness), "ascii")
