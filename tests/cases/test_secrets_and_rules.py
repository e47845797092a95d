"""Secrets never reach the index, what is no secret stays, and folder rules mean folders."""

import random
import string
import uuid
from collections.abc import Iterable

import pytest

from cases.trial_vault import OTHERS, PAD, TrialVault
from luneta.core.comments import strip_comments

BASE64 = string.ascii_letters + string.digits + "+/"
SENTENCE = "the harbour was quiet and nobody had seen the pilot since the storm began on the day before"


def made(length: int, alphabet: str = string.ascii_letters + string.digits, seed: int = 1) -> str:
    """Random characters, made here so that no scanner takes this file for a leak."""
    return "".join(random.Random(seed).choices(alphabet, k=length))


def slack_token(seed: int = 3) -> str:
    return (
        "xo"
        + "xb-"
        + made(12, string.digits, seed)
        + "-"
        + made(12, string.digits, seed + 1)
        + "-"
        + made(24, seed=seed)
    )


def assert_no_run_of(vault: TrialVault, secret: str, length: int) -> None:
    """No `length` characters of the secret in a row, in whatever letter case, lie anywhere in the database."""
    everything = "\n".join(vault.stored_texts()).lower()
    runs = {secret[at : at + length].lower() for at in range(len(secret) - length + 1)}
    assert not [run for run in runs if run in everything]


def assert_none_of(vault: TrialVault, pieces: Iterable[str]) -> None:
    """None of these texts lies anywhere in the database."""
    everything = "\n".join(vault.stored_texts())
    assert not [piece for piece in pieces if piece in everything]


PEM_KINDS = ("RSA PRIVATE KEY", "EC PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK")


@pytest.mark.parametrize("kind", PEM_KINDS)
@pytest.mark.parametrize("shape", ["plain", "indented", "quoted", "no end", "in a fence", "in yaml", "one line"])
def test_k1_no_line_of_a_private_key_survives(vault: TrialVault, kind: str, shape: str) -> None:
    """Only the header of the key was masked."""
    body = [made(64, BASE64, seed) for seed in range(20)]
    begin, end = f"-----BEGIN {kind}-----", f"-----END {kind}-----"
    key = "\n".join([begin, *body, end])
    written = {
        "plain": f"{key}\n",
        "indented": "".join(f"    {line}\n" for line in key.split("\n")),
        "quoted": "".join(f"> {line}\n" for line in key.split("\n")),
        "no end": "\n".join([begin, *body]) + "\n",
        "in a fence": f"```\n{key}\n```\n",
        "in yaml": "```yaml\nkey: |\n" + "".join(f"  {line}\n" for line in key.split("\n")) + "```\n",
        "one line": key.replace("\n", "\\n") + "\n",
    }[shape]
    vault.write("Key.md", f"Before the key. {PAD}\n\n{written}\nAfter the key. {PAD}\n")
    report = vault.index()
    assert sum(report.redactions.values()) >= 1
    assert_none_of(vault, [line[at : at + 12] for line in body for at in (0, 26, 52)])
    assert vault.by_words('"before the key"') == ["Key.md"]
    assert "[REDACTED:" in vault.shown("before key")
    if shape != "no end":
        assert vault.by_words('"after the key"') == ["Key.md"]


URLS = {
    "redis://:{}@cache/0": "Zx9-q",
    "mysql://r:{}@db/x": "p@ss",
    "postgres://user:{}@db.example:5432/app": "Zx9-q",
    "postgresql+psycopg://user:{}@db/app?sslmode=require": "p:w@rd-Zx9",
    "mongodb+srv://user:{}@cluster0.example/app": "Zx9!q-77",
    "amqp://guest:{}@mq//": "gu3st-Zx",
    "https://ana:{}@git.example/repo.git": "Zx9-q-aa",
    "ftp://ana:{}@files.example/": "Zx9%2Fq-7",
    "jdbc:postgresql://db/app?user=ana&password={}": "Zx9-q-77",
    "Server=db;Database=app;User Id=sa;Password={};": "Zx9-q;77".replace(";", "!"),
}


@pytest.mark.parametrize("url", URLS)
@pytest.mark.parametrize("written", ["{}\n", "`{}`\n", "DATABASE_URL={}\n", "| url | {} |\n|---|---|\n", "<{}>\n"])
def test_k3_no_piece_of_a_password_in_an_address_survives(vault: TrialVault, url: str, written: str) -> None:
    """An empty user name, or an @ in the password, let the password through, or its end."""
    password = URLS[url]
    vault.write("Config.md", f"Before the address. {PAD}\n\n{written.format(url.format(password))}\nAfter. {PAD}\n")
    vault.index()
    rests = [password, f"{password.partition('@')[2]}@", password.rpartition(":")[2], password.rpartition("-")[2]]
    assert_none_of(vault, [rest for rest in rests if len(rest) > 2])


PLACES = {
    "bare": "SLACK_KEY: {}\n",
    "table": "| name | value |\n|---|---|\n| SLACK_KEY | {} |\n",
    "backticks": "The key is `{}` as of today.\n",
    "frontmatter": "---\nSLACK_KEY: {}\ntags: [ops]\n---\nBody.\n",
    "title": "---\ntitle: Key {}\n---\nBody.\n",
    "alias": "---\naliases: [{}]\n---\nBody.\n",
    "tag": "---\ntags: [{}]\n---\nBody.\n",
    "prose": "Ana said that {} is the key we use.\n",
    "fence": "```sh\nexport SLACK_KEY={}\n```\n",
    "heading": "## Key {}\n\nBody.\n",
    "link": "[[Plan|{}]] and [{}](https://x.example/?t={})\n",
    "comment": "%%{}%%\n",
    "list": "- [ ] rotate {}\n",
    "callout": "> [!warning] {}\n> body\n",
    "quoted": 'slack: "{}"\n',
}


@pytest.mark.parametrize("place", PLACES)
def test_k4_a_token_is_redacted_wherever_it_stands(vault: TrialVault, place: str) -> None:
    """Only quoted assignments were looked at; YAML, tables and prose went through."""
    token = slack_token()
    vault.write("Note.md", PLACES[place].replace("{}", token) + f"\nThe rest of it. {PAD}\n")
    report = vault.index()
    assert list(report.redactions) == ["slack-token"]
    assert_no_run_of(vault, token, 12)
    assert vault.status().redactions == report.redactions


def test_k4_in_a_canvas(vault: TrialVault) -> None:
    token = slack_token()
    card = f'{{"id":"1","type":"text","text":"The key is {token} for now","x":0,"y":0,"width":9,"height":9}}'
    vault.write("Board.canvas", f'{{"nodes":[{card}],"edges":[]}}')
    vault.index()
    assert_no_run_of(vault, token, 12)
    assert vault.by_words('"the key is"') == ["Board.canvas"]


def test_k5_no_secret_is_cut_in_two(vault: TrialVault) -> None:
    """A filter that ran piece by piece missed the token that lay across an edge."""
    token = slack_token()[:40]
    assert len(token) == 40
    for offset in range(-40, 41, 2):
        before = _prose(2_000 + offset)
        vault.write(f"Chunk {offset}.md", f"{before}{token} {_prose(600)}\n")
        vault.write(f"Word {offset}.md", f"{' '.join(before.split())} {token} {_prose(600)}\n")
    vault.index()
    assert_no_run_of(vault, token, 12)


def test_k5_windows_of_prose(vault: TrialVault) -> None:
    """The same over the edges of overlapping windows, at every offset."""
    vault.configure("chunk_profile", "prose")
    vault.configure("chunk_size_tokens", "48")
    token = slack_token()[:40]
    for offset in range(0, 60):
        vault.write(f"{offset}.md", f"{_prose(150 + 3 * offset)}{token} {_prose(400)}\n")
    report = vault.index()
    assert report.chunks > 60
    assert_no_run_of(vault, token, 12)


def _prose(length: int) -> str:
    text = ""
    words = SENTENCE.split()
    chance = random.Random(length)
    while len(text) < length:
        text += chance.choice(words) + " "
    return text[: length - 1] + " "


NO_SECRETS = {
    "a commit": "The fault came in with commit {} and was mended later.".format(made(40, "0123456789abcdef", 5)),
    "a short commit": f"See {made(7, '0123456789abcdef', 6)} and {made(12, '0123456789abcdef', 7)} in the log.",
    "a content hash": f"sha256 {made(64, '0123456789abcdef', 8)}  release.tar.gz is what the page says.",
    "a UUID": f"The request {uuid.UUID(int=random.Random(9).getrandbits(128), version=4)} failed at noon.",
    "a UUID in a list": f"- id: {uuid.UUID(int=random.Random(10).getrandbits(128), version=4)}",
    "an MD5": f"The file's MD5 is {made(32, '0123456789abcdef', 11)} on both machines.",
    "a placeholder": "Set API_KEY=YOUR_API_KEY and TOKEN=${TOKEN} and password: xxxxxxxx in the file.",
    "prose about keys": "The password must be changed, and the secret key is kept in the drawer: ask Ana.",
    "a shortcut": "Key: Ctrl+Shift+P opens the palette; token: a word of the text.",
    "an address": "https://github.com/org/repo/commit/" + made(40, "0123456789abcdef", 12),
    "a block id": f"See the paragraph below. ^{made(6, string.ascii_lowercase + string.digits, 13)}",
    "an integrity": "The page loads jquery with its own integrity attribute and nothing else.",
}


@pytest.mark.parametrize("kind", NO_SECRETS)
def test_k6_what_is_no_secret_stays(vault: TrialVault, kind: str) -> None:
    """Commit ids and UUIDs were masked, and notes about code became unreadable."""
    vault.write("Note.md", f"Before it. {PAD}\n\n{NO_SECRETS[kind]}\n\nAfter it. {PAD}\n")
    report = vault.index()
    assert report.redactions == {}
    assert NO_SECRETS[kind] in vault.shown("before")


def _folders(vault: TrialVault, *folders: str) -> None:
    for folder in folders:
        vault.write(f"{folder}/Note.md", f"Marzipan in {folder}. {PAD}\n")
    vault.index()


def test_k8_a_rule_names_a_folder_not_a_beginning(vault: TrialVault) -> None:
    """`Archive` denied `Archives` too."""
    _folders(vault, "Archive", "Archive/sub", "Archives", "Old/Archive", "Archive 2", "archive-old")
    vault.deny("Archive")
    visible = {f"{folder}/Note.md" for folder in ("Archives", "Old/Archive", "Archive 2", "archive-old")}
    assert set(vault.by_words("marzipan")) == visible
    vault.index()
    assert set(vault.by_words("marzipan")) == visible
    assert vault.status().notes == len(visible)


@pytest.mark.parametrize(
    "rule", ["Private\\Keys", "Private/Keys", "Private\\Keys\\", "/Private/Keys/", ".\\Private\\Keys"]
)
def test_k8_backslashes_are_slashes(vault: TrialVault, rule: str) -> None:
    _folders(vault, "Private/Keys", "Private/Keys/deep", "Private/Keyring", "Keys")
    vault.deny(rule)
    visible = {"Private/Keyring/Note.md", "Keys/Note.md"}
    assert set(vault.by_words("marzipan")) == visible
    vault.index()
    assert set(vault.by_words("marzipan")) == visible


@pytest.mark.parametrize("folder", ["Archive", "Archive/", "Archive\\", "./Archive"])
def test_k8_the_folder_of_a_search_is_a_folder_too(vault: TrialVault, folder: str) -> None:
    _folders(vault, "Archive", "Archive/sub", "Archives", "Old/Archive")
    found = vault.run_json("search", "marzipan", "--folder", folder)["hits"]
    assert {hit["path"] for hit in found} == {"Archive/Note.md", "Archive/sub/Note.md"}


def test_k8_a_rule_in_another_unicode_form(vault: TrialVault) -> None:
    _folders(vault, "Di\u00e1rio", "Outra")
    vault.deny("Dia\u0301rio")
    assert vault.by_words("marzipan") == ["Outra/Note.md"]


def test_h4_comments_are_found_by_their_author_and_can_be_left_out(vault: TrialVault) -> None:
    """A comment that was meant for its author alone was sent to a model."""
    vault.write_all(OTHERS)
    vault.write(
        "Note.md",
        "The meeting is on Monday. %%marzipan is private%% Bring the plans.\n\n%%\nA block about\nmarzipan too.\n%%\n\n"
        f"`%%not a comment%%` in code. {PAD}\n",
    )
    vault.index()
    assert vault.by_words("marzipan") == ["Note.md"]
    for passage in vault.passages("marzipan meeting"):
        told = strip_comments(passage.text)
        assert "marzipan" not in told
        assert "The meeting is on Monday." in told
        assert "Bring the plans." in told
        assert "%%not a comment%%" in told
