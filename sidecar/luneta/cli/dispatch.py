"""Which module runs which command; only that one is imported."""

from argparse import Namespace
from collections.abc import Mapping
from contextlib import nullcontext
from importlib import import_module

from luneta.collector import paused

#: Commands whose module has another name than they: what stands for several words, or would hide a built-in function.
_MODULES: Mapping[str, str] = {"config": "settings", "map": "topology"}
#: Commands that do one thing and end: to look for cycles meanwhile takes them 5 to 10 ms.
_BRIEF = frozenset({"index", "search", "related", "status"})


def dispatch(arguments: Namespace) -> int:
    """Run the command that `arguments.command` names. Returns the exit code; raises LunetaError."""
    name = arguments.command
    with paused if name in _BRIEF else nullcontext():
        module = import_module(f"luneta.cli.{_MODULES.get(name, name)}")
        return int(module.run(arguments))
