"""Which module runs which command; only that one is imported."""

from argparse import Namespace


def dispatch(arguments: Namespace) -> int:
    """Run the command that `arguments.command` names. Returns the exit code; raises LunetaError."""
    match arguments.command:
        case "index":
            from luneta.cli.index import run
        case "search":
            from luneta.cli.search import run
        case "related":
            from luneta.cli.related import run
        case "serve":
            from luneta.cli.serve import run
        case "mentions":
            from luneta.cli.mentions import run
        case "status":
            from luneta.cli.status import run
        case "doctor":
            from luneta.cli.doctor import run
        case "config":
            from luneta.cli.settings import run
        case "ingest":
            from luneta.cli.ingest import run
        case "map":
            from luneta.cli.topology import run  # a module called map would hide the function from the package
        case "forget":
            from luneta.cli.forget import run
        case "plugin":
            from luneta.cli.plugin import run
        case unknown:
            raise AssertionError(f"no module for {unknown}")
    return run(arguments)
