"""What this process takes of the machine."""

import contextlib
import os
import sys
from pathlib import Path

#: How far behind others a process stands that has stepped back, in steps of Unix's 20: with the processor wanted by
#: both, it gets a tenth.
_STEPS = 10
#: Windows's BELOW_NORMAL_PRIORITY_CLASS.
_BELOW_NORMAL = 0x4000


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


def step_back() -> None:
    """Let other programs go first: for work that nobody looks at while it is done. Alone on the machine, this process
    is as fast as before."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.kernel32.SetPriorityClass(ctypes.c_void_p(-1), _BELOW_NORMAL)  # -1: this process
        return
    os.nice(_STEPS)
    with contextlib.suppress(OSError):  # Linux weighs sessions, not their processes; others have no such file
        Path("/proc/self/autogroup").write_text(str(_STEPS), "ascii")
