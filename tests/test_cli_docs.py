"""The two guides: every command, option and setting is in them, and their examples run."""

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import luneta
from cli_runs import Home
from luneta.cli.arguments import parser_of
from luneta.cli.commands import COMMANDS
from luneta.cli.settings import in_words
from luneta.core.settings import SETTINGS
from luneta.errors import LunetaError

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
GUIDE = ROOT / "sidecar" / "README.md"
SAMPLE = Path(__file__).parent / "vault"


def section_of(text: str, name: str) -> str:
    """The guide's section about a command."""
    return text.split(f"### luneta {name}\n")[1].split("\n### ")[0].split("\n## ")[0]


def command_lines(path: Path) -> Iterator[str]:
    """What stands behind `$ ` in the console blocks; of a pipe the part that is Luneta's."""
    for block in re.findall(r"```console\n(.*?)```", path.read_text("utf-8"), re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                yield line.removeprefix("$ ").split(" | ")[0]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_in_the_guide(name: str) -> None:
    guide = GUIDE.read_text("utf-8")
    everywhere = guide.split("## Commands\n")[1].split("\n### ")[0]
    mine = section_of(guide, name)
    for action in parser_of(name)._actions:
        for option in action.option_strings:
            assert f"`{option}" in mine + everywhere, f"luneta {name} {option} is not in {GUIDE}"
        for choice in action.choices or ():
            assert str(choice) in mine, f"luneta {name} ... {choice} is not in {GUIDE}"
    assert f"`luneta {name}`" in README.read_text("utf-8")


def test_every_setting_is_in_the_guide() -> None:
    guide = GUIDE.read_text("utf-8")
    for setting in SETTINGS:
        row = f"| `{setting.name}` | {in_words(setting.default)} | {setting.meaning} |"
        assert row in guide, f"{GUIDE} needs this row: {row}"


def test_every_error_is_in_the_guide() -> None:
    def below(kind: type[LunetaError]) -> Iterator[type[LunetaError]]:
        for one in kind.__subclasses__():
            yield one
            yield from below(one)

    import luneta.cli.stream  # noqa: F401 - it has one more

    guide = GUIDE.read_text("utf-8")
    kinds: list[type[LunetaError]] = [LunetaError, *below(LunetaError)]
    assert [kind.__name__ for kind in kinds if f"| `{kind.__name__}` |" not in guide] == []


def test_every_environment_variable_is_in_the_guide() -> None:
    sources = [path.read_text("utf-8") for path in Path(luneta.__file__).parent.rglob("*.py")]
    used = {
        name for source in sources for name in re.findall(r"[\"'](LUNETA_[A-Z_]+|NO_COLOR|FORCE_[A-Z]+)[\"']", source)
    }
    assert {"LUNETA_DEBUG", "LUNETA_CACHE_DIR", "NO_COLOR"} <= used
    guide = GUIDE.read_text("utf-8")
    assert [name for name in sorted(used) if f"| `{name}` |" not in guide] == []


def test_the_readme_is_short_and_links_lead_somewhere() -> None:
    assert len(README.read_text("utf-8").splitlines()) < 150
    for page in (README, GUIDE):
        text = page.read_text("utf-8")
        headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
        anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
        for target in re.findall(r"\]\(([^)]+)\)", text):
            if target.startswith("#"):
                assert target[1:] in anchors, f"{page}: {target}"
            elif not target.startswith("http"):
                assert (page.parent / target).exists(), f"{page}: {target}"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """The sample vault as ~/Notes, and in it a file of questions and a feed."""
    base = tmp_path_factory.mktemp("reader")
    shutil.copytree(SAMPLE, base / "Notes")
    (base / "Notes" / "questions.txt").write_text("sourdough starter\n\nO cajado de Morgan\n", encoding="utf-8")
    shutil.copy(Path(__file__).parent / "ingest" / "feed.xml", base / "Notes")
    reader = Home(base, base / "Notes")
    reader.environment |= {"HOME": str(base), "USERPROFILE": str(base)}
    return reader


@pytest.mark.parametrize("page", [README, GUIDE], ids=["README", "guide"])
def test_the_examples_run(home: Home, page: Path) -> None:
    lines = list(command_lines(page))
    assert any(line.startswith("luneta search") for line in lines)
    for line in lines:
        words = shlex.split(line)
        assert words[0] == "luneta"
        done = home.run(*words[1:])
        assert done.returncode == 0, f"{line}: {done.stderr.decode()}"
        if words[1] in ("search", "related"):
            assert b"Nothing found" not in done.stdout, line
        else:
            assert done.stdout or "get" in words, line


def test_what_a_hook_says_in_the_readme_is_what_the_guide_shows() -> None:
    """The guide's block is compared with the real one; the README shows a part of it."""
    shown = README.read_text("utf-8").split("## For agents")[1].split("\n## ")[0]
    lines = [line.strip() for line in shown.splitlines() if line.startswith("    ") and "luneta" not in line]
    assert len(lines) == 3
    for line in lines:
        assert f"\n{line}\n" in GUIDE.read_text("utf-8"), line
