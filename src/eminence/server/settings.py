"""What a host decides: one frozen `ServerSettings`, with bounds and a description for every setting.

`reading` makes it of a TOML file, environment variables and flags, and `checks` asks the machine whether it can be
done. This module imports nothing heavy.
"""

from __future__ import annotations

import ipaddress
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import quote, unquote, urlsplit

import msgspec
from msgspec import Meta, Struct, field

Text = Annotated[str, Meta(max_length=500)]


class Tls(Struct, frozen=True, forbid_unknown_fields=True):
    """HTTPS without a proxy."""

    certificate: Annotated[Text, Meta(description="PEM file with the certificate and its chain.")] = ""
    key: Annotated[Text, Meta(description="PEM file with the private key; may be part of the certificate file.")] = ""


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """How much anybody may ask of the server. Every process counts for itself."""

    connections: Annotated[int, Meta(ge=1, le=1_000_000, description="WebSocket connections of a process.")] = 5000
    connections_per_user: Annotated[int, Meta(ge=1, le=100_000, description="Connections of one user.")] = 20
    connections_per_address: Annotated[int, Meta(ge=1, le=1_000_000, description="Connections of one address.")] = 200
    messages_per_second: Annotated[
        float, Meta(ge=0.1, le=100_000, description="Messages of a connection in the long run.")
    ] = 20.0
    messages_burst: Annotated[int, Meta(ge=1, le=100_000, description="Messages of a connection at once.")] = 60
    requests_per_second: Annotated[
        float, Meta(ge=0.1, le=100_000, description="HTTP requests of an address in the long run.")
    ] = 50.0
    requests_burst: Annotated[int, Meta(ge=1, le=100_000, description="HTTP requests of an address at once.")] = 200
    tables_per_user: Annotated[int, Meta(ge=1, le=100_000, description="Tables a user may open in an hour.")] = 30
    chat_per_minute: Annotated[int, Meta(ge=0, le=10_000, description="Chat lines of a user.")] = 30
    names_per_hour: Annotated[int, Meta(ge=0, le=10_000, description="Changes of name of a user.")] = 20
    identities_per_hour: Annotated[int, Meta(ge=1, le=1_000_000, description="New users from one address.")] = 60
    codes_per_hour: Annotated[
        int, Meta(ge=1, le=1_000_000, description="Recovery and invitation codes tried from one address.")
    ] = 60
    message_bytes: Annotated[int, Meta(ge=1024, le=1_048_576, description="Largest message over a WebSocket.")] = 16_384
    body_bytes: Annotated[int, Meta(ge=1024, le=16_777_216, description="Largest body of an HTTP request.")] = 131_072


class Bots(Struct, frozen=True, forbid_unknown_fields=True):
    """The house's bots."""

    threads: Annotated[
        int, Meta(ge=0, le=256, description="How many think at once; 0: one less than processors, at least one.")
    ] = 0
    queue: Annotated[int, Meta(ge=1, le=1_000_000, description="Tables that may wait for a bot.")] = 1000
    pace: Annotated[float, Meta(ge=0, le=60, description="Seconds a bot takes for a decision at least.")] = 0.35

    @property
    def thinking(self) -> int:
        """How many threads think."""
        return self.threads or max(1, (os.cpu_count() or 2) - 1)


class Log(Struct, frozen=True, forbid_unknown_fields=True):
    """The log, written to standard error."""

    level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="The least important events written.")
    ] = "info"
    format: Annotated[Literal["json", "text"], Meta(description="JSON lines, or text for people.")] = "json"


class MetricsAccess(Struct, frozen=True, forbid_unknown_fields=True):
    """Prometheus metrics at /metrics, and who may read them."""

    on: Annotated[bool, Meta(description="Whether there are metrics at /metrics.")] = False
    addresses: Annotated[
        tuple[Text, ...], Meta(max_length=100, description="Addresses and networks that may read them.")
    ] = ()
    token: Annotated[Text, Meta(description="Who sends `Authorization: Bearer` with this token may read them.")] = ""


class ServerSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings of a server."""

    host: Annotated[Text, Meta(description="The address to listen on; 0.0.0.0 or :: for all.")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535, description="The port to listen on; 0 for a free one.")] = 8080
    database: Annotated[
        Text,
        Meta(description="sqlite:///file (four slashes for an absolute path) or postgresql://user:password@host/name."),
    ] = field(default_factory=lambda: sqlite_url(data_folder() / "eminence.db"))
    bus: Annotated[Text, Meta(description="local for one process, redis://host:6379/0 (or rediss://) for several.")] = (
        "local"
    )
    base_url: Annotated[
        Text, Meta(description="The public address, https://games.example.org; links and cookies follow it.")
    ] = ""
    origins: Annotated[
        tuple[Text, ...], Meta(max_length=100, description="Further addresses whose pages may talk to the server.")
    ] = ()
    proxies: Annotated[
        tuple[Text, ...],
        Meta(max_length=100, description="Addresses and networks of proxies whose X-Forwarded-* headers count."),
    ] = ()
    processes: Annotated[
        int, Meta(ge=1, le=256, description="Server processes; several need PostgreSQL and Redis.")
    ] = 1
    invitation_required: Annotated[bool, Meta(description="Whether new users need an invitation code.")] = False
    administrators: Annotated[
        tuple[Text, ...], Meta(max_length=1000, description="Ids of users who may close tables and ban.")
    ] = ()
    tls: Tls = field(default_factory=Tls)
    limits: Limits = field(default_factory=Limits)
    bots: Bots = field(default_factory=Bots)
    log: Log = field(default_factory=Log)
    metrics: MetricsAccess = field(default_factory=MetricsAccess)

    @property
    def secure(self) -> bool:
        """Whether players come over HTTPS: then cookies are Secure and browsers are told to stay with it."""
        return bool(self.tls.certificate) or self.base_url.startswith("https://")

    @property
    def origin(self) -> str | None:
        """The public address as a browser writes it; None if it was not told."""
        return origin_of(self.base_url)

    @property
    def sqlite(self) -> Path | None:
        """The file of an SQLite database; None for another database or one in memory."""
        return sqlite_path(self.database)

    def __repr__(self) -> str:
        """Without passwords and tokens."""
        return f"ServerSettings(host={self.host!r}, port={self.port}, database={without_password(self.database)!r}, …)"

    def __rich_repr__(self) -> Any:
        """Without passwords and tokens."""
        yield "host", self.host
        yield "port", self.port
        yield "database", without_password(self.database)


SECRET = frozenset({"database", "bus", "metrics.token"})
"""Settings whose values are never shown."""


def local_settings(**changes: Any) -> ServerSettings:
    """For one's own machine: SQLite in the user's data folder, reachable from this machine only, a free port."""
    plain = ServerSettings(
        port=0,
        database=sqlite_url(data_folder() / "eminence.db"),
        log=Log(level="warning", format="text"),
        limits=Limits(identities_per_hour=10_000),
    )
    return msgspec.structs.replace(plain, **changes)


def data_folder(platform: str = sys.platform, environ: dict[str, str] | None = None) -> Path:
    """Where programs keep a user's data on this system."""
    env = dict(os.environ) if environ is None else environ
    if platform == "win32":
        base = env.get("LOCALAPPDATA") or env.get("APPDATA")
        return Path(base) / "eminence" if base else Path.home() / "AppData" / "Local" / "eminence"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "eminence"
    base = env.get("XDG_DATA_HOME", "")
    return (Path(base) if Path(base).is_absolute() else Path.home() / ".local" / "share") / "eminence"


def sqlite_url(path: Path) -> str:
    """The address of an SQLite file."""
    return f"sqlite:///{quote(path.absolute().as_posix(), safe='/:')}"


def sqlite_path(url: str) -> Path | None:
    """The file of an SQLite address; None for others and for a database in memory."""
    rest = url.removeprefix("sqlite:///")
    return Path(unquote(rest)) if url.startswith("sqlite:///") and rest else None


def passwords_of(url: str) -> set[str]:
    """The passwords in an address, as written there and as meant."""
    found = [*re.findall(r"^\w+://[^:@/?]*:(.*)@", url), *re.findall(r"[?&](?:ssl)?password=([^&]+)", url)]
    return {spelling for password in found for spelling in (password, unquote(password)) if spelling}


def without_password(url: str) -> str:
    """An address that may be shown."""
    return re.sub(r"^(\w+://[^:@/?]*):.*@", r"\1:…@", url).partition("?")[0]


def scrubbed(text: str, url: str) -> str:
    """A message about an address without its passwords in any spelling."""
    for secret in sorted(passwords_of(url), key=len, reverse=True):
        text = text.replace(secret, "…")
    return text


def origin_of(url: str) -> str | None:
    """Scheme, host and port of an address as a browser writes an Origin; None if it is not http(s)."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        return None
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + ("" if port in (None, usual) else f":{port}")


# What a single value must be, beyond its type; None if it is right.


def check_host(value: str) -> str | None:
    return None if re.fullmatch(r"[A-Za-z0-9._:%-]+", value) else "an address or name of this machine, such as 0.0.0.0"


def check_database(value: str) -> str | None:
    file = value.startswith("sqlite:///") and not re.search(r"[?#]", value) and sqlite_path(value)
    if value == "sqlite://" or file or re.match(r"postgres(ql)?://[^/]*.", value):
        return None
    return "sqlite:///file or postgresql://user:password@host/name"


def check_bus(value: str) -> str | None:
    return None if value == "local" or re.match(r"rediss?://[^/\s]", value) else "local or redis://host:6379/0"


def check_base_url(value: str) -> str | None:
    origin = origin_of(value)
    good = value == "" or (origin is not None and re.fullmatch(r"https?://[^/?#]+/?", value, re.I))
    return None if good else "https://name or http://name, without a path"


def check_origins(values: tuple[str, ...]) -> str | None:
    return next(
        (wrong for value in values if (wrong := check_base_url(value) or (value == "" and "no empty text"))), None
    )


def check_networks(values: tuple[str, ...]) -> str | None:
    for value in values:
        try:
            ipaddress.ip_network(value)
        except ValueError:
            return f"addresses such as 127.0.0.1 or networks such as 10.0.0.0/8, which {value!r:.50} is not"
    return None


def check_administrators(values: tuple[str, ...]) -> str | None:
    good = all(re.fullmatch(r"[A-Za-z0-9_-]{1,40}", value) for value in values)
    return None if good else "ids of users, as the server shows them, not names"


def check_token(value: str) -> str | None:
    good = value == "" or re.fullmatch(r"[\x21-\x7e]{16,}", value)
    return None if good else "at least 16 characters without spaces"


CHECKS: dict[str, Callable[[Any], str | None]] = {
    "host": check_host,
    "database": check_database,
    "bus": check_bus,
    "base_url": check_base_url,
    "origins": check_origins,
    "proxies": check_networks,
    "administrators": check_administrators,
    "metrics.addresses": check_networks,
    "metrics.token": check_token,
}
