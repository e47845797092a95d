"""Writing a file in one step. Text and the standard library alone: a hook, which has milliseconds, writes so too."""

import contextlib
import os


def replace_file(path: "str | os.PathLike[str]", data: bytes, *, private: bool = False, durable: bool = False) -> None:
    """Write a file: a reader sees the old one or the new one, whole, and so does whoever comes when this process was
    killed on the way.

    A link is followed. `private`: for its owner only; otherwise an existing file keeps its mode. `durable`: on the disk
    when this returns. The folder must be there. Raises OSError.
    """
    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    temporary = os.path.join(folder, f".{name}.{os.urandom(4).hex()}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(temporary, flags, 0o600 if private else 0o666), "wb") as stream:
            stream.write(data)
            if durable:
                stream.flush()
                os.fsync(stream.fileno())
        if not private and os.path.exists(target):
            os.chmod(temporary, os.stat(target).st_mode & 0o777)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        raise
