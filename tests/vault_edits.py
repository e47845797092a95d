"""Random changes of a vault, as people, sync tools and restored backups make them. The same seed, the same changes."""

import json
import os
import random
import shutil
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Literal

FOLDERS = ("", "Diary", "Projects", "Projects/Luneta", "Área", "Projects/Old")
NAMES = ("Todo", "todo", "Plan", "Ação", "Index", "README", "Old", "Sea glass", "2026-01-05", "日記", "straße")
SUFFIXES = (".md", ".md", ".md", ".md", ".MD", ".canvas")
WORDS = ("kelp", "harbour", "tide", "lantern", "maré", "vento", "鯨の歌", "ropes", "İzmir", "ὀδυσσεύς", "salt", "buoy")
#: Paragraphs that many notes share, so that chunks have twins; one that gives no vector; one that is redacted.
SHARED = (
    "The lighthouse keeper counts the ships before the lamp is lit, every evening of the year.",
    "☃☃☃ ☃☃ ☃☃☃☃ ☃☃☃ ☃☃ ☃☃☃☃ ☃☃☃ ☃☃☃",
    "The password of the old router was password = " + "kelp" + "Zx81qUu7Lm2" + " until the storm.",
    "%%A comment that only its author should find, about the rust on the third buoy.%%",
)
HEADS = (
    "",
    "",
    "---\ntags: [sea, log]\naliases: Ship's log\n---\n",
    "---\ntitle: {{title}}\n---\n",
    "---\nx: [open\n---\n",
)


class Edits:
    """Changes one vault. Each change returns the paths, relative with `/`, of all files that it may have touched."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self.random = random.Random(seed)
        self.denied: list[str] = []
        self.model = ""
        self._settings = root / ".obsidian" / "plugins" / "luneta" / "data.json"
        self._settings.parent.mkdir(parents=True, exist_ok=True)
        #: Changes by how often each happens.
        self.kinds: dict[Callable[[], list[str]], int] = {
            self.create: 14,
            self.edit: 18,
            self.append: 12,
            self.rewrite: 6,
            self.delete: 8,
            self.move: 10,
            self.move_folder: 4,
            self.delete_folder: 1,
            self.swap: 6,
            self.other_case: 4,
            self.copy: 6,
            self.restore_old_stamp: 4,
            self.edit_behind_the_stamp: 6,
            self.touch: 3,
            self.break_bytes: 3,
            self.other_unicode_form: 2,
            self.link_out: 2,
        }

    def change(self) -> tuple[str, list[str]]:
        """One random change: what it was, and the paths that it touched."""
        kind = self.random.choices(list(self.kinds), list(self.kinds.values()))[0]
        touched = kind()
        return f"{kind.__name__} {touched}", touched

    def notes(self) -> list[str]:
        """The files that may be notes, as the disk spells them."""
        found = [path for path in self.root.rglob("*") if path.is_file() and not path.is_symlink()]
        names = (path.relative_to(self.root).as_posix() for path in found)
        return sorted(name for name in names if not name.startswith("."))

    def links(self) -> set[Path]:
        """The symbolic links in the vault."""
        return {path for path in self.root.rglob("*") if path.is_symlink()}

    # Settings

    def allow_or_deny(self) -> str:
        """Deny a folder, a note or a pattern, or allow what was denied."""
        if self.denied and self.random.random() < 0.6:
            self.denied.remove(self.random.choice(self.denied))
        else:
            self.denied.append(self.random.choice([*filter(None, FOLDERS), "Todo.md", "**/Plan.md", "*.canvas"]))
        self._write_settings()
        return f"denied now: {self.denied}"

    def set_model(self, model: str) -> str:
        """Encode with another model."""
        self.model = model
        self._write_settings()
        return f"model now: {model}"

    def _write_settings(self) -> None:
        self._settings.write_text(json.dumps({"exclude": self.denied, "model": self.model}), encoding="utf-8")

    # Changes

    def create(self) -> list[str]:
        path = self._place()
        self._write(path, self._content(path))
        return [path]

    def edit(self) -> list[str]:
        path = self._some_note()
        lines = self._read(path).split(b"\n")
        at = self.random.randrange(len(lines))
        lines[at : at + self.random.randrange(2)] = [self._sentence().encode()]
        self._write(path, b"\n".join(lines))
        return [path]

    def append(self) -> list[str]:
        path = self._some_note()
        self._write(path, self._read(path) + f"\n\n{self._section()}".encode())
        return [path]

    def rewrite(self) -> list[str]:
        path = self._some_note()
        self._write(path, self._content(path))
        return [path]

    def delete(self) -> list[str]:
        path = self._some_note()
        self._full(path).unlink()
        return [path]

    def move(self) -> list[str]:
        """Into another folder, under another name, or both; sometimes over another note."""
        path, place = self._some_note(), self._place()
        if place.rpartition(".")[2].lower() != path.rpartition(".")[2].lower():
            place = place.rpartition(".")[0] + "." + path.rpartition(".")[2]
        if self._full(place).is_dir():
            return []
        self._full(place).parent.mkdir(parents=True, exist_ok=True)
        os.replace(self._full(path), self._full(place))
        return [path, place]

    def move_folder(self) -> list[str]:
        """To another name or below another folder; sometimes into the trash."""
        folder = self.random.choice(FOLDERS[1:])
        place = self.random.choice([f"{folder} too", "Attic", f"Attic/{folder}", ".trash/" + folder, *FOLDERS[1:]])
        source, target = self.root / folder, self.root / place
        if not source.is_dir() or target.exists() or target.is_relative_to(source):
            return []
        before = [note for note in self.notes() if note.startswith(folder + "/")]
        target.parent.mkdir(parents=True, exist_ok=True)
        source.rename(target)
        return before + [place + note[len(folder) :] for note in before]

    def delete_folder(self) -> list[str]:
        folder = self.random.choice(FOLDERS[1:])
        before = [note for note in self.notes() if note.startswith(folder + "/")]
        shutil.rmtree(self.root / folder, ignore_errors=True)
        return before

    def swap(self) -> list[str]:
        one, other = self._some_note(), self._some_note()
        if one == other:
            return []
        aside = self.root / "aside.tmp"
        self._full(one).rename(aside)
        self._full(other).rename(self._full(one))
        aside.rename(self._full(other))
        return [one, other]

    def other_case(self) -> list[str]:
        path = self._some_note()
        folder, slash, name = path.rpartition("/")
        place = folder + slash + name.swapcase()
        if self._full(place).exists() and not self._full(place).samefile(self._full(path)):
            return []
        self._full(path).rename(self._full(place))
        return [path, place]

    def copy(self) -> list[str]:
        path, place = self._some_note(), self._place()
        if path == place or self._full(place).is_dir():
            return []
        self._full(place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(self._full(path), self._full(place))  # with the stamps, as a backup program does
        return [place]

    def restore_old_stamp(self) -> list[str]:
        """An older version comes back with the time of that version."""
        path = self._some_note()
        self._write(path, self._content(path))
        years_ago = 1_500_000_000 + self.random.randrange(10_000_000)
        os.utime(self._full(path), (years_ago, years_ago))
        return [path]

    def edit_behind_the_stamp(self) -> list[str]:
        """Another text of the same size under the same time."""
        path = self._some_note()
        state, data = self._full(path).stat(), bytearray(self._read(path))
        letters = [i for i, byte in enumerate(data) if chr(byte).isascii() and chr(byte).isalpha()]
        for at in self.random.sample(letters, min(3, len(letters))):
            data[at] = ord("q") if data[at] != ord("q") else ord("z")
        self._full(path).write_bytes(data)
        os.utime(self._full(path), ns=(state.st_atime_ns, state.st_mtime_ns))
        return [path]

    def touch(self) -> list[str]:
        path = self._some_note()
        os.utime(self._full(path))
        return [path]

    def break_bytes(self) -> list[str]:
        """Not text, another encoding, or nothing at all."""
        path = self._some_note()
        data = self._read(path)
        broken = self.random.choice(
            [data + b"\xff\xfe\x00", b"\xff\xfe" + data.decode("utf-8", "ignore").encode("utf-16-le"), b""]
        )
        self._write(path, broken)
        return [path]

    def other_unicode_form(self) -> list[str]:
        """As a Mac writes names, or back; the file moves, or a second one appears beside it."""
        path = self._some_note()
        form: Literal["NFC", "NFD"] = "NFD" if unicodedata.is_normalized("NFC", path) else "NFC"
        folder, slash, name = path.rpartition("/")
        place = folder + slash + unicodedata.normalize(form, name)
        if place == path or self._full(place).exists():
            return []
        if self.random.random() < 0.5:
            self._full(path).rename(self._full(place))
        else:
            self._write(place, self._content(place))
        return [path, place]

    def link_out(self) -> list[str]:
        """A symbolic link in a note's place: to nowhere, to another note, or out of the vault."""
        path = self._place()
        full = self._full(path)
        if full.is_dir() or os.name != "posix":
            return []
        full.parent.mkdir(parents=True, exist_ok=True)
        full.unlink(missing_ok=True)
        full.symlink_to(self.random.choice([Path("nowhere.md"), self._full(self._some_note()), Path(os.devnull)]))
        return [path]

    # Notes

    def _some_note(self) -> str:
        found = self.notes()
        if not found:
            found = self.create()
        return self.random.choice(found)

    def _place(self) -> str:
        folder = self.random.choice(FOLDERS)
        name = self.random.choice(NAMES) + self.random.choice(SUFFIXES)
        return f"{folder}/{name}" if folder else name

    def _full(self, path: str) -> Path:
        return self.root / path

    def _read(self, path: str) -> bytes:
        return self._full(path).read_bytes()

    def _write(self, path: str, data: bytes) -> None:
        full = self._full(path)
        if full.is_symlink():
            full.unlink()
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_bytes(data)

    def _content(self, path: str) -> bytes:
        sections = [self._section() for _ in range(self.random.choice([0, 1, 1, 2, 3, 5]))]
        text = "\n\n".join(sections)
        if path.lower().endswith(".canvas"):
            cards = [{"id": str(i), "type": "text", "text": section} for i, section in enumerate(sections)]
            return json.dumps({"nodes": cards, "edges": []}).encode()
        return (self.random.choice(HEADS) + text).encode()

    def _section(self) -> str:
        heading = self.random.choice(["", f"## {self._sentence()}\n\n", "## Log\n\n", "# Related\n\n"])
        body = self.random.choice(
            [self._sentence(), *SHARED, self._links(), " ".join(self._sentence() for _ in range(60))]
        )
        return heading + body

    def _sentence(self) -> str:
        return " ".join(self.random.choices(WORDS, k=self.random.randrange(3, 14))) + "."

    def _links(self) -> str:
        links = []
        for _ in range(self.random.randrange(1, 5)):
            name, folder = self.random.choice(NAMES), self.random.choice(FOLDERS)
            target = f"{folder}/{name}" if folder and self.random.random() < 0.4 else name
            pattern = self.random.choice(
                [
                    *("[[{0}]]", "[[{0}|said so]]", "![[{0}.md#Log]]", "[x](<{0}.md>)", "[[../{0}]]"),
                    *("[x](</site/docs/{0}>)", "[x](<../{0}/>)", "[x](<./{0}/index.html>)", "[x](../)"),
                ]
            )
            links.append(pattern.format(target))
        return f"See {', '.join(links)} and the {self._sentence()}"
