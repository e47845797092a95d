"""What a prompt, or the input of a tool, asks about: the words to search by. Standard library; hooks import it.

Of a prompt only what its author wrote in words counts. Code and logs that were pasted have a hundred words that
anything matches.
"""

import re

#: Characters of a query: what people say first is what they want.
MOST = 1200
#: Characters of a prompt that are looked at. A longer one is pasted, and its question stands at an end.
_LOOKED_AT = 20_000
#: From so many lines on a prompt may be a paste as a whole.
_PASTED_LINES = 3

_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[^\n]*\n.*?(?:^[ \t]*\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_TAGGED = re.compile(r"<([a-z][a-z0-9_-]{2,40})(?: [^<>\n]{0,200})?>.*?</\1>", re.DOTALL)
_URL = re.compile(r"\b[a-z][a-z0-9+.-]{1,10}://\S+")
_LONG_TOKEN = re.compile(r"\S{60,}")
_LOG = re.compile(
    r"^\s*(?:\[?\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|at \S+\(|at \S+:\d+|File \"|Traceback |\S+Error:|\$ |>>> |[+\-]{3} |@@ "
    r"|[|+][-=| ]|\[?(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE)\b|\d+[:|]\s)"
)
_CODE_END = re.compile(
    r"[{};,\\]\s*$|^\s*[})\]]+[;,]?\s*$|^\s*(?:def|class|import|from|return|const|let|var|func|fn)\s+[\w.{*]+\s*(?:[=(:{]|import|$)"
)
_WORDLIKE = re.compile(r"[^\W\d_]{2,}")
_PATH_PARTS = re.compile(r"[^\W_]+")
_FLAG = re.compile(r"(?<!\S)--?[A-Za-z][\w-]*(?:=\S*)?")
_USUAL_PARTS = (
    "home users user src lib app apps tests test dist build node modules index main init py ts js tsx jsx md json yaml"
    " yml txt html css tmp var usr opt documents desktop code projects repos workspace mnt c d rs go java"
)
_COMMON_FOLDERS = frozenset(_USUAL_PARTS.split())


def own_words(prompt: str) -> str:
    """The prompt without what was pasted into it."""
    if len(prompt) > _LOOKED_AT:
        prompt = f"{prompt[: _LOOKED_AT // 2]}\n{prompt[-_LOOKED_AT // 2 :]}"
    text = _TAGGED.sub("\n", _FENCE.sub("\n", prompt))
    text = _LONG_TOKEN.sub(" ", _URL.sub(" ", text))
    lines = text.split("\n")
    if len(lines) >= _PASTED_LINES:
        lines = [line for line in lines if _is_prose(line)]
    return " ".join(" ".join(lines).split())[:MOST]


def _is_prose(line: str) -> bool:
    """Whether a line was written by a person to be read: mostly words, no line of a log or of code."""
    if _LOG.match(line) or _CODE_END.search(line):
        return False
    letters = sum(len(word) for word in _WORDLIKE.findall(line))
    return letters * 2 > len(line.strip())


def words_of_tool(tool: str, given: "dict[str, object]") -> str:
    """What a tool is about to be used for, by its input; "" if that says nothing to search by."""
    if tool == "Bash":
        command = _text(given, "command")
        return own_words(f"{_text(given, 'description')} {_words_of_command(command)}")
    if tool in ("Read", "Edit", "Write", "MultiEdit", "NotebookEdit"):
        return _words_of_path(_text(given, "file_path") or _text(given, "notebook_path"))
    if tool == "Glob":
        return _words_of_path(_text(given, "pattern"))
    if tool == "Grep":
        pattern = re.sub(r"\\[a-zA-Z]|[^\w\s]", " ", _text(given, "pattern"))
        return own_words(f"{pattern} {_words_of_path(_text(given, 'path'))}")
    if tool in ("Task", "Agent"):
        return own_words(f"{_text(given, 'description')}\n{_text(given, 'prompt')}")
    if tool in ("WebSearch", "WebFetch"):
        return own_words(_text(given, "query") or _text(given, "prompt"))
    if tool.startswith("mcp__"):
        return own_words("\n".join(value for value in given.values() if isinstance(value, str)))
    return ""


def _text(given: "dict[str, object]", name: str) -> str:
    value = given.get(name)
    return value if isinstance(value, str) else ""


def _words_of_command(command: str) -> str:
    """The first line of a command without its flags, its paths as words."""
    line = _FLAG.sub(" ", command.strip().split("\n", 1)[0][:400])
    return " ".join(_PATH_PARTS.findall(line))


def _words_of_path(path: str) -> str:
    """The names near the end of a path, in words: `src/auth/tokenRotation.py` is about auth token rotation."""
    parts = [part for part in re.split(r"[\\/]+", path) if part][-3:]
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", " ".join(parts))
    words = (word for word in _PATH_PARTS.findall(spaced) if word.lower() not in _COMMON_FOLDERS and len(word) > 1)
    return " ".join(words)[:MOST]
