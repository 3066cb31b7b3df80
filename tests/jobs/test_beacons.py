"""A round of drand is fetched when it is out, over https, and kept only if two addresses agree on what fits its chain."""

import json
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from http.server import BaseHTTPRequestHandler
from threading import Event
from typing import Any, Final

import pytest

from app.engine.ruleset import Ruleset
from app.jobs import outgoing
from app.jobs.seasons import beacons as jobs
from app.jobs.seasons.beacons import Beacons
from app.league.seasons import seasons
from app.store.database import Database
from tests.support.duels import CLOSES, cup, olga, open_cup
from tests.support.mail_servers import CERTIFICATE
from tests.support.outgoing import some_settings
from tests.support.tls import over_tls

CHAIN: Final = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
GENESIS: Final = 1_692_803_367
OUT: Final = CLOSES + timedelta(hours=1, seconds=3)
SIGNATURE: Final = bytes(range(48))


@dataclass
class Drand:
    """Two addresses of drand on this machine; `says` is what the second one says otherwise, by path or for all."""

    port: int = 0
    says: dict[str, Any] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    is_over: Event = field(default_factory=Event)

    def answer(self, path: str) -> dict[str, Any]:
        _, who, chain, *rest = path.split("/")
        told: dict[str, Any] = {"hash": chain, "genesis_time": GENESIS, "period": 3}
        if rest[0] == "public":
            randomness = sha256(SIGNATURE).hexdigest()
            told = {"round": int(rest[1]), "randomness": randomness, "signature": SIGNATURE.hex()}
        if who == "two":
            told |= {key: value for key, value in self.says.items() if key in told}
        return told


@pytest.fixture
def drand() -> Iterator[Drand]:
    with _serving(Drand()) as served:
        yield served


@contextmanager
def _serving(drand: Drand) -> Iterator[Drand]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            drand.asked.append(self.path)
            body = json.dumps(drand.answer(self.path)).encode()
            how = drand.says.get("how", "") if "/two/" in self.path else ""
            if how == "slow":
                drand.is_over.wait(30)
            if how == "big":
                body += b" " * jobs.MOST
            self.send_response(302 if how == "redirect" else 200)
            if how == "redirect":
                self.send_header("Location", self.path.replace("/two/", "/one/"))
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with over_tls(Handler) as drand.port:
        try:
            yield drand
        finally:
            drand.is_over.set()


def job(drand: Drand) -> Beacons:
    site = f"https://localhost:{drand.port}"
    trusted = ssl.create_default_context(cafile=str(CERTIFICATE))
    get = partial(outgoing.get, may_reach=lambda _: True, verify=trusted)
    return Beacons(some_settings(drand_addresses=f"{site}/one {site}/two/"), get)


def seen(database: Database) -> dict[str, Any]:
    with database.reading() as session:
        return dict(cup(session).beacon_facts or {})


def closed(database: Database) -> None:
    open_cup(database, 2, beacon="drand")
    with database.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))


def test_the_first_round_an_hour_after_the_deadline_is_kept_once_it_is_out(
    duel: Ruleset, database: Database, drand: Drand
) -> None:
    closed(database)
    fetch = job(drand)
    early = fetch(database, CLOSES + timedelta(minutes=59))
    asked = [*drand.asked]
    late = fetch(database, OUT)
    facts = seen(database)

    assert (early, asked, late) == (False, [], True)
    assert fetch(database, OUT) is False, "it is there"
    assert facts["randomness"] == sha256(SIGNATURE).hexdigest()
    assert facts["signature"] == SIGNATURE.hex()
    out = GENESIS + (facts["round"] - 1) * 3
    hour = int((CLOSES + timedelta(hours=1)).timestamp())
    assert hour <= out < hour + 3
    assert {path.split("/")[1] for path in drand.asked} == {"one", "two"}


@pytest.mark.parametrize(
    "says",
    [
        {"hash": "ab" * 32},
        {"genesis_time": GENESIS + 1},
        {"round": 7},
        {"randomness": "ab" * 32},
        {"signature": "not hexadecimal"},
        {"signature": "00", "randomness": sha256(b"\0").hexdigest()},
        {"how": "redirect"},
        {"how": "big"},
        {"how": "slow"},
    ],
    ids=str,
)
def test_what_is_wrong_with_one_address_keeps_it_from_being_kept_until_two_agree(
    duel: Ruleset,
    database: Database,
    drand: Drand,
    says: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Of a signature of another round its randomness fits: two must say the same."""
    closed(database)
    drand.says = says
    if says.get("how") == "slow":
        monkeypatch.setattr(outgoing, "SECONDS", 0.5)
    fetch = job(drand)

    assert fetch(database, OUT) is False
    assert "randomness" not in seen(database)
    assert "the beacon of cup failed, rests for" in caplog.text
    assert "has not arrived yet" in caplog.text
    asked = len(drand.asked)
    assert fetch(database, OUT) is False
    assert len(drand.asked) == asked, "it rests"
    drand.says = {}
    monkeypatch.undo()
    assert fetch(database, OUT + timedelta(minutes=10)) is True


def test_only_public_addresses_over_https_are_asked(
    duel: Ruleset, database: Database, drand: Drand
) -> None:
    closed(database)
    site = f"https://localhost:{drand.port}"
    fetch = Beacons(some_settings(drand_addresses=f"{site}/one {site}/two"))

    assert fetch(database, OUT) is False
    assert drand.asked == []
    for wrong in (
        "https://one.example",
        "https://one.example http://two.example",
        "https://a https://a",
    ):
        with pytest.raises(ValueError, match="two or more addresses"):
            some_settings(drand_addresses=wrong)


def test_a_deadline_that_moves_takes_the_round_along_until_that_is_out(
    duel: Ruleset, database: Database
) -> None:
    open_cup(database, 2, beacon="drand")
    first = seen(database)["round"]

    def moved(by: timedelta, at: datetime) -> int:
        with database.writing() as session:
            seasons.move(session, "cup", CLOSES + by, olga(at))
        return int(seen(database)["round"])

    day = timedelta(days=1)
    assert moved(day, CLOSES - day) == first + 28_800
    assert moved(timedelta(), CLOSES - day) == first
    assert moved(3 * day, CLOSES + day) == first, "it was out: nothing exchanges it"
