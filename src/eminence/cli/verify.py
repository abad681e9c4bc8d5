"""`eminence verify`: whether the cards of a saved game were dealt as the table promised."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from eminence import Record, RecordError
from eminence.cli.console import Failure, print_json, stop
from eminence.table.fairness import Verdict, check, line

WORDS = {
    "no-commitment": "the record has no commitment, so nothing can be proved (only finished games of a table have one)",
    "other-commitment": "the commitment in the record is not the one that you noted",
    "commitment": "the commitment is not the hash of the seed",
    "cards": "the cards of the display are not those of the seed",
    "tokens": "the tokens on the display are not those of the seed",
    "removed": "the removed tokens are not those of the seed",
    "hands": "the first hands are not those of the seed",
    "open": "the first open cards are not those of the seed",
    "pile": "the pile is not that of the seed",
    "second": "the second pile is not that of the seed",
    "later": "the chance kept for the second pile is not that of the seed",
}


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a finished game, from a table.")],
    noted: Annotated[
        str | None,
        typer.Option(
            "--commitment",
            "-c",
            metavar="HEX",
            help="The commitment that was published when the game began: 64 hexadecimal digits.",
        ),
    ] = None,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Print JSON: {file, ok, error, faults, commitment, noted, seed, line, start, lot}; faults are codes, "
            "seats count from 0.",
        ),
    ] = False,
) -> None:
    """Check that the deal of a saved game is the one that the table promised before the first card.

    Exit code 1 if it is not, or if the record proves nothing; 2 if it cannot be read.
    """
    if noted is not None and not re.fullmatch("[0-9a-fA-F]{64}", noted):
        raise Failure(f"--commitment: {noted[:70]!r}; expected 64 hexadecimal digits")
    try:
        record = Record.load(file)
    except RecordError as error:
        message = str(error).removeprefix(f"{file}: ")
        if message.startswith("cannot be read"):
            raise Failure(f"{file}: {message}") from None
        if as_json:
            print_json(summary(file, None, None, noted, message))
        else:
            print(f"{file}: {message}")
        stop(1)
    found = check(record, noted)
    if as_json:
        print_json(summary(file, record, found, noted, None))
    else:
        show(file, record, found, noted)
    stop(0 if found.fair else 1)


def summary(
    file: Path, record: Record | None, found: Verdict | None, noted: str | None, error: str | None
) -> dict[str, Any]:
    """The answer as plain data."""
    fair = None if record is None else record.fair
    hashed = None if record is None or fair is None else line(record.game, record.players, fair["seed"])
    return {
        "file": str(file),
        "ok": found is not None and found.fair,
        "error": error,
        "faults": [] if found is None else list(found.faults),
        "commitment": None if fair is None else fair["commitment"],
        "noted": None if noted is None else noted.lower(),
        "seed": None if fair is None else fair["seed"],
        "line": hashed,
        "start": None if record is None else record.start,
        "lot": None if found is None else found.lot,
    }


def show(file: Path, record: Record, found: Verdict, noted: str | None) -> None:
    """The answer in words."""
    if record.fair is not None:
        print(f"commitment  {record.fair['commitment']}")
        print(f"hashed      {line(record.game, record.players, record.fair['seed'])}")
        print(f"gives       {found.expected}")
        decided = "as the lot decides" if record.start == found.lot else "which was agreed; the lot decides otherwise"
        print(f"seat {record.start + 1} began, {decided}")
    for fault in found.faults:
        print(f"{file}: {WORDS[fault]}")
    if found.fair:
        print(f"{file}: ok, the deal and all later chance follow from the seed behind the commitment")
        if noted is None:
            print("Is it the commitment that you saw at the start? --commitment compares it.")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(verify)
