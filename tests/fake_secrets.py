"""Secrets that nobody has, made at run time, so that no scanner takes this repository for a leak."""

import random
import string

BASE62 = string.ascii_letters + string.digits
BASE64 = BASE62 + "+/"
HEX = "0123456789abcdef"


def made(seed: int, length: int, alphabet: str = BASE62) -> str:
    """Random, with a letter and a digit in front, so that no draw is without either."""
    return "k4" + "".join(random.Random(seed).choices(alphabet, k=length - 2))


PASSWORD = "Zx9" + "-q!" + "tR4"
KEY = made(1, 32)
DASHES = "-" * 5


def pem(label: str, lines: int, *, seed: int = 3, end: bool = True) -> list[str]:
    body = [made(seed + at, 64, BASE64) for at in range(lines)] + [made(seed, 26, BASE64) + "=="]
    return [f"{DASHES}BEGIN {label}{DASHES}", *body, *([f"{DASHES}END {label}{DASHES}"] if end else [])]
