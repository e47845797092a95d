"""The sidecar's log: what happened and when, in a file beside the index. No note's text, name or path is in it."""

import logging
import os
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path

FILE = "luneta.log"
#: Of one file, and how many older ones are kept.
_MOST_BYTES = 512 * 1024
_OLDER = 2


class _Handler(RotatingFileHandler):
    def _open(self):  # type: ignore[no-untyped-def]  # noqa: ANN202 - as the base has it
        os.close(os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
        return super()._open()


def begin(folder: Path) -> None:
    """Write what this package logs into `folder`, for its owner only. Other packages' logs may quote what was sent."""
    handler = _Handler(folder / FILE, maxBytes=_MOST_BYTES, backupCount=_OLDER, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(message)s"))
    log = logging.getLogger("luneta")
    log.setLevel(logging.INFO)
    log.addHandler(handler)
    log.propagate = False
    logging.getLogger().addHandler(logging.NullHandler())
    logging.getLogger("aiohttp").propagate = False
    logging.getLogger("aiohttp").addHandler(logging.NullHandler())
    logging.getLogger("asyncio").propagate = False
    logging.getLogger("asyncio").addHandler(logging.NullHandler())


def unforeseen(log: logging.Logger, what: str, error: BaseException) -> None:
    """Log an exception that nobody foresaw: where it happened, without its words, which may quote a note."""
    places = (f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__))
    log.error("%s: %s at %s", what, type(error).__name__, " < ".join(reversed(list(places))))
