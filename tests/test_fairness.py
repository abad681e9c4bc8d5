"""Deals that anybody can check: what a table promised before the first card holds after the last (docs/fairness.md)."""

from __future__ import annotations

import hashlib
import json
import random
import struct
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

import eminence
from eminence import Game, Record, RecordError, State
from eminence.cli import Commands, verify
from eminence.table.fairness import FAULTS, check, commitment, line
from tests.cases import CASES, Case
from tests.test_record import OWN, altered, own_game, refused

SEED = hashlib.sha256(b"a secret").hexdigest()
OTHER = hashlib.sha256(b"another secret").hexdigest()
GAMES = [("richelieu-duel", 2), ("richelieu", 3), ("cardinal-cards", 5), ("cardinal-board", 4)]


def played(game: Game, players: int, seed: str = SEED, start: int = 0, decisions: int = 10**6) -> State:
    """A random game on a deal from a seed, as far as so many decisions lead."""
    rng = random.Random(seed)
    state = game.deal(bytes.fromhex(seed), players=players, start=start)
    while not state.over and decisions > 0:
        state.play(rng.choice(state.legal))
        decisions -= 1
    return state


def proof(game: Game, players: int, seed: str = SEED) -> dict[str, str]:
    """What a table publishes."""
    return {"commitment": commitment(game, players, seed), "seed": seed}


def fair_record(game: Game, players: int, seed: str = SEED, **more: Any) -> Record:
    """The record of a game at a table."""
    return Record.of(played(game, players, seed, **more), fair=proof(game, players, seed))


def changed(record: Record, **changes: Any) -> Record:
    """A record with changes, read anew."""
    return Record.loads(altered(record, **changes))


# Deals, by the steps of docs/fairness.md and without the code of the games.


def words(purpose: str, seed: str) -> list[int]:
    """Step 1."""
    text = f"eminence/1/{purpose}/bytes/".encode() + bytes.fromhex(seed)
    return [word for (word,) in struct.iter_unpack("<I", hashlib.shake_256(text).digest(768))]


def shuffled(things: list[str], chance: list[int]) -> list[str]:
    """Step 2."""
    for i in range(len(things) - 1, 0, -1):
        j = chance[i] % (i + 1)
        things[i], things[j] = things[j], things[i]
    return things


def by_hand(game: Game, players: int, seed: str) -> dict[str, Any]:
    """Steps 3 and 4, from the component file."""
    data, chance = game.box.data, words(f"{game.id}/{players}", seed)
    if "colour" in data:
        without = data["removed"][str(players)]
        deck = [colour["id"] for colour in data["colour"] for _ in range(colour["cards"] - without)]
        deck = shuffled(deck, chance)
        hand, dealt = data["hand"], data["hand"] * players
        order = [colour["id"] for colour in data["colour"]]
        return {
            "hands": [sorted(deck[hand * p : hand * p + hand], key=order.index) for p in range(players)],
            "open": sorted(deck[dealt : dealt + data["open_cards"]], key=order.index),
            "pile": deck[dealt + data["open_cards"] :],
        }
    cards = []
    for region in data["region"]:
        faces = list(dict.fromkeys(region["cards"]))
        cards += [f"{region['id']}:{face}" for face in faces for _ in range(region["cards"].count(face))]
    tokens = [face for face in ("back", "three", "colours", "minus") for _ in range(data["tokens"].get(face, 0))]
    for kind, table in (("crest", "region"), ("symbol", "symbol")):
        tokens += [f"{kind}:{one['id']}" for one in data[table] for _ in range(data["tokens"].get(kind, 0))]
    tokens = shuffled(tokens, chance[96:])
    count = len(data["tokens"]["cells"])
    return {"cards": shuffled(cards, chance), "tokens": tokens[:count], "removed": sorted(tokens[count:])}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_deal_follows_from_the_seed_by_the_written_steps(case: Case) -> None:
    for seed in (SEED, OTHER):
        state = case.game.deal(bytes.fromhex(seed), players=case.players)
        assert state.dealt == by_hand(case.game, case.players, seed)
        lot = case.game.deal(bytes.fromhex(seed), players=case.players, start="lot").start
        assert lot == words(f"{case.name}/{case.players}/start", seed)[0] % case.players


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_second_pile_follows_from_the_seed_by_the_written_steps(players: int) -> None:
    """B13."""
    game = eminence.game("cardinal-board")
    record = fair_record(game, players)
    chance = words(f"cardinal-board/{players}", SEED)[96:]
    order = [colour["id"] for colour in game.box.data["colour"]]
    left = sorted(record.deal["second"], key=order.index)
    n = len(left)
    assert n > 10
    assert record.deal["second"] == [left.pop(chance[i] % (n - i)) for i in range(n)]


def test_the_commitment_is_the_hash_of_one_line() -> None:
    game = eminence.game("richelieu-duel")
    text = f"eminence deal 1 richelieu-duel 2 274f23142e2f111c {SEED}"
    assert line(game, 2, SEED) == text
    assert commitment(game, 2, SEED) == hashlib.sha256(text.encode()).hexdigest()


def test_the_commitment_belongs_to_one_game_one_number_of_players_one_box_and_one_seed() -> None:
    found = {commitment(case.game, case.players, seed) for case in CASES for seed in (SEED, OTHER)}
    found |= {commitment(own_game(name, data), players, SEED) for name, players, data in OWN}
    assert len(found) == 2 * len({(case.name, case.players) for case in CASES}) + len(OWN)


# Records.


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_record_keeps_what_proves_its_deal(name: str, players: int) -> None:
    game = eminence.game(name)
    record = fair_record(game, players)
    assert record.data()["format"] == 1 and record.data()["fair"] == proof(game, players)
    again = Record.loads(record.dumps())
    assert again.fair == record.fair and again.dumps() == record.dumps()
    plain = Record.of(played(game, players))
    assert plain.fair is None and "fair" not in plain.data() and Record.loads(plain.dumps()).fair is None


WRONG: list[Any] = [
    None,
    7,
    [],
    "0" * 64,
    {},
    {"seed": SEED},
    {"commitment": SEED},
    {"commitment": SEED, "seed": SEED, "more": ""},
    {"commitment": SEED, "seed": SEED[:-1]},
    {"commitment": SEED, "seed": SEED + "0"},
    {"commitment": SEED.upper(), "seed": SEED},
    {"commitment": SEED, "seed": "g" * 64},
    {"commitment": SEED, "seed": SEED + "\n"},
    {"commitment": 7, "seed": SEED},
    {"commitment": SEED, "seed": None},
]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: repr(wrong)[:30])
def test_a_proof_that_is_none_is_refused(wrong: Any) -> None:
    state = played(eminence.game("richelieu"), 2, decisions=9)
    error = refused(altered(Record.of(state), fair=wrong))
    assert str(error).startswith("fair") and "expected" in str(error)
    if wrong is not None:
        with pytest.raises(RecordError, match=r"fair.*expected"):
            Record.of(state, fair=wrong)


def test_a_proof_cannot_be_put_in_unnoticed() -> None:
    record = fair_record(eminence.game("richelieu"), 2)
    data = record.data() | {"fair": proof(record.game, 2, OTHER)}
    assert "altered" in str(refused(json.dumps(data)))


# The verdict.


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_honest_deal_is_proved(case: Case) -> None:
    for start in range(case.players):
        record = fair_record(case.game, case.players, start=start)
        verdict = check(Record.loads(record.dumps()), noted=commitment(case.game, case.players, SEED).upper())
        assert verdict.fair and verdict.faults == ()
        assert verdict.commitment == verdict.expected == commitment(case.game, case.players, SEED)
        assert verdict.lot == case.game.deal(bytes.fromhex(SEED), players=case.players, start="lot").start


@pytest.mark.parametrize(("name", "players", "data"), OWN)
def test_an_honest_deal_of_ones_own_components_is_proved(name: str, players: int, data: dict[str, Any]) -> None:
    game = own_game(name, data)
    assert check(Record.loads(fair_record(game, players).dumps())).fair
    assert check(fair_record(eminence.game(name), players)).fair
    assert check(Record.of(played(game, players), fair=proof(eminence.game(name), players))).faults == ("commitment",)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_game_broken_off_is_proved_too(name: str, players: int) -> None:
    """Also with a reshuffle still to come (B13)."""
    for decisions in (0, 1, 7, 50):
        record = Record.loads(fair_record(eminence.game(name), players, decisions=decisions).dumps())
        assert bool(record.later) == (name == "cardinal-board")
        assert check(record).fair


def test_a_record_without_a_commitment_proves_nothing() -> None:
    assert check(Record.of(played(eminence.game("richelieu"), 2))).faults == ("no-commitment",)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_another_seed_is_found_out(name: str, players: int) -> None:
    """Another seed gives another deal, and has another hash."""
    record = fair_record(eminence.game(name), players)
    assert record.fair is not None
    parts = {part for part in record.deal if record.deal[part]}
    faults = check(changed(record, fair=record.fair | {"seed": OTHER})).faults
    assert set(faults) == {"commitment"} | parts and set(faults) <= set(FAULTS)
    assert set(check(changed(record, fair=proof(record.game, players, OTHER))).faults) == parts


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_another_commitment_is_found_out(name: str, players: int) -> None:
    record = fair_record(eminence.game(name), players)
    other = commitment(record.game, players, OTHER)
    assert check(changed(record, fair={"commitment": other, "seed": SEED})).faults == ("commitment",)
    assert check(record, noted=other).faults == ("other-commitment",)
    assert check(changed(record, fair={"commitment": other, "seed": SEED}), noted=SEED).faults == (
        "other-commitment",
        "commitment",
    )


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_altered_part_of_a_deal_is_found_out(name: str, players: int) -> None:
    """Two cards or tokens that changed places anywhere in the deal, before anything was decided."""
    record = fair_record(eminence.game(name), players, decisions=0)
    parts = {"cards": ["cards"]} if "cards" in record.deal else {"hands": ["hands"], "pile": ["pile"], "open": ["open"]}
    if "cards" in record.deal:
        parts["tokens"] = ["tokens"]
    for part, expected in parts.items():
        places = [(list_, i) for list_ in flat(record.deal[part]) for i in range(len(list_))]
        found = 0
        for a in range(len(places)):
            deal = json.loads(json.dumps(record.deal))
            copies = [(list_, i) for list_ in flat(deal[part]) for i in range(len(list_))]
            (one, i), (two, j) = copies[a], copies[(a + 1) % len(copies)]
            one[i], two[j] = two[j], one[i]
            faults = list(check(changed(record, deal=deal)).faults)
            same_hand = one is two and part in ("hands", "open")
            assert faults == ([] if one[i] == two[j] or same_hand else expected)
            found += bool(faults)
        assert found or part == "open"


def flat(part: Any) -> list[list[str]]:
    """The lists of cards in a part of a deal."""
    return part if part and isinstance(part[0], list) else [part]


@pytest.mark.parametrize("name", ["richelieu-duel", "richelieu"])
def test_a_removed_token_on_the_display_is_found_out(name: str) -> None:
    record = fair_record(eminence.game(name), 2, decisions=0)
    deal = json.loads(json.dumps(record.deal))
    for i, face in enumerate(deal["removed"]):
        if face != deal["tokens"][3]:
            deal["removed"][i], deal["tokens"][3] = deal["tokens"][3], face
            break
    assert check(changed(record, deal=deal)).faults == ("tokens", "removed")


def test_an_open_card_from_the_pile_is_found_out() -> None:
    record = fair_record(eminence.game("cardinal-board"), 3, decisions=0)
    deal = json.loads(json.dumps(record.deal))
    i = next(i for i, card in enumerate(deal["pile"]) if card not in deal["open"])
    deal["pile"][i], deal["open"][0] = deal["open"][0], deal["pile"][i]
    assert check(changed(record, deal=deal)).faults == ("open", "pile")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_an_altered_second_pile_is_found_out(players: int) -> None:
    """B13: every exchange of two cards that were never drawn, so that the record replays as before."""
    record = fair_record(eminence.game("cardinal-board"), players)
    second = record.deal["second"]
    found = 0
    for i in range(len(second) - 1):
        pile = list(second)
        pile[i], pile[i + 1] = pile[i + 1], pile[i]
        try:
            other = changed(record, deal=record.deal | {"second": pile})
        except RecordError:  # somebody played, or all saw, the card that lay there
            continue
        if pile != second:
            assert check(other).faults == ("second",)
            found += 1
    assert found


def test_altered_later_chance_is_found_out() -> None:
    record = fair_record(eminence.game("cardinal-board"), 3, decisions=20)
    for i in (0, 40, len(record.later) - 1):
        later = list(record.later)
        later[i] ^= 1
        text = "".join(f"{word:08x}" for word in later)
        assert check(changed(record, later=text)).faults == ("later",)


def test_the_order_of_a_hand_does_not_matter() -> None:
    record = fair_record(eminence.game("cardinal-board"), 3)
    hands = [hand[::-1] for hand in record.deal["hands"]]
    assert check(changed(record, deal=record.deal | {"hands": hands, "open": record.deal["open"][::-1]})).fair


# The command.


def run(*arguments: str, code: int = 0) -> str:
    """`eminence verify` with arguments; what it prints, or its one line of complaint."""
    app = typer.Typer(cls=Commands)
    app.callback()(lambda: None)
    verify.register(app)
    result = CliRunner().invoke(app, ["verify", *arguments])
    assert result.exit_code == code, result.output
    if code == 2:
        assert result.stderr.count("\n") == 1 and result.stderr.startswith("eminence: ")
        return result.stderr
    return result.stdout


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The record of a fair game."""
    path = tmp_path / "game.json"
    fair_record(eminence.game("cardinal-board"), 3).save(path)
    return path


def test_the_command_proves_a_fair_game(file: Path) -> None:
    noted = commitment(eminence.game("cardinal-board"), 3, SEED)
    text = run(str(file))
    assert f"{file}: ok" in text and "--commitment" in text and text.count(noted) == 2 and SEED in text
    assert "--commitment" not in run(str(file), "--commitment", noted.upper())
    found = json.loads(run(str(file), "--commitment", noted, "--json"))
    assert found["ok"] and not found["faults"] and found["error"] is None
    assert hashlib.sha256(found["line"].encode()).hexdigest() == found["commitment"] == found["noted"] == noted
    assert found["seed"] == SEED and found["start"] == 0 and found["lot"] in (0, 1, 2)


def test_the_command_says_what_is_wrong(file: Path) -> None:
    record = Record.load(file)
    assert record.fair is not None
    assert "not the one that you noted" in run(str(file), "--commitment", "0" * 64, code=1)
    file.write_text(altered(record, fair=record.fair | {"seed": OTHER}), encoding="utf-8")
    text = run(str(file), code=1)
    assert all(word in text for word in ("not the hash", "first hands", "open cards", "the pile", "second pile"))
    faults = json.loads(run(str(file), "--json", code=1))["faults"]
    assert faults == ["commitment", "hands", "open", "pile", "second"]
    Record.of(record.replay()).save(file)
    assert "no commitment" in run(str(file), code=1)
    assert json.loads(run(str(file), "--json", code=1))["faults"] == ["no-commitment"]


def test_the_command_has_words_for_every_fault() -> None:
    assert list(verify.WORDS) == list(FAULTS)


def test_a_record_that_does_not_replay_is_not_proved(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"players": 3', '"players": 4'), encoding="utf-8")
    assert "digest" in run(str(file), code=1)
    found = json.loads(run(str(file), "--json", code=1))
    assert not found["ok"] and "digest" in found["error"] and found["seed"] is None


def test_what_cannot_be_read_has_exit_code_two(file: Path, tmp_path: Path) -> None:
    assert "cannot be read" in run(str(tmp_path / "nothing.json"), code=2)
    for wrong in ("", "0" * 63, "0" * 65, "x" * 64):
        assert "64 hexadecimal digits" in run(str(file), "--commitment", wrong, code=2)
