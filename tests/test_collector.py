"""collector: no cycles are looked for while there is something better to do, and afterwards they are."""

import gc
import threading
from collections.abc import Iterator

import pytest

from luneta.collector import paused


@pytest.fixture(autouse=True)
def enabled() -> Iterator[None]:
    assert gc.isenabled()
    yield
    assert gc.isenabled()


def test_one_inside_another() -> None:
    with paused:
        with paused:
            assert not gc.isenabled()
        assert not gc.isenabled()


def test_one_that_fails() -> None:
    with pytest.raises(ValueError, match="on purpose"), paused:
        raise ValueError("on purpose")


def test_one_beside_another_ends_with_the_last() -> None:
    begun, end = threading.Event(), threading.Event()

    def work() -> None:
        with paused:
            begun.set()
            end.wait(20)

    other = threading.Thread(target=work)
    with paused:
        other.start()
        assert begun.wait(20)
    assert not gc.isenabled()
    end.set()
    other.join()


def test_who_had_it_off_keeps_it_off() -> None:
    gc.disable()
    try:
        with paused:
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
