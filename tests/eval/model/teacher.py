"""A transformer that gives the vectors to learn: mean pooling over its last layer. Needs torch and transformers."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from transformers import AutoModel

#: Longest text the teacher reads, in its own pieces.
LONGEST = 112
#: Pieces in one batch, padding included: what two cores chew well.
BATCH_PIECES = 6144


class Teacher:
    """`kind` "e5" puts "query: " or "passage: " before each text and pads with 1 (XLM-R pieces); "bert" pads with 0."""

    def __init__(self, folder: Path, kind: str) -> None:
        self.kind = kind
        self._padding = 1 if kind == "e5" else 0
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(LONGEST)
        self._model = AutoModel.from_pretrained(str(folder), dtype=torch.bfloat16, attn_implementation="sdpa").eval()
        self.dimensions: int = self._model.config.hidden_size

    @torch.inference_mode()
    def hidden(self, batch: Sequence[Sequence[int]]) -> tuple[torch.Tensor, torch.Tensor]:
        """The last layer, [texts, pieces, dimensions], and the mask of real pieces, [texts, pieces, 1]."""
        shape = (len(batch), max(map(len, batch)))
        ids, mask = torch.full(shape, self._padding), torch.zeros(shape, dtype=torch.long)
        for row, pieces in enumerate(batch):
            ids[row, : len(pieces)] = torch.tensor(pieces)
            mask[row, : len(pieces)] = 1
        return self._model(input_ids=ids, attention_mask=mask).last_hidden_state.float(), mask[..., None].float()

    def encode(self, texts: Sequence[str], queries: Sequence[bool]) -> np.ndarray:
        """Unit vectors, float32; `queries` says which texts are asked rather than found."""
        if self.kind == "e5":
            texts = [("query: " if query else "passage: ") + text for text, query in zip(texts, queries, strict=True)]
        pieces = [encoding.ids for encoding in self.tokenizer.encode_batch(list(texts))]
        order = np.argsort([len(ids) for ids in pieces], kind="stable")
        vectors = np.zeros((len(pieces), self.dimensions), np.float32)
        start = 0
        while start < len(order):
            end = start + 1
            while end < len(order) and len(pieces[order[end]]) * (end + 1 - start) <= BATCH_PIECES:
                end += 1
            hidden, mask = self.hidden([pieces[row] for row in order[start:end]])
            vectors[order[start:end]] = ((hidden * mask).sum(1) / mask.sum(1)).numpy()
            start = end
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
