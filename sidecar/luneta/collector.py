"""Python's search for cycles among all objects, put off while there is something better to do."""

import gc
import threading
from types import TracebackType


class _Paused:
    """A context in which no cycles are looked for, in any thread; one may be inside another, or beside it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._within = 0
        self._was_enabled = False

    def __enter__(self) -> None:
        with self._lock:
            if not self._within:
                self._was_enabled = gc.isenabled()
                gc.disable()
            self._within += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._within -= 1
            if not self._within and self._was_enabled:
                gc.enable()


#: A query or a run makes few cycles, and thousands of objects: to look for some on the way took 2 % of the time of
#: queries, half of it at once, 44 ms in the middle of one of 400.
paused = _Paused()
