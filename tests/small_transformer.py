"""A small, real encoder in ONNX, with 768 dimensions: embeddings of words, moved a little by their neighbours."""

from pathlib import Path

import numpy as np
import onnx
import orjson
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

DIMENSIONS = 768
WORDS = [
    "query",
    "passage",
    "the",
    "a",
    "of",
    "and",
    "in",
    "to",
    "is",
    "on",
    "with",
    "boat",
    "kayak",
    "river",
    "paddle",
    "ferry",
    "harbour",
    "tax",
    "law",
    "invoice",
    "budget",
    "money",
    "bread",
    "flour",
    "oven",
    "starter",
    "sourdough",
    "rank",
    "fusion",
    "search",
    "index",
    "vector",
    "barco",
    "rio",
    "imposto",
    "lei",
    "pão",
    "farinha",
    "forno",
]
SPECIALS = ("<s>", "</s>", "<unk>", ":")


def make(folder: Path, *, seed: int = 0, name: str = "small-e5") -> Path:
    """Write the model into a new folder of this name. Words of one subject lie near each other."""
    target = folder / name
    (target / "onnx").mkdir(parents=True)
    vocabulary = [*SPECIALS, *WORDS]
    _tokenizer(vocabulary).save(str(target / "tokenizer.json"))
    config = {"model_type": "xlm-roberta", "hidden_size": DIMENSIONS, "max_position_embeddings": 514}
    (target / "config.json").write_bytes(orjson.dumps(config))
    onnx.save(_graph(len(vocabulary), seed), str(target / "onnx" / "model.onnx"))
    return target


def _tokenizer(vocabulary: list[str]) -> Tokenizer:
    tokenizer = Tokenizer(models.WordLevel({word: place for place, word in enumerate(vocabulary)}, unk_token="<unk>"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 1)]
    )
    return tokenizer


def _embeddings(count: int, seed: int) -> np.ndarray:
    chance = np.random.default_rng(seed)
    vectors = chance.normal(size=(count, DIMENSIONS)).astype(np.float32)
    subjects = (
        "boat kayak river paddle ferry harbour barco rio",
        "tax law invoice budget money imposto lei",
        "bread flour oven starter sourdough pão farinha forno",
    )
    every = [*SPECIALS, *WORDS]
    for subject in subjects:
        centre = chance.normal(size=DIMENSIONS).astype(np.float32) * 2
        for word in subject.split():
            vectors[every.index(word)] += centre
    vectors[: len(SPECIALS) + 12] *= 0.05  # signs and function words say little
    return vectors


def _graph(count: int, seed: int) -> onnx.ModelProto:
    """last_hidden_state = embedding[ids] + 0.1 x the mean of the text's embeddings."""
    table = numpy_helper.from_array(_embeddings(count, seed), "table")
    share = numpy_helper.from_array(np.array(0.1, np.float32), "share")
    axes = numpy_helper.from_array(np.array([1], np.int64), "axes")
    last = numpy_helper.from_array(np.array([2], np.int64), "last")
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["words"]),
        helper.make_node("Cast", ["attention_mask"], ["mask_float"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["mask_float", "last"], ["mask"]),
        helper.make_node("Mul", ["words", "mask"], ["seen"]),
        helper.make_node("ReduceMean", ["seen", "axes"], ["mean"], keepdims=1),
        helper.make_node("Mul", ["mean", "share"], ["drift"]),
        helper.make_node("Add", ["words", "drift"], ["last_hidden_state"]),
    ]
    shape = ["batch", "sequence"]
    inputs = [helper.make_tensor_value_info(n, TensorProto.INT64, shape) for n in ("input_ids", "attention_mask")]
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [*shape, DIMENSIONS])
    graph = helper.make_graph(nodes, "small", inputs, [output], [table, share, axes, last])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
