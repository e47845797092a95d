"""Make the dictionary by which stored texts are compressed: `python tests/eval/dictionary.py`.

Of what is written here: the sample vault, in English and Portuguese, and the guides. A new one makes every index be
built anew, so raise SCHEMA_VERSION (store/schema.py) with it.
"""

import random
from pathlib import Path

import zstandard

from luneta.store.texts import DICTIONARY

PROJECT = Path(__file__).resolve().parents[2]
#: Bytes. Of 16 KB the real notes would be a hundredth larger; of 48 KB a hundredth smaller.
SIZE = 32_768
#: A chunk has about so many characters.
PIECE = 1_000


def pieces() -> list[bytes]:
    """The samples, always in the same order."""
    paths = [*PROJECT.glob("*.md"), *PROJECT.glob("plugin/*.md"), *PROJECT.glob("sidecar/*.md")]
    paths += PROJECT.glob("tests/vault/**/*.md")
    texts = [path.read_text(encoding="utf-8") for path in sorted(paths)]
    found = [text[at : at + PIECE].encode() for text in texts for at in range(0, len(text), PIECE)]
    random.Random(2).shuffle(found)
    return found


def main() -> None:
    """Train it and write it where it ships."""
    trained = zstandard.train_dictionary(SIZE, pieces(), level=3)
    DICTIONARY.write_bytes(trained.as_bytes())
    print(f"{DICTIONARY}: {len(trained)} bytes")


if __name__ == "__main__":
    main()
