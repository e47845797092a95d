"""`luneta judge`."""

from argparse import Namespace

from luneta.cli import exits, face, stream
from luneta.cli.clean import clean, mend_surrogates
from luneta.cli.related import typed_path
from luneta.cli.vaults import chosen_vault
from luneta.config import load_config
from luneta.errors import UsageError
from luneta.judgments import Verdict, add, judgments_file
from luneta.vault import resolve_note


def run(arguments: Namespace) -> int:
    """Record what a note is for a query."""
    vault = chosen_vault(arguments.vault)
    note = mend_surrogates(resolve_note(vault, typed_path(vault, arguments.note)))
    if not (vault / note).is_file():
        raise UsageError(f"There is no note {clean(note)} in {vault}.")
    file = judgments_file(load_config(vault).source)
    verdict: Verdict = "wrong" if arguments.wrong else "partly" if arguments.partly else "right"
    add(file, arguments.query, note, verdict)
    if arguments.json:
        stream.write_bytes(face.encode({"query": arguments.query, "note": note, "verdict": verdict, "file": str(file)}))
    else:
        stream.write(f"{clean(note)} is {_WORDS[verdict]} for: {clean(arguments.query)}\n")
    return exits.FINE


_WORDS: dict[Verdict, str] = {"right": "the right note", "partly": "partly right", "wrong": "wrong"}
