"""`eminence ladder`: how strong every bot is in every game, measured and written as a page."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

import eminence
from eminence.arena.campaign import Standing, campaign
from eminence.arena.checks import check_results, check_runs
from eminence.arena.earlier import Earlier
from eminence.arena.errors import ArenaError
from eminence.arena.executors import processors
from eminence.arena.ladder import plackett_luce
from eminence.arena.page import mismatch, page
from eminence.arena.replaced import Replaced, replaced, words
from eminence.arena.report import counted
from eminence.arena.results import collect
from eminence.arena.shapes import is_line
from eminence.arena.strength import Fixture, Settings, choose_bots, choose_rooms, ladder_fixtures, target_fixtures
from eminence.bots import BOTS
from eminence.cli.console import Failure, notices, output, write_file
from eminence.cli.options import (
    Effort,
    Jobs,
    Seconds,
    check_folder,
    complete_games,
    decimal,
    read_folder,
    read_jobs,
    tell_of_a_crowd,
    whole,
)
from eminence.game import EDITIONS

DEALS, QUICK_DEALS = 100, 2
OUT = Path("runs/ladder")
COMMON = ("seed", "time", "effort")  # what the matches of one ladder have in common


def ladder(
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            "-g",
            metavar="GAME",
            help=f"Only this one of {', '.join(EDITIONS)}.",
            autocompletion=complete_games,
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", parser=whole, metavar="N", help="Only this number of players.")
    ] = None,
    bots: Annotated[
        str | None, typer.Option("--bots", metavar="A,B,…", help=f"Only these of {', '.join(BOTS)}.")
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option("--deals", "-n", parser=whole, metavar="N", help=f"Deals of every match; {DEALS} if left out."),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help=f"Only {QUICK_DEALS} deals of every match.")] = False,
    budget: Annotated[
        float | None,
        typer.Option(
            "--budget",
            parser=decimal,
            metavar="MINUTES",
            help="Stop after this time, which is shared out equally to the matches; 0 plays nothing.",
        ),
    ] = None,
    targets: Annotated[
        bool,
        typer.Option(
            "--targets",
            help="Play the matches that put the targets to the test, not the ladders; with --time only those with "
            "this time.",
        ),
    ] = False,
    tables: Annotated[
        bool, typer.Option("--tables", help="Play only the mixed tables of three and more, which give the ratings.")
    ] = False,
    time: Seconds = None,
    effort: Effort = None,
    seed: Annotated[int, typer.Option("--seed", parser=whole, metavar="S", help="Other deals.")] = 1,
    jobs: Jobs = None,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            parser=read_folder,
            metavar="DIR",
            help="The folder of the results. A ladder that was stopped goes on.",
        ),
    ] = OUT,
    onto: Annotated[
        Path | None,
        typer.Option("--onto", metavar="FILE", help="Add to the numbers in this file, of which the deals are gone."),
    ] = None,
    page_file: Annotated[
        Path | None, typer.Option("--page", metavar="FILE", help="The page; strength.md in the folder if left out.")
    ] = None,
    summary: Annotated[
        Path | None,
        typer.Option("--summary", metavar="FILE", help="Its numbers; strength.json in the folder if left out."),
    ] = None,
    page_only: Annotated[
        bool, typer.Option("--page-only", help="Play nothing; write the page anew from the numbers.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Play and write nothing; say whether the page fits the numbers.")
    ] = False,
) -> None:
    """Measure how strong every bot is in every game, and write the page docs/strength.md.

    The same command goes on where it was stopped; one with more deals or time adds to what is there. With --onto the
    numbers of a ladder on another machine can be added to.
    """
    written, numbers = page_file or out / "strength.md", summary or out / "strength.json"
    if check or page_only:
        rebuild(written, numbers, check)
        return
    read_jobs(jobs)
    if budget is not None and budget < 0:
        raise Failure(f"--budget: {budget:g}; expected minutes from 0")
    if deals is not None and quick:
        raise Failure("--deals and --quick; expected one of them")
    if targets and effort is not None:
        raise Failure("--targets with --effort; expected none, the targets have times of their own")
    if targets and tables:
        raise Failure("--targets and --tables; expected one of them")
    chosen = tuple(BOTS) if bots is None else choose_bots(bots.split(","))
    settings = Settings(bots=chosen, seed=seed, time=None if targets else time, effort=effort)
    rooms = choose_rooms(game, players)
    count = QUICK_DEALS if quick else DEALS if deals is None else deals
    earlier, asked = Earlier(), settings
    if onto is not None:
        earlier = read_earlier(onto, settings, targets)
        settings = earlier.settings(settings)
    else:
        settings = kept(numbers, settings, targets)
    plan = target_fixtures(asked, rooms, count, time) if targets else ladder_fixtures(settings, rooms, count)
    plan = [one for one in plan if set(one.match.bots) <= set(chosen) and (one.kind == "table" or not tables)]
    if not plan:
        where = (
            f"neighbours on the ladder of {onto or numbers}, or another --out" if settings.bots != chosen else "others"
        )
        raise Failure(f"no match fits these games, bots and times; expected {'others' if targets else where}")
    if any(fixture.kind == "table" for fixture in plan):
        plackett_luce()
    workers = jobs or processors()
    options: dict[str, object] = {
        "--game": game,
        "--players": players,
        "--bots": bots,
        "--deals": deals,
        "--quick": quick,
        "--budget": budget,
        "--targets": targets,
        "--tables": tables,
        "--time": time,
        "--effort": effort,
        "--seed": None if seed == 1 else seed,
        "--jobs": workers,
        "--onto": relative(onto),
    }
    options |= {"--out": relative(out), "--page": relative(page_file), "--summary": relative(summary)}
    this_run = command(options)
    if not is_line(this_run):
        raise Failure(f"{this_run!r} cannot stand on the page; expected names of files in one line without backticks")
    check_folder(out)
    for path in (page_file, summary):
        if path is not None and not path.parent.is_dir():
            raise Failure(f"{path}: there is no folder {path.parent}; expected one")
    runs = earlier.runs
    runs += [run for run in read_runs(out) if run not in runs]
    compared(numbers, out, settings, earlier)
    left = [earlier.after(fixture) for fixture in plan]
    if budget != 0:
        tell_of_a_crowd([fixture.match for fixture in left if fixture.match.deals], workers)

    def begun() -> None:
        nonlocal runs
        runs = remember(runs, this_run)
        write_file(out / "runs.json", dump(runs))

    standing = played(left, out, workers, budget, begun)
    results = collect(out, settings, runs, earlier)
    gone = compared(numbers, out, settings, earlier)  # again: another run may have written them meanwhile
    if gone.hidden:
        replace_page(numbers, out, gone, results)
    text = page(results)  # before anything is overwritten
    write_file(numbers, dump(results))
    write_file(written, text)
    output().print(
        f"{standing.done} of {standing.total} deals of {counted(len(plan), 'match', 'matches')}, {standing.played} of "
        f"them now; the page is {written}, its numbers are {numbers}",
        markup=False,
        soft_wrap=True,
    )


def rebuild(written: Path, numbers: Path, check: bool) -> None:
    """The page from the numbers, or a comparison of both."""
    results = read_numbers(numbers)
    if not check:
        write_file(written, page(results))
        output().print(f"{written} written from {numbers}", markup=False, soft_wrap=True)
        return
    try:
        text = written.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Failure(f"{written} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    wrong = mismatch(text, results)
    if wrong is not None:
        raise Failure(f"{written} does not fit {numbers}: {wrong}. Write it anew with --page-only")
    output().print(f"{written} fits {numbers}", markup=False, soft_wrap=True)


def played(plan: Sequence[Fixture], out: Path, jobs: int, budget: float | None, begun: Callable[[], None]) -> Standing:
    """Play, with a progress bar where somebody can see it. `begun` is called with the first deal that is finished."""
    console = notices()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("deals"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}"),
    )
    with Bar(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task(counted(len(plan), "match", "matches"), total=None, left="")
        last: Standing | None = None

        def show(standing: Standing) -> None:
            nonlocal last
            if standing.played and not (last and last.played):
                begun()
            last = standing
            bar.update(task, completed=standing.done, total=standing.total, left=left_text(standing.left))

        try:
            matches = [(fixture.match, fixture.path) for fixture in plan]
            seconds = None if budget is None else 60.0 * budget
            return campaign(matches, out, jobs=jobs, seconds=seconds, progress=show)
        except KeyboardInterrupt:
            bar.stop()
            how_far = "" if last is None else f" after {last.done} of {last.total} deals"
            console.print(f"stopped{how_far}; the same command goes on, --budget 0 writes the page", soft_wrap=True)
            raise typer.Exit(130) from None


def left_text(seconds: float | None) -> str:
    """How long it may still take.

    >>> left_text(None), left_text(5400)
    ('', '1:30:00 left')
    """
    if seconds is None:
        return ""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02} left"


def command(options: dict[str, object]) -> str:
    """The command line that gives these results anew, on any machine."""
    words = ["eminence ladder"]
    for name, value in options.items():
        if value is True:
            words.append(name)
        elif value is not None and value is not False:
            words.append(f"{name} {value:g}" if isinstance(value, float) else f"{name} {value}")
    return " ".join(words)


def relative(path: Path | None) -> str | None:
    """A path as the page may show it: none of this machine, and not what goes without saying."""
    return None if path is None or path == OUT or path.is_absolute() else path.as_posix()


def remember(before: list[dict[str, Any]], words: str) -> list[dict[str, Any]]:
    """The runs so far and this one; the same command on the same day and machine counts once."""
    from eminence.bench.engine import machine

    where = machine() | {"eminence": eminence.__version__}
    run = {"command": words, "date": datetime.now(UTC).date().isoformat(), "machine": where}
    return before if run in before else [*before, run]


def read_runs(out: Path) -> list[dict[str, Any]]:
    """The runs that a folder has seen."""
    path = out / "runs.json"
    found = read_json(path) if path.exists() else []
    try:
        check_runs(str(path), found)
    except ArenaError as error:
        raise Failure(f"{error}; or use another folder") from None
    return list(found)


def kept(numbers: Path, settings: Settings, targets: bool) -> Settings:
    """The ladder that the page is to show: what it shows already, if only a part of that or targets are played."""
    shown: dict[str, Any] = read_numbers(numbers) if numbers.exists() else {"rooms": []}
    known = tuple(name for name in BOTS if shown["rooms"] and name in shown["bots"])
    if targets:
        if not known or shown["seed"] != settings.seed:
            return replace(settings, bots=tuple(BOTS))
        return replace(settings, bots=known, time=shown["time"], effort=shown["effort"])
    if not set(settings.bots) <= set(known) or any(shown[key] != getattr(settings, key) for key in COMMON):
        return settings
    return replace(settings, bots=known)


def compared(numbers: Path, out: Path, settings: Settings, earlier: Earlier) -> Replaced:
    """What the new numbers will lack of those they are written over; nothing that cannot be had again."""
    if not numbers.exists():
        return Replaced()
    results = read_numbers(numbers)
    gone = replaced(results, out, settings, earlier)
    if gone.lost:
        same = all(results[key] == getattr(settings, key) for key in COMMON)
        raise Failure(
            f"{numbers} holds {words(gone.lost)}, of which the deals are not in {out}, and would be overwritten; "
            f"expected {f'--onto {numbers} to add to it, or ' if same else ''}another --summary"
        )
    return gone


def replace_page(numbers: Path, out: Path, gone: Replaced, results: dict[str, Any]) -> None:
    """Tell that a ladder takes the place of another, whose deals stay; but no empty one does."""
    if not results["rooms"] and not results["targets"]:
        raise Failure(
            f"nothing is known of these matches, and {numbers} holds {words(gone.hidden)}; expected others, more time, "
            "or another --out"
        )
    notices().print(
        f"{numbers} does not show {words(gone.hidden)} any more; the deals stay in {out}",
        markup=False,
        soft_wrap=True,
    )


def read_numbers(path: Path) -> dict[str, Any]:
    """The numbers of a page."""
    results = read_json(path)
    try:
        check_results(results)
    except ArenaError as error:
        raise Failure(f"{path}: {error}") from None
    return dict(results)


def read_earlier(path: Path, settings: Settings, targets: bool) -> Earlier:
    """The results that are added to."""
    try:
        return Earlier.read(read_json(path), settings, targets=targets)
    except ArenaError as error:
        raise Failure(f"--onto {path}: {error}") from None


def read_json(path: Path) -> Any:
    """A JSON file."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Failure(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise Failure(f"{path} is not JSON: {error}") from None


def dump(data: Any) -> str:
    """Data as JSON, always written alike, a line a match.

    >>> print(dump({"rooms": [{"pairs": [{"names": ["a", "b"]}]}], "seed": 1}), end="")
    {
     "rooms": [
      {
       "pairs": [
        {"names": ["a", "b"]}
       ]
      }
     ],
     "seed": 1
    }
    """
    return layer(data, 0) + "\n"


def layer(data: Any, depth: int) -> str:
    """Data in some depth; the outer ones have a line an entry."""
    if depth > 3 or not data or not isinstance(data, (dict, list)):
        return json.dumps(data, ensure_ascii=False)
    if isinstance(data, dict):
        entries = [f"{json.dumps(key, ensure_ascii=False)}: {layer(value, depth + 1)}" for key, value in data.items()]
    else:
        entries = [layer(value, depth + 1) for value in data]
    before, after = "{}" if isinstance(data, dict) else "[]"
    lines = ",\n".join(" " * (depth + 1) + entry for entry in entries)
    return f"{before}\n{lines}\n{' ' * depth}{after}"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(ladder)
