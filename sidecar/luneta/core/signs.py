"""Words whose signs are part of them (C++, C#, F#): the tokenizer drops the signs, so the index has a term besides."""

import re

from luneta.core.fold import fold

#: A folded word, with such signs if it has them.
TERM = re.compile(r"[^\W_]+(?:\+\+(?![\w+])|#(?![\w#]))?")
_SIGNS = re.compile(r"\+\+(?<=[^\W_]\+\+)(?![\w+])|#(?<=[^\W_]#)(?![\w#])")
_NAMES = {"++": "plusplus", "#": "sharp"}
#: A longer word before such signs is something else.
_LONGEST = 12


def signed_terms(text: str) -> list[str]:
    """The term of each distinct such word in `text`, in its order: cplusplus, csharp."""
    if "++" not in text and "#" not in text:
        return []
    found: dict[str, None] = {}
    for signs in _SIGNS.finditer(text):
        end = start = signs.start()
        while start > 0 and text[start - 1].isalnum() and end - start <= _LONGEST:
            start -= 1
        if end - start <= _LONGEST and not text[start].isdigit():
            found[f"{fold(text[start:end])}{_NAMES[signs[0]]}"] = None
    return list(found)


def signed_word(typed: str) -> list[str]:
    """The term of one word with such signs; nothing of any other text."""
    return signed_terms(typed) if TERM.fullmatch(fold(typed)) else []
