"""Which module runs which command; only that one is imported."""

from argparse import Namespace
from importlib import import_module

#: Where the module is not called as the command: one called map would hide the function from the package.
_MODULES = {"config": "settings", "map": "topology"}


def dispatch(arguments: Namespace) -> int:
    """Run the command that `arguments.command` names. Returns the exit code; raises LunetaError."""
    name = arguments.command
    code: int = import_module(f"luneta.cli.{_MODULES.get(name, name)}").run(arguments)
    return code
