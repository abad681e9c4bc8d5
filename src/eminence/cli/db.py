"""`eminence db`: the server's database: its schema, moving it, backups. See docs/database.md."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from eminence.cli.console import Failure, notices, output, stop

db = typer.Typer(help="Set up, upgrade, move and back up the server's database.", no_args_is_help=True)

Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        "-d",
        metavar="URL",
        help="sqlite:///file or postgresql://user:password@host/name; as `eminence serve` finds it if left out.",
    ),
]
Config = Annotated[
    Path | None,
    typer.Option("--config", "-c", metavar="FILE", help="The server's settings; EMINENCE_CONFIG if left out."),
]
Force = Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")]
NewFile = Annotated[Path, typer.Argument(metavar="FILE", help="The new file.")]


@db.callback()
def choose() -> None:
    """Set up, upgrade, move and back up the server's database."""


@db.command()
def upgrade(database: Database = None, config: Config = None) -> None:
    """Bring the database to the newest schema; an empty or missing one is set up.

    Stop the servers and make a backup before. All or nothing is done.
    """
    from eminence.server.store import masked
    from eminence.server.store import upgrade as bring

    url = read_url(database, config)
    before, after = asyncio.run(bring(url))
    if before == after:
        say(f"{masked(url)} has schema {after}, nothing to do")
    else:
        say(f"{masked(url)} has schema {after} now" + (f", it had {before}" if before else ""))


@db.command()
def current(database: Database = None, config: Config = None) -> None:
    """Say which schema the database has, and whether it is the one needed. Exit code 1 if it is not."""
    from eminence.server.store import current as find
    from eminence.server.store import head, masked

    url = read_url(database, config)
    found = asyncio.run(find(url))
    if found == head():
        say(f"{masked(url)} has schema {found}, as it should")
        return
    what = f"has schema {found}" if found else "is empty"
    say(f"{masked(url)} {what}; this eminence needs {head()}: eminence db upgrade")
    stop(1)


@db.command()
def export(file: NewFile, database: Database = None, config: Config = None, force: Force = False) -> None:
    """Write everything in the database to a file of JSON lines (.jsonl, or .jsonl.gz compressed).

    It holds the database as it was at one moment; servers may go on meanwhile. Secrets of running games are in it.
    """
    from eminence.server.store import masked
    from eminence.server.store.transfer import export_database

    url = read_url(database, config)
    with bar("rows") as progress:
        rows = asyncio.run(export_database(url, file, force=force, progress=progress))
    say(f"{file}: {rows} rows of {masked(url)}")


@db.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `eminence db export` has written.")],
    database: Database = None,
    config: Config = None,
) -> None:
    """Fill an empty database, SQLite or PostgreSQL, with what was exported; it is set up if need be.

    Every line is checked, and all or nothing is written.
    """
    from eminence.server.store import masked
    from eminence.server.store.transfer import import_database

    url = read_url(database, config)
    with bar("rows") as progress:
        rows = asyncio.run(import_database(url, file, progress=progress))
    say(f"{masked(url)}: {rows} rows of {file}")


@db.command()
def backup(file: NewFile, database: Database = None, config: Config = None, force: Force = False) -> None:
    """Copy a SQLite database as it is at this moment, and check the copy; servers may go on meanwhile.

    PostgreSQL has tools of its own: see docs/database.md.
    """
    from eminence.server.store import masked
    from eminence.server.store.backup import backup as copy

    url = read_url(database, config)
    with bar("pages") as progress:
        size = copy(url, file, force=force, progress=progress)
    say(f"{file}: {size} bytes, a copy of {masked(url)}")


def read_url(database: str | None, config: Path | None) -> str:
    """The address that was given, or that of the server's settings."""
    if database is not None:
        return database
    from eminence.server.reading import SettingsError, load_settings

    try:
        return load_settings(config, check=False).database
    except SettingsError as error:
        raise Failure(str(error)) from None


def say(text: str) -> None:
    """One line on standard output."""
    output().print(text, markup=False, soft_wrap=True)


@contextmanager
def bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar where somebody can see it."""
    console = notices()
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn(what), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as shown:
        task = shown.add_task(what, total=None)
        yield lambda done, total: shown.update(task, completed=done, total=total)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(db, name="db")
