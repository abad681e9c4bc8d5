"""The command line: `eminence` and what it can do. A command group a file; `main` is the entry point."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import eminence
from eminence.cli import (
    arena,
    bench,
    components,
    db,
    doctor,
    games,
    ladder,
    play,
    records,
    replay,
    review,
    serve,
    simulate,
    train,
    verify,
)
from eminence.cli.console import Failure, complain
from eminence.errors import ComponentError, EminenceError


class Commands(TyperGroup):
    """Turns every expected error into one line and an exit code: 2 for bad input, 130 for Ctrl-C."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        try:
            result = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
            sys.stdout.flush()
        except BrokenPipeError:
            silence()
            result = 0
        except SystemExit as leaving:
            if leaving.code != 1 or "_EMINENCE_COMPLETE" in os.environ:
                raise
            result = 0  # how typer and rich leave a broken pipe; every other end comes back as a result
        except (KeyboardInterrupt, typer.Abort):
            complain("stopped")
            result = 130
        except (Failure, EminenceError) as error:
            complain(one_line(error))
            result = 2
        except Exception as error:
            if not hasattr(error, "format_message"):
                raise
            complain(usage(error))
            result = 2
        sys.exit(result if isinstance(result, int) else 0)


def one_line(error: Exception) -> str:
    """An error without its list of details."""
    if isinstance(error, ComponentError):
        from eminence.cli.options import component_fault

        return component_fault(error)
    return str(error)


def usage(error: Any) -> str:
    """A wrong command line in one line, with where to read more."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "eminence"
    message = str(error.format_message()).rstrip(".")
    return f"{message}. Try '{path} --help'."


def silence() -> None:
    """Let the interpreter flush into nothing, as nobody reads any more."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


app = typer.Typer(
    name="eminence",
    cls=Commands,
    help="Michael Schacht's majority games: Richelieu, Kardinal & König and its card game.",
    epilog="Without a command, the games open in the browser.",
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


def print_version(asked: bool) -> None:
    """--version."""
    if asked:
        print(f"eminence {eminence.__version__}")
        raise typer.Exit()


@app.callback(invoke_without_command=True)
def begin(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.", callback=print_version, is_eager=True)
    ] = False,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Without a command: open the browser, or only say where.")
    ] = True,
) -> None:
    if context.invoked_subcommand is None:
        serve.serve_here(open_browser=browser)


for module in (
    play,
    games,
    replay,
    records,
    verify,
    review,
    simulate,
    arena,
    ladder,
    train,
    serve,
    db,
    components,
    bench,
    doctor,
):
    module.register(app)


def main() -> None:
    """The console entry point."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # a terminal that knows no ─ or é gets a question mark, not a traceback
            reconfigure(errors="replace")
    app(prog_name="eminence")
