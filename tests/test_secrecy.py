"""Whatever a seat cannot know may be otherwise: its view, and all that is made of it, stays the same to the byte."""

from __future__ import annotations

import random
from typing import Any

import pytest

from eminence import IllegalDecision, State
from eminence.draw import table_svg
from tests.cases import BOARD, CASES, DISPLAY, Case, walk


def replayed(case: Case, deal: dict[str, Any], start: int, history: list[int], viewer: int | None) -> Any:
    """The same decisions on another deal, with all that the viewer saw; None if they are not possible there."""
    state = case.game.begin(deal, players=case.players, start=start)
    seen = [what_is_seen(state, viewer)]
    for action in history:
        try:
            state.play(action)
        except IllegalDecision:
            return None
        seen.append(what_is_seen(state, viewer))
    return state, seen


def what_is_seen(state: State, viewer: int | None) -> Any:
    """What the viewer sees by the rules pages, read off the truth without the code of views."""
    facts = state.facts()
    if "face" in facts:
        open_faces = [
            face if played or (holder == viewer and holder >= 0) or (state.over and holder >= 0) else "?"
            for face, holder, played in zip(facts["face"], facts["holder"], facts["played"], strict=True)
        ]
        return facts["taker"], facts["marker"], facts["supply"], facts["box"], open_faces, state.seat, state.over
    hand = facts["hand"][viewer] if viewer is not None else None
    public = (facts["owner"], facts["advisors"], facts["open"], facts["discard"], facts["hand_size"])
    return hand, public, facts["pile_size"], state.seat, state.over


def permuted(case: Case, deal: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Another deal: two tokens, or two cards of hands, piles, change places."""
    if case in DISPLAY:
        faces = [*deal["tokens"], *deal["removed"]]
        a, b = rng.sample(range(len(faces)), 2)
        faces[a], faces[b] = faces[b], faces[a]
        count = len(deal["tokens"])
        return {**deal, "tokens": faces[:count], "removed": sorted(faces[count:])}
    hands = [list(hand) for hand in deal["hands"]]
    places: list[tuple[list[str], int]] = [(hand, i) for hand in hands for i in range(3)]
    other = {**deal, "hands": hands, "pile": list(deal["pile"])}
    places += [(other["pile"], i) for i in range(len(deal["pile"]))]
    if "second" in deal:
        other["second"] = list(deal["second"])
        places += [(other["second"], i) for i in range(len(deal["second"]))]
    (one, i), (two, j) = rng.sample(places, 2)
    one[i], two[j] = two[j], one[i]
    return other


def shown(state: State, viewer: int | None) -> tuple[str, str, str, str]:
    """Everything that is made of a view."""
    view = state.view(viewer)
    return view.dumps(), str(view), table_svg(view), str(view.standing())


def dealt(state: State) -> dict[str, Any]:
    """The deal, with the second pile if there is one."""
    deal = dict(state.dealt or {})
    second = state.second_order() if hasattr(state, "second_order") else None
    if second is not None:
        deal["second"] = [state.game.box.contents.colours[colour].id for colour in second]
    return deal


def compare_alternatives(case: Case, seed: int, tries: int) -> int:
    """Compare views of deals that differ in what the viewer cannot know. Returns how many there were."""
    rng = random.Random(f"{case}{seed}")
    state = case.deal(seed, start=rng.randrange(case.players))
    stop = rng.randrange(10, 100)
    for moment, _ in enumerate(walk(state, rng, fierce=rng.random() < 0.5)):
        if moment == stop:
            break
    deal, found = dealt(state), 0
    for viewer in (*range(case.players), None):
        original = replayed(case, deal, state.start, state.history, viewer)
        assert original is not None
        for _ in range(tries):
            other = permuted(case, deal, rng)
            try:
                alternative = replayed(case, other, state.start, state.history, viewer)
            except ValueError:  # the second pile is not what this deal's discards give
                continue
            if other == deal or alternative is None or alternative[1] != original[1]:
                continue
            if dealt(alternative[0]) != other:
                continue
            found += 1
            assert shown(alternative[0], viewer) == shown(original[0], viewer)
            assert alternative[0].view(viewer).resample(random.Random(1)).facts() == (
                original[0].view(viewer).resample(random.Random(1)).facts()
            )
    return found


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_a_seat_cannot_know_does_not_change_a_byte_of_what_it_gets(case: Case) -> None:
    """D2, D10, D13, D15, B3, B11: hidden tokens, hands and piles permuted; all that is shown compared."""
    assert sum(compare_alternatives(case, seed, 4) for seed in range(2)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_holds_over_many_positions(case: Case) -> None:
    """Options change what may be done, not what is hidden: they get fewer games."""
    games = 8 if case.options else 25
    assert sum(compare_alternatives(case, seed, 10) for seed in range(100, 100 + games)) > 4 * games


@pytest.mark.parametrize("case", DISPLAY, ids=str)
def test_the_removed_tokens_stay_hidden_for_ever_and_held_ones_until_the_end(case: Case) -> None:
    """D2, D15: at the end held tokens are turned over; those of the last row and the removed ones are not."""
    for seed in range(5):
        state = case.deal(seed)
        for position in walk(state, random.Random(seed)):
            for viewer in (*range(case.players), None):
                for token in position.view(viewer).tokens:
                    mine = viewer is not None and token["holder"] == viewer
                    known = token["played"] or mine or (position.over and token["holder"] is not None)
                    assert (token["face"] is not None) == known
        assert all(face == -1 for face in state.view(0)._facts["rest"])


@pytest.mark.parametrize("case", BOARD, ids=str)
def test_of_other_hands_only_the_openly_taken_cards_are_known(case: Case) -> None:
    """B3, B11: everybody sees which open card is taken, nobody what comes from the pile."""
    for seed in range(5):
        for state in walk(case.deal(seed), random.Random(seed)):
            for viewer in (*range(case.players), None):
                view = state.view(viewer)
                for seat, hand in enumerate(view.hands):
                    truth = state.facts()["hand"][seat]
                    assert hand == (truth if seat == viewer else view.known[seat])
                    assert all(known <= held for known, held in zip(view.known[seat], truth, strict=True))
                assert set(view._state.pile_order()) <= {-1}
                assert not any(view._state.later_words())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_view_holds_no_deal_and_no_random_numbers(case: Case) -> None:
    """A view, and a state resampled from it, cannot tell the deal."""
    state = case.deal(3)
    for viewer in (0, None):
        assert state.view(viewer)._state.dealt is None
        assert state.view(viewer).resample(random.Random(1)).dealt is None


def test_the_open_half_of_a_deal_does_not_tell_the_hidden_half() -> None:
    """Deals come from a hash of the seed: seeds that agree in the first card differ in everything else."""
    case = DISPLAY[0]
    deals = [case.deal(seed).dealt for seed in range(400)]
    first = [deal for deal in deals if deal and deal["cards"][0] == deals[0]["cards"][0]]  # type: ignore[index]
    assert len(first) > 3 and len({tuple(deal["tokens"]) for deal in first}) == len(first)
