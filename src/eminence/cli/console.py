"""Where the commands write: standard output with colours where they are welcome, errors as one line, JSON, a pager."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

import typer
from rich.console import Console, RenderableType


class Failure(Exception):  # noqa: N818 - it names what it is
    """Bad input: one line that says what was wrong, where, and what would be right. Exit code 2."""


class Output(Console):
    """A console that leaves quietly when nobody reads any more (`| head`)."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def output(*, width: int | None = None) -> Output:
    """The console of standard output, made anew so that tests and redirections are seen."""
    return Output(file=sys.stdout, highlight=False, width=width, soft_wrap=False)


def notices() -> Output:
    """The console of standard error: progress and remarks."""
    return Output(file=sys.stderr, highlight=False)


def interactive() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def complain(message: str) -> None:
    """An error as one line on standard error."""
    text = " ".join(message.split())
    print(f"eminence: {text}", file=sys.stderr)


def print_json(data: Any) -> None:
    """Data as JSON on standard output."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


def write_file(path: Path, text: str, *, force: bool = True) -> None:
    """A text file, whole or not at all."""
    if path.name in ("", ".."):
        raise Failure(f"{path} cannot be written: it names no file; expected the name of a file")
    part = path.with_name(path.name + ".part")
    try:
        if not force and path.exists():
            raise Failure(f"{path} exists already; give another name, or --force to replace it")
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except (OSError, ValueError) as error:  # ValueError: no system has a path with such characters
        with contextlib.suppress(OSError, ValueError):
            part.unlink()
        raise Failure(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None


def paged(renderable: RenderableType) -> None:
    """Print, through a pager if a person would otherwise lose the beginning."""
    console = output()
    if not interactive():
        console.print(renderable)
        return
    with console.capture() as captured:
        console.print(renderable)
    text = captured.get()
    pager = shlex.split(os.environ.get("PAGER") or "less")
    if text.count("\n") < console.size.height or not pager or shutil.which(pager[0]) is None:
        sys.stdout.write(text)
        return
    environ = {"LESS": "-R", "LESSCHARSET": "utf-8"} | dict(os.environ)
    try:
        subprocess.run(pager, input=text.encode(), check=False, env=environ)
    except (OSError, KeyboardInterrupt):
        sys.stdout.write(text)


def stop(code: int) -> NoReturn:
    """End the command with an exit code."""
    raise typer.Exit(code)
