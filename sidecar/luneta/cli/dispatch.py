"""Which module runs which command; only that one is imported."""

from argparse import Namespace
from collections.abc import Mapping
from importlib import import_module

#: Commands whose module has another name than they: what stands for several words, or would hide a built-in function.
_MODULES: Mapping[str, str] = {"config": "settings", "map": "topology"}


def dispatch(arguments: Namespace) -> int:
    """Run the command that `arguments.command` names. Returns the exit code; raises LunetaError."""
    name = arguments.command
    module = import_module(f"luneta.cli.{_MODULES.get(name, name)}")
    return int(module.run(arguments))
