"""The commands of the terminal: what each is for, what it takes, and examples that teach it."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import get_args

from luneta.core.types import Mode

#: argparse cannot tell `-tea` (leave out what has "tea") from an option: such words carry this mark while it works.
WORD_MARK = "\0"


@dataclass(frozen=True, slots=True)
class Command:
    """A command. `summary` is one line, `about` what --help adds to it, `examples` lines of (command, what it does)."""

    summary: str
    about: str
    add_arguments: Callable[[ArgumentParser], None]
    examples: tuple[tuple[str, str], ...]


def word(value: str) -> str:
    """A word from the command line as typed."""
    return value.removeprefix(WORD_MARK)


def positive(value: str) -> int:
    """A whole number from 1. Raises ArgumentTypeError."""
    digits = word(value)
    if not digits.isdecimal() or int(digits) < 1:
        raise ArgumentTypeError(f"{digits!r} is not a whole number from 1")
    return int(digits)


def _vault(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--vault",
        metavar="V",
        type=word,
        help="the vault's folder (otherwise: the nearest one above that has .obsidian)",
    )


def _json(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON for programs, errors too")


def _index(parser: ArgumentParser) -> None:
    _vault(parser)
    parser.add_argument("--full", action="store_true", help="read every note again, changed or not")
    _json(parser)


def _search(parser: ArgumentParser) -> None:
    parser.add_argument("query", nargs="*", metavar="QUERY", type=word, help='words, "phrases", -exclusions')
    _vault(parser)
    parser.add_argument("--limit", metavar="N", type=positive, help="at most N notes (otherwise: the setting, 10)")
    parser.add_argument(
        "--mode", choices=get_args(Mode), type=word, help="which lists answer (otherwise: hybrid, all of them)"
    )
    parser.add_argument(
        "--folder",
        metavar="F",
        type=word,
        action="append",
        default=[],
        help="only notes in this folder; may be repeated",
    )
    parser.add_argument(
        "--max-tokens",
        metavar="N",
        type=positive,
        help="whole passages, together at most N tokens, instead of snippets",
    )
    parser.add_argument("--explain", action="store_true", help="show the rank and share that each list gave a passage")
    parser.add_argument(
        "--batch", metavar="FILE", type=word, help="answer each line of FILE (- is standard input) in JSON"
    )
    _json(parser)


def _related(parser: ArgumentParser) -> None:
    parser.add_argument(
        "note", metavar="NOTE", type=word, help="its path in the vault, or from here; .md can be left out"
    )
    _vault(parser)
    parser.add_argument("--limit", metavar="N", type=positive, help="at most N notes (otherwise: the setting, 10)")
    parser.add_argument("--unlinked", action="store_true", help="leave out notes that are linked with it already")
    _json(parser)


def _serve(parser: ArgumentParser) -> None:
    _vault(parser)
    parser.add_argument("--parent-pipe", action="store_true", help="end when standard input closes")
    parser.add_argument(
        "--config-dir",
        metavar="NAME",
        type=word,
        default=".obsidian",
        help="Obsidian's folder of settings in the vault",
    )
    _json(parser)


def _mentions(parser: ArgumentParser) -> None:
    parser.add_argument("name", nargs="+", metavar="NAME", type=word, help="a name, one word or more")
    _vault(parser)
    parser.add_argument(
        "--folder",
        metavar="F",
        type=word,
        action="append",
        default=[],
        help="only notes in this folder; may be repeated",
    )
    _json(parser)


def _status(parser: ArgumentParser) -> None:
    _vault(parser)
    parser.add_argument("--all", action="store_true", help="list every index on this machine and what it takes")
    _json(parser)


def _doctor(parser: ArgumentParser) -> None:
    _vault(parser)
    _json(parser)


def _config(parser: ArgumentParser) -> None:
    actions = ("list", "get", "set", "add", "remove")
    parser.add_argument("action", nargs="?", default="list", choices=actions, type=word, help="what to do (list)")
    parser.add_argument("name", nargs="?", metavar="NAME", type=word, help="the setting")
    parser.add_argument(
        "value", nargs="?", metavar="VALUE", type=word, help="its value (set), or one item (add, remove)"
    )
    _vault(parser)
    _json(parser)


def _forget(parser: ArgumentParser) -> None:
    _vault(parser)
    parser.add_argument("--yes", action="store_true", help="do not ask")
    _json(parser)


def _ingest(parser: ArgumentParser) -> None:
    parser.add_argument(
        "sources",
        nargs="*",
        metavar="SOURCE",
        type=word,
        help="files or folders of signals; - is standard input; or one of the words review, undo, profile",
    )
    _vault(parser)
    parser.add_argument("--apply", action="store_true", help="write the notes; otherwise only the table is shown")
    parser.add_argument("--explain", action="store_true", help="show what each score was given for")
    parser.add_argument("--file-from", metavar="X", type=float, help="file from this score on (0 to 1)")
    parser.add_argument("--review-from", metavar="X", type=float, help="put to you from this score on (0 to 1)")
    parser.add_argument("--profile", metavar="FILE", type=word, help="your own domains, words, weights and thresholds")
    _json(parser)


def _map(parser: ArgumentParser) -> None:
    _vault(parser)
    parser.add_argument("--svg", metavar="FILE", type=word, help="draw the map into this file")
    _json(parser)


def _plugin(parser: ArgumentParser) -> None:
    parser.add_argument("action", choices=("install",), type=word, help="what to do")
    parser.add_argument(
        "vault", nargs="?", metavar="VAULT", type=word, help="the vault (otherwise: the one that this folder is in)"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask")
    _json(parser)


def _judge(parser: ArgumentParser) -> None:
    parser.add_argument("query", metavar="QUERY", type=word, help="what was looked for, as one argument")
    parser.add_argument("note", metavar="NOTE", type=word, help="its path in the vault, or from here")
    verdict = parser.add_mutually_exclusive_group()
    verdict.add_argument("--partly", action="store_true", help="the note is partly right")
    verdict.add_argument("--wrong", action="store_true", help="the note is wrong: takes an earlier mark back")
    _vault(parser)
    _json(parser)


def _eval(parser: ArgumentParser) -> None:
    parser.add_argument(
        "golden",
        nargs="?",
        metavar="GOLDEN",
        type=word,
        help="a golden set: a file or a folder (otherwise: your marks)",
    )
    _vault(parser)
    _json(parser)


def _mcp(parser: ArgumentParser) -> None:
    _vault(parser)
    parser.add_argument("--http", action="store_true", help="over HTTP on this machine, instead of standard input")
    parser.add_argument("--port", metavar="N", type=positive, help="with --http: this port (otherwise: a free one)")
    _json(parser)


def _hook(parser: ArgumentParser) -> None:
    actions = ("install", "remove", "user-prompt", "pre-tool", "post-tool")
    parser.add_argument("action", choices=actions, type=word, help="what to do; the last three are for Claude Code")
    parser.add_argument(
        "--vault",
        metavar="V",
        type=word,
        action="append",
        default=[],
        help="the vault's folder; may be repeated (otherwise: the one that this folder is in)",
    )
    parser.add_argument("--user", action="store_true", help="in your own settings, for every project (the default)")
    parser.add_argument("--project", metavar="DIR", type=word, help="in your settings for the project in DIR")
    parser.add_argument("--yes", action="store_true", help="write it")
    _json(parser)


COMMANDS: Mapping[str, Command] = {
    "index": Command(
        "bring the index up to date with the vault",
        "Only new and changed notes are read; a moved note costs nothing. Ctrl-C finishes the note at hand and keeps\n"
        "what is done: the next run goes on from there.",
        _index,
        (
            ("luneta index", "index the vault that this folder is in"),
            ("luneta index --vault ~/Notes", "index that vault"),
            ("luneta index --full", "read every note again"),
        ),
    ),
    "search": Command(
        "find notes by words, by meaning and by name",
        "Put phrases in double quotes inside single quotes; a minus sign leaves notes out. Nothing typed is an error;\n"
        "write -- before words that start with two dashes.",
        _search,
        (
            ("luneta search how to keep bread fresh", "by words and by meaning"),
            ("luneta search '\"green tea\" -matcha'", "the phrase, without notes that have matcha"),
            ("luneta search 'budget tag:project after:3m'", "by tag and date; the guide has all operators"),
            ("luneta search --mode names jornal", "only titles, aliases and file names"),
            ("luneta search --folder Projects deadline", "only in one folder"),
            ("luneta search --max-tokens 800 --json bread", "whole passages for a program, within a budget"),
            ("luneta search --batch questions.txt", "one JSON object for each line of a file"),
        ),
    ),
    "related": Command(
        "find the notes nearest to a note",
        "From the stored vectors and the links of the note; the note itself is never among them.",
        _related,
        (
            ("luneta related Recipes/Bread.md", "the notes nearest to this one"),
            ("luneta related Recipes/Bread --unlinked", "only notes that it is not linked with yet"),
        ),
    ),
    "serve": Command(
        "answer Obsidian, and keep the index in step with the vault",
        "The plugin starts it; you need not. It listens on this machine only, and prints one line of JSON: where it\n"
        "is, or where the one is that serves this vault already. LUNETA_TOKEN in the environment is the word by which\n"
        "clients are let in; without it one is made up, and kept where only you can read it.",
        _serve,
        (("luneta serve --vault ~/Notes", "serve that vault until Ctrl-C"),),
    ),
    "mentions": Command(
        "list every place where a name stands",
        "All of them, in the vault's order, with the number in each note: whole words, in any case\n"
        "and with any accents. If a note is called so, its title and aliases are looked for as well.",
        _mentions,
        (
            ("luneta mentions Morgan", "every place where Morgan stands"),
            ("luneta mentions cajado de Morgan --folder Novel", "only in one folder"),
        ),
    ),
    "status": Command(
        "show what the index holds, and what it had to leave out",
        "Notes that were skipped or failed are listed with the reason (the first 20; --json lists all).",
        _status,
        (
            ("luneta status", "the index of the vault that this folder is in"),
            ("luneta status --all", "every index on this machine and what it takes"),
        ),
    ),
    "doctor": Command(
        "check this machine and the index, and say how to mend what is wrong",
        "Ends with exit code 1 when something is wrong. Nothing is changed.",
        _doctor,
        (("luneta doctor", "check everything"), ("luneta doctor --json", "the same for programs")),
    ),
    "config": Command(
        "show and change the settings of a vault",
        "list shows every setting, get one of them; set gives it a value; add and remove change one item of a list.\n"
        "Folder rules hold at once, for search too, before the next `luneta index`.",
        _config,
        (
            ("luneta config list", "every setting, its value and what it does"),
            ("luneta config add exclude Diary", "keep a folder out"),
            ("luneta config remove exclude Diary", "let it in again"),
            ("luneta config set limit 20", "twenty notes an answer"),
        ),
    ),
    "ingest": Command(
        "judge new material, and file what deserves a note",
        "Reads JSON Lines, Markdown and text, RSS and Atom, OPML, exported bookmarks; local files only. Each signal\n"
        "is scored for relevance, actionability, depth and authority, and filed, put to you, or discarded.",
        _ingest,
        (
            ("luneta ingest feed.xml links.html", "a table of what would be done; nothing is written"),
            ("luneta ingest feed.xml --explain", "with the reasons of every score"),
            ("luneta ingest feed.xml --apply", "do it"),
            ("luneta ingest review", "what would become of the entries of the review note"),
            ("luneta ingest review --apply", "file the checked ones, forget the deleted ones"),
            ("luneta ingest undo", "take the last run back"),
            (
                "luneta ingest profile > mine.toml",
                "the words and numbers it goes by, to change and give with --profile",
            ),
        ),
    ),
    "map": Command(
        "show the vault's clusters, the thin bridges between them, orphans and copies",
        "From the stored vectors and the links: notes that are near in meaning or linked belong together.",
        _map,
        (("luneta map", "in words"), ("luneta map --svg map.svg", "and drawn, for a browser")),
    ),
    "forget": Command(
        "remove the index of a vault; the vault itself is never touched",
        "Asks first; without a terminal it needs --yes.",
        _forget,
        (("luneta forget --vault ~/Notes", "remove that vault's index"),),
    ),
    "plugin": Command(
        "put the Obsidian plugin of this version into a vault",
        "Writes main.js, styles.css and manifest.json into .obsidian/plugins/luneta, and nothing else; settings that\n"
        "are there stay. Asks first; without a terminal it needs --yes.",
        _plugin,
        (("luneta plugin install ~/Notes", "put it into that vault, or bring it up to date"),),
    ),
    "judge": Command(
        "mark which note was the right one for a query",
        "Your marks are kept beside the vault's settings, one line each; `luneta eval` measures search by them.",
        _judge,
        (
            ("luneta judge 'how to feed the starter' Recipes/Sourdough.md", "this was the right note"),
            ("luneta judge --partly bread Recipes/Sourdough.md", "it has a part of the answer"),
        ),
    ),
    "eval": Command(
        "measure search on judged queries",
        "By your own marks, a file of them, or a golden set's folder. Each list alone, the plainest fusion and the\n"
        "product as it is; your settings too where they differ, so that you see whether they help.",
        _eval,
        (
            ("luneta eval", "by your marks in this vault"),
            ("luneta eval golden.jsonl", "by judgments written by hand"),
        ),
    ),
    "mcp": Command(
        "let MCP clients search and read the vault",
        "A client starts it and talks to it over standard input and output. With --http it prints one line of JSON:\n"
        "its address and token (LUNETA_TOKEN in the environment, if that is set). The vault is only read.",
        _mcp,
        (
            ("luneta mcp --vault ~/Notes", "what a client runs"),
            ("luneta mcp --vault ~/Notes --http --port 7700", "for clients that connect by address"),
        ),
    ),
    "hook": Command(
        "give Claude Code the right passages, and shorten what its tools say",
        "install shows what it would write into Claude Code's settings, and writes it after asking or with --yes;\n"
        "what is there stays. Before a prompt, and before a tool is used, relevant passages are added:\n"
        "at most 500 tokens, none twice. After a tool its output is shortened.",
        _hook,
        (
            ("luneta hook install --vault ~/Notes", "show the settings, and ask"),
            ("luneta hook install --vault ~/Notes --project . --yes", "only for the project in this folder"),
            ("luneta hook remove --yes", "take them out again"),
        ),
    ),
}
