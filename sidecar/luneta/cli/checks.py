"""What `luneta doctor` looks at, one function for each thing. Each says what it found and how to mend it."""

import importlib
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from luneta.cli.vaults import quoted
from luneta.errors import EncoderError, LunetaError, NoIndexError

State = Literal["ok", "note", "wrong"]

OLDEST_PYTHON = (3, 11)
REINSTALL = "Install again: uv tool install --reinstall luneta, or pipx reinstall luneta."
#: Every package that Luneta cannot do without.
PACKAGES = (
    "apsw",
    "filelock",
    "numpy",
    "orjson",
    "platformdirs",
    "pyromark",
    "rich",
    "safetensors",
    "simsimd",
    "sqlite_vec",
    "yaml",
)


@dataclass(frozen=True, slots=True)
class Check:
    """One finding. `mend` says what to do, and is empty when nothing is to be done."""

    name: str
    state: State
    detail: str
    mend: str = ""


def all_checks(vault: Path | None) -> Iterator[Check]:
    """Every check, one after the other; those of a vault only when there is one."""
    yield python()
    yield packages()
    yield sqlite()
    yield extension()
    if vault is None:
        yield model("")
        yield Check("Vault", "note", "none here", "Go into a vault, or name it with --vault, to check it too.")
        return
    settings = vault_settings(vault)
    yield settings
    yield model(_model_setting(vault) if settings.state != "wrong" else "")
    place = index_folder(vault)
    yield place
    if place.state != "wrong":
        yield index_integrity(vault)


def python() -> Check:
    """Is this Python new enough?"""
    found = f"{sys.version.split()[0]}, {sys.executable}"
    if sys.version_info >= OLDEST_PYTHON:
        return Check("Python", "ok", found)
    oldest = ".".join(map(str, OLDEST_PYTHON))
    return Check("Python", "wrong", found, f"Luneta needs {oldest} or newer: uv tool install --python 3.13 luneta.")


def packages() -> Check:
    """Can everything that Luneta stands on be imported?"""
    missing = []
    for name in PACKAGES:
        try:
            importlib.import_module(name)
        except (ImportError, OSError) as error:
            missing.append(f"{name} ({error})")
    if missing:
        return Check("Packages", "wrong", f"cannot be imported: {', '.join(missing)}", REINSTALL)
    return Check("Packages", "ok", f"all {len(PACKAGES)} are here")


def sqlite() -> Check:
    """Is there an SQLite with full-text search? (APSW brings its own, whatever this Python has.)"""
    try:
        import apsw

        version = apsw.sqlite_lib_version()
        apsw.Connection(":memory:").execute("CREATE VIRTUAL TABLE t USING fts5(x, content='', contentless_delete=1)")
    except ImportError as error:
        return Check("SQLite", "wrong", f"APSW cannot be imported ({error})", REINSTALL)
    except apsw.Error as error:
        return Check("SQLite", "wrong", f"{version}, without the full-text search Luneta needs ({error})", REINSTALL)
    return Check("SQLite", "ok", f"{version} with FTS5, through APSW {apsw.apsw_version()}")


def extension() -> Check:
    """Can the vector extension be loaded? Without it search goes on with words and names."""
    try:
        import apsw

        from luneta.store.connection import load_vector_extension

        database = apsw.Connection(":memory:")
        reason = load_vector_extension(database)
        if reason is None:
            return Check("sqlite-vec", "ok", str(database.execute("SELECT vec_version()").get))
    except ImportError as error:
        reason = str(error)
    return Check("sqlite-vec", "wrong", f"{reason}; search uses words and names only", REINSTALL)


def model(setting: str) -> Check:
    """Can the model be loaded, and does it give vectors?"""
    try:
        from luneta.encoder import load_encoder

        encoder = load_encoder(setting)
        if encoder is None:
            return Check("Model", "note", "none: search uses words and names only", "luneta config set model ''")
        vector = encoder.encode(["a note about tea"])[0]
    except (EncoderError, ImportError) as error:
        mend = "Go back to the embedded model: luneta config set model ''" if setting else REINSTALL
        return Check("Model", "wrong", str(error), mend)
    if not vector.any():
        return Check("Model", "note", f"{encoder.name} has no vector for English words", "luneta config set model ''")
    return Check("Model", "ok", f"{encoder.name}, {encoder.dimensions} dimensions")


def vault_settings(vault: Path) -> Check:
    """Is the vault there, and can its settings be used?"""
    from luneta.config import load_config

    try:
        config = load_config(vault)
        os.listdir(vault)
    except LunetaError as error:
        return Check("Vault", "wrong", str(error))  # it says what to do
    except OSError as error:
        return Check(
            "Vault", "wrong", f"{vault} cannot be read: {error.strerror}", "Give yourself the right to read it."
        )
    problems = config.rules().problems
    if problems:
        return Check("Vault", "note", " ".join(problems), "Correct them in Obsidian: Files and links, Excluded files.")
    return Check("Vault", "ok", str(vault))


def _model_setting(vault: Path) -> str:
    from luneta.config import load_config

    return load_config(vault).model


def index_folder(vault: Path) -> Check:
    """Can the index folder be written, and is it closed to others?"""
    from luneta.config import index_dir

    name = "Index folder"
    try:
        folder = index_dir(vault)
    except LunetaError as error:
        return Check(name, "wrong", str(error), "Set LUNETA_CACHE_DIR to a folder outside the vault.")
    there = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if not os.access(there, os.W_OK | os.X_OK):
        return Check(name, "wrong", f"{there} cannot be written", "Make it yours, or set LUNETA_CACHE_DIR to another.")
    if there == folder and os.name == "posix":
        loose = [path for path in (folder, *folder.glob("index.db*")) if path.stat().st_mode & 0o077]
        if loose:
            return Check(name, "wrong", f"others can read {loose[0]}", f"chmod -R go= {quoted(folder)}")
    return Check(name, "ok", f"{folder}{'' if there == folder else ' (to be made)'}")


def index_integrity(vault: Path) -> Check:
    """Is the whole index as it should be? Reads all of it, and changes nothing."""
    name = "Index"
    try:
        from luneta.config import index_path
        from luneta.store.connection import load_vector_extension, open_reader
        from luneta.store.integrity import check, is_as_left

        database = open_reader(index_path(vault))
        try:
            is_as_left(index_path(vault))  # raises if another program changed it, which need not show in what follows
            load_vector_extension(database)
            check(database)
        finally:
            database.close()
    except NoIndexError:
        return Check(name, "note", "this vault has no index yet", "luneta index")
    except (LunetaError, ImportError) as error:
        return Check(name, "wrong", str(error), "luneta index moves a damaged index aside and builds a new one.")
    return Check(name, "ok", "whole")
