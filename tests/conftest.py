"""What holds for every test file."""

from collections.abc import Iterator

import pytest

from cli_runs import kitchen


@pytest.fixture(scope="module", autouse=True)
def _the_shared_home_is_left_as_it_was() -> Iterator[None]:
    """Whoever changes a note or a setting of the home that many files share fails here, not some file behind it."""
    yield
    if not kitchen.cache_info().currsize:
        return
    home = kitchen()
    found = home.contents()
    if found != home.as_made:
        kitchen.cache_clear()  # the next file has one of its own
        changed = {name for name in found.keys() | home.as_made.keys() if found.get(name) != home.as_made.get(name)}
        pytest.fail(f"This file left changes in the home that tests share: {', '.join(sorted(changed))}")
