"""Resampled states could be true, all of them can come up, and as often as the rules make them likely."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import eminence
from tests.cases import BOARD, CASES, DISPLAY, Case, somewhere, walk


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.sampled_from(CASES), st.integers(0, 10**9), st.booleans())
def test_a_resampled_state_agrees_with_the_view_and_can_be_played_on(case: Case, seed: int, fierce: bool) -> None:
    state = somewhere(case, seed, fierce=fierce)
    rng = random.Random(seed)
    for viewer in (*range(case.players), None):
        view = state.view(viewer)
        other = view.resample(rng)
        other.check()
        assert other.view(viewer).dumps() == view.dumps()
        for seat in range(case.players):  # also what the others would know can be asked, and resampled again
            assert other.view(seat).resample(rng).view(seat).dumps() == other.view(seat).dumps()
        for position in walk(other, rng):
            position.check()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_same_random_numbers_give_the_same_sample(case: Case) -> None:
    view = somewhere(case, 5).view(0)
    assert view.resample(random.Random(1)).facts() == view.resample(random.Random(1)).facts()


def uniform(counts: Counter[Any], worlds: int) -> bool:
    """Whether all worlds came up about equally often: Pearson's statistic within five deviations of its mean."""
    total = sum(counts.values())
    expected = total / worlds
    assert expected > 20
    statistic = sum((count - expected) ** 2 / expected for count in counts.values())
    statistic += (worlds - len(counts)) * expected
    return statistic < worlds + 5 * (2 * worlds) ** 0.5


@pytest.mark.parametrize("case", DISPLAY, ids=str)
def test_every_unseen_token_is_equally_likely_in_every_place(case: Case) -> None:
    """D2: 14 tokens, 8 of them laid out by lot; or all 8 tablets."""
    view = case.deal(3).view(0)
    rng = random.Random(9)
    counts: Counter[tuple[int, int]] = Counter()
    faces = list(view.box.tokens)
    for _ in range(4000):
        facts = view.resample(rng).facts()
        counts.update(enumerate([*facts["face"], *facts["rest"]]))
    for face in set(faces):
        places = Counter({place: counts[place, face] for place in range(len(faces))})
        assert uniform(places, len(faces))


def test_a_token_is_never_guessed_to_be_what_its_holder_has_shown_it_not_to_be() -> None:
    """Of several tokens alike the first is played: who plays the later one has something else before it (D14)."""
    game = eminence.game("cardinal-cards")
    found = 0
    for seed in range(400):
        state = game.deal(seed, players=3)
        for position in walk(state, random.Random(seed), fierce=True):
            view = position.view(None)
            doubtful = [i for i, token in enumerate(view.tokens) if token["not"] and not token["played"]]
            if doubtful and not position.over:
                found += 1
                for i in doubtful:
                    truth = view.box.token_code(position.facts()["face"][i])
                    assert truth not in view.tokens[i]["not"]
                    guess = view.resample(random.Random(found)).facts()["face"][i]
                    assert view.box.token_code(guess) not in view.tokens[i]["not"]
        if found > 50:
            return
    raise AssertionError("no such position")


@pytest.mark.parametrize("case", BOARD, ids=str)
def test_before_the_reshuffle_every_unseen_card_is_equally_likely_in_every_place(case: Case) -> None:
    """B3: hands and pile hold the unseen cards in any order."""
    view = case.deal(11).view(1)
    rng = random.Random(2)
    firsts: Counter[int] = Counter()
    hands: Counter[int] = Counter()
    unseen = [colour.cards - view.box.removed[case.players] for colour in view.box.colours]
    for colour in range(5):
        unseen[colour] -= view.hands[1][colour] + view.open_cards[colour]
    n = 6000
    for _ in range(n):
        other = view.resample(rng)
        firsts[other.pile_order()[0]] += 1
        for colour, count in enumerate(other.facts()["hand"][0]):
            hands[colour] += count
    for colour in range(5):
        share = unseen[colour] / sum(unseen)
        tolerance = 5 * (share * (1 - share) / n) ** 0.5
        assert abs(firsts[colour] / n - share) < tolerance
        assert abs(hands[colour] / (3 * n) - share) < tolerance


SMALL = """
format = 1
mechanism = "board"
name = "Small"
monasteries = 20
advisors = 5
hand = 2
open_cards = 0
removed = { 3 = 0, 4 = 0, 5 = 0 }
[[colour]]
id = "X"
countries = ["Xa"]
cards = 9
[[colour]]
id = "Y"
countries = ["Ya"]
cards = 8
[[colour]]
id = "Z"
countries = ["Za"]
cards = 7
[[country]]
id = "Xa"
fields = [{0}]
[[country]]
id = "Ya"
fields = [{1}]
[[country]]
id = "Za"
fields = [{2}]
[roads]
pairs = []
"""


def small_map(path: Path) -> eminence.Game:
    """A map whose deck is small enough to try every deal by lot."""
    fields = [", ".join(f'{{ name = "{c}{i}", at = [50.0, {i}.0] }}' for i in range(20)) for c in "XYZ"]
    text = SMALL
    for i, row in enumerate(fields):
        text = text.replace("{" + str(i) + "}", row)
    file = path / "small.toml"
    file.write_text(text)
    return eminence.game("cardinal-board", components=file)


def by_brute_force(state: Any, viewer: int, rng: random.Random, n: int) -> Counter[tuple[int, ...]]:
    """The others' hands after the reshuffle, by trying shuffles from there on until all that was seen fits.

    Each card that somebody plays is one of the hand by lot, as a card is known only once it is played.
    """
    before, second, events = since_reshuffle(state)
    counts: Counter[tuple[int, ...]] = Counter()
    pool = [c for seat, hand in enumerate(before) if seat != viewer for c in hand]
    while sum(counts.values()) < n:
        rng.shuffle(pool)
        pile = second[:]
        rng.shuffle(pile)
        hands = [list(hand) for hand in before]
        cards = iter(pool)
        for seat, hand in enumerate(hands):
            if seat != viewer:
                hand[:] = [next(cards) for _ in hand]
        if all(happens(hands, pile, event, viewer, rng) for event in events):
            rest = tuple(hands[seat].count(c) for seat in range(3) if seat != viewer for c in range(3))
            counts[rest] += 1
    return counts


def happens(
    hands: list[list[int]], pile: list[int], event: tuple[int, str, int], viewer: int, rng: random.Random
) -> bool:
    """Whether a draw or play goes as it was seen, carried out on the hands and pile of a try."""
    seat, what, colour = event
    if what == "draw":
        hands[seat].append(pile.pop(0))
        return seat != viewer or hands[seat][-1] == colour
    if seat == viewer:
        hands[seat].remove(colour)
        return True
    return hands[seat].pop(rng.randrange(len(hands[seat]))) == colour


def since_reshuffle(state: Any) -> tuple[list[list[int]], list[int], list[tuple[int, str, int]]]:
    """Hands at the reshuffle, the second pile, and the draws and plays since, by playing the game again."""
    again = state.game.begin(
        state.dealt | {"second": ["XYZ"[c] for c in state.second_order()]}, players=3, start=state.start
    )
    events: list[tuple[int, str, int]] = []
    hands: list[list[int]] = []
    second: list[int] = []
    for action in state.history:
        was = again.facts()
        seat = again.seat
        again.play(action)
        now = again.facts()
        change = [new - old for new, old in zip(now["hand"][seat], was["hand"][seat], strict=True)]
        if was["half"]:
            for colour, difference in enumerate(change):
                events += [(seat, "draw" if difference > 0 else "play", colour)] * abs(difference)
        elif now["half"]:
            hands = [[c for c, n in enumerate(hand) for _ in range(n)] for hand in now["hand"]]
            second = list(again.second_order())
    return hands, second, events


def second_half(game: eminence.Game, players: int, seed: int, since: int) -> tuple[Any, random.Random]:
    """A random game so many decisions after the reshuffle, between two turns; None if it ends before."""
    rng = random.Random(seed)
    state = game.deal(seed, players=players)
    decisions = 0
    for position in walk(state, rng):
        decisions += position.facts()["half"]
        if decisions > since and not position.turn_started:
            break
    return (None if state.over or state.facts()["final"] else state), rng


@pytest.mark.slow
def test_after_the_reshuffle_the_others_hands_are_as_likely_as_trying_all_deals_says(tmp_path: Path) -> None:
    """B13: whoever has watched the discards knows the second pile's cards, and that older cards are not among them."""
    game = small_map(tmp_path)
    tested = 0
    for seed in range(60):
        state, rng = second_half(game, 3, seed, 6)
        if state is None:
            continue
        n = 2500
        brute = by_brute_force(state, 0, rng, n)
        ours: Counter[tuple[int, ...]] = Counter()
        for _ in range(n):
            hands = state.view(0).resample(rng).facts()["hand"]
            ours[(*hands[1], *hands[2])] += 1
        for world in set(brute) | set(ours):
            share = (brute[world] + ours[world]) / (2 * n)
            assert abs(brute[world] - ours[world]) / n < 5 * (2 * share * (1 - share) / n) ** 0.5
        tested += 1
        if tested == 3:
            return
    raise AssertionError(f"only {tested} positions")


Story = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Old cards unseen by colour, new ones unseen by colour, old cards held by seat, new ones held by seat."""


def less(numbers: tuple[int, ...], place: int, by: int = 1) -> tuple[int, ...]:
    return tuple(n - by * (i == place) for i, n in enumerate(numbers))


def seen(stories: dict[Story, float], colour: int) -> dict[Story, float]:
    """A new card of this colour comes to light: it turns up among the open cards, or the viewer draws it."""
    after: dict[Story, float] = {}
    for (old, new, olds, news), weight in stories.items():
        if new[colour]:
            after[old, less(new, colour), olds, news] = weight * new[colour] / sum(new)
    return after


def played(stories: dict[Story, float], seat: int, colour: int) -> dict[Story, float]:
    """Somebody plays one of the hidden cards, and it has this colour: it was an old one, or a new one."""
    after: Counter[Story] = Counter()
    for (old, new, olds, news), weight in stories.items():
        size = olds[seat] + news[seat]
        if olds[seat] and old[colour]:
            chance = olds[seat] / size * old[colour] / sum(old)
            after[less(old, colour), new, less(olds, seat), news] += weight * chance  # type: ignore[assignment]
        if news[seat] and new[colour]:
            chance = news[seat] / size * new[colour] / sum(new)
            after[old, less(new, colour), olds, less(news, seat)] += weight * chance  # type: ignore[assignment]
    return dict(after)


def all_stories(state: Any, viewer: int) -> dict[Story, float]:
    """Every story of the cards since the reshuffle that agrees with what the viewer saw, and how likely it is."""
    names = [colour.id for colour in state.game.box.contents.colours]
    deal = dict(state.dealt, second=[names[c] for c in state.second_order()])
    again = state.game.begin(deal, players=state.players, start=state.start)
    seats = range(state.players)
    stories: dict[Story, float] = {}
    for action in state.history:
        was, seat, text = again.facts(), again.seat, state.game.notation(action)
        again.play(action)
        now = again.facts()
        taken = text[1:] if text[0] == "<" else ""
        if not was["half"]:
            if not now["half"]:
                continue
            hidden = [[h - k for h, k in zip(now["hand"][q], now["known"][q], strict=True)] for q in seats]
            old = tuple(sum(hidden[q][c] for q in seats if q != viewer) for c in range(len(names)))
            held = tuple(0 if q == viewer else sum(hidden[q]) for q in seats)
            stories = {(old, tuple(deal["second"].count(name) for name in names), held, (0,) * len(seats)): 1.0}
        else:
            for c in range(len(names)):
                fewer = was["hand"][seat][c] - now["hand"][seat][c]
                if seat != viewer:
                    for _ in range(max(0, fewer - was["known"][seat][c])):
                        stories = played(stories, seat, c)
                elif fewer < 0 and taken == "?":
                    stories = seen(stories, c)
            if seat != viewer and taken == "?":
                stories = {(o, n, os, less(ns, seat, -1)): w for (o, n, os, ns), w in stories.items()}
        second_left = now["pile_size"] if now["half"] else 0
        before = was["pile_size"] if was["half"] else len(deal["second"])
        refilled = before - second_left - (taken == "?" and bool(was["half"]))
        for c in range(len(names)):
            came = now["open"][c] - was["open"][c] + (taken == names[c])
            for _ in range(min(max(0, came), refilled)):
                stories = seen(stories, c)
                refilled -= 1
    return stories


@pytest.mark.slow
@pytest.mark.parametrize("case", BOARD, ids=str)
def test_after_the_reshuffle_hands_are_as_likely_as_following_every_story_says(case: Case) -> None:
    """B11, B13: the mean number of cards of each colour in each hidden hand, against an exact sum over all stories."""
    tested = 0
    for seed in range(40):
        state, rng = second_half(case.game, case.players, seed, 30)
        if state is None or state.facts()["middle"] == []:
            continue
        stories = all_stories(state, 0)
        total = sum(stories.values())
        n = 3000
        found: Counter[tuple[int, int]] = Counter()
        for _ in range(n):
            for q, hand in enumerate(state.view(0).resample(rng).facts()["hand"]):
                for c, count in enumerate(hand):
                    found[q, c] += count
        known = state.facts()["known"]
        for q in range(1, case.players):
            for c in range(5):
                mean = sum(
                    weight
                    / total
                    * (
                        (olds[q] * old[c] / sum(old) if olds[q] else 0)
                        + (news[q] * new[c] / sum(new) if news[q] else 0)
                    )
                    for (old, new, olds, news), weight in stories.items()
                )
                assert abs(found[q, c] / n - known[q][c] - mean) < 5 * (mean / n) ** 0.5 + 0.004
        tested += 1
        if tested == 4:
            return
    raise AssertionError(f"only {tested} positions")
