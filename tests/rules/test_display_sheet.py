"""The score sheet: which lines in which order, and that they add up."""

from __future__ import annotations

import pytest

from tests.rules.tables import CARDS, RICHELIEUS, TABLES, finish, points, table

REGIONS = ["bourgogne", "bretagne", "champagne", "normandie", "languedoc", "provence", "anjou", "bourbon", "auvergne"]
COUNTRIES = ["france", "saxony", "hungary", "castile", "franconia", "bavaria", "italy", "england", "denmark"]


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_richelieus_sheet_runs_from_bourgogne_to_the_tower(name: str, players: int) -> None:
    """D33: nine regions, the line of regions held or missing, then sword, cross and tower."""
    lines = [line.key for line in finish(name, players, 1).sheet().lines]
    symbols = ["symbol:sword", "symbol:cross", "symbol:tower"]
    assert lines == [*(f"crests:{region}" for region in REGIONS), "regions", *symbols]


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_the_card_games_sheet_runs_country_by_country(name: str, players: int) -> None:
    """D33: country and symbol points from France to Denmark, then routes and tablets; two subtotals."""
    sheet = finish(name, players, 1).sheet()
    countries = [f"{section}:{country}" for country in COUNTRIES for section in ("country", "circles")]
    assert [line.key for line in sheet.lines] == [*countries, "ships", "carriages", "tablets"]
    assert [line.key for line in sheet.subtotals] == ["subtotal:country", "subtotal:circles"]
    for section in ("country", "circles"):
        lines = [line.values for line in sheet.lines if line.section == section]
        assert len(lines) == 9
        assert sheet.line(f"subtotal:{section}") == tuple(sum(column) for column in zip(*lines, strict=True))


@pytest.mark.parametrize(("name", "players"), CARDS)
def test_subtotals_routes_and_tablets_make_the_total(name: str, players: int) -> None:
    """D33: as the printed form adds them."""
    state = finish(name, players, 1)
    parts = ("subtotal:country", "subtotal:circles", "ships", "carriages", "tablets")
    totals = tuple(sum(column) for column in zip(*(points(state, part) for part in parts), strict=True))
    assert state.sheet().totals == totals


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_lines_add_up_to_the_totals(name: str, players: int) -> None:
    """D33: each line has a number a seat, and nothing counts that is not on the sheet."""
    for seed in range(3):
        sheet = finish(name, players, seed).sheet()
        assert sheet.final
        assert all(len(line.values) == players for line in sheet.lines)
        assert sheet.totals == tuple(sum(column) for column in zip(*(li.values for li in sheet.lines), strict=True))


@pytest.mark.parametrize(("name", "players"), RICHELIEUS)
def test_richelieus_sheet_has_no_subtotals(name: str, players: int) -> None:
    """D33: they belong to the printed form of the card game."""
    assert finish(name, players, 1).sheet().subtotals == ()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_at_the_end_everybody_sees_the_same_sheet(name: str, players: int) -> None:
    """D15, D31, D33: the tokens held are open then."""
    state = finish(name, players, 2)
    assert all(state.view(seat).sheet() == state.sheet() for seat in (None, *range(players)))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_sheet_before_the_end_is_not_final(name: str, players: int) -> None:
    """D17, D33: it is a standing."""
    assert not table(name, players).sheet().final
