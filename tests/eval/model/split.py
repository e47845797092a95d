"""Step 6. Write the split.json of a model's folder: which pieces are whole words and yet are cut further.

With it the sidecar need not search for the pieces of three words of four. To be made again with every new model; a test
compares the embedded one's.
"""

import argparse
from pathlib import Path

import orjson

from luneta.core.unigram import UnigramTokenizer
from luneta.encoder import EMBEDDED_MODEL, SPLIT, load_encoder


def split_of(folder: Path) -> dict[str, object]:
    """The content of the file."""
    encoder = load_encoder(str(folder))
    if encoder is None:
        raise SystemExit(f"There is no model in {folder}.")
    model = orjson.loads((folder / "tokenizer.json").read_bytes())["model"]
    pieces = UnigramTokenizer(model["vocab"], model["unk_id"]).split_pieces()
    return {"fingerprint": encoder.fingerprint, "pieces": pieces}


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, default=EMBEDDED_MODEL, help="the folder (the embedded model's)")
    folder = parser.parse_args().model
    (folder / SPLIT).write_bytes(orjson.dumps(split_of(folder)) + b"\n")


if __name__ == "__main__":
    main()
