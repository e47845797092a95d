"""An indexing run that the running sidecar does, shown as if it were our own."""

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

from luneta.client import Client, ClientError, TookTooLongError
from luneta.errors import IndexBusyError
from luneta.reports import IndexReport, Progress

#: How often Ctrl-C is looked at while nothing comes, s.
_PATIENCE = 0.2


def reindex(vault: Path, *, full: bool, progress: Callable[[Progress], None], stop: Callable[[], bool]) -> IndexReport:
    """Have the sidecar that serves a vault bring the index up to date. IndexBusyError: there is none, or it went away;
    then it is some other process that writes."""
    try:
        with Client.connect(vault, name="luneta index") as client:
            return _follow(client, full, progress, stop)
    except ClientError as error:
        raise IndexBusyError(
            "Another process is writing this vault's index. Search works meanwhile; try again when it has finished."
        ) from error


def _follow(client: Client, full: bool, progress: Callable[[Progress], None], stop: Callable[[], bool]) -> IndexReport:
    request = client.send({"type": "reindex", "scope": "all" if full else "changed"})
    last = Progress(0, 0, 0, 0.0)
    while not stop():
        try:
            message = client.next_message(timeout=_PATIENCE)
        except TookTooLongError:
            continue
        if message["type"] == "progress":
            last = Progress(**{field.name: message[field.name] for field in fields(Progress)})
            progress(last)
        elif message.get("id") == request:
            if message["type"] == "failed":
                raise ClientError(message["code"], message["message"])
            known = {field.name: message[field.name] for field in fields(IndexReport) if field.name in message}
            return IndexReport(**{**known, "notices": tuple(message["notices"])})
    client.send({"type": "cancel", "target": request})
    now = client.request({"type": "status"})
    return IndexReport(now["notes"], now["chunks"], 0, 0, 0, last.seconds, interrupted=True)
