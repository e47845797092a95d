"""A sample of every message of the wire, made from the types alone: with everything filled, and as empty as can be."""

import types
import typing
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
import orjson

from luneta.protocol import replies

PLAIN: dict[Any, tuple[Any, Any]] = {
    int: (7, 0),
    float: (0.5, -1.25),
    str: ("Ånd → 🎬 */ 'ação'", ""),
    bool: (True, False),
    type(None): (None, None),
}


def samples(union: Any) -> list[msgspec.Struct]:  # noqa: ANN401
    """Two of every message of a union."""
    return [sample(message, full=full) for message in get_args(union) for full in (True, False)]


def sample(hint: Any, *, full: bool) -> Any:  # noqa: ANN401
    """A value that an annotation allows."""
    if hint in PLAIN:
        return PLAIN[hint][not full]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return args[0 if full else -1]
    if origin in (Union, types.UnionType):
        return sample(args[0], full=True) if full else None
    if origin is tuple and args[-1] is Ellipsis:
        return (sample(args[0], full=True), sample(args[0], full=False)) if full else ()
    if origin is tuple:
        return tuple(sample(arg, full=full) for arg in args)
    if origin is dict:
        return {sample(args[0], full=True): sample(args[1], full=True)} if full else {}
    hints = typing.get_type_hints(hint)
    return hint(**{field.name: sample(hints[field.name], full=full) for field in msgspec.structs.fields(hint)})


def typescript() -> str:
    """The server's samples as a module that the plugin's compiler checks."""
    lines = "".join(
        f"\t{orjson.dumps(msgspec.to_builtins(message)).decode()},\n" for message in samples(replies.FromServer)
    )
    return (
        "/** What the sidecar sends. Made by tests/wire_samples.py, so that the compiler judges it: do not edit. */\n\n"
        "import type { FromServer } from '../../plugin/src/protocol.gen';\n\n"
        f"export const FROM_SERVER: readonly FromServer[] = [\n{lines}];\n"
    )
