"""What a user types is text to look for: never syntax of the database, never an error."""

import json
import os

import apsw
import pytest
from filelock import FileLock

from cases.trial_vault import OTHERS, PAD, TrialVault
from luneta.core.types import Mode

MODES: tuple[Mode, ...] = ("hybrid", "keyword", "semantic", "names")

#: Each holds signs that raw FTS5 takes for syntax, or splits at.
SIGNED_WORDS = (
    "state-of-the-art",
    "2026.04",
    "v2026.04",
    "grammar::fa",
    "src/engine_main.rs",
    "C:\\temp\\log.txt",
    "ana@example.org",
    "user's",
    "f(x)=y",
    "#fts5/query",
    "--no-verify",
    "a+b",
    "node.js",
    "50%",
    "x^2",
)


def test_q1_words_with_signs_are_found(vault: TrialVault) -> None:
    """Raw text bound into MATCH made hyphen, dot and colons an error or no result at all."""
    vault.write("Signed.md", " ; ".join(SIGNED_WORDS) + f"\n{PAD}\n")
    vault.write("Apart.md", f"The art of the state in April 04, or in 2026 with some grammar of fa.\n{PAD}\n")
    vault.write_all(OTHERS)
    vault.index()
    for word in SIGNED_WORDS:
        assert vault.by_words(word)[:1] == ["Signed.md"], word
        assert vault.paths(word)[0] == "Signed.md", word  # the parts lie in a row there, and apart in the other note


def test_q1_a_word_with_signs_is_one_thing(vault: TrialVault) -> None:
    vault.write("Apart.md", f"The art of the state in April 04, or in 2026 with some grammar of fa.\n{PAD}\n")
    vault.index()
    for word in ("state-of-the-art", "2026.04", "grammar::fa"):
        assert vault.by_words(word) == [], word


#: Queries that other programs answered with an error.
ODD_QUERIES = (
    "AND",
    "OR",
    "NOT",
    "NEAR",
    "foo AND",
    "AND foo",
    "foo OR",
    "NOT foo",
    "foo NOT",
    "NEAR(a b",
    'NEAR("a" "b", 5)',
    "*",
    "foo*",
    "*foo",
    "-cafe",
    "--",
    "- -",
    "+foo",
    "^foo",
    '"unclosed',
    'unopened"',
    '""',
    '"""',
    '"" "" "',
    "'",
    "''",
    "()",
    "(((",
    "foo)",
    "{chunk_text section}: foo",
    "chunk_text:foo",
    "section : foo",
    "rowid:1",
    "chunks_fts:foo",
    "a,b",
    "a;b",
    "'; DROP TABLE notes; --",
    "%",
    "_",
    "?1",
    ":name",
    "@name",
    "$name",
    "\\",
    "\\\\",
    "[[",
    "[x](y",
    "`code",
    "   ",
    "",
    "\t\r\n",
    "foo\0bar",
    "\0",
    '"foo\0bar"',
    "\ufeff",
    "\u200b",
    "\ud800",
    "\U0001f600",
    "e\u0301",
    "\u0301",
    "x" * 20_000,
    '"' * 5_000,
    "(" * 5_000,
    " ".join(f"word{i}" for i in range(5_000)),
    " ".join(f"-word{i}" for i in range(500)),
    '"' + "long phrase " * 2_000 + '"',
)


def test_q2_no_query_is_an_error(vault: TrialVault) -> None:
    """A lone operator, an open bracket or quotation mark, or a NUL raised; the next query must work too."""
    vault.write("Gate.md", f"An AND gate gives one when both inputs are one.\n{PAD}\n")
    vault.write_all(OTHERS)
    vault.index()
    for query in ODD_QUERIES:
        for mode in MODES:
            assert vault.search(query, mode=mode).degraded is None, (query, mode)
    assert vault.by_words("gate inputs") == ["Gate.md"]


def test_q2_an_operator_is_a_word(vault: TrialVault) -> None:
    vault.write("Gate.md", f"An AND gate gives one when both inputs are one.\n{PAD}\n")
    vault.write("Choice.md", "Tea, OR rather coffee, is what everybody here drinks at work.\n")
    vault.index()
    assert vault.by_words("AND") == ["Gate.md"]
    assert vault.by_words("OR") == ["Choice.md"]
    assert vault.by_words("gate AND inputs") == ["Gate.md"]
    assert vault.by_words("foo\0inputs") == ["Gate.md"]


@pytest.mark.parametrize("blank", ["", "   ", "\t\n", "*", "()", '""', "-cafe", '-"a b"', "\0", "\u200b"])
def test_q2_what_asks_for_nothing_finds_nothing(vault: TrialVault, blank: str) -> None:
    vault.write("Note.md", f"Something.\n{PAD}\n")
    vault.index()
    for mode in MODES:
        assert vault.hits(blank, mode=mode) == ()


def test_q2_from_the_terminal(vault: TrialVault) -> None:
    """One process answers every odd query, a line each, and none costs the others their answer."""
    vault.write("Gate.md", f"An AND gate gives one when both inputs are one.\n{PAD}\n")
    vault.index()
    typed = [query.encode("utf-8", "surrogatepass") for query in ODD_QUERIES if "\n" not in query]
    lines = b"\n".join([*typed, b"gate inputs"])
    done = vault.run("search", "--batch", "-", "--mode", "keyword", "--vault", str(vault.root), input=lines)
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(typed) + 1
    assert [hit["path"] for hit in answers[-1]["hits"]] == ["Gate.md"]
    assert vault.run_json("search", "")["hits"] == []
    assert vault.run_json("search", "NEAR(a", "b")["degraded"] is None


def test_q4_a_long_question_finds_its_note(vault: TrialVault) -> None:
    """Words joined by AND gave a long question no hit at all."""
    vault.write_all(OTHERS)
    vault.write("Overnight.md", "Invoice retries stall overnight.\n")
    vault.write("Faturas.md", "As faturas atrasadas param de ser reenviadas de madrugada.\n")
    vault.index()
    question = "why do the invoice retries keep stalling at night"
    assert "Overnight.md" in vault.paths(question)[:3]
    assert vault.by_words(question)[0] == "Overnight.md"
    assert vault.by_words("por que as faturas do mês passado não são reenviadas à noite")[0] == "Faturas.md"
    pasted = "Hello, I have tried everything that I could think of and still do not know why the invoice retries stall"
    assert vault.by_words(pasted)[0] == "Overnight.md"


def test_q5_function_words_decide_nothing(vault: TrialVault) -> None:
    """Hits were decided by "to" and "the", which every note has, instead of by the one word that matters."""
    for number in range(20):
        vault.write(f"Note {number}.md", "To the left, to the right, to the end and back to the start. " * 3)
    vault.write("Note 20.md", "A checklist for when we ship: tests, notes, tag, announcement.\n")
    vault.write("Note 21.md", "O navio parte amanhã cedo e volta na sexta-feira à tarde.\n")
    vault.index()
    assert vault.paths("to the ship")[0] == "Note 20.md"
    assert vault.by_words("to the ship") == ["Note 20.md"]
    assert vault.by_words("when is it that we are to go to the ship") == ["Note 20.md"]
    assert vault.by_words("o que é que o navio") == ["Note 21.md"]


def test_q5_only_function_words_are_still_looked_for(vault: TrialVault) -> None:
    vault.write("Hamlet.md", "To be, or not to be, that is the question of the play.\n")
    vault.write_all(OTHERS)
    vault.index()
    assert vault.by_words('"to be or not to be"') == ["Hamlet.md"]
    assert vault.by_words("to be or not to be")[0] == "Hamlet.md"


def _break_postings(vault: TrialVault, statement: str) -> None:
    """Damage as a failing disk does it: the file's stamp stays as its writer left it."""
    vault.restart()
    before = vault.db_path.stat()
    db = apsw.Connection(str(vault.db_path))
    db.execute(statement)
    db.close()
    os.utime(vault.db_path, ns=(before.st_atime_ns, before.st_mtime_ns))
    vault.restart()


#: Ways in which the keyword list dies while the rest of the database is whole.
DEAD_POSTINGS = {
    "its table is gone": "DROP TABLE chunks_fts",
    "its blocks are gone": "DELETE FROM chunks_fts_data",
    "its blocks are garbage": "UPDATE chunks_fts_data SET block = randomblob(length(block))",
    "its sizes are gone": "DELETE FROM chunks_fts_docsize",
}


@pytest.mark.parametrize("how", DEAD_POSTINGS)
def test_q6_a_dead_list_is_mended_and_told(vault: TrialVault, how: str) -> None:
    """A hybrid search hid that its keyword leg had died: the semantic hits alone looked like an answer."""
    vault.write_all(OTHERS)
    vault.index()
    whole = vault.hits("water the tomatoes")
    _break_postings(vault, DEAD_POSTINGS[how])
    answer = vault.search("water the tomatoes")
    assert answer.hits == whole
    assert answer.degraded is None
    assert any("damaged" in notice and "anew" in notice for notice in vault.engine.notices), "the user is told"


@pytest.mark.parametrize("how", DEAD_POSTINGS)
def test_q6_a_dead_list_that_cannot_be_mended_is_told(vault: TrialVault, how: str) -> None:
    """While another process writes, the index cannot be rebuilt: the other lists answer, and say what is missing."""
    vault.write_all(OTHERS)
    vault.index()
    by_meaning = vault.paths("water the tomatoes", mode="semantic", limit=30)
    _break_postings(vault, DEAD_POSTINGS[how])
    with FileLock(vault.db_path.with_suffix(".lock")):
        answer = vault.search("water the tomatoes")
        assert answer.degraded is not None
        assert "damaged" in answer.degraded
        assert answer.hits[0].path == by_meaning[0]
        assert {hit.path for hit in answer.hits} <= set(by_meaning)
        printed = vault.run_json("search", "water the tomatoes")
        assert printed["degraded"] == answer.degraded
    answer = vault.search("water the tomatoes")
    assert (answer.degraded, answer.hits[0].path) == (None, "Others/Garden.md")
    assert "postings" in answer.hits[0].passages[0].votes
