"""What the machine says to the settings: files, folders, the port, the database, the bus."""

from __future__ import annotations

import contextlib
import errno
import socket
import ssl
import tempfile
from pathlib import Path

from eminence.server.reading import Fault, Reading, SettingsError
from eminence.server.settings import ServerSettings, scrubbed, without_password

WAIT = 4.0  # seconds for a database or bus to answer


def machine_faults(reading: Reading) -> list[Fault]:
    """Everything that would keep a server with these settings from starting. Settings found wrong are not tried."""
    settings = reading.settings
    wrong = {fault.setting for fault in reading.faults}
    if "database" not in reading.sources and settings.sqlite is not None:
        make_folder(settings.sqlite.parent)
    found = []
    for keys, check in (
        (("tls.certificate", "tls.key"), tls_fault),
        (("database",), database_fault),
        (("bus",), bus_fault),
        (("port", "host"), port_fault),
    ):
        if not wrong & set(keys) and (text := check(settings)) is not None:
            key = next((key for key in keys if key in reading.sources), keys[0])
            found.append(Fault(key, reading.source(key), text))
    return found


def tls_fault(settings: ServerSettings) -> str | None:
    """Whether certificate and key are there and belong together."""
    tls = settings.tls
    if not tls.certificate:
        return None
    for name in filter(None, (tls.certificate, tls.key)):
        try:
            with Path(name).open("rb"):
                pass
        except OSError as error:
            return f"{name} cannot be read: {error.strerror or error}"
    try:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(tls.certificate, tls.key or None, password=lambda: "")
    except (ssl.SSLError, OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or "it cannot be used"
        words = str(reason).replace("_", " ").lower()
        return f"{tls.certificate}: {words}; expected a PEM certificate with its key, without a passphrase"
    return None


def database_fault(settings: ServerSettings) -> str | None:
    """Whether the database can be written, or answers."""
    if settings.database.startswith("sqlite:"):
        path = settings.sqlite
        return None if path is None else file_fault(path)
    return postgresql_fault(settings.database)


def file_fault(path: Path) -> str | None:
    """Whether an SQLite file can be made or written at this place."""
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}; make it first"
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        return f"nothing can be written in {path.parent}: {error.strerror or error}; expected a folder of one's own"
    if not path.exists():
        return None
    try:
        with path.open("r+b") as file:
            begin = file.read(16)
    except OSError as error:
        return f"{path} cannot be written: {error.strerror or error}"
    return None if begin in (b"", b"SQLite format 3\0") else f"{path} is no SQLite database; expected another file"


def make_folder(folder: Path) -> None:
    """The folder of one's own data, if it can be made; what is wrong otherwise is found when it is used."""
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def postgresql_fault(url: str) -> str | None:
    """Whether PostgreSQL answers and lets us in."""
    import asyncio

    try:
        import asyncpg
    except ImportError:
        return "PostgreSQL needs asyncpg; install it with: pip install 'eminence[cluster]'"

    async def knock() -> None:
        connection = await asyncpg.connect(url, timeout=WAIT)
        await connection.close()

    try:
        asyncio.run(knock())
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        return unreachable(url, "PostgreSQL", error)
    return None


def bus_fault(settings: ServerSettings) -> str | None:
    """Whether Redis answers."""
    if settings.bus == "local":
        return None
    try:
        import redis
    except ImportError:
        return "Redis needs its client; install it with: pip install 'eminence[cluster]'"
    try:
        with redis.Redis.from_url(settings.bus, socket_connect_timeout=WAIT, socket_timeout=WAIT) as client:
            client.ping()
    except (OSError, ValueError, redis.RedisError) as error:
        return unreachable(settings.bus, "Redis", error)
    return None


def unreachable(url: str, name: str, error: Exception) -> str:
    """A server that does not answer, without its password."""
    reason = " ".join(scrubbed(str(error), url).split())[:200] or "no answer in time"
    return f"{name} cannot be used at {without_password(url)}: {reason}"


def port_fault(settings: ServerSettings) -> str | None:
    """Whether the address is free."""
    try:
        listen(settings).close()
    except SettingsError as error:
        return error.faults[0].text
    return None


def listen(settings: ServerSettings) -> socket.socket:
    """A socket bound to the address, not listening yet; a SettingsError if it cannot be had."""
    host, port = settings.host, settings.port
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        bound = socket.socket(family, kind, protocol)
        try:
            # On Windows the option would let two servers share a port.
            if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
                bound.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind(address)
        except OSError:
            bound.close()
            raise
    except OSError as error:
        raise SettingsError([Fault("port", "", refused(error, host, port))]) from None
    return bound


def refused(error: OSError, host: str, port: int) -> str:
    """Why an address cannot be had."""
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this machine; expected 127.0.0.1, 0.0.0.0 or another of its own"
    if error.errno == errno.EADDRINUSE:
        return f"{port} is in use on {host}; stop the other program, or expected another port (0 for a free one)"
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"{port} is not allowed for this user; expected a port from 1024, with a proxy in front for 80 and 443"
    return f"{host}:{port} cannot be had: {error.strerror or error}"
