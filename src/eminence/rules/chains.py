# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Chains of monasteries (B19): the best choice of separate lines along the roads, exactly.

On a map with few crossings a plain search is done at once. A crowded map of somebody's own may need more; the search
then starts again and remembers what it has found.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free

ONE = cython.declare(cython.ulonglong, 1)
HALF = cython.declare(cython.ulonglong, 0xFFFFFFFF)
MIX = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
FULL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
PATIENCE = cython.declare(cython.int, 3000)  # steps before the search begins to remember
SLOTS = cython.declare(cython.int, 1 << 15)


def lowest(mask: cython.ulonglong) -> cython.int:
    """The number of the lowest bit set."""
    n: cython.int = 0
    if mask & HALF == 0:
        mask >>= 32
        n += 32
    if mask & 0xFFFF == 0:
        mask >>= 16
        n += 16
    if mask & 0xFF == 0:
        mask >>= 8
        n += 8
    while mask & 1 == 0:
        mask >>= 1
        n += 1
    return n


def bits(mask: cython.ulonglong) -> cython.int:
    """How many bits are set."""
    n: cython.int = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@cython.final
@cython.cclass
class Chains:
    """The roads of a map, and the search for the best lines on them. A set of fields is a mask of bits."""

    def __init__(self) -> None:
        self.least = 4
        self.left = 0
        self.remembers = False
        self.has_memory = False
        if not cython.compiled:
            self.near: list[int] = [0] * 64
            self.memory: list[int] = []

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.memory)

    def lay_roads(self, roads: tuple[tuple[int, int], ...], least: int) -> None:
        """Take the roads, and the length from which a line scores."""
        self.least = least
        for i in range(64):
            self.near[i] = 0
        for a, b in roads:
            self.near[a] |= 1 << b
            self.near[b] |= 1 << a

    def copy_roads(self, other: Chains) -> None:
        self.least = other.least
        self.near[:] = other.near

    def score(self, mask: cython.ulonglong) -> cython.int:
        """B19: the most monasteries of a set that separate lines can hold."""
        total: cython.int = 0
        found: cython.int
        part: cython.ulonglong
        while mask:
            part = self.spread(mask)
            mask &= ~part
            self.left = PATIENCE
            found = self.best_lines(part, 0)
            if self.left < 0:
                found = self.with_memory(part)
            total += found
        return total

    def with_memory(self, part: cython.ulonglong) -> cython.int:
        """Search again, remembering what was found."""
        i: cython.int
        found: cython.int
        if not self.has_memory:
            if cython.compiled:
                self.memory = cython.cast(cython.p_ulonglong, calloc(2 * SLOTS, 8))
                self.has_memory = self.memory != cython.NULL
            else:
                self.memory = [0] * (2 * SLOTS)
                self.has_memory = True
        if self.has_memory:
            for i in range(2 * SLOTS):
                self.memory[i] = 0
        self.remembers = self.has_memory
        self.left = 2147483647
        found = self.best_lines(part, 0)
        self.remembers = False
        return found

    def spread(self, mask: cython.ulonglong) -> cython.ulonglong:
        """All fields of the set that hang together with its lowest one."""
        reached: cython.ulonglong = mask & (~mask + 1)
        edge: cython.ulonglong = reached
        v: cython.int
        while edge:
            v = lowest(edge)
            edge &= edge - 1
            edge |= self.near[v] & mask & ~reached
            reached |= edge
        return reached

    def best_lines(self, mask: cython.ulonglong, enough: cython.int) -> cython.int:
        """The best choice of lines within a set.

        A true optimum if it is above `enough`, otherwise any number up to `enough`.
        """
        best: cython.int = 0
        part: cython.ulonglong
        size: cython.int
        v: cython.int
        if bits(mask) < self.least:
            return 0
        part = self.spread(mask)
        size = bits(part)
        if part != mask:
            if size >= self.least:
                best = self.best_lines(part, 0)
            return best + self.best_lines(mask & ~part, enough - best)
        if size <= enough:
            return 0
        v = self.loose_end(mask)
        best = self.lines_through(mask & ~(ONE << v), v, v, 1, size)
        if best < size:
            size = self.best_lines(mask & ~(ONE << v), best)
            if size > best:
                best = size
        return best

    def loose_end(self, mask: cython.ulonglong) -> cython.int:
        """The field of a set with fewest neighbours there: few lines run through it."""
        left: cython.ulonglong = mask
        v: cython.int
        n: cython.int
        best: cython.int = -1
        fewest: cython.int = 65
        while left:
            v = lowest(left)
            left &= left - 1
            n = bits(self.near[v] & mask)
            if n < fewest:
                fewest = n
                best = v
        return best

    def lines_through(
        self, rest: cython.ulonglong, head: cython.int, tail: cython.int, length: cython.int, cap: cython.int
    ) -> cython.int:
        """The best total over all lines that grow from one at its head and then, once the head rests, at its tail.

        `rest` are the fields not in the line; more than `cap` cannot be had.
        """
        best: cython.int = 0
        found: cython.int
        onward: cython.ulonglong
        v: cython.int
        key: cython.ulonglong = self.key_of(head, tail, length)
        found = self.recall(rest, key, length)
        if found >= 0:
            return found
        onward = self.near[head] & rest
        while onward and best < cap:
            v = lowest(onward)
            onward &= onward - 1
            found = self.lines_through(rest & ~(ONE << v), v, tail, length + 1, cap)
            if found > best:
                best = found
        if best < cap:
            found = self.lines_at_tail(rest, tail, length, cap)
            if found > best:
                best = found
        self.retain(rest, key, length, best)
        return best

    def lines_at_tail(
        self, rest: cython.ulonglong, tail: cython.int, length: cython.int, cap: cython.int
    ) -> cython.int:
        """As `lines_through`, with the head at rest."""
        best: cython.int = 0
        found: cython.int
        onward: cython.ulonglong
        v: cython.int
        key: cython.ulonglong = self.key_of(63, tail, length) | 65536
        self.left -= 1
        if self.left < 0:
            return 0
        found = self.recall(rest, key, length)
        if found >= 0:
            return found
        onward = self.near[tail] & rest
        while onward and best < cap:
            v = lowest(onward)
            onward &= onward - 1
            found = self.lines_at_tail(rest & ~(ONE << v), v, length + 1, cap)
            if found > best:
                best = found
        if length >= self.least and best < cap:
            found = length + self.best_lines(rest, best - length)
            if found > best:
                best = found
        self.retain(rest, key, length, best)
        return best

    def key_of(self, head: cython.int, tail: cython.int, length: cython.int) -> cython.ulonglong:
        """What besides the fields left tells how a line may go on: its ends, and whether it is long enough."""
        short: cython.int = length if length < self.least else self.least
        return cython.cast(cython.ulonglong, ((short * 64 + head) * 64 + tail) * 2) * 65536 + 1

    def recall(self, rest: cython.ulonglong, key: cython.ulonglong, length: cython.int) -> cython.int:
        """The best total found before for a line like this, or -1."""
        slot: cython.int
        if not self.remembers:
            return -1
        slot = self.slot_of(rest, key)
        if self.memory[slot] != rest or self.memory[slot + 1] >> 8 != key:
            return -1
        return cython.cast(cython.int, self.memory[slot + 1] & 255) + (length if length >= self.least else 0)

    def retain(self, rest: cython.ulonglong, key: cython.ulonglong, length: cython.int, best: cython.int) -> None:
        """Remember the best total for a line like this; a line long enough is counted apart from it."""
        slot: cython.int
        if self.remembers:
            slot = self.slot_of(rest, key)
            self.memory[slot] = rest
            self.memory[slot + 1] = key << 8 | (best - length if length >= self.least else best)

    def slot_of(self, rest: cython.ulonglong, key: cython.ulonglong) -> cython.int:
        mixed: cython.ulonglong = ((rest ^ (key * MIX & FULL)) * MIX) & FULL
        return 2 * cython.cast(cython.int, mixed >> 49)
