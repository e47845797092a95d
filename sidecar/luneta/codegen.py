"""protocol -> plugin/src/protocol.gen.ts, so that both sides speak of the same messages.

`python -m luneta.codegen FILE` writes it; a test makes it again and compares.
"""

import inspect
import json
import re
import sys
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal, Union, get_args, get_origin

import msgspec

from luneta import wire
from luneta.protocol import frames, replies, requests

_HEADER = """/**
 * What goes over the wire. Made from sidecar/luneta/protocol by `python -m luneta.codegen`: do not edit.
 */
"""
_CONSTANTS = ("PROTOCOL_VERSION", "MAX_FRAME_BYTES", "CLOSE_TOKEN", "CLOSE_PROTOCOL", "CLOSE_SLOW")
_UNIONS = ("AnyRequest", "FromClient", "FromServer")
#: Every name of the wire, in the order of its modules.
_NAMES: Final = {name: value for of in (wire, frames, requests, replies) for name, value in vars(of).items()}
_PLAIN: Final[dict[Any, str]] = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}
#: Longest line of a comment, in characters.
_WIDTH = 118


def typescript() -> str:
    """The module as text."""
    blocks = [_HEADER, *_constants(), *_literals()]
    for message in _structs():
        blocks.append(_interface(message))
        if message in get_args(requests.FromClient):
            blocks.extend(_defaults(message))
    blocks.extend(_union(name) for name in _UNIONS)
    return "\n".join(blocks)


def _constants() -> Iterator[str]:
    for name in _CONSTANTS:
        yield f"{_comment(_told(name))}export const {name} = {_NAMES[name]};\n"


def _literals() -> Iterator[str]:
    for name in _aliases():
        values = "".join(f"\n\t| {_quoted(value)}" for value in get_args(_NAMES[name]))
        yield f"{_comment(_told(name))}export type {name} ={values};\n"


def _aliases() -> list[str]:
    return [name for name, value in _NAMES.items() if get_origin(value) is Literal]


def _structs() -> list[type[msgspec.Struct]]:
    """What is sent as a frame or stands inside one, in the order of the modules; the bases are only for Python."""
    bases = (frames.Message, frames.View, requests.Request)
    return [
        value
        for value in _NAMES.values()
        if isinstance(value, type) and issubclass(value, bases) and value not in bases
    ]


def _interface(message: type[msgspec.Struct]) -> str:
    tag = message.__struct_config__.tag
    lines = [f"\treadonly type: {_quoted(tag)};"] if isinstance(tag, str) else []
    hints = typing.get_type_hints(message)
    lines += [f"\treadonly {field.name}: {_type(hints[field.name])};" for field in msgspec.structs.fields(message)]
    body = "\n".join(lines)
    return f"{_comment(inspect.getdoc(message) or '')}export interface {message.__name__} {{\n{body}\n}}\n"


def _defaults(request: type[msgspec.Struct]) -> Iterator[str]:
    """What a message of the client's says where its maker does not; nothing for one that leaves no choice."""
    fields = msgspec.structs.fields(request)
    optional = [field for field in fields if not field.required]
    if not optional:
        return
    names = " | ".join(_quoted(field.name) for field in optional)
    values = "".join(f"\n\t{field.name}: {json.dumps(field.default).replace(chr(34), chr(39))}," for field in optional)
    constant = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", request.__name__).upper() + "_DEFAULTS"
    comment = f"/** What `{request.__name__}` says where its maker says nothing. */\n"
    yield f"{comment}export const {constant}: Pick<{request.__name__}, {names}> = {{{values}\n}};\n"


def _union(name: str) -> str:
    members = "".join(f"\n\t| {member.__name__}" for member in get_args(_NAMES[name]))
    return f"export type {name} ={members};\n"


def _type(hint: Any) -> str:  # noqa: ANN401 - whatever may stand in an annotation
    """An annotation in TypeScript. TypeError for one that has no counterpart yet."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return next(name for name in _aliases() if _NAMES[name] == hint)
    if origin in (Union, types.UnionType):
        return " | ".join(map(_type, args))
    if origin is tuple:
        if args[-1] is Ellipsis:
            return f"readonly {_type(args[0])}[]"
        return f"readonly [{', '.join(map(_type, args))}]"
    if origin is dict:
        record = f"Readonly<Record<{_type(args[0])}, {_type(args[1])}>>"
        return f"Partial<{record}>" if get_origin(args[0]) is Literal else record
    if isinstance(hint, type) and issubclass(hint, frames.View):
        return hint.__name__
    raise TypeError(f"no TypeScript for {hint!r}")


def _told(name: str) -> str:
    """The `#:` comment above a name of the module."""
    source = "".join(map(inspect.getsource, (wire, frames, requests, replies)))
    found = re.search(rf"((?:^#:.*\n)+)^{name} = ", source, re.MULTILINE)
    return "\n".join(line.removeprefix("#:").strip() for line in found[1].splitlines()) if found else ""


def _comment(text: str) -> str:
    """A TSDoc comment, or nothing."""
    text = text.replace("*/", "* /")
    if not text:
        return ""
    if "\n" not in text and len(text) + 7 <= _WIDTH:
        return f"/** {text} */\n"
    lines = (f" * {line}".rstrip() for line in text.splitlines())
    return "/**\n{}\n */\n".format("\n".join(lines))


def _quoted(text: str) -> str:
    return f"'{text}'"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(typescript(), encoding="utf-8", newline="\n")
