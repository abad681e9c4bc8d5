"""Settings from a TOML file, environment variables and flags; later ones win. All faults are told at once."""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, inspect

from eminence.errors import EminenceError
from eminence.server.settings import CHECKS, SECRET, ServerSettings, sqlite_path, sqlite_url

PREFIX = "EMINENCE_"
ELSEWHERE = frozenset({"CONFIG", "PURE", "ANNOTATE", "CFLAGS", "LDFLAGS", "DECISIONS", "COMPLETE"})
"""Variables that mean something to other parts."""
FLAGS = frozenset({"host", "port", "database", "bus", "base_url", "proxies", "processes"})
FLAGS |= {"tls.certificate", "tls.key", "log.level", "log.format"}
"""Settings with a flag of their own; the others are given by `--set`."""


class Fault(Struct, frozen=True):
    """What is wrong with a setting, where it was set, and what would be right."""

    setting: str
    source: str
    text: str

    def __str__(self) -> str:
        source = f" ({self.source})" if self.source else ""
        return f"{self.setting}{source}: {self.text}"


class SettingsError(EminenceError, ValueError):
    """Settings that no server can run with. `faults` lists every reason."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(map(str, self.faults)))


class Setting(Struct, frozen=True):
    """One setting, as tables of settings show it."""

    key: str
    kind: Any
    default: Any
    text: str

    @property
    def variable(self) -> str:
        """Its environment variable."""
        return PREFIX + self.key.replace(".", "_").upper()

    @property
    def expected(self) -> str:
        """What a value must be."""
        return describe(self.kind)

    @property
    def many(self) -> bool:
        """Whether it is a list."""
        return isinstance(plain(self.kind), inspect.VarTupleType)


class Reading(Struct):
    """What was read: settings, with defaults where something was wrong, where each comes from, and all faults."""

    settings: ServerSettings
    sources: dict[str, str]
    faults: list[Fault]

    def source(self, key: str) -> str:
        """Where a setting was set."""
        return self.sources.get(key, "default")


def plain(kind: Any) -> Any:
    """A type without its description."""
    return kind.type if isinstance(kind, inspect.Metadata) else kind


def describe(kind: Any) -> str:
    """A type for people."""
    kind = plain(kind)
    if isinstance(kind, inspect.BoolType):
        return "true or false"
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        name = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
        return f"{name} from {kind.ge:g} to {kind.le:.15g}"
    if isinstance(kind, inspect.LiteralType):
        values = [str(value) for value in kind.values]
        return ", ".join(values[:-1]) + f" or {values[-1]}"
    return "a list of texts" if isinstance(kind, inspect.VarTupleType) else "a text"


def all_settings() -> dict[str, Setting]:
    """Every setting by its key, `port` or `limits.body_bytes`, in the order of their definition."""
    found: dict[str, Setting] = {}
    collect(inspect.type_info(ServerSettings), "", found)
    return found


def collect(kind: inspect.Type, prefix: str, found: dict[str, Setting]) -> None:
    """Add the settings of a group."""
    assert isinstance(kind, inspect.StructType)
    for one in kind.fields:
        key = prefix + one.name
        if isinstance(one.type, inspect.StructType):
            collect(one.type, f"{key}.", found)
            continue
        text = (getattr(one.type, "extra_json_schema", None) or {}).get("description", "")
        default = one.default if one.default is not msgspec.NODEFAULT else one.default_factory
        found[key] = Setting(key, one.type, default, text)


ALL = all_settings()


def load_settings(
    config: Path | None = None,
    environ: Mapping[str, str] | None = None,
    flags: Mapping[str, str] | None = None,
    *,
    check: bool = True,
) -> ServerSettings:
    """The settings of a host, or a SettingsError with all faults. With `check` the machine is asked too."""
    reading = read_settings(config, environ, flags)
    faults = reading.faults
    if check:
        from eminence.server.checks import machine_faults

        faults = faults + machine_faults(reading)
    if faults:
        raise SettingsError(faults)
    return reading.settings


def read_settings(
    config: Path | None = None, environ: Mapping[str, str] | None = None, flags: Mapping[str, str] | None = None
) -> Reading:
    """Read all three sources. Flags are texts by key; those left out do not appear."""
    env = os.environ if environ is None else environ
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    faults: list[Fault] = []
    chosen = config or (Path(env["EMINENCE_CONFIG"]) if env.get("EMINENCE_CONFIG") else None)
    if chosen is not None:
        read_file(chosen, "--config" if config else "EMINENCE_CONFIG", values, sources, faults)
    read_texts(variables(env, faults), values, sources, faults)
    read_texts({key: (flag_of(key), text) for key, text in (flags or {}).items()}, values, sources, faults)
    settings = assembled(values)
    reading = Reading(settings, sources, faults)
    judge(reading)
    return reading


def flag_of(key: str) -> str:
    """How a setting is given on the command line."""
    return "--" + key.replace("_", "-").replace(".", "-") if key in FLAGS else f"--set {key}"


def assembled(values: Mapping[str, Any]) -> ServerSettings:
    """Settings of values by key."""
    nested: dict[str, Any] = {}
    for key, value in values.items():
        group, _, name = key.rpartition(".")
        (nested.setdefault(group, {}) if group else nested)[name] = value
    return msgspec.convert(nested, ServerSettings)


# The three sources.


def read_file(path: Path, origin: str, values: dict[str, Any], sources: dict[str, str], faults: list[Fault]) -> None:
    """A TOML file."""
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except OSError as error:
        faults.append(Fault(str(path), origin, f"cannot be read: {error.strerror or error}; expected a TOML file"))
        return
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        reason = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
        faults.append(Fault(str(path), origin, f"is no TOML: {reason}"))
        return
    lines = lines_of(text)
    for key, value in flattened(data).items():
        line = lines.get(key) or lines.get(key.split(".")[0])
        source = f"{path.name}, line {line}" if line else path.name
        if key not in ALL:
            faults.append(Fault(key, source, f"there is no such setting{near(key, ALL)}"))
            continue
        if key in ("tls.certificate", "tls.key") and isinstance(value, str) and value:
            value = str(path.parent / value)
        elif key == "database" and isinstance(value, str) and (file := sqlite_path(value)) and not file.is_absolute():
            value = sqlite_url(path.parent / file)
        take(key, value, source, values, sources, faults, text=False)


def flattened(data: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Tables within tables as keys with dots."""
    found: dict[str, Any] = {}
    for name, value in data.items():
        key = prefix + name
        if isinstance(value, dict) and key not in ALL:
            found |= flattened(value, f"{key}.")
        else:
            found[key] = value
    return found


def lines_of(text: str) -> dict[str, int]:
    """In which line each key of a TOML file stands, as far as simple means can tell."""
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[\s*([\w.-]+)\s*]", line):
            table = f"{header[1]}."
            found.setdefault(header[1], number)
        elif entry := re.match(r"\s*([\w.-]+)\s*=", line):
            found.setdefault(table + entry[1], number)
    return found


def variables(env: Mapping[str, str], faults: list[Fault]) -> dict[str, tuple[str, str]]:
    """The environment variables that are settings. Empty ones count as not set, unknown ones are faults."""
    names = {setting.variable: key for key, setting in ALL.items()}
    found: dict[str, tuple[str, str]] = {}
    for name, text in sorted(env.items()):
        if (
            not name.startswith(PREFIX)
            or not text
            or name.removeprefix(PREFIX) in ELSEWHERE
            or orchestrated(name, text)
        ):
            continue
        if name in names:
            found[names[name]] = (name, text)
        else:
            faults.append(Fault(name, "environment", f"there is no such setting{near(name, names)}"))
    return found


def orchestrated(name: str, text: str) -> bool:
    """Whether a variable was set by a container system that has a service called eminence."""
    return re.match(r"EMINENCE_(SERVICE|PORT)_", name) is not None or re.match(r"(tcp|udp)://", text) is not None


def read_texts(
    given: Mapping[str, tuple[str, str]], values: dict[str, Any], sources: dict[str, str], faults: list[Fault]
) -> None:
    """Values as texts, by key, each with its source; lists are separated by commas."""
    for key, (source, text) in given.items():
        value: Any = text
        if ALL[key].many:
            value = [part.strip() for part in text.split(",") if part.strip()]
        take(key, value, source, values, sources, faults, text=True)


def take(
    key: str,
    value: Any,
    source: str,
    values: dict[str, Any],
    sources: dict[str, str],
    faults: list[Fault],
    *,
    text: bool,
) -> None:
    """Keep a value if it is of the right kind; it replaces what earlier sources said."""
    setting = ALL[key]
    sources[key] = source
    try:
        good = msgspec.convert(value, kind_of(key), strict=not text)
        wrong = CHECKS.get(key, lambda _: None)(good)
    except msgspec.ValidationError:
        wrong = setting.expected
    faults[:] = [fault for fault in faults if fault.setting != key]  # what is replaced need not be right
    values.pop(key, None)
    if wrong is None:
        values[key] = good
    else:
        shown = "" if key in SECRET else f"{value!r:.80}; "
        faults.append(Fault(key, source, f"{shown}expected {wrong}"))


def kind_of(key: str) -> Any:
    """The type of a setting, as msgspec takes it."""
    group, _, name = key.rpartition(".")
    owner: Any = ServerSettings
    if group:
        owner = next(one.type for one in msgspec.structs.fields(ServerSettings) if one.name == group)
    return next(one.type for one in msgspec.structs.fields(owner) if one.name == name)


def near(name: str, names: Iterable[str]) -> str:
    """A guess what was meant."""
    close = difflib.get_close_matches(name, list(names), 1)
    return f"; did you mean {close[0]}?" if close else "; see docs/hosting.md for all of them"


def judge(reading: Reading) -> None:
    """Settings that are right alone and wrong together."""
    settings, wrong = reading.settings, {fault.setting for fault in reading.faults}

    def refuse(key: str, text: str, *others: str) -> None:
        if not wrong & {key, *others}:
            reading.faults.append(Fault(key, reading.source(key), text))

    if settings.processes > 1:
        several = f"{settings.processes} processes"
        if settings.database.startswith("sqlite:"):
            refuse("processes", f"{several} cannot share SQLite; expected 1, or a postgresql:// database", "database")
        if settings.bus == "local":
            refuse(
                "processes", f"{several} need a bus to hear of each other; expected bus = redis://host:6379/0", "bus"
            )
    certificate, base_url = settings.tls.certificate, settings.base_url
    if settings.tls.key and not certificate:
        refuse("tls.key", "there is a key without a certificate; expected tls.certificate too", "tls.certificate")
    if certificate and base_url.startswith("http://"):
        refuse("base_url", f"{base_url!r} is not what players reach over TLS; expected https://", "tls.certificate")
    if base_url.startswith("https://") and not certificate and not settings.proxies:
        text = "https needs tls.certificate, or proxies with the address of the proxy that holds the certificate"
        refuse("base_url", text, "tls.certificate", "proxies")
    access = settings.metrics
    if access.on and not access.addresses and not access.token:
        text = "nobody could read the metrics; expected metrics.addresses or metrics.token"
        refuse("metrics.on", text, "metrics.addresses", "metrics.token")
