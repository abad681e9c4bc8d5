# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A small value net: one hidden layer, trained and asked in compiled code, no framework needed.

Inputs come from an `Outlook`. For each player, in the order of play from the outlook's first seat, there are two
outputs: a logit of the share in the win (a softmax over all players), and the margin over the best of the others, in
units of 20 points.
"""

from __future__ import annotations

import struct
from array import array
from typing import Any

import cython

from eminence.errors import EminenceError

if not cython.compiled:
    from math import exp, sqrt

MAGIC = b"eminence-net/1\n"
HIDDEN = 128  # at most
FLAT = cython.declare(cython.float, 0.02)  # the slope below zero, so that no unit dies
AFRESH = cython.declare(cython.int, 64)  # positions followed before all is counted anew
MARGIN = 20.0  # points in a unit of the margin outputs


class NetError(EminenceError, ValueError):
    """Weights that are none, or of another shape."""


@cython.final
@cython.cclass
class Net:
    """Weights, and what it takes to use and to improve them."""

    def __init__(self, inputs: int, hidden: int, players: int) -> None:
        if not (0 < inputs <= 1024 and 0 < hidden <= HIDDEN and hidden % 4 == 0 and 2 <= players <= 5):
            raise NetError(
                f"a net of {inputs} inputs, {hidden} hidden units, {players} players; "
                f"expected at most 1024, {HIDDEN} (a multiple of 4) and 5"
            )
        self.inputs = inputs
        self.hidden = hidden
        self.players = players
        self.outputs = 2 * players
        self.size = inputs * hidden + hidden + hidden * self.outputs + self.outputs
        self.bias = inputs * hidden
        self.top = self.bias + hidden
        self.steps = 0
        self.fresh = 0
        self.w = array("f", bytes(4 * self.size))
        self.g = array("f", bytes(4))
        self.m = array("f", bytes(4))
        self.v = array("f", bytes(4))
        self.given = array("f", bytes(4))
        if not cython.compiled:
            self.h: list[float] = [0.0] * HIDDEN
            self.base: list[float] = [0.0] * HIDDEN
            self.known: list[float] = [0.0] * 1024
            self.change: list[float] = [0.0] * 1024
            self.used: list[int] = [0] * 1025
            self.out: list[float] = [0.0] * 10
            self.dout: list[float] = [0.0] * 10
            self.dh: list[float] = [0.0] * HIDDEN
            self.share: list[float] = [0.0] * 5

    def forward(self, x: cython.p_float) -> None:
        """Fill `h`, `out` and `share` for these inputs. Inputs that are zero cost nothing."""
        i: cython.int
        j: cython.int
        k: cython.int = 0
        for j in range(self.hidden):
            self.h[j] = self.w[self.bias + j]
        for i in range(self.inputs):
            self.used[k] = i
            k += x[i] != 0.0
        self.add_up(self.h, x, k)
        self.conclude()

    def follow(self, x: cython.p_float) -> None:
        """The same as `forward` but for the last digits: only what changed since the last time is counted anew.

        Now and then all is, so that the errors do not grow; and always after `forget`.
        """
        i: cython.int
        j: cython.int
        k: cython.int = 0
        d: cython.float
        if self.fresh == 0:
            self.fresh = AFRESH
            for i in range(self.inputs):
                self.known[i] = 0.0
            for j in range(self.hidden):
                self.base[j] = self.w[self.bias + j]
        self.fresh -= 1
        for i in range(self.inputs):
            d = x[i] - self.known[i]
            self.known[i] = x[i]
            self.change[i] = d
            self.used[k] = i
            k += d != 0.0
        self.add_up(self.base, self.change, k)
        for j in range(self.hidden):
            self.h[j] = self.base[j]
        self.conclude()

    def forget(self) -> None:
        """Let the next `follow` count everything."""
        self.fresh = 0

    def add_up(self, to: cython.p_float, x: cython.p_float, k: cython.int) -> None:
        """Add to the sums of the hidden units what the first k inputs in `used` bring."""
        i: cython.int
        j: cython.int
        n: cython.int = self.hidden
        if cython.compiled:
            for i in range(0, k - 3, 4):
                add_four(to, cython.address(self.w[0]), x, cython.address(self.used[i]), n)
            for i in range(k - k % 4, k):
                add(to, cython.address(self.w[self.used[i] * n]), x[self.used[i]], n)
        else:
            for i in range(k):
                for j in range(n):
                    to[j] += x[self.used[i]] * self.w[self.used[i] * n + j]

    def conclude(self) -> None:
        """From the sums in `h`: the hidden units, and all that comes after them."""
        i: cython.int
        j: cython.int
        n: cython.int = self.hidden
        best: cython.float
        total: cython.float = 0.0
        for j in range(self.outputs):
            self.out[j] = self.w[self.top + n * self.outputs + j]
        for i in range(n):
            if self.h[i] < 0.0:
                self.h[i] *= FLAT
            for j in range(self.outputs):
                self.out[j] += self.h[i] * self.w[self.top + i * self.outputs + j]
        best = self.out[0]
        for j in range(1, self.players):
            if self.out[j] > best:
                best = self.out[j]
        for j in range(self.players):
            self.share[j] = exp(self.out[j] - best)
            total += self.share[j]
        for j in range(self.players):
            self.share[j] /= total

    def learn(self, x: cython.p_float) -> None:
        """Add to the gradient, after `forward`, for the wish in `dout`: the derivative of the loss by each output."""
        i: cython.int
        j: cython.int
        k: cython.int
        n: cython.int = self.hidden
        v: cython.float
        for j in range(self.outputs):
            self.g[self.top + n * self.outputs + j] += self.dout[j]
        for i in range(n):
            k = self.top + i * self.outputs
            v = 0.0
            for j in range(self.outputs):
                self.g[k + j] += self.dout[j] * self.h[i]
                v += self.dout[j] * self.w[k + j]
            self.dh[i] = v * FLAT if self.h[i] < 0.0 else v
            self.g[self.bias + i] += self.dh[i]
        for i in range(self.inputs):
            v = x[i]
            if v != 0.0:
                if cython.compiled:
                    add(cython.address(self.g[i * n]), self.dh, v, n)
                else:
                    for j in range(n):
                        self.g[i * n + j] += v * self.dh[j]

    def step(self, rate: cython.float, count: cython.int) -> None:
        """Move the weights against the gradient summed over `count` positions (Adam), and forget it."""
        i: cython.int
        d: cython.float
        scale: cython.float
        self.steps += 1
        one: cython.double = 1.0
        two: cython.double = 1.0
        if self.steps < 20000:
            one = 1.0 - 0.9**self.steps
            two = 1.0 - 0.999**self.steps
        scale = rate * sqrt(two) / one
        for i in range(self.size):
            d = self.g[i] / count
            self.g[i] = 0.0
            self.m[i] += 0.1 * (d - self.m[i])
            self.v[i] += 0.001 * (d * d - self.v[i])
            self.w[i] -= scale * self.m[i] / (sqrt(self.v[i]) + 1e-6)

    def begin(self, seed: int) -> None:
        """Small random weights from a seed, ready to learn."""
        import random

        rng = random.Random(f"eminence/net/{seed}")
        spread = (2.0 / 60.0) ** 0.5  # about as many inputs differ from zero
        for i in range(self.bias):
            self.w[i] = rng.gauss(0.0, spread)
        for i in range(self.top, self.top + self.hidden * self.outputs):
            self.w[i] = rng.gauss(0.0, 0.05)
        self.ready()

    def ready(self) -> None:
        """Make room for learning."""
        self.g = array("f", bytes(4 * self.size))
        self.m = array("f", bytes(4 * self.size))
        self.v = array("f", bytes(4 * self.size))

    def twin(self) -> Any:
        """A net with the same weights, for another thread."""
        other = Net(self.inputs, self.hidden, self.players)
        other.w = self.w
        return other

    def ask(self, x: list[float]) -> tuple[list[float], list[float]]:
        """Shares in the win and margins in points, in the order of play."""
        if len(x) != self.inputs:
            raise NetError(f"{len(x)} inputs; expected {self.inputs}")
        self.given = array("f", x)
        if cython.compiled:
            self.forward(cython.address(self.given[0]))
        else:
            self.forward(self.given)
        return [self.share[p] for p in range(self.players)], [
            self.out[self.players + p] * MARGIN for p in range(self.players)
        ]

    def slopes(self, x: list[float], wish: list[float]) -> list[float]:
        """The gradient that `learn` adds for these inputs and derivatives of a loss by the outputs; for tests."""
        if len(wish) != self.outputs:
            raise NetError(f"{len(wish)} derivatives; expected {self.outputs}")
        self.ask(x)
        kept = self.g
        found = array("f", bytes(4 * self.size))
        self.g = found
        for j in range(self.outputs):
            self.dout[j] = wish[j]
        if cython.compiled:
            self.learn(cython.address(self.given[0]))
        else:
            self.learn(self.given)
        self.g = kept
        return list(found)

    def dumps(self, *, learning: bool = False) -> bytes:
        """The weights as bytes; with what learning needs to go on, if wanted."""
        parts = [self.w, self.m, self.v] if learning else [self.w]
        head = struct.pack("<5i", self.inputs, self.hidden, self.players, self.steps, len(parts))
        return MAGIC + head + b"".join(little(bytes(part)) for part in parts)

    @staticmethod
    def loads(data: bytes, source: str) -> Any:
        """The net that `dumps` wrote."""
        start = len(MAGIC)
        if data[:start] != MAGIC or len(data) < start + 20:
            raise NetError(f"{source}: no weights of a net; expected a file that begins with {MAGIC.decode().strip()}")
        inputs, hidden, players, steps, parts = struct.unpack("<5i", data[start : start + 20])
        net = Net(inputs, hidden, players)
        expected = start + 20 + 4 * net.size * parts
        if parts not in (1, 3) or len(data) != expected:
            raise NetError(f"{source}: {len(data)} bytes; expected {expected} for this shape")
        net.fill(data[start + 20 :], steps, parts)
        return net

    def fill(self, data: bytes, steps: int, parts: int) -> None:
        """Take weights from bytes, and what learning needs if it is there."""
        numbers = array("f")
        numbers.frombytes(little(data))
        self.w = numbers[: self.size]
        self.steps = steps
        if parts == 3:
            self.g = array("f", bytes(4 * self.size))
            self.m = numbers[self.size : 2 * self.size]
            self.v = numbers[2 * self.size :]


def add(to: cython.p_float, what: cython.p_float, times: cython.float, n: cython.int) -> None:
    """to += times * what; compiled only."""
    j: cython.int
    for j in range(n):
        to[j] += times * what[j]


def add_four(to: cython.p_float, rows: cython.p_float, x: cython.p_float, used: cython.p_int, n: cython.int) -> None:
    """Add four rows of weights, each times its input, one after the other but in one go; compiled only."""
    j: cython.int
    a: cython.int = used[0] * n
    b: cython.int = used[1] * n
    c: cython.int = used[2] * n
    d: cython.int = used[3] * n
    va: cython.float = x[used[0]]
    vb: cython.float = x[used[1]]
    vc: cython.float = x[used[2]]
    vd: cython.float = x[used[3]]
    for j in range(n):
        to[j] = to[j] + va * rows[a + j] + vb * rows[b + j] + vc * rows[c + j] + vd * rows[d + j]


def little(data: bytes) -> bytes:
    """The same on machines that count bytes the other way round."""
    import sys

    if sys.byteorder == "little":
        return data
    numbers = array("f")
    numbers.frombytes(data)
    numbers.byteswap()
    return numbers.tobytes()
