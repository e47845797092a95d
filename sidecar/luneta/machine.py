"""What this process takes of the machine."""

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
