"""One thing after the other, on one thread."""

import asyncio
import threading

import pytest

from luneta.lane import Lane


def test_work_is_done_in_order_on_one_thread_and_errors_come_back() -> None:
    async def run() -> None:
        lane = Lane("a lane")
        done: list[int] = []
        threads = await asyncio.gather(
            *(lane.do(lambda i=i: done.append(i) or threading.get_ident()) for i in range(50))
        )
        assert done == list(range(50))
        assert len(set(threads)) == 1
        with pytest.raises(ZeroDivisionError):
            await lane.do(lambda: 1 // 0)
        lane.close()

    asyncio.run(run())


def test_what_is_cancelled_before_its_turn_is_not_done() -> None:
    async def run() -> list[str]:
        lane = Lane("a lane")
        done: list[str] = []
        release = threading.Event()
        first = asyncio.ensure_future(lane.do(lambda: release.wait(10) and done.append("first")))
        second = asyncio.ensure_future(lane.do(lambda: done.append("second")))
        third = asyncio.ensure_future(lane.do(lambda: done.append("third")))
        await asyncio.sleep(0.05)
        second.cancel()
        await asyncio.sleep(0)
        release.set()
        await asyncio.gather(first, third)
        lane.close()
        return done

    assert asyncio.run(run()) == ["first", "third"]
