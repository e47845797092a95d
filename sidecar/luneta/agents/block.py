"""Pieces of note text -> the block that an agent is given, within a budget. Pure, and light: hooks import it.

A piece is ready text, safe to show (agents.excerpt). The same pieces give the same bytes.
"""

HEADING = "## Relevant Memory Context"
#: Ends every block of note text; what it begins with cannot stand in note text.
CLOSING = "<!-- end of memory context -->"
#: Tokens of a block.
BUDGET = 500
#: As core.budget has it, which brings too much along.
_CHARACTERS_PER_TOKEN = 4


def tokens(text: str) -> int:
    """An estimate of the tokens of `text`, rounded up."""
    return -(-len(text) // _CHARACTERS_PER_TOKEN)


def room(vaults: "list[str]", max_tokens: int = BUDGET) -> int:
    """The tokens that are left for pieces in a block of passages from these vaults."""
    return max_tokens - tokens(f"{HEADING}\n\n{CLOSING}\n") - sum(tokens(_source(vault)) for vault in vaults)


def block(pieces: "list[tuple[str, str]]", max_tokens: int = BUDGET) -> "tuple[str, list[int]]":
    """The block of pieces, each (its vault's folder, its text), best first, and the numbers of those that stand in it;
    "" if none fits. Never one token over `max_tokens`. Pieces of one vault stand together."""
    left = max_tokens - tokens(f"{HEADING}\n\n{CLOSING}\n")
    taken: dict[str, list[int]] = {}
    for number, (vault, text) in enumerate(pieces):
        cost = tokens(text) + (0 if vault in taken else tokens(_source(vault)))
        if cost <= left:
            left -= cost
            taken.setdefault(vault, []).append(number)
    if not taken:
        return "", []
    parts = [_source(vault) + "".join(pieces[number][1] for number in own) for vault, own in taken.items()]
    return f"{HEADING}\n{''.join(parts)}\n{CLOSING}\n", [number for own in taken.values() for number in own]


def _source(vault: str) -> str:
    """Says whose notes these are; a path cannot break out of its line."""
    shown = "".join(char if char.isprintable() else " " for char in vault).replace("<!--", "‹!--")
    return f"\nNotes in {shown}\n"
