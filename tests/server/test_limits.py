"""Token buckets: nobody gets more than their due, everybody gets it, and memory is bounded."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from eminence.server.limits import Buckets, network_of

# Quarters are exact in binary, so that the model and the buckets agree to the last bit.
quarters = st.integers(0, 40).map(lambda n: n / 4)
rates = st.sampled_from([0.25, 0.5, 1.0, 2.0, 8.0])
bursts = st.integers(1, 8)
actions = st.lists(st.tuples(st.integers(0, 3), quarters, st.integers(1, 3)), max_size=60)


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Model:
    """A bucket as one would explain it."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate, self.burst = Fraction(rate), Fraction(burst)
        self.tokens, self.at = self.burst, Fraction(1000)

    def take(self, now: float, cost: int) -> bool:
        self.tokens = min(self.burst, self.tokens + (Fraction(now) - self.at) * self.rate)
        self.at = Fraction(now)
        if self.tokens < cost:
            return False
        self.tokens -= cost
        return True


@given(rates, bursts, actions)
def test_buckets_do_what_the_model_does(rate: float, burst: int, steps: list[tuple[int, float, int]]) -> None:
    clock = Clock()
    buckets = Buckets(rate, burst, clock=clock)
    models = {key: Model(rate, burst) for key in range(4)}
    for key, pause, cost in steps:
        clock.now += pause
        assert (buckets.take(key, cost) == 0) is models[key].take(clock.now, cost)


@given(rates, bursts, st.lists(quarters, max_size=60))
def test_in_no_stretch_of_time_more_than_burst_and_rate_allow(rate: float, burst: int, pauses: list[float]) -> None:
    clock = Clock()
    buckets = Buckets(rate, burst, clock=clock)
    taken = []
    for pause in pauses:
        clock.now += pause
        if buckets.take("somebody") == 0:
            taken.append(clock.now)
    for first in range(len(taken)):
        for last in range(first, len(taken)):
            assert last - first + 1 <= burst + rate * (taken[last] - taken[first])


@given(rates, bursts, st.integers(1, 8), st.integers(0, 20))
def test_who_waits_as_long_as_told_is_let_in_and_not_sooner(rate: float, burst: int, cost: int, before: int) -> None:
    clock = Clock()
    buckets = Buckets(rate, burst, clock=clock)
    for _ in range(before):
        buckets.take("somebody")
    wait = buckets.take("somebody", cost)
    if cost > burst:
        assert wait == float("inf")
    elif wait > 0:
        assert buckets.take("somebody", cost) == wait, "a refusal costs nothing"
        clock.now += wait / 2
        assert buckets.take("somebody", cost) > 0
        clock.now += wait / 2
        assert buckets.take("somebody", cost) == 0


@given(st.lists(st.tuples(st.integers(0, 50), quarters), max_size=200), st.integers(1, 20))
def test_memory_is_bounded(steps: list[tuple[int, float]], most: int) -> None:
    clock = Clock()
    buckets = Buckets(0.25, 2, most=most, clock=clock)
    for key, pause in steps:
        clock.now += pause / 8
        buckets.take(key)
        assert len(buckets) <= most


@given(st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 4)), max_size=100))
def test_forgetting_full_buckets_changes_nothing(steps: list[tuple[int, int]]) -> None:
    """As long as those not full fit into memory, the bound is not felt."""
    clock = Clock()
    small, large = (Buckets(1.0, 4, most=most, clock=clock) for most in (40, 100_000))
    for key, pause in steps:
        clock.now += 0.25 + pause  # at most 16 buckets are not full
        assert small.take(key) == large.take(key)


def test_a_flood_of_keys_does_not_shut_out_those_who_come_later() -> None:
    clock = Clock()
    buckets = Buckets(0.001, 1, most=100, clock=clock)
    assert all(buckets.take(key) == 0 for key in range(10_000))
    assert buckets.take("somebody") == 0 and buckets.take("somebody") > 0


def test_a_rate_of_nothing_lets_nobody_in_and_a_clock_going_back_does_no_harm() -> None:
    assert Buckets(0, 0).take("x") == float("inf")
    clock = Clock()
    buckets = Buckets(1, 1, clock=clock)
    assert buckets.take("x") == 0
    clock.now -= 50
    assert buckets.take("x") > 0 and buckets.take("y") == 0


def test_addresses_count_by_the_network_a_customer_has() -> None:
    assert network_of("192.0.2.7") == "192.0.2.7" == network_of("::ffff:192.0.2.7")
    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2:ffff::") == "2001:db8:1:2::/64"
    assert network_of("::1%lo") == "::/64" and network_of("testclient") == "testclient"
