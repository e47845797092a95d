"""A thread that does one thing after the other: what may be used by one thread at a time lives on it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class Lane:
    """Work is done in the order in which it was given. What is cancelled before its turn is not done."""

    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def do(self, work: Callable[[], T]) -> T:
        """The result of `work`, or what it raised."""
        return await asyncio.wrap_future(self._executor.submit(work))

    def close(self) -> None:
        """Finish what is being done, and nothing else. Does not wait."""
        self._executor.shutdown(wait=False, cancel_futures=True)
