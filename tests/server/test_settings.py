"""Settings: three sources, one after the other; all that is wrong is told at once, with its place and its cure."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from eminence.server.checks import listen, machine_faults
from eminence.server.lock import DatabaseLock, Occupied
from eminence.server.reading import ALL, SettingsError, flattened, lines_of, load_settings, read_settings
from eminence.server.settings import (
    ServerSettings,
    data_folder,
    local_settings,
    origin_of,
    scrubbed,
    sqlite_path,
    sqlite_url,
    without_password,
)

ROOT = Path(__file__).parents[2]
PASSWORD = "hunter2-hunter2"


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "eminence.toml"
    path.write_text(text, encoding="utf-8")
    return path


def faults(config: Path | None = None, environ: dict[str, str] | None = None, **flags: str) -> dict[str, str]:
    """The faults of the words alone, by setting."""
    found = read_settings(config, environ or {}, {key.replace("__", "."): text for key, text in flags.items()})
    return {fault.setting: str(fault) for fault in found.faults}


def test_without_anything_all_settings_have_their_defaults() -> None:
    reading = read_settings(environ={})
    assert reading.faults == [] and reading.settings == ServerSettings()
    assert reading.settings.host == "127.0.0.1" and reading.settings.processes == 1


def test_flags_win_over_variables_and_these_over_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, 'host = "10.0.0.1"\nport = 1001\nbus = "local"\n[limits]\ntables_per_user = 7\n')
    env = {"EMINENCE_PORT": "1002", "EMINENCE_LIMITS_TABLES_PER_USER": "8", "EMINENCE_CONFIG": str(path)}
    reading = read_settings(None, env, {"port": "1003"})
    settings = reading.settings
    assert (settings.host, settings.port, settings.limits.tables_per_user) == ("10.0.0.1", 1003, 8)
    assert reading.source("host") == "eminence.toml, line 1"
    assert reading.source("limits.tables_per_user") == "EMINENCE_LIMITS_TABLES_PER_USER"
    assert reading.source("port") == "--port" and reading.source("processes") == "default"


def test_texts_become_what_they_must_be() -> None:
    env = {
        "EMINENCE_INVITATION_REQUIRED": "true",
        "EMINENCE_PROXIES": "127.0.0.1, 10.0.0.0/8,::1",
        "EMINENCE_BOTS_PACE": "0.5",
        "EMINENCE_HOST": "",
        "EMINENCE_ORIGINS": "",
    }
    settings = load_settings(environ=env, check=False)
    assert settings.invitation_required is True and settings.proxies == ("127.0.0.1", "10.0.0.0/8", "::1")
    assert settings.bots.pace == 0.5 and settings.host == "127.0.0.1", "an empty variable is not set"


def test_all_faults_are_told_at_once_with_place_and_cure(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '# a comment\nprot = 80\nport = "80"\nproxies = ["localhost"]\n\n[limits]\nmessages_per_second = true\n'
        '[log]\nlevel = "loud"\n[metrics]\non = true\n',
    )
    with pytest.raises(SettingsError) as caught:
        load_settings(path, {"EMINENCE_DATABSE": "x"}, {"processes": "0", "tls.key": "key.pem"}, check=False)
    assert sorted(map(str, caught.value.faults)) == sorted(
        [
            "EMINENCE_DATABSE (environment): there is no such setting; did you mean EMINENCE_DATABASE?",
            "prot (eminence.toml, line 2): there is no such setting; did you mean port?",
            "port (eminence.toml, line 3): '80'; expected a whole number from 0 to 65535",
            "proxies (eminence.toml, line 4): ['localhost']; expected addresses such as 127.0.0.1 or networks such as "
            "10.0.0.0/8, which 'localhost' is not",
            "limits.messages_per_second (eminence.toml, line 7): True; expected a number from 0.1 to 100000",
            "log.level (eminence.toml, line 9): 'loud'; expected debug, error, info or warning",
            "metrics.on (eminence.toml, line 11): nobody could read the metrics; expected metrics.addresses or "
            "metrics.token",
            "processes (--processes): '0'; expected a whole number from 1 to 256",
            "tls.key (--tls-key): there is a key without a certificate; expected tls.certificate too",
        ]
    )


def test_a_wrong_value_that_is_replaced_does_no_harm(tmp_path: Path) -> None:
    path = written(tmp_path, 'port = "eighty"\n')
    assert load_settings(path, {"EMINENCE_PORT": "80"}, check=False).port == 80
    assert "port" in faults(path, {"EMINENCE_PORT": "eighty"})


@pytest.mark.parametrize("text", ["port = ", "port = 1\nport = 2", "\xff"])
def test_a_file_that_is_no_toml_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "eminence.toml"
    path.write_bytes(text.encode("latin-1"))
    assert "is no TOML" in faults(path)[str(path)]
    assert "cannot be read" in faults(tmp_path / "none.toml")[str(tmp_path / "none.toml")]


@pytest.mark.parametrize(
    ("key", "bad", "good"),
    [
        ("base_url", ["example.org", "ftp://x", "https://x/path", "https://u:p@x", "https://x:99999"], "http://x:8080"),
        ("origins", ["*", "https://a.org,null"], "https://a.org,http://localhost:5173"),
        ("database", ["mysql://x", "x.db", "sqlite:///", "sqlite:///a?b"], "sqlite://"),
        ("bus", ["redis", "redis://", "amqp://x"], "redis://localhost:6379/0"),
        ("host", ["http://x", "a b"], "::1"),
        ("administrators", ["Jane Doe", "a/b"], "k3v9qz,abc"),
        ("metrics.token", ["short", "has spaces in it, a lot"], "0123456789abcdef"),
        ("metrics.addresses", ["everybody", "10.0.0.1/8"], "10.0.0.0/8"),
        ("invitation_required", ["maybe"], "false"),
        ("limits.body_bytes", ["-1", "1.5", "999999999999"], "65536"),
    ],
)
def test_values_are_looked_at(key: str, bad: list[str], good: str) -> None:
    for text in bad:
        assert set(faults(**{key.replace(".", "__"): text})) == {key}, text
    assert faults(**{key.replace(".", "__"): good}) == {}


def test_combinations_that_cannot_work_are_refused() -> None:
    two = {"processes": "2"}
    redis, postgresql = {"bus": "redis://r"}, {"database": "postgresql://p/x"}
    assert "SQLite" in faults(**two, **redis)["processes"]
    assert "bus" in faults(**two, **postgresql)["processes"]
    assert faults(**two, **redis, **postgresql) == {}
    assert "https" in faults(tls__certificate="c.pem", base_url="http://x")["base_url"]
    assert "proxies" in faults(base_url="https://x")["base_url"]
    assert faults(base_url="https://x", proxies="127.0.0.1") == {} == faults(base_url="https://x", tls__certificate="c")


def test_secrets_are_never_shown(tmp_path: Path) -> None:
    url = f"postgresql://club:{PASSWORD}@127.0.0.1:1/x"
    reading = read_settings(None, {"EMINENCE_DATABASE": url, "EMINENCE_METRICS_TOKEN": PASSWORD[:7] + " "}, {})
    texts = [str(fault) for fault in reading.faults + machine_faults(reading)]
    assert len(texts) == 2 and "127.0.0.1:1" in texts[1], texts
    for text in [*texts, repr(reading.settings), str(reading.settings)]:
        assert PASSWORD not in text and PASSWORD[:7] not in text
    assert faults(database=f"mysql://a:{PASSWORD}@b")["database"].count(PASSWORD) == 0
    odd = "postgresql://u:p/w:d@rd@host/x?password=zzzz"
    assert without_password(odd) == "postgresql://u:…@host/x"
    assert scrubbed("no p/w:d@rd, no zzzz, no a b", odd + "&sslpassword=a%20b") == "no …, no …, no …"


def test_a_container_systems_own_variables_are_left_alone() -> None:
    env = {"EMINENCE_PORT": "tcp://10.0.0.1:80", "EMINENCE_PORT_80_TCP": "x", "EMINENCE_SERVICE_HOST": "10.0.0.1"}
    assert faults(None, env | {"EMINENCE_PURE": "1"}) == {}


def test_paths_in_the_file_are_meant_from_its_folder(tmp_path: Path) -> None:
    path = written(tmp_path, 'database = "sqlite:///data/e.db"\n[tls]\ncertificate = "c.pem"\nkey = "/etc/k.pem"\n')
    settings = load_settings(path, {}, check=False)
    assert settings.sqlite == tmp_path / "data" / "e.db"
    assert settings.tls.certificate == str(tmp_path / "c.pem") and settings.tls.key == "/etc/k.pem"


# What the machine says.


def test_the_machine_is_asked_for_everything_at_once(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        flags = {
            "port": str(port),
            "database": f"sqlite:///{tmp_path}/none/e.db",
            "bus": "redis://127.0.0.1:1/0",
            "tls.certificate": str(tmp_path / "none.pem"),
        }
        with pytest.raises(SettingsError) as caught:
            load_settings(None, {}, flags)
    found = {fault.setting: str(fault) for fault in caught.value.faults}
    assert set(found) == set(flags)
    assert f"(--port): {port} is in use on 127.0.0.1" in found["port"]
    assert "there is no folder" in found["database"] and "Redis cannot be used" in found["bus"]
    assert "cannot be read" in found["tls.certificate"]


@pytest.mark.parametrize("content", [b"not a database at all", b"SQLite format 2\0"])
def test_another_file_is_not_taken_for_a_database(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "e.db").write_bytes(content)
    (tmp_path / "c.pem").write_text("no certificate", encoding="utf-8")
    flags = {"database": f"sqlite:///{tmp_path}/e.db", "tls.certificate": str(tmp_path / "c.pem"), "port": "0"}
    with pytest.raises(SettingsError) as caught:
        load_settings(None, {}, flags)
    assert [fault.setting for fault in caught.value.faults] == ["tls.certificate", "database"]


def test_a_folder_that_cannot_be_written_is_refused() -> None:
    if not Path("/proc/self").is_dir():
        pytest.skip("no /proc here")
    with pytest.raises(SettingsError, match="nothing can be written in /proc/self"):
        load_settings(None, {}, {"database": "sqlite:////proc/self/e.db", "port": "0"})


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(SettingsError, match="no address of this machine"):
        listen(ServerSettings(host="192.0.2.1", port=0))


def test_one_server_holds_an_sqlite_file(tmp_path: Path) -> None:
    path = tmp_path / "e.db"
    first = DatabaseLock(path)
    with pytest.raises(Occupied, match="another server uses"):
        DatabaseLock(path)
    first.tell("http://127.0.0.1:8080/")
    with pytest.raises(Occupied, match=r"the server at http://127.0.0.1:8080/ uses") as caught:
        DatabaseLock(path)
    assert caught.value.address == "http://127.0.0.1:8080/"
    first.close()
    DatabaseLock(path).close()


# One's own machine.


def test_defaults_for_ones_own_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    settings = local_settings()
    assert (settings.host, settings.port, settings.bus) == ("127.0.0.1", 0, "local") and not settings.secure
    assert settings.sqlite == data_folder() / "eminence.db"
    assert local_settings(port=5).port == 5


def test_data_folders_of_all_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path.home()
    assert data_folder("linux", {"XDG_DATA_HOME": "/data"}) == Path("/data/eminence")
    assert data_folder("linux", {"XDG_DATA_HOME": "relative"}) == home / ".local/share/eminence"
    assert data_folder("linux", {}) == home / ".local/share/eminence"
    assert data_folder("darwin", {}) == home / "Library/Application Support/eminence"
    assert data_folder("win32", {"LOCALAPPDATA": "/L"}) == Path("/L/eminence")
    assert data_folder("win32", {}) == home / "AppData/Local/eminence"


@pytest.mark.parametrize("name", ["/a/b.db", "/a b/ü#?.db", "/100%20.db"])
def test_sqlite_addresses_lead_back_to_their_file(name: str) -> None:
    assert sqlite_path(sqlite_url(Path(name))) == Path(name)


def test_origins_are_written_as_browsers_do() -> None:
    assert origin_of("HTTPS://Games.Example.org:443/") == "https://games.example.org"
    assert origin_of("http://[::1]:8080") == "http://[::1]:8080"
    assert origin_of("null") is None and origin_of("https://a@b") is None and origin_of("http://a:x") is None


def test_reading_settings_imports_nothing_heavy() -> None:
    code = "import sys, eminence.server.reading; print([m for m in sys.modules if m.split('.')[0] in sys.argv[1:]])"
    heavy = ["uvicorn", "starlette", "prometheus_client", "sqlalchemy", "asyncpg", "redis", "asyncio", "typer"]
    env = dict(os.environ) | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code, *heavy], capture_output=True, text=True, check=True, env=env)
    assert done.stdout.strip() == "[]"


# What is written about them.


def plain(value: Any) -> Any:
    return value() if callable(value) else list(value) if isinstance(value, tuple) else value


def test_the_sample_file_shows_every_setting_with_its_default(tmp_path: Path) -> None:
    text = (ROOT / "examples" / "eminence.toml").read_text(encoding="utf-8")
    uncommented = re.sub(r"(?m)^# (?=[a-z_]+ = )", "", text)
    given = flattened(tomllib.loads(uncommented))
    assert list(given) == list(ALL)
    for key, value in given.items():
        if key != "database":
            assert value == plain(ALL[key].default), key
    assert read_settings(written(tmp_path, text), {}).faults == []
    assert lines_of(uncommented)["limits.body_bytes"] > lines_of(uncommented)["port"]


def test_the_hosting_page_lists_every_setting() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"(?m)^\| `((?!eminence_)[a-z_.]+)` \| (.*) \|$", text))
    assert list(rows) == list(ALL)
    for key, setting in ALL.items():
        default = plain(setting.default)
        shown = {True: "true", False: "false"}.get(default, default) if isinstance(default, bool) else default
        if key != "database":
            assert rows[key] == f"{f'`{shown}`' if shown not in ('', []) else ''} | {setting.text}", key
        assert setting.text and setting.text.endswith("."), key


def test_settings_survive_the_way_to_another_process() -> None:
    import pickle

    settings = msgspec.structs.replace(ServerSettings(), administrators=("abc",))
    assert pickle.loads(pickle.dumps(settings)) == settings
