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
    """A fast generator (xoshiro256++) for searches, playouts and guesses: any seed of up to 256 bits counts in full.

    >>> Rng(1).below(10) == Rng(1).below(10)
    True
    """

    def __init__(self, seed: int) -> None:
        mixed = shake_256(b"eminence/rng/" + str(seed).encode()).digest(32)
        self.a, self.b, self.c, self.d = struct.unpack("<4Q", mixed)

    def next32(self) -> cython.uint:
        sum: cython.ulonglong = (self.a + self.d) & FULL
        shifted: cython.ulonglong = (self.b << 17) & FULL
        found: cython.ulonglong = (((sum << 23) & FULL | sum >> 41) + self.a) & FULL
        self.c ^= self.a
        self.d ^= self.b
        self.b ^= self.c
        self.a ^= self.d
        self.c ^= shifted
        self.d = (self.d << 45) & FULL | self.d >> 19
        return cython.cast(cython.uint, found >> 32)

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
