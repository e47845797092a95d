"""Long outputs of tools: what is kept, what is dropped, and that the same goes in as comes out."""

import random
from pathlib import Path

import pytest

from luneta.agents import noise
from luneta.agents.compress import LONGEST_LINE, MOST, SMALL, compress, focus_words

LOGS = Path(__file__).parent / "logs"


def extract(output: str, *task: str) -> str:
    made = compress(output, focus_words(*task))
    assert made is not None
    return made.text


def test_the_error_the_last_line_and_the_exit_status_are_kept() -> None:
    lines = [f"step {number}: everything as usual here, nothing to see" for number in range(1, 401)]
    lines[316] = "ERROR disk full"
    lines[398] = "exit status 1"
    lines[399] = "RESULT 7f"
    made = compress("\n".join(lines) + "\n")
    assert made is not None
    kept = made.text.splitlines()
    assert "ERROR disk full" in kept
    assert kept[-2:] == ["exit status 1", "RESULT 7f"]
    assert kept[0].startswith("step 1:")
    # What is said to be missing and what is shown make up the whole.
    shown = [line for line in kept if not line.startswith("[")]
    assert made.lines == 400
    assert made.dropped == 400 - len(shown)
    told = sum(int(line[1:].split()[0]) for line in kept if line.startswith("["))
    assert told == made.dropped


def test_small_outputs_stay_as_they_are() -> None:
    assert compress("ok\n" * (SMALL // 3)) is None
    assert compress("") is None


def test_what_would_save_little_stays_as_it_is() -> None:
    chance = random.Random(1)
    lines = [" ".join("".join(chance.choices("abcdefghij", k=7)) for _ in range(12)) for _ in range(40)]
    assert compress("\n".join(lines)) is None


def test_two_runs_that_differ_in_times_and_order_give_the_same() -> None:
    names = [f"package-{number}" for number in range(60)]

    def run(seed: int) -> str:
        chance = random.Random(seed)
        order = chance.sample(names, len(names))
        lines = [f"2026-11-{10 + seed:02} 10:0{seed}:{n % 60:02} Downloading {name}" for n, name in enumerate(order)]
        bars = [f"\r{'=' * (n // 4)}> {n}% {chance.random() * 9:.1f} MB/s" for n in range(0, 100, 7)]
        return "\n".join([*lines, "".join(bars), f"Installed 60 packages in {chance.random() * 9:.2f}s"]) + "\n"

    assert run(1) != run(2)
    assert extract(run(1)) == extract(run(2))


def test_words_of_the_task_are_kept() -> None:
    lines = [f"{chr(97 + n % 26)}{n * 7919 % 1000} {'lorem ipsum dolor ' * (1 + n % 5)}" for n in range(400)]
    lines[200] = "the parser of frontmatter was reached"
    assert lines[200] not in extract("\n".join(lines))
    assert lines[200] in extract("\n".join(lines), "why is the frontmatter parser slow?")


def test_a_traceback_stays_with_its_lines() -> None:
    lines = [f"worker {n} did its part and went home" for n in range(300)]
    trace = [
        "Traceback (most recent call last):",
        '  File "app.py", line 12, in run',
        "    load(path)",
        "KeyError: 'tokens'",
    ]
    lines[150:150] = trace
    text = extract("\n".join(lines))
    assert "\n".join(trace) in text


def test_matches_of_a_search_are_spread_over_its_files() -> None:
    lines = [f"src/file{n // 50}.py:{n % 50 + 1}:    value = compute_{n}()" for n in range(500)]
    text = extract("\n".join(lines))
    assert {line.split(":")[0] for line in text.splitlines() if ":" in line} == {f"src/file{n}.py" for n in range(10)}


def test_the_same_line_again_is_counted() -> None:
    text = extract("begin\n" + "waiting for the lock\n" * 400 + "end\n")
    assert "waiting for the lock  [400 times]" in text


def test_one_long_line_is_cut_in_its_middle() -> None:
    text = extract("a" * 300_000 + " END\n")
    assert len(text) < LONGEST_LINE + 100
    assert text.rstrip().endswith("END")


@pytest.mark.parametrize("hostile", ["\x1b[" * 200_000, "=" * 500_000, "1:" * 200_000, "\r" * 300_000, "[" * 300_000])
def test_hostile_output_takes_no_time(hostile: str) -> None:
    compress(hostile)  # the suite's own time limit is the judge: each of these once took minutes in some program


def test_escapes_and_what_was_overwritten_are_gone() -> None:
    assert noise.clean("\x1b[31mred\x1b[0m\n10%\r50%\r100% done\r\nplain  \n") == ["red", "100% done", "plain", ""]
    assert noise.clean("\x1b]8;;https://x.example\x07link\x1b]8;;\x07") == ["link"]


#: What must still be there of each log, and the share of it that may be left.
REAL = {
    "pytest-fail": (["OSError: disk full while writing cache", "assert False", "3 failed, 148 passed"], 0.2),
    "pytest-pass": (["passed in"], 0.3),
    "npm": (["added 144 packages", "exit 0"], 0.15),
    "tsc": ([], 0.2),
    "grep": ([], 0.2),
}


@pytest.mark.parametrize("name", REAL)
def test_real_logs(name: str) -> None:
    log = (LOGS / f"{name}.txt").read_text(encoding="utf-8")
    needed, share = REAL[name]
    text = extract(log)
    for piece in needed:
        assert piece in text
    assert len(text) < share * len(log)
    assert len(text) < MOST + 1000
    assert extract(log) == text
