"""Step 2. Vocabulary and tokenizer of the static model.

Whole words: the most frequent of each language, by wordfreq mixed with counts in the collected text. Chinese and
Japanese: words and characters. Sub-words: the teacher's lower-case Latin and Cyrillic pieces that all other words need.
The tokenizer is a Unigram model: NFKC, lower case, punctuation becomes space, runs of CJK split off from other text.

Writes OUT/vocab.json, a list of [piece, score, frequency], and OUT/tokenizer.json.
"""

import argparse
import json
import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

#: Whole words (pieces, for zh and ja) taken of each language.
SIZES = {"en": 17000, "pt": 16000, "es": 7000, "fr": 5000, "de": 5000, "it": 3000, "ru": 8500, "uk": 2000, "pl": 3500}
SIZES |= {"nl": 3500, "tr": 3000, "zh": 5500, "ja": 4500}
#: How much of what people write and search is in each language: an estimate for this product's users.
SHARES = {"en": 0.33, "pt": 0.31, "es": 0.09, "fr": 0.06, "de": 0.05, "it": 0.02, "ru": 0.05, "uk": 0.005, "pl": 0.015}
SHARES |= {"nl": 0.015, "tr": 0.01, "zh": 0.03, "ja": 0.015}
#: The part of a word's frequency that comes from the collected text; the rest is wordfreq's.
FROM_TEXT, FROM_TEXT_MAIN = 0.15, 0.3
UNKNOWN, PADDING, SPACE = "[UNK]", "[PAD]", "▁"

_WORD = re.compile(r"([a-zà-öø-ÿœßāăąćčďđēęěğıłńňōőřśşšťūůűźżžǎ0-9ªº]+|[а-яёіїєґ]+)\Z")
_CYRILLIC = re.compile("[а-яёіїєґ]")
_CJK = r"\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_CJK_WORD = re.compile(f"[{_CJK}]{{1,8}}\\Z")
_CJK_CHARACTER = re.compile(f"[{_CJK}]")
_LONGEST_WORD, _LONGEST_PIECE = 24, 20

Frequencies = Mapping[str, float]


def main() -> None:
    """Choose the pieces and write both files."""
    options = _parser().parse_args()
    from tokenizers import Tokenizer

    sizes = {name: int(size) for name, size in (part.split("=") for part in options.sizes.split(","))}
    counts = _counts(options.texts, set(sizes))
    teacher = json.loads(Tokenizer.from_file(str(options.teacher / "tokenizer.json")).to_str())
    scores: dict[str, float] = dict(teacher["model"]["vocab"])
    pieces: dict[str, tuple[float, float]] = {}
    spaced = {language: size for language, size in sizes.items() if language not in ("zh", "ja")}
    _add_words(pieces, counts, spaced, sizes, scores, {"latin": options.latin, "cyrillic": options.cyrillic})
    _add_cjk(pieces, counts, {language: sizes[language] for language in sizes.keys() - spaced}, sizes, options.cjk)
    pieces[SPACE] = (-3.0, 0.0)
    ordered = sorted(pieces.items(), key=lambda item: -item[1][1])
    vocabulary = [(UNKNOWN, 0.0, 0.0), (PADDING, 0.0, 0.0), *((p, round(s, 2), f) for p, (s, f) in ordered)]
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "vocab.json").write_text(json.dumps(vocabulary, ensure_ascii=False), encoding="utf-8")
    _tokenizer([(piece, score) for piece, score, _ in vocabulary]).save(
        str(options.out / "tokenizer.json"), pretty=False
    )
    print("pieces", len(vocabulary), "bytes", (options.out / "tokenizer.json").stat().st_size)


def segment(word: str, scores: Frequencies) -> tuple[list[str], float]:
    """The pieces of `word` whose scores have the greatest sum, and that sum. Every character must have a score."""
    best, came_from = [0.0] + [-math.inf] * len(word), [0] * (len(word) + 1)
    for start in range(len(word)):
        for end in range(start + 1, min(len(word), start + _LONGEST_PIECE) + 1):
            score = scores.get(word[start:end])
            if score is not None and best[start] + score > best[end]:
                best[end], came_from[end] = best[start] + score, start
    pieces, end = [], len(word)
    while end > 0:
        pieces.append(word[came_from[end] : end])
        end = came_from[end]
    return pieces[::-1], best[-1]


def _add_words(
    pieces: dict[str, tuple[float, float]],
    counts: Mapping[str, Counter[str]],
    sizes: Mapping[str, int],
    all_sizes: Mapping[str, int],
    teacher: Frequencies,
    most: Mapping[str, int],
) -> None:
    """The words of languages that put spaces between them, and the sub-words (`most` a script) of all other words."""
    mixed: Counter[str] = Counter()
    whole: set[str] = set()
    for language, size in sizes.items():
        frequencies = _word_frequencies(language, counts[language])
        for word, frequency in frequencies.items():
            mixed[word] += _share(language, all_sizes) * frequency
        candidates = (word for word in frequencies if not (word.isdigit() and len(word) > 4))
        whole.update(sorted(candidates, key=lambda word: (-frequencies[word], word))[:size])
    known = {p: s for p, s in teacher.items() if p != SPACE and _WORD.match(p.replace(SPACE, "", 1) or "a")}
    letters = sorted({letter for word in mixed for letter in word})
    for letter in letters:
        known.setdefault(letter, -16.0)
        known.setdefault(SPACE + letter, -15.0)
    used: Counter[str] = Counter()
    for word, frequency in mixed.items():
        parts, score = segment(SPACE + word, known)
        if word in whole:
            pieces[SPACE + word] = (teacher.get(SPACE + word, score + 0.3), frequency)
        else:
            for part in parts:
                used[part] += frequency
    for script, number in most.items():
        of_script = [
            piece for piece, _ in used.most_common() if bool(_CYRILLIC.search(piece)) == (script == "cyrillic")
        ]
        for piece in of_script[:number]:
            pieces.setdefault(piece, (known[piece], used[piece]))
    for letter in letters:
        for piece in (letter, SPACE + letter):
            pieces.setdefault(piece, (known[piece], used.get(piece, 1e-9)))


def _add_cjk(
    pieces: dict[str, tuple[float, float]],
    counts: Mapping[str, Counter[str]],
    sizes: Mapping[str, int],
    all_sizes: Mapping[str, int],
    characters: int,
) -> None:
    """Words of wordfreq, and the most frequent characters of them and of the collected text."""
    words: Counter[str] = Counter()
    single: Counter[str] = Counter()
    for language in sorted(sizes):
        share, total = _share(language, all_sizes), counts[language].total() or 1
        for run, count in counts[language].items():
            for character in _CJK_CHARACTER.findall(run):
                single[character] += share * count / total
        frequencies = Counter({w: f for w, f in _wordfreq(language).items() if _CJK_WORD.match(w)})
        for word, frequency in frequencies.items():
            for character in word:
                single[character] += share * frequency
        for word, frequency in frequencies.most_common(sizes[language]):
            words[word] += share * frequency
    for character, frequency in single.most_common(characters):
        pieces.setdefault(character, (max(math.log(frequency + 1e-9), -18.0), frequency * 0.3))
    for word, frequency in words.items():
        score, known = pieces.get(word, (math.log(frequency), 0.0))
        if len(word) > 1:
            score = max(math.log(frequency + 1e-9), -17.0)
        pieces[word] = (score, max(frequency, known))


def _word_frequencies(language: str, counted: Counter[str]) -> dict[str, float]:
    """The frequency of each plain word, of wordfreq's and of those seen five times in the text."""
    part = FROM_TEXT_MAIN if language in ("en", "pt") else FROM_TEXT
    general, total = _wordfreq(language), counted.total() or 1
    words = {*general, *(word for word, count in counted.items() if count >= 5)}
    plain = sorted(word for word in words if len(word) <= _LONGEST_WORD and _WORD.match(word))
    return {word: (1 - part) * general.get(word, 0.0) + part * counted[word] / total for word in plain}


def _wordfreq(language: str) -> Counter[str]:
    """The frequencies of wordfreq's words as the tokenizer will see them: what NFKC makes one counts as one."""
    from wordfreq import get_frequency_dict

    found: Counter[str] = Counter()
    for word, frequency in get_frequency_dict(language, wordlist="best").items():
        found[unicodedata.normalize("NFKC", word)] += frequency
    return found


def _share(language: str, sizes: Mapping[str, int]) -> float:
    return SHARES[language] / sum(SHARES[name] for name in sizes)


def _counts(folder: Path, languages: set[str]) -> dict[str, Counter[str]]:
    """How often each word stands in the collected text, by language."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in _rows(folder / "passages.jsonl"):
        counts[row["language"]].update(_words(f"{row['heading']} {row['text']}"))
    for row in _rows(folder / "pairs.jsonl"):
        if row["language"] in languages:
            counts["en"].update(_words(row["left"]))
            counts[row["language"]].update(_words(row["right"]))
    return {language: counts[language] for language in languages}


def _words(text: str) -> list[str]:
    return re.sub(r"[^\w]+|_", " ", unicodedata.normalize("NFKC", text).lower()).split()


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _tokenizer(pieces: list[tuple[str, float]]) -> Any:  # noqa: ANN401 -- a tokenizers.Tokenizer, imported when needed
    from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers

    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=0))
    punctuation = normalizers.Replace(Regex(r"[^\p{L}\p{N}\p{M}]+"), " ")
    steps = [normalizers.NFKC(), normalizers.Lowercase(), punctuation, normalizers.Strip()]
    tokenizer.normalizer = normalizers.Sequence(steps)
    spaces = pre_tokenizers.Metaspace(replacement=SPACE, prepend_scheme="always", split=True)
    cjk = pre_tokenizers.Split(Regex(f"[{_CJK}]+"), "isolated")
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([cjk, spaces])
    tokenizer.decoder = decoders.Metaspace(replacement=SPACE, prepend_scheme="always")
    tokenizer.add_special_tokens([UNKNOWN, PADDING])
    return tokenizer


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=Path, required=True, help="the folder that collect_texts.py wrote")
    parser.add_argument(
        "--teacher", type=Path, required=True, help="a folder with the teacher's tokenizer.json (XLM-R)"
    )
    parser.add_argument("--out", type=Path, required=True)
    sizes = ",".join(f"{language}={size}" for language, size in SIZES.items())
    parser.add_argument("--sizes", default=sizes, help=f"whole words of each language ({sizes})")
    parser.add_argument("--latin", type=int, default=10000, help="Latin sub-words (10000)")
    parser.add_argument("--cyrillic", type=int, default=3500, help="Cyrillic sub-words (3500)")
    parser.add_argument("--cjk", type=int, default=4200, help="CJK characters (4200)")
    return parser


if __name__ == "__main__":
    main()
