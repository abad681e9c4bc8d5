"""`eminence serve`: a server for friends and clubs. Its settings are described in docs/hosting.md."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from eminence.cli.console import Failure, complain, output, stop


def serve(
    config: Annotated[
        Path | None,
        typer.Option("--config", "-c", metavar="FILE", help="Settings as TOML; EMINENCE_CONFIG if left out."),
    ] = None,
    host: Annotated[
        str | None, typer.Option("--host", metavar="ADDRESS", help="Where to listen: 127.0.0.1, or 0.0.0.0 for all.")
    ] = None,
    port: Annotated[
        str | None, typer.Option("--port", "-p", metavar="PORT", help="The port; 8080 if left out, 0 for a free one.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option("--database", "-d", metavar="URL", help="sqlite:///file or postgresql://user:password@host/name."),
    ] = None,
    bus: Annotated[
        str | None, typer.Option("--bus", metavar="URL", help="local, or redis://host:6379/0 for several processes.")
    ] = None,
    base_url: Annotated[
        str | None, typer.Option("--base-url", metavar="URL", help="The public address: https://games.example.org.")
    ] = None,
    proxies: Annotated[
        str | None,
        typer.Option("--proxies", metavar="LIST", help="Addresses of trusted proxies, separated by commas."),
    ] = None,
    certificate: Annotated[
        str | None, typer.Option("--tls-certificate", metavar="FILE", help="PEM certificate, to serve HTTPS itself.")
    ] = None,
    key: Annotated[str | None, typer.Option("--tls-key", metavar="FILE", help="PEM key of the certificate.")] = None,
    processes: Annotated[
        str | None,
        typer.Option("--processes", metavar="N", help="Server processes; several need PostgreSQL and Redis."),
    ] = None,
    log_level: Annotated[
        str | None, typer.Option("--log-level", metavar="LEVEL", help="debug, info, warning or error.")
    ] = None,
    log_format: Annotated[str | None, typer.Option("--log-format", metavar="FORMAT", help="json or text.")] = None,
    others: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=VALUE", help="Any other setting, e.g. limits.tables_per_user=5. Repeatable."
        ),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Check the settings and this machine, and leave.")] = False,
) -> None:
    """Run a server that others can reach.

    Flags win over environment variables (EMINENCE_PORT, …), and these over the settings file. All settings:
    docs/hosting.md.
    """
    from eminence.server.reading import SettingsError, load_settings

    flags = {
        "host": host,
        "port": port,
        "database": database,
        "bus": bus,
        "base_url": base_url,
        "proxies": proxies,
        "tls.certificate": certificate,
        "tls.key": key,
        "processes": processes,
        "log.level": log_level,
        "log.format": log_format,
    }
    given = {name: text for name, text in flags.items() if text is not None}
    try:
        settings = load_settings(config, flags=given | read_others(others or []))
        if check:
            output().print("the settings are right", highlight=False)
            return
        from eminence.server.run import run

        run(settings)
    except SettingsError as error:
        for fault in error.faults:
            complain(str(fault))
        stop(2)


def read_others(given: list[str]) -> dict[str, str]:
    """Settings of the form NAME=VALUE."""
    from eminence.server.reading import ALL, near

    found = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise Failure(f"--set: {text!r}; expected NAME=VALUE, for instance limits.tables_per_user=5")
        if name not in ALL:
            raise Failure(f"--set: there is no setting {name!r}{near(name, ALL)}")
        found[name] = value
    return found


def serve_here(open_browser: bool = True, game: str | None = None) -> None:
    """Play on this machine: SQLite in the user's data folder, a free port, the browser.

    If that is running already, the browser is opened there. `game` is shown first.
    """
    from eminence.server.checks import file_fault, make_folder
    from eminence.server.lock import Occupied
    from eminence.server.settings import local_settings

    settings = local_settings()
    assert settings.sqlite is not None
    make_folder(settings.sqlite.parent)
    if (fault := file_fault(settings.sqlite)) is not None:
        raise Failure(f"the games cannot be kept: {fault}")
    path = f"/new/{game}" if game else "/"
    from eminence.server.run import run, show

    try:
        run(settings, open_browser=open_browser, path=path)
    except Occupied as occupied:
        if not occupied.address:
            raise
        output().print(f"eminence runs already: {occupied.address}", markup=False, soft_wrap=True)
        if open_browser:
            show(occupied.address.rstrip("/") + path)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(serve)
