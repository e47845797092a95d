"""Texts to vectors: the embedded model without model2vec gives model2vec's own vectors; what is broken says so."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import orjson
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from model2vec import StaticModel
from safetensors.numpy import load_file, save_file
from tokenizers import Tokenizer, models, pre_tokenizers

from luneta.core.unigram import UnigramTokenizer, words_of
from luneta.encoder import EMBEDDED_MODEL, SPLIT, HalfRead, StaticEncoder, UnigramEncoder, load_encoder
from luneta.errors import EncoderError
from running import PACKAGE_ROOT

SCRIPTS = [
    "plain English words, and some more of them",
    "ação, coração, maçã: água mole em pedra dura",
    "ὈΔΥΣΣΕΎΣ ΛΌΓΟΣ ΣΊΣΥΦΟΣ",  # final sigma, in capitals and small
    "İstanbul ISPARTA ıssız",  # capital I with a dot, small i without
    "ﬁne oﬃce ﬂag Ǆ ŉ ſ",  # ligatures
    "鯨の歌 クジラノウタ くじら gen-itgc后50条 重跑",
    "한국어 문장 하나 각 \u1112\u1161\u11ab",  # Hangul, composed and in letters
    "العربية السلام عليكم ١٢٣ ﷺ",
    "हिन्दी वाक्य ไทย ภาษา עברית",
    "👩‍👩‍👧‍👦 🇵🇹 ❤️ 🎬 kelp🎬kelp ☃☃☃",
    "e\u0301\u0327\u0323 a\u030a o\u0308 \u0301alone x\u20dd",  # combining marks
    "１２３ ＡＢＣ ｶﾞ ½ x² №",  # compatibility forms
    "nul\0nul tab\tfeed\x0c line\u2028sep zero\u200bwidth soft\u00adhyphen bom\ufeff",
    "snake_case camelCase kebab-case C++ f(x)=y [UNK] <s> [PAD]",
    "ß ẞ straße STRASSE ǰ ΐ ŉ",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𐐀𐐨 𠀀𠀁 \U000e0041",
    "~" * 50 + "€‰™ “quoted” – dashes — …",
    "",
    " \n\t ",
]
#: Everything that Unicode has but half surrogate pairs, which no UTF-8 can say, and places that no character has yet.
TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cn")), max_size=60)


@pytest.fixture(scope="module")
def ours() -> UnigramEncoder:
    encoder = load_encoder()
    assert isinstance(encoder, UnigramEncoder)
    return encoder


@pytest.fixture(scope="module")
def theirs() -> StaticModel:
    return StaticModel.from_pretrained(str(EMBEDDED_MODEL))


@pytest.fixture(scope="module")
def pieces() -> tuple[UnigramTokenizer, Tokenizer, set[int]]:
    """Our tokenizer, the library's, and the ids that count for nothing: of what is unknown, and of a lone space, which
    weighs nothing and which the library finds between other text and Chinese or Japanese."""
    model = orjson.loads((EMBEDDED_MODEL / "tokenizer.json").read_bytes())["model"]
    library = Tokenizer.from_file(str(EMBEDDED_MODEL / "tokenizer.json"))
    space = library.token_to_id("\u2581")
    assert load_file(EMBEDDED_MODEL / "model.safetensors")["weights"][space] == 0
    return UnigramTokenizer(model["vocab"], model["unk_id"]), library, {model["unk_id"], space}


def _same_vectors(ours: UnigramEncoder, theirs: StaticModel, texts: list[str]) -> None:
    expected = theirs.encode(texts, use_multiprocessing=False)
    np.testing.assert_allclose(ours.encode(texts), expected, atol=1e-6)


def test_model2vecs_own_vectors(ours: UnigramEncoder, theirs: StaticModel) -> None:
    _same_vectors(ours, theirs, SCRIPTS)
    _same_vectors(ours, theirs, [" ".join(SCRIPTS)] * 2)


@given(st.lists(TEXTS, min_size=1, max_size=4))
@example(["\U0001fbf0"])
@example(["a\ua7f2b", "\U00010787", "\uab69 x", "\U0001f16c"])
@settings(max_examples=200, deadline=None)
def test_model2vecs_own_vectors_for_any_text(ours: UnigramEncoder, theirs: StaticModel, texts: list[str]) -> None:
    _same_vectors(ours, theirs, texts)


@given(TEXTS | st.sampled_from(SCRIPTS) | st.lists(st.sampled_from(SCRIPTS), max_size=4).map("".join))
@example("Σ")
@example("ΑΣ ΑΣΑ")
@example("a\u0345Σ")
@example("a\U0001fbf0b \ua7f2 \U00010787c \uab69 \U0001f16c")
@settings(max_examples=400, deadline=None)
def test_the_librarys_own_pieces(pieces: tuple[UnigramTokenizer, Tokenizer, set[int]], text: str) -> None:
    ours, library, nothing = pieces
    text = text.replace("[UNK]", " ").replace("[PAD]", " ")
    found = [piece for word in words_of(text) for piece in ours.pieces(word) if piece not in nothing]
    assert found == [piece for piece in library.encode(text, add_special_tokens=False).ids if piece not in nothing]


def test_what_a_text_is_made_of_does_not_depend_on_its_company(ours: UnigramEncoder) -> None:
    together = ours.encode(SCRIPTS)
    alone = np.concatenate([ours.encode([text]) for text in SCRIPTS])
    again = ours.encode(SCRIPTS[::-1])[::-1]
    assert together.tobytes() == alone.tobytes() == again.tobytes()


def test_vectors_have_unit_length_or_none(ours: UnigramEncoder) -> None:
    vectors = ours.encode(["kelp and tide", "maré", "☃☃☃ 🎬", "", "\0 \n"])
    assert vectors.shape == (5, ours.dimensions)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1).tolist() == pytest.approx([1, 1, 0, 0, 0], abs=1e-6)


def test_half_a_surrogate_pair_is_no_error(ours: UnigramEncoder) -> None:
    broken, whole = ours.encode(["the tide \ud83c turns", "the tide turns"])
    np.testing.assert_allclose(broken, whole, atol=1e-6)


def test_no_texts(ours: UnigramEncoder) -> None:
    assert ours.encode([]).shape == (0, ours.dimensions)


@given(st.text(st.characters(categories=("L", "N")), min_size=1, max_size=30))
@settings(max_examples=100, deadline=None)
def test_tokens_are_counted_as_they_are_encoded(
    ours: UnigramEncoder, pieces: tuple[UnigramTokenizer, Tokenizer, set[int]], word: str
) -> None:
    tokenizer, library, _ = pieces
    assert ours.count_tokens(word) == sum(len(tokenizer.pieces(part)) for part in words_of(word))
    if word.isascii():  # one word: no lone space that the library counts and this tokenizer does not
        known = [piece for piece in library.encode(word, add_special_tokens=False).ids if piece != 0]
        assert ours.count_tokens(word) == len(known)


def _copy(folder: Path) -> Path:
    shutil.copytree(EMBEDDED_MODEL, folder / "model")
    return folder / "model"


def test_a_fingerprint_tells_models_apart(ours: UnigramEncoder, tmp_path: Path) -> None:
    folder = _copy(tmp_path)
    same = load_encoder(str(folder))
    tensors = load_file(folder / "model.safetensors")
    save_file({**tensors, "embeddings": tensors["embeddings"][:, ::-1].copy()}, folder / "model.safetensors")
    other = load_encoder(str(folder))
    assert same is not None
    assert other is not None
    assert same.fingerprint == ours.fingerprint != other.fingerprint
    assert other.dimensions == ours.dimensions


def _cut(path: Path, share: float) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])


def _without_embeddings(path: Path) -> None:
    tensors = load_file(path)
    tensors.pop("embeddings")
    save_file(tensors, path)


def _with_few_rows(path: Path) -> None:
    tensors = load_file(path)
    save_file({**tensors, "embeddings": tensors["embeddings"][:10].copy()}, path)


HARM: dict[str, Callable[[Path], object]] = {
    "no tokenizer": lambda folder: (folder / "tokenizer.json").unlink(),
    "no configuration": lambda folder: (folder / "config.json").unlink(),
    "no vectors": lambda folder: (folder / "model.safetensors").unlink(),
    "half a tokenizer": lambda folder: _cut(folder / "tokenizer.json", 0.5),
    "half the vectors": lambda folder: _cut(folder / "model.safetensors", 0.5),
    "the vectors' first bytes": lambda folder: _cut(folder / "model.safetensors", 1e-6),
    "an empty file of vectors": lambda folder: _cut(folder / "model.safetensors", 0),
    "text for vectors": lambda folder: (folder / "model.safetensors").write_text("no vectors here"),
    "a tokenizer that is a list": lambda folder: (folder / "tokenizer.json").write_text("[]"),
    "a configuration that is a number": lambda folder: (folder / "config.json").write_text("7"),
    "another tensor": lambda folder: _without_embeddings(folder / "model.safetensors"),
    "too few rows": lambda folder: _with_few_rows(folder / "model.safetensors"),
    "a tokenizer without a vocabulary": lambda folder: _edited(folder, lambda model: model.pop("vocab")),
    "an empty vocabulary": lambda folder: _edited(folder, lambda model: model.update(vocab=[])),
    "a shorter vocabulary": lambda folder: _edited(folder, lambda model: model.update(vocab=model["vocab"][:50])),
}


def _edited(folder: Path, change: Callable[[dict[str, list[object]]], object]) -> None:
    tokenizer = orjson.loads((folder / "tokenizer.json").read_bytes())
    change(tokenizer["model"])
    (folder / "tokenizer.json").write_bytes(orjson.dumps(tokenizer))


@pytest.mark.parametrize("harm", HARM)
def test_a_broken_model_says_so(harm: str, tmp_path: Path) -> None:
    folder = _copy(tmp_path)
    HARM[harm](folder)
    with pytest.raises(EncoderError) as caught:
        load_encoder(str(folder))
    sentence = str(caught.value)
    assert str(folder) in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_a_model_that_this_tokenizer_would_falsify_goes_through_model2vec(tmp_path: Path) -> None:
    folder = _copy(tmp_path)
    tensors = load_file(folder / "model.safetensors")
    tensors["weights"][Tokenizer.from_file(str(folder / "tokenizer.json")).token_to_id("\u2581")] = 1.0
    save_file(tensors, folder / "model.safetensors")
    encoder = load_encoder(str(folder))
    assert encoder is not None
    texts = ["kelp 鯨 tide", "1:㐀"]
    expected = StaticModel.from_pretrained(str(folder)).encode(texts, use_multiprocessing=False)
    np.testing.assert_allclose(encoder.encode(texts), expected, atol=1e-6)


def test_no_model_at_all(tmp_path: Path) -> None:
    assert load_encoder("none") is None
    with pytest.raises(EncoderError, match="There is no model folder at"):
        load_encoder(str(tmp_path / "nothing here"))


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model2vec model of another kind: whole words, of a vocabulary of eight."""
    words = ["[PAD]", "[UNK]", "kelp", "tide", "harbour", "lantern", "rope", "salt"]
    tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    rows = np.random.default_rng(5).normal(size=(len(words), 24)).astype(np.float32)
    folder = tmp_path_factory.mktemp("foreign")
    StaticModel(vectors=rows, tokenizer=tokenizer, normalize=True).save_pretrained(str(folder))
    return folder


def test_a_model_of_another_kind_goes_through_model2vec(foreign: Path) -> None:
    encoder = load_encoder(str(foreign))
    assert isinstance(encoder, StaticEncoder)
    texts = ["kelp tide", "salt salt rope", "nothing known", ""]
    expected = StaticModel.from_pretrained(str(foreign)).encode(texts)
    np.testing.assert_allclose(encoder.encode(texts), expected, atol=1e-6)
    assert not encoder.encode(texts)[2:].any()  # no known word, no vector
    assert encoder.dimensions == 24
    assert encoder.encode([]).shape == (0, 24)
    assert encoder.count_tokens("kelp") == 1


ALONE = """
import sys
reached = []
sys.addaudithook(lambda event, details: reached.append(event) if event.startswith("socket.") else None)
{0}
heavy = [name for name in ("model2vec", "tokenizers", "transformers", "huggingface_hub") if name in sys.modules]
assert not heavy, heavy
assert not reached, reached
"""


def _alone(script: str) -> "subprocess.CompletedProcess[bytes]":
    """A script run in a process that may neither reach the network nor load what is heavy."""
    environment = {"PYTHONPATH": str(PACKAGE_ROOT), "PATH": "", "SYSTEMROOT": "C:\\Windows"}
    command = [sys.executable, "-c", ALONE.format(script)]
    return subprocess.run(command, env=environment, capture_output=True, check=False)


def test_the_embedded_model_needs_neither_model2vec_nor_a_network() -> None:
    done = _alone("from luneta.encoder import load_encoder\nassert load_encoder().encode(['kelp tide']).any()")
    assert done.returncode == 0, done.stderr.decode()


def test_importing_luneta_loads_no_model() -> None:
    done = _alone("import luneta, luneta.engine\nassert not {'luneta.encoder', 'numpy'} & set(sys.modules)")
    assert done.returncode == 0, done.stderr.decode()


def test_a_folder_without_vectors_is_not_looked_for_on_the_network(tmp_path: Path, foreign: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(foreign, folder)
    (folder / "model.safetensors").unlink()
    script = (
        "import sys\nreached = []\n"
        "sys.addaudithook(lambda event, details: reached.append(event) if event.startswith('socket.') else None)\n"
        "from luneta.encoder import load_encoder\nfrom luneta.errors import EncoderError\n"
        f"try:\n    load_encoder({str(folder)!r})\nexcept EncoderError as error:\n    print(error)\n"
        "assert not [e for e in reached if e not in ('socket.__new__',)], reached\n"
    )
    environment = {"PYTHONPATH": str(PACKAGE_ROOT), "PATH": "", "SYSTEMROOT": "C:\\Windows", "HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert str(folder).encode() in done.stdout


@settings(deadline=None, max_examples=50)
@given(st.lists(st.sampled_from(["one two. ", "naïve ", "\n", "under_score ", "123 ", "— ", "end"]), max_size=30))
def test_a_half_read_text_has_the_vector_of_the_whole(ours: UnigramEncoder, parts: list[str]) -> None:
    text = "".join(parts)
    (reading,) = ours.read_each([text])
    assert reading is not None
    middle = len("".join(parts[: len(parts) // 2]))
    (part,) = reading.parts([(middle, len(text))])
    if part is None:
        return  # it would cut a word
    places, rest = part
    assert [reading.vocabulary[place] for place in places] == words_of(text[middle:])
    halves = ours.encode_half_read([HalfRead("title\nsection\n", rest), text])
    whole = ours.encode([f"title\nsection\n{text[middle:]}", text])
    assert halves.tobytes() == whole.tobytes()


def test_threads_share_an_encoder(ours: UnigramEncoder) -> None:
    encoder = load_encoder()
    assert encoder is not None
    texts = [[f"{name}{number} shared{number}" for number in range(400)] for name in ("uma", "outra", "mais", "quarta")]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(encoder.encode, texts))
    for each, vectors in zip(texts, found, strict=True):
        assert vectors.tobytes() == ours.encode(each).tobytes()


def test_the_embedded_model_says_which_of_its_words_are_cut_further(ours: UnigramEncoder) -> None:
    """Found anew, by cutting every whole word of the vocabulary: a list that lies would give other vectors."""
    model = orjson.loads((EMBEDDED_MODEL / "tokenizer.json").read_bytes())["model"]
    found = orjson.loads((EMBEDDED_MODEL / SPLIT).read_bytes())
    assert found["fingerprint"] == ours.fingerprint, "made for another model: run tests/eval/model/split.py"
    assert found["pieces"] == UnigramTokenizer(model["vocab"], model["unk_id"]).split_pieces()


def test_words_known_to_be_whole_are_cut_as_by_a_search(
    pieces: tuple[UnigramTokenizer, Tokenizer, set[int]],
) -> None:
    tokenizer = pieces[0]
    model = orjson.loads((EMBEDDED_MODEL / "tokenizer.json").read_bytes())["model"]
    quick = UnigramTokenizer(model["vocab"], model["unk_id"], tokenizer.split_pieces())
    words = [piece[1:] for piece, _ in model["vocab"][::40] if piece.startswith("\u2581") and piece[1:]]
    words += ["observatories", "desfiladeiro", "zzz", "x", "\u6f22"]
    assert [quick.pieces(word) for word in words] == [tokenizer.pieces(word) for word in words]


@pytest.mark.parametrize("content", [b"", b"[]", b'{"fingerprint": "of another", "pieces": [1, 2]}'])
def test_a_list_for_another_model_is_left_alone(ours: UnigramEncoder, tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / "model"
    shutil.copytree(EMBEDDED_MODEL, folder)
    (folder / SPLIT).write_bytes(content)
    encoder = load_encoder(str(folder))
    assert encoder is not None
    texts = ["The harbour lies in fog", "O farol da observadora"]
    assert encoder.encode(texts).tobytes() == ours.encode(texts).tobytes()
