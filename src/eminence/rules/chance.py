# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Random numbers: each belongs to one game or one search, and is seeded explicitly.

Deals come from `secure_words`, a hash of the seed: who knows the open half of a deal learns nothing of the hidden half.
Searches and playouts use `Rng`, which is fast and foretells nothing about a deal.
"""

from __future__ import annotations

import struct
from hashlib import shake_256

import cython

FULL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MIX1 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
MIX2 = cython.declare(cython.ulonglong, 0x94D049BB133111EB)

WORDS = 192  # as many as any deal uses: 96 for the cards, 96 for tokens or a later reshuffle


def secure_words(seed: int | str | bytes, purpose: str) -> list[int]:
    """`WORDS` numbers of 32 bits that follow from the seed and a purpose, and from nothing else."""
    if isinstance(seed, bool) or not isinstance(seed, int | str | bytes):
        raise TypeError(f"a seed is an int, a str or bytes, not {type(seed).__name__}")
    kind = type(seed).__name__
    raw = seed if isinstance(seed, bytes) else str(seed).encode()
    digest = shake_256(f"eminence/1/{purpose}/{kind}/".encode() + raw).digest(4 * WORDS)
    return list(struct.unpack(f"<{WORDS}I", digest))


@cython.final
@cython.cclass
class Rng:
    """A small fast generator (splitmix64) for searches and playouts.

    >>> Rng(1).below(10) == Rng(1).below(10)
    True
    """

    def __init__(self, seed: int) -> None:
        self.state = seed & 0xFFFFFFFFFFFFFFFF

    def next32(self) -> cython.uint:
        z: cython.ulonglong
        self.state = (self.state + STEP) & FULL
        z = self.state
        z = ((z ^ (z >> 30)) * MIX1) & FULL
        z = ((z ^ (z >> 27)) * MIX2) & FULL
        return cython.cast(cython.uint, (z ^ (z >> 31)) >> 32)

    def fill(self, words: cython.p_uint, n: cython.int) -> None:
        """The next n numbers at once."""
        i: cython.int
        for i in range(n):
            words[i] = self.next32()

    def under(self, n: cython.uint) -> cython.int:
        return cython.cast(cython.int, (cython.cast(cython.ulonglong, self.next32()) * n) >> 32)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        if n < 1:
            raise ValueError(f"below(n) needs n of at least 1, not {n}")
        return self.under(n)
