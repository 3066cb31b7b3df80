"""What docker-compose.yml starts does its work; tried without containers, process by process."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml  # type: ignore[import-untyped]

from app.settings import Settings
from tests.databases import postgres_database
from tests.serving import installation, served

TOP = Path(__file__).parent.parent
COMPOSE: dict[str, Any] = yaml.safe_load((TOP / "docker-compose.yml").read_text("utf-8"))
DOCKERFILE = (TOP / "Dockerfile").read_text("utf-8")
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = ("web", "worker")


@pytest.mark.parametrize("service", SERVICES)
def test_every_service_says_whether_it_is_well(service: str) -> None:
    assert SERVICES[service]["healthcheck"]["test"][0] == "CMD"


@pytest.mark.parametrize("service", OURS)
def test_what_is_set_is_a_setting(service: str) -> None:
    known = {f"HIKYAKU_{name.upper()}" for name in Settings.model_fields}

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
    for service in OURS:
        assert SERVICES[service]["read_only"] is True
        assert SERVICES[service]["cap_drop"] == ["ALL"]


def test_what_is_copied_is_there() -> None:
    for line in re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE):
        for name in line.split():
            assert name.endswith("*") or (TOP / name).exists(), name


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
    return subprocess.run([sys.executable, *check], check=False, timeout=30).returncode == 0


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
            timeout=60,
        )

        assert worker.returncode == 0
        assert httpx2.get(web.address + "readyz").json()["status"] == "ready"
        assert is_well("web", web.address)
        assert is_well("worker", web.address)
        assert web.stop() == 0
        assert not is_well("web", web.address)
