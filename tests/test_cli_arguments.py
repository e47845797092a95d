"""luneta.cli.arguments: the command line as typed, and help that teaches."""

import pytest

from luneta.cli.arguments import HelpAsked, overview, parser_of, read
from luneta.cli.commands import COMMANDS
from luneta.errors import UsageError


def test_words_options_and_exclusions_may_stand_in_any_order() -> None:
    read_as = read(["search", "green", "--limit", "3", "tea", "-matcha", "--folder", "A", "--folder=B", "x"])
    assert read_as.query == ["green", "tea", "-matcha", "x"]
    assert read_as.limit == 3
    assert read_as.folder == ["A", "B"]


def test_after_two_dashes_everything_is_a_word() -> None:
    assert read(["search", "--json", "--", "--limit", "-x", "--"]).query == ["--limit", "-x", "--"]


def test_values_may_begin_with_a_dash() -> None:
    assert read(["config", "set", "name", "-1"]).value == "-1"
    assert read(["search", "--folder", "-drafts", "x"]).folder == ["-drafts"]
    assert read(["search", "--batch", "-"]).batch == "-"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["serch", "x"], "Did you mean luneta search?"),
        (["--vault", "x", "search"], "The command comes first"),
        (["search", "x", "--limit", "0"], "'0' is not a whole number from 1"),
        (["search", "x", "--limit", "-5"], "'-5' is not a whole number from 1"),
        (["search", "x", "--max-tokens", "²"], "'²' is not a whole number from 1"),
        (["search", "x", "--mode", "-fast"], "'-fast'"),
        (["search", "x", "--lim", "3"], "--lim"),
        (["related"], "NOTE"),
        (["status", "-x"], "Unrecognized arguments: -x."),
        (["config", "delete"], "'delete'"),
        (["help", "serch"], "Did you mean luneta search?"),
    ],
)
def test_what_cannot_be_used_is_said(words: list[str], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        read(words)
    assert message in str(caught.value)
    assert "\0" not in str(caught.value)
    assert "\\x00" not in str(caught.value)


@pytest.mark.parametrize("words", [[], ["-h"], ["--help"], ["help"], ["help", "-h"]])
def test_help_of_the_whole(words: list[str]) -> None:
    with pytest.raises(HelpAsked) as caught:
        read(words)
    assert str(caught.value) == overview()
    assert all(f"  {name} " in overview() for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("form", ["{} --help", "{} -h", "help {}"])
def test_help_of_a_command_has_its_examples(name: str, form: str) -> None:
    with pytest.raises(HelpAsked) as caught:
        read(form.format(name).split())
    shown = str(caught.value)
    assert shown.isascii()  # it goes to terminals that know nothing else
    for example, meaning in COMMANDS[name].examples:
        assert example in shown
        assert meaning in shown


def test_examples_are_command_lines_that_can_be_read() -> None:
    import shlex

    for name, command in COMMANDS.items():
        for example, _ in command.examples:
            words = shlex.split(example)
            assert words[0] == "luneta"
            assert read(words[1:]).command == name


def test_every_option_says_what_it_does() -> None:
    for name in COMMANDS:
        assert all(action.help for action in parser_of(name)._actions)
