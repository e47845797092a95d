"""luneta.transformer, with a real ONNX model of 768 dimensions in a real session."""

from pathlib import Path

import numpy as np
import orjson
import pytest

from luneta.core.types import SearchOptions
from luneta.encoder import load_encoder
from luneta.engine import Engine
from luneta.errors import EncoderError
from luneta.transformer import TransformerEncoder
from small_transformer import DIMENSIONS, make


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="module")
def encoder(folder: Path) -> TransformerEncoder:
    loaded = load_encoder(str(folder))
    assert isinstance(loaded, TransformerEncoder)
    return loaded


def test_vectors_are_unit_means_whatever_they_are_batched_with(encoder: TransformerEncoder) -> None:
    texts = ["kayak on the river", "tax", "bread flour oven " * 60, "", "   ", "law and money"] + ["boat"] * 70
    together = encoder.encode(texts)
    assert together.shape == (len(texts), DIMENSIONS)
    norms = np.linalg.norm(together, axis=1)
    assert np.allclose(norms[[0, 1, 2, 5]], 1, atol=1e-5)
    assert not norms[[3, 4]].any()  # blank texts have no vector
    for place in (0, 1, 2, 5):
        assert np.allclose(encoder.encode([texts[place]])[0], together[place], atol=1e-5)


def test_queries_and_passages_have_their_prefixes(encoder: TransformerEncoder, tmp_path: Path) -> None:
    query, passage = encoder.encode_query("kayak"), encoder.encode(["kayak"])[0]
    assert not np.allclose(query, passage)
    plain = load_encoder(str(make(tmp_path, name="plain")))
    assert plain is not None
    # Of a family without prefixes, what is encoded is the text alone.
    assert np.allclose(plain.encode(["query: kayak"])[0], query, atol=1e-5)
    assert np.allclose(plain.encode_query("kayak"), plain.encode(["kayak"])[0], atol=1e-5)


def test_a_folder_may_say_its_prefixes(tmp_path: Path) -> None:
    folder = make(tmp_path, name="told")
    said = {"prompts": {"query": "search ", "document": "index "}}
    (folder / "config_sentence_transformers.json").write_bytes(orjson.dumps(said))
    told, plain = load_encoder(str(folder)), load_encoder(str(make(tmp_path, name="plain")))
    assert told is not None
    assert plain is not None
    assert np.allclose(told.encode_query("boat"), plain.encode(["search boat"])[0], atol=1e-5)
    assert np.allclose(told.encode(["boat"])[0], plain.encode(["index boat"])[0], atol=1e-5)


def test_tokens_are_counted_without_those_of_the_ends(encoder: TransformerEncoder) -> None:
    assert encoder.count_tokens("kayak on the river") == 4
    assert encoder.count_each(["kayak", "river", "kayak:river"]) == [1, 1, 3]
    assert encoder.count_each([]) == []


def test_a_vault_is_indexed_and_searched_by_it(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CACHE", "CONFIG"):
        monkeypatch.setenv(f"LUNETA_{name}_DIR", str(tmp_path / name))
    vault = tmp_path / "vault"
    (vault / ".obsidian" / "plugins" / "luneta").mkdir(parents=True)
    settings = vault / ".obsidian" / "plugins" / "luneta" / "data.json"
    settings.write_bytes(orjson.dumps({"model": str(folder)}))
    notes = {
        "Boats": "A ferry in the harbour, with paddle.",
        "Tax": "Invoice and law, budget.",
        "Bread": "Oven, starter.",
    }
    for name, text in notes.items():
        (vault / f"{name}.md").write_text(f"{text} {text}\n", encoding="utf-8")
    options = SearchOptions(mode="semantic")
    with Engine.open(vault) as engine:
        assert engine.index().encoded == 3
        assert engine.search("kayak river", options).hits[0].path == "Boats.md"
        assert engine.search("imposto money", options).hits[0].path == "Tax.md"
        assert engine.index().encoded == 0
    other = make(tmp_path, seed=1, name="other-e5")
    settings.write_bytes(orjson.dumps({"model": str(other)}))
    with Engine.open(vault) as engine:
        report = engine.index()
        assert report.encoded == 3  # another model of the same size: nothing of the first one stays
        assert report.notices == ("The model changed: every note is encoded again.",)
    settings.write_bytes(b"{}")
    with Engine.open(vault) as engine:
        assert engine.index().encoded == 3  # and back to the embedded one, of another width
        assert engine.search("bread", options).hits[0].path == "Bread.md"


@pytest.mark.parametrize("broken", ["onnx/model.onnx", "tokenizer.json", "config.json"])
def test_a_broken_model_says_what_to_do(tmp_path: Path, broken: str) -> None:
    folder = make(tmp_path)
    (folder / broken).write_bytes(b"not what it should be")
    with pytest.raises(EncoderError, match="install it again"):
        load_encoder(str(folder))
