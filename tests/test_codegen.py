"""The types that both sides use are the same ones."""

import json
import os
from pathlib import Path

import msgspec
import pytest

import wire_samples
from luneta import codegen
from luneta.protocol import frames, replies, requests

ROOT = Path(__file__).resolve().parents[1]
SERVER_SAMPLES = ROOT / "tests" / "plugin" / "protocol-samples.gen.ts"
CLIENT_SAMPLES = ROOT / "tests" / "plugin" / "from-client.json"


def compare(path: Path, text: str) -> None:
    if os.environ.get("LUNETA_WRITE_GENERATED"):
        path.write_text(text, encoding="utf-8", newline="\n")
    assert path.read_text(encoding="utf-8") == text, "run this test with LUNETA_WRITE_GENERATED=1, and commit"


def test_the_plugins_types_are_those_of_the_sidecar() -> None:
    compare(ROOT / "plugin" / "src" / "protocol.gen.ts", codegen.typescript())


def test_every_message_of_the_sidecar_is_given_to_the_compiler_of_the_plugin() -> None:
    compare(SERVER_SAMPLES, wire_samples.typescript())


def test_what_the_plugin_sends_is_what_the_sidecar_reads() -> None:
    """from-client.json is what tests/plugin/protocol.test.ts makes of typed messages. Nothing of it gets lost here."""
    sent = json.loads(CLIENT_SAMPLES.read_bytes())
    read = [msgspec.convert(message, requests.FromClient) for message in sent]
    assert [json.loads(msgspec.json.encode(message)) for message in read] == sent
    messages = {type(message) for message in read}
    assert messages == set(requests.FromClient.__args__)


@pytest.mark.parametrize("union", [requests.FromClient, replies.FromServer])
def test_samples_survive_the_wire(union: type) -> None:
    for message in wire_samples.samples(union):
        assert msgspec.json.decode(msgspec.json.encode(message), type=union) == message


def test_an_annotation_without_a_counterpart_is_not_guessed() -> None:
    class Odd(frames.View, frozen=True):
        stamp: complex

    with pytest.raises(TypeError, match="complex"):
        codegen._interface(Odd)


def test_a_comment_cannot_end_early() -> None:
    assert codegen._comment("a */ b") == "/** a * / b */\n"
