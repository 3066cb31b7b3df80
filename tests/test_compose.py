"""What docker-compose.yml starts does its work; tried without containers, process by process."""

import re
import subprocess
import sys
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml  # type: ignore[import-untyped]

from app.games import ruleset
from app.mail.transport.listener import place_at
from app.settings import Settings
from app.store.database import Database
from app.store.tables import Heartbeat
from app.tournament import blocks, executors
from tests.support.databases import postgres_database
from tests.support.ports import free_port
from tests.support.serving import installation, served
from tests.support.tables import by_row

TOP = Path(__file__).parent.parent
COMPOSE: dict[str, Any] = yaml.safe_load((TOP / "docker-compose.yml").read_text("utf-8"))
DOCKERFILE = (TOP / "Dockerfile").read_text("utf-8")
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = ("web", "worker")
DASK = ("scheduler", "player")


@by_row("service", SERVICES)
def test_every_service_says_whether_it_is_well(service: str) -> None:
    assert SERVICES[service]["healthcheck"]["test"][0] == "CMD"


@by_row("service", OURS)
def test_what_is_set_is_a_setting(service: str) -> None:
    known = {f"HIKYAKU_{name.upper()}" for name in Settings.model_fields}
    known |= {"FORWARDED_ALLOW_IPS"}  # uvicorn reads it

    assert set(SERVICES[service]["environment"]) <= known


def test_secrets_come_from_the_environment_and_must_be_given() -> None:
    text = (TOP / "docker-compose.yml").read_text("utf-8")

    for name in ("HIKYAKU_SECRET", "POSTGRES_PASSWORD"):
        assert re.search(rf"{name}: \$\{{{name}:\?", text)


def test_nothing_is_open_to_other_machines_unasked() -> None:
    ports = [port for service in SERVICES.values() for port in service.get("ports", ())]

    assert ports
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_the_program_runs_as_nobody_special() -> None:
    user = re.findall(r"^USER (\S+)$", DOCKERFILE, re.MULTILINE)

    assert user == ["10001"]
    assert DOCKERFILE.index("USER 10001") < DOCKERFILE.index("ENTRYPOINT")
    for service in (*OURS, *DASK):
        assert SERVICES[service]["read_only"] is True
        assert SERVICES[service]["cap_drop"] == ["ALL"]


def test_what_is_copied_is_there() -> None:
    for line in re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE):
        for name in line.split():
            assert name.endswith("*") or (TOP / name).exists(), name


def test_every_image_is_of_a_fixed_version() -> None:
    images = [service["image"] for service in SERVICES.values() if "build" not in service]
    images += re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)

    assert images
    assert [
        image for image in images if not re.search(r":v?\d+(\.\d+)+(-|$)|@sha256:", image)
    ] == []


def test_an_image_is_made_of_what_it_copies_and_of_nothing_else() -> None:
    """Neither `.env` nor `var/` nor the history get into it."""
    ignored, *let_in = [
        line
        for line in (TOP / ".dockerignore").read_text("utf-8").splitlines()
        if line and not line.startswith(("#", "**"))
    ]
    copied = [
        name.rstrip("*")
        for line in re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
        for name in line.split()
    ]

    assert ignored == "*"
    assert sorted(let_in) == sorted(f"!{name}" for name in copied)


def test_every_door_for_mail_can_be_opened() -> None:
    """By LMTP, by IMAP; and who vouches for senders."""
    web = SERVICES["web"]
    port = place_at(web["environment"]["HIKYAKU_MAIL_LISTEN"]).port

    assert f"127.0.0.1:{port}:{port}" in web["ports"]
    for service in OURS:
        assert {"HIKYAKU_IMAP_URL", "HIKYAKU_AUTHSERV_ID"} <= set(SERVICES[service]["environment"])


def test_what_is_named_but_empty_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.setenv(f"HIKYAKU_{name.upper()}", "")

    assert Settings() == Settings.model_construct()


def test_every_volume_is_declared() -> None:
    used = [
        each.split(":")[0] for service in SERVICES.values() for each in service.get("volumes", ())
    ]

    assert set(used) == set(COMPOSE["volumes"])


def is_well(service: str, address: str) -> bool:
    """Whether its health check says so, with its host being this one."""
    _, program, *arguments = SERVICES[service]["healthcheck"]["test"]
    assert program == "python"
    check = [re.sub(r"http://[\w.]+:8000/", address, argument) for argument in arguments]
    return subprocess.run([sys.executable, *check], check=False, timeout=120).returncode == 0


def test_web_and_worker_share_a_postgresql(postgres: str, tmp_path: Path) -> None:
    """Both commands as they stand in the file, on an empty database."""
    name, *arguments = SERVICES["web"]["command"]
    assert name == "serve"
    with (
        postgres_database(postgres) as url,
        served(tmp_path, url, *arguments) as web,
    ):
        worker = subprocess.run(
            [sys.executable, "-m", "app", *SERVICES["worker"]["command"], "--once"],
            env=installation(tmp_path, url),
            check=False,
            capture_output=True,
            timeout=120,
        )

        assert worker.returncode == 0
        assert httpx2.get(web.address + "readyz", timeout=120).json()["status"] == "ready"
        assert is_well("web", web.address)
        assert is_well("worker", web.address)
        with closing(Database(url)) as at, at.writing() as session:
            long_ago = datetime.now(UTC) - timedelta(days=1)
            session.add(Heartbeat(key="jobs:elsewhere", at=long_ago, uptime=1))
        assert is_well("web", web.address), "it is the worker who is gone"
        assert not is_well("worker", web.address)
        assert web.stop() == 0
        assert not is_well("web", web.address)


def test_a_cluster_plays_only_where_it_is_asked_for() -> None:
    for name, service in SERVICES.items():
        assert service.get("profiles", []) == (["cluster"] if name in DASK else [])
    for name in DASK:
        assert not SERVICES[name]["environment"], "it needs no secret"


def test_the_cluster_finds_outcomes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both commands as they stand in the file, with hosts and ports of this machine."""
    pytest.importorskip("distributed")
    monkeypatch.setattr(blocks, "FEW_BLOCKS", 0)
    monkeypatch.setattr(executors, "CONNECT_SECONDS", 120)  # its processes have just been started
    address = f"127.0.0.1:{free_port()}"
    here = {"scheduler:8786": address, "8786": address.split(":")[1], "8787": str(free_port())}
    builds = [ruleset("laplaplus").read_build(build) for build in ("攻核", "核核", "盾攻")]
    with ExitStack() as stack:
        for name in DASK:
            words = [*SERVICES[name]["entrypoint"], *SERVICES[name]["command"]]
            words = [here.get(word, word).replace("scheduler:8786", address) for word in words]
            program = Path(sys.executable).with_name(words[0])
            process = subprocess.Popen(
                [program, *words[1:], "--host", "127.0.0.1"],
                cwd=TOP,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            stack.callback(process.wait)
            stack.callback(process.kill)
        played = list(
            blocks.play_blocks("laplaplus", "laplaplus@1", builds, compute=f"dask://{address}")
        )

    assert played == [(range(3), blocks.play_block("laplaplus", "laplaplus@1", builds, range(3)))]
