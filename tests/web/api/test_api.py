"""The API: what it shows to whom and when, what it takes, and that its description is true."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from threading import Event
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlmodel import col, select

from app.jobs.seasons.runs import RunsUnderWay
from app.jobs.worker import run as work
from app.league.archive.record import Record
from app.league.archive.verification import verify
from app.league.entries import entries
from app.league.entries.characters import name_key
from app.league.entries.entries import Origin
from app.league.people import organisers
from app.league.seasons import cups
from app.main import create_app
from app.settings import Settings
from app.store.database import Database, StoreUnavailable
from app.store.security import sign_ins
from app.store.security.audits import Organiser
from app.store.tables import Letter, Player, Revision, RevisionState, Role, SeasonState, SignIn
from app.web import limits
from app.web.api.description import description
from app.web.drawing import crests
from tests.support.asking import Client
from tests.support.browsers import Site, text_shown
from tests.support.outgoing import KEY
from tests.support.seasons import Character, a_finished_season, a_revision, a_season

TUESDAY = Character("Mister Tuesday", "攻響核核", "alice", lore="A secret of <Tuesday>")
GOOSE = Character("Goose", "連核", "bob")
BEE = Character("蜂", "核核", "charlie", lang="ja")
OLGA = "olga@example.com"
OLGAS = Organiser("olga", datetime.now(UTC), "a slip")
PROBLEM = "application/problem+json"


@pytest.fixture
def api(database: Database) -> Iterator[TestClient]:
    """A program of nobody's."""
    app = create_app(Settings(secret=KEY), database)
    with Client(app, base_url="http://testserver/api/v1") as client:
        yield client


@pytest.fixture
def olga(database: Database) -> Iterator[TestClient]:
    """A program of an organiser's."""
    with database.writing() as session:
        organisers.appoint(session, OLGA, "Olga", datetime.now(UTC))
        token = organisers.grant_token(
            session, OLGA, "a script", datetime.now(UTC), [*organisers.Right]
        )
    app = create_app(Settings(secret=KEY), database)
    headers = {"Authorization": f"Bearer {token}"}
    with Client(app, base_url="http://testserver/api/v1", headers=headers) as client:
        yield client


@pytest.fixture
def published(database: Database) -> Database:
    """A published season of three in a cup, and one that is open with an entry in it."""
    with database.writing() as session:
        cups.create(session, "goblet", OLGAS, title_ja="杯", title_en="Goblet")
        a_finished_season(session, [TUESDAY, GOOSE, BEE], ranked=True, cup="goblet", edition=1)
        open_one = a_season(session, slug="next", closes_at=None)
        entry = a_revision(session, open_one, TUESDAY).entry
        entry.number = None
        session.add(entry)
    return database


def items(answer: Any) -> list[dict[str, Any]]:
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["items"]
    return found


# --- what everybody may see ---------------------------------------------------------------------------


def test_games_have_cards_and_rules_in_both_languages(api: TestClient) -> None:
    cards = items(api.get("/games/laplaplus/cards"))
    rules = {lang: api.get(f"/games/laplaplus/rules?lang={lang}").json() for lang in ("ja", "en")}

    assert [each["game"] for each in items(api.get("/games"))] == [
        *("laplaplus", "shiden-issen-2", "acts", "fest", "ocg")
    ]
    assert len(cards) == 25
    assert cards[5]["char"] == "攻"
    assert rules["ja"]["markdown"] != rules["en"]["markdown"]
    assert api.get("/games/chess").json()["problems"][0]["code"] == "unknown-game"


def test_a_published_season_is_all_there(api: TestClient, published: Database) -> None:
    standings = items(api.get("/seasons/cup/standings"))
    table = items(api.get("/seasons/cup/table"))
    whole = api.get("/seasons/cup/entries/1").json()

    assert [each["name"] for each in standings] == ["Mister Tuesday", "Goose", "蜂"]
    assert standings[0]["points"] == 6
    assert standings[0]["tie_breaks"]["wins"] == 2
    assert [row["results"] for row in table] == ["-WW", "L-W", "LL-"]
    assert whole["build"] == ["attack", "echo", "core", "core"]
    assert whole["lore"] == TUESDAY.lore
    assert whole["crest"].endswith(crests.address("Mister Tuesday"))
    assert whole["picture"] is None
    assert [each["result"] for each in whole["battles"]] == ["won", "won"]
    assert len(items(api.get("/seasons/cup/entries"))) == 3
    assert api.get("/seasons/cup").json()["digest"] == "d1" * 32


def test_a_battle_has_its_events_and_is_told(api: TestClient, published: Database) -> None:
    battle = api.get("/seasons/cup/battles/1/2").json()
    japanese = api.get("/seasons/cup/battles/1/2?lang=ja").json()

    assert battle["winner"] == "home"
    assert battle["home"]["characters"] == "攻響核核"
    assert [event["n"] for event in battle["events"]] == [*range(1, len(battle["events"]) + 1)]
    assert "Mister Tuesday wins!" in [line["text"] for line in battle["report"]]
    assert japanese["events"] == battle["events"]
    assert japanese["report"] != battle["report"]
    assert api.get("/seasons/cup/battles/1/1").status_code == 404


def test_a_record_can_be_verified(api: TestClient, published: Database) -> None:
    record = Record.model_validate_json(api.get("/seasons/cup/record").content)

    # Its digest and its commitments are those of a fixture, its battles are real.
    assert {problem.code for problem in verify(record)} <= {"commitment-differs", "digest-differs"}


@pytest.mark.parametrize(
    "state", [SeasonState.OPEN, SeasonState.CLOSED, SeasonState.RUNNING, SeasonState.REVIEW]
)
def test_nothing_of_a_build_is_seen_before_publication(
    api: TestClient, database: Database, state: SeasonState
) -> None:
    with database.writing() as session:
        a_finished_season(session, [TUESDAY, GOOSE], state=state)
    answers = [
        api.get(path.replace("{slug}", "cup").replace("{number}", "1"))
        for path in public_paths("/seasons/{slug}")
    ]
    said = "".join(answer.text for answer in answers)

    assert len(answers) == 20
    for sealed in ("攻響", "attack", "secret of", "d1d1", (1).to_bytes(32).hex() + '"}'):
        assert sealed not in said
    entrants = items(api.get("/seasons/cup/entrants"))
    assert {each["salt"] for each in entrants} == {None}
    assert (entrants[0]["commitment"] is None) == (state is SeasonState.OPEN)


def test_a_draft_is_not_there(api: TestClient, database: Database) -> None:
    with database.writing() as session:
        a_season(session, state=SeasonState.DRAFT)

    assert items(api.get("/seasons")) == []
    assert api.get("/seasons/cup").status_code == 404
    assert api.post("/seasons/cup/entries", json=SENT).status_code == 404


def public_paths(start: str) -> list[str]:
    """The addresses that can be read without a token, behind the common part."""
    found = [path.removeprefix("/api/v1") for path, methods in paths().items() if "get" in methods]
    return [
        path.replace("{home}", "1").replace("{away}", "2").replace("{game}", "laplaplus")
        for path in found
        if path.startswith(start)
        and "{table}" not in path  # see tests/web/pages/test_matches.py
        and "{place}" not in path  # see tests/web/api/test_stages.py
    ]


@cache
def paths() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = description()["paths"]
    return found


def test_every_answer_has_a_tag_and_no_address(api: TestClient, published: Database) -> None:
    everything = [
        path.replace("{slug}", "cup").replace("{number}", "1").replace("{cup}", "goblet")
        for path in public_paths("/")
        # What results say night by night is gone when all are out: tests/web/pages/test_so_far.py.
        if not path.startswith("/organiser")
        # Cards are of calls alone: tests/web/pages/test_calls.py.
        and not path.endswith(("/so-far", "/banzuke", "/all-rounds", "{slug}/cards"))
    ]
    for path in everything:
        answer = api.get(path)
        again = api.get(path, headers={"If-None-Match": answer.headers["etag"]})

        assert answer.status_code == 200, path
        assert answer.headers["content-type"] == "application/json"
        assert "example.com" not in answer.text
        assert (again.status_code, again.content) == (304, b"")
    assert len(everything) == 27


# --- what it refuses ----------------------------------------------------------------------------------


JSON = {"Content-Type": "application/json"}
REFUSALS: list[tuple[str, str, dict[str, str], bytes, int]] = [
    ("GET", "/seasons", {"Accept": "text/html"}, b"", 406),
    ("GET", "/seasons", {"Accept": "text/html, application/json;q=0"}, b"", 406),
    ("DELETE", "/seasons", {}, b"", 405),
    ("POST", "/seasons/next/entries", {"Content-Type": "text/plain"}, b"{}", 415),
    ("POST", "/seasons/next/entries", JSON, b"{", 422),
    ("POST", "/seasons/next/entries", JSON, b"[]", 422),
    ("POST", "/seasons/next/entries", {}, b"", 422),
    ("POST", "/seasons/next/entries", JSON, b" " * 600_000, 413),
    ("POST", "/seasons/next/entries", JSON, b'{"\\ud800": 1}', 422),
    ("GET", "/seasons?page=0", {}, b"", 422),
    ("GET", "/seasons?page=9", {}, b"", 404),
    ("GET", "/seasons/cup/entries/x", {}, b"", 404),
    ("GET", "/seasons/cup/entries/99999999999999999999", {}, b"", 404),
    ("GET", "/seasons/%00", {}, b"", 404),
    ("GET", "/seasons/cup%00/table", {}, b"", 404),
    ("GET", "/nothing", {}, b"", 404),
]


def test_a_refusal_is_problem_json(api: TestClient, published: Database) -> None:
    for method, path, headers, content, status in REFUSALS:
        answer = api.request(method, path, headers=headers, content=content or None)

        assert answer.status_code == status, (method, path, headers)
        assert answer.headers["content-type"] == PROBLEM
        assert answer.json()["status"] == status


def test_a_wrong_method_is_told_all_right_ones(api: TestClient, published: Database) -> None:
    for path in ("/seasons/next/entries", "/organiser/seasons", "/organiser/seasons/cup/run"):
        answer = api.delete(path)

        assert answer.status_code == 405
        assert answer.headers["Allow"] == "GET, HEAD, POST"


def test_whoever_takes_anything_gets_json(api: TestClient, published: Database) -> None:
    for accept in ("", "*/*", "text/html, */*;q=0.1", "application/json; q=0.5"):
        assert api.get("/seasons", headers={"Accept": accept}).status_code == 200


def test_refusals_speak_the_language_of_the_program(api: TestClient, published: Database) -> None:
    told = {
        lang: api.get("/seasons/none", headers={"Accept-Language": lang}).json()["detail"]
        for lang in ("ja", "en")
    }

    assert told["en"] == "There is no season “none”. Open at the moment: next."
    assert told["ja"] != told["en"]


# --- sending a character ------------------------------------------------------------------------------

SENT = {
    "name": "Sir Honksalot",
    "build": "Attack, Echo, Core",
    "address": "dora@example.com",
    "lore": "Honk.",
    "lang": "ja",
}


def revisions(database: Database) -> list[tuple[str, str, RevisionState]]:
    with database.reading() as session:
        found = session.exec(select(Revision).where(Revision.name == SENT["name"]))
        return [(each.build, each.lore, each.state) for each in found]


def test_a_character_is_held_until_its_address_confirms(
    api: TestClient, published: Database
) -> None:
    answer = api.post("/seasons/next/entries", json=SENT)

    assert answer.status_code == 202
    assert answer.json() == {"season": "next", "state": "held"}
    assert revisions(published) == [("攻響核", "Honk.", RevisionState.HELD)]
    with published.reading() as session:
        (letter,) = session.exec(select(Letter))
        assert (letter.kind, letter.lang, letter.player.address) == (
            "confirmation",
            "ja",
            "dora@example.com",
        )
    assert "Honksalot" not in text_shown(api.get("/seasons/next/entrants"))


def test_names_of_slots_and_words_come_by_programs_too(
    api: TestClient, published: Database
) -> None:
    own = {
        "flavour": [" Honk ", None, "Hiss"],
        "lines": {"victory": " Bread? "},
        "labels": {"lore": " Pond"},
        "rights": {"licence": " CC0"},
    }
    wrong = {"flavour": [None, "a\u200bb", None, "Fourth"], "lines": {"defeat": "x" * 61}}
    wrong |= {"labels": {"build": "x" * 61}, "rights": {"source": "x" * 201}}
    kept = api.post("/seasons/next/entries", json=SENT | own)
    refused = api.post("/seasons/next/entries", json=SENT | wrong)
    unknown = [
        api.post("/seasons/next/entries", json=SENT | {what: {"sigh": "x"}}).status_code
        for what in ("lines", "labels", "rights")
    ]

    assert (kept.status_code, unknown) == (202, [422, 422, 422])
    assert [each["code"] for each in refused.json()["problems"]] == [
        "flavour-forbidden",
        "flavour-without-slot",
        "line-too-long",
        "label-too-long",
        "label-too-long",
    ]
    with published.reading() as session:
        revision = session.exec(select(Revision).where(Revision.name == SENT["name"])).one()
        assert revision.extras == {
            "flavour": ["Honk", None, "Hiss"],
            "lines": {"victory": "Bread?"},
            "labels": {"lore": "Pond"},
            "rights": {"licence": "CC0"},
        }


def test_sent_twice_with_its_key_it_is_kept_once(api: TestClient, published: Database) -> None:
    headers = {"Idempotency-Key": "42"}
    twice = [api.post("/seasons/next/entries", json=SENT, headers=headers) for _ in range(2)]

    assert [each.status_code for each in twice] == [202, 202]
    assert twice[0].content == twice[1].content
    assert len(revisions(published)) == 1


def test_a_key_used_again_for_something_else_is_refused_to_whom_it_belongs(
    api: TestClient, published: Database
) -> None:
    headers = {"Idempotency-Key": "42", "Authorization": "Bearer of-alice"}
    sent = [
        api.post("/seasons/next/entries", json=SENT | {"lore": lore}, headers=headers | more)
        for lore, more in (("", {}), ("Hiss.", {}), ("Hiss.", {"Authorization": "Bearer of-bob"}))
    ]

    assert [each.status_code for each in sent] == [202, 409, 202]
    assert "lore" not in sent[1].text
    assert len(revisions(published)) == 2


def test_no_key_tells_what_another_has_sent(published: Database) -> None:
    """Neither the right build nor a wrong one, by the same key, from afar or from the same network."""
    site = Site(published)
    headers = {"Idempotency-Key": "1"}

    def send(client: str, **changes: str) -> tuple[int, bytes]:
        answer = site.browser(client).client.post(
            "/api/v1/seasons/next/entries", json=SENT | changes, headers=headers
        )
        return answer.status_code, answer.content

    first = send("192.0.2.1")
    for client in ("192.0.2.1", "198.51.100.7"):
        for build in (SENT["build"], "核核盾"):
            assert send(client, build=build) == first
            assert send(client, build=build, address="unknown@example.com") == first
            assert send(client, build=build, name="Another") == first


def test_no_answer_tells_whether_an_address_is_known(published: Database) -> None:
    """Whatever it has done: it has entered, waits for confirmation, or was never heard of."""
    site = Site(published)
    with published.reading() as session:
        entered = session.get_one(Player, 1).address
    send(site, address="held@example.com")
    every = ("held@example.com", entered, "unknown@example.com")
    tries: list[dict[str, str]] = [{}, {}, {"name": "Goose"}, {"build": "x"}, {"name": ""}]
    for changes in tries:
        told = {send(site, **changes, address=address) for address in every}
        assert len(told) == 1, changes


def send(site: Site, **changes: str) -> tuple[int, bytes]:
    answer = site.browser().client.post("/api/v1/seasons/next/entries", json=SENT | changes)
    return answer.status_code, answer.content


def test_everything_wrong_is_told_at_once(api: TestClient, published: Database) -> None:
    sent = {"name": "", "build": "Atack, 99", "address": "nobody", "owner": "a@b"}
    answer = api.post("/seasons/next/entries", json=sent)
    problems = answer.json()["problems"]

    assert answer.status_code == 422
    assert {"empty-name", "bad-address", "owner-is-address"} <= {each["code"] for each in problems}
    assert any("Attack" in each["text"] for each in problems)
    assert not any("Something is not right" in each["text"] for each in problems)


@pytest.mark.parametrize(
    "nasty",
    ["\ud800", "\x00", "\x1b[2J", "\u202e", "x" * 100_000],
    ids=["half", "nul", "esc", "rtl", "long"],
)
def test_no_text_brings_it_down(api: TestClient, published: Database, nasty: str) -> None:
    headers = {"Content-Type": "application/json"}
    for field in (*SENT, "owner", "url", "more"):
        sent = SENT | {"address": f"{field}@example.com", "name": field, field: nasty}
        body = json.dumps(sent).encode()
        answer = api.post("/seasons/next/entries", content=body, headers=headers)

        assert answer.status_code in (202, 422), field


def test_too_many_are_told_to_wait(
    api: TestClient, published: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LETTERS", replace(limits.LETTERS, capacity=3))
    answers = [
        api.post("/seasons/next/entries", json=SENT | {"lore": str(turn)}) for turn in range(4)
    ]

    assert [each.status_code for each in answers] == [202] * 3 + [429]
    assert int(answers[-1].headers["Retry-After"]) > 0


# --- organising ---------------------------------------------------------------------------------------


def organising() -> list[tuple[str, str]]:
    return [
        (method.upper(), path.removeprefix("/api/v1"))
        for path, methods in paths().items()
        for method in methods
        if "/organiser/" in path
    ]


def test_how_matches_are_played_is_sent_and_told(olga: TestClient) -> None:
    sent = {"at_once": 3, "late": "draw", "config": {"petit": True}, "weekdays": [0, 3]}
    made = {"season": "fest-3", "game": "fest", "matches": sent}
    there = "/organiser/seasons/fest-3"
    created = olga.post("/organiser/seasons", json=made).json()["matches"]
    changed = olga.patch(there, json={"matches": {"round_exchanges": 8}}).json()["matches"]
    wrong = {"late": "never", "config": {"size": 3}}
    refused = olga.patch(there, json={"matches": wrong}).json()["problems"]
    none = olga.post(
        "/organiser/seasons", json={**made, "season": "no", "game": "laplaplus"}
    ).json()

    assert {**created, **sent} == created
    assert changed == created | {"round_exchanges": 8}
    assert [each["code"] for each in refused] == ["match-choice"]
    assert {"match-choice"} <= {each["code"] for each in none["problems"]}


def test_a_season_is_changed_filled_and_copied_by_programs(olga: TestClient) -> None:
    made = {"season": "cup-3", "game": "laplaplus", "title_en": "Cup", "capacity": 2}
    assert olga.post("/organiser/seasons", json=made).status_code == 201
    olga.post("/organiser/seasons/cup-3/open", json={"announce": False})
    there = "/organiser/seasons/cup-3"
    untold = olga.patch(there, json={"scoring": {"win": 2}, "description_en": "*Two* only."})
    told = olga.patch(there, json={"scoring": {"win": 2}, "tell": "Fewer points."})
    facts = olga.patch(there, json={"description_en": "*Two* only."}).json()
    added = [
        olga.post(f"{there}/entries", json={"name": f"No {n}", "build": "攻核"}) for n in range(3)
    ]
    copied = olga.post(f"{there}/copy", json={"season": "cup-4"})
    following = [
        olga.post(f"{there}/next-round", json={"season": "cup-5", "changes": changes, "added": 2})
        for changes in (-1, 1)
    ]

    assert [each["code"] for each in untold.json()["problems"]] == ["nothing-told"]
    assert told.json()["scoring"]["win"] == 2
    assert (facts["title"]["en"], facts["description"]["en"]) == ("Cup", "*Two* only.")
    assert [each.status_code for each in added] == [201, 201, 422]
    assert [each["code"] for each in added[2].json()["problems"]] == ["season-full"]
    assert copied.status_code == 201
    assert [each["code"] for each in following[0].json()["problems"]] == ["bad-growth"]
    assert following[1].json()["title"]["en"] == "Cup, round 2"
    assert copied.headers["Location"].endswith("/organiser/seasons/cup-4")
    assert (copied.json()["capacity"], copied.json()["entrants"]) == (2, 0)


def test_a_program_plans_a_season_of_a_cup_in_stages(olga: TestClient) -> None:
    olga.post("/organiser/cups/goblet/create", json={"title_en": "Goblet"})
    renamed = olga.post("/organiser/cups/goblet/rename", json={"title_ja": "杯"}).json()
    made = {"season": "cup-3", "game": "laplaplus", "cup": "goblet"}
    olga.post("/organiser/seasons", json=made)
    there, at = "/organiser/seasons/cup-3", (datetime.now(UTC) + timedelta(days=9)).isoformat()
    wrong = olga.post(f"{there}/stages", json={"stages": ["swiss", "ladder"]})
    set_ = olga.post(f"{there}/stages", json={"stages": ["swiss rounds=3 best=2", "knockout"]})
    steps = [
        olga.post(f"{there}/plan", json={"step": "release", "at": at, "zone": "Asia/Tokyo"}),
        olga.post(f"{there}/hold", json={"step": "release"}),
        olga.post(f"{there}/skip", json={"step": "release", "reason": "By hand."}),
    ]
    nowhere = [
        olga.post(
            f"{there}/{act}",
            json={"step": "run", "at": at, "zone": zone}
            if act == "plan"
            else {"at": at, "nights": 3, "zone": zone},
        )
        for act in ("plan", "nights")
        for zone in ("Mars", "", "x" * 99)
    ]
    same = olga.post(f"{there}/rules", json={})
    told = {each["step"]: each for each in items(olga.get(f"{there}/timetable"))}
    stages = items(olga.get(f"{there}/stages"))
    kept = olga.delete("/organiser/cups/goblet")

    assert (renamed["title"], renamed["editions"]) == ({"ja": "杯", "en": "Goblet"}, 0)
    assert wrong.status_code == 409
    assert set_.json()["cup"] == "goblet"
    assert [each["format"] for each in stages] == ["swiss", "knockout"]
    assert [each["scoring"] for each in stages] == [set_.json()["scoring"]] * 2
    assert [each.status_code for each in steps] == [200, 200, 200]
    assert [each.json()["problems"][0]["code"] for each in nowhere] == ["unknown-zone"] * 6
    assert [each["code"] for each in same.json()["problems"]] == ["rules-same"]
    assert told["release"]["standing"] == "skipped"
    assert [each["code"] for each in kept.json()["problems"]] == ["cup-has-seasons"]


def test_a_program_lets_newcomers_in_and_brings_entries_with_addresses(
    olga: TestClient, database: Database
) -> None:
    there, sent = "/organiser/seasons/cup", {"name": "Late", "build": "攻核"}
    with database.writing() as session:
        season = a_season(session, approves_newcomers=True, closes_at=None)
        for number, who in enumerate((TUESDAY, GOOSE), 1):
            revision = a_revision(session, season, who, number, RevisionState.WAITING)
            revision.entry.current = None
            revision.entry.name_key = name_key(who.name)
            revision.entry.number = None
    waiting = [each["name"] for each in items(olga.get(f"{there}/newcomers"))]
    answers = [
        olga.post(f"{there}/approve", json={"name": "Goose"}),
        olga.post(f"{there}/refuse", json={"name": "Mister Tuesday", "tell": "Members only."}),
        olga.post(
            f"{there}/import", json={"table": "name,build,address\nEve,核核,eve@example.net"}
        ),
        olga.post(f"{there}/entries", json=sent | {"address": "dave@example.net", "lang": "ja"}),
        olga.post(f"{there}/entries", json=sent | {"name": "Later", "address": "nowhere"}),
        olga.post(f"{there}/entries", json=sent | {"address": "erin@example.net"}),
    ]
    with database.reading() as session:
        letters = session.exec(
            select(Letter, Player).join(Player, col(Letter.player_id) == col(Player.id))
        )
        written = {player.address: (letter.kind, letter.lang) for letter, player in letters}

    assert [each.json().get("problems") for each in answers[:3]] == [None] * 3
    assert sorted(waiting) == ["Goose", "Mister Tuesday"]
    assert [each.status_code for each in answers] == [200, 200, 200, 201, 422, 422]
    taken = {"code": "name-taken", "line": 0, "column": 0}
    assert [each | {"text": ""} for each in answers[5].json()["problems"]] == [taken | {"text": ""}]
    assert {each["name"] for each in items(olga.get(f"{there}/entries"))} == {
        *("Goose", "Eve", "Late")
    }
    assert items(olga.get(f"{there}/newcomers")) == []
    assert written["dave@example.net"] == ("receipt", "ja")
    assert written["eve@example.net"] == ("receipt", "en")


def test_what_a_program_does_in_one_season_changes_no_other(
    olga: TestClient, published: Database
) -> None:
    """Names and numbers are those of the season in the address; a foreign entry is unknown there."""
    there, before = "/organiser/seasons/next", olga.get("/organiser/seasons/cup").json()
    foreign = [
        olga.post(f"{there}/{act}", json={"entry": "Goose", "tell": "Why.", **more})
        for act, more in {
            "withdraw": {},
            "correct": {"owner": "Eve"},
            "hide": {"part": "name"},
            "retire": {"after": "1"},
        }.items()
    ]
    closed = olga.post(f"{there}/close", json={})

    assert [each.status_code for each in foreign] == [409] * 4
    assert closed.json()["state"] == "closed"
    assert olga.get("/organiser/seasons/cup").json() == before


def test_a_program_is_answered_even_if_nothing_can_be_written(
    olga: TestClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database.writing() as session:
        for sign_in in session.exec(select(SignIn)):
            sign_in.seen_at -= timedelta(hours=1)

    def refuse(*_: object, **__: object) -> None:
        raise StoreUnavailable("read-only")

    monkeypatch.setattr(sign_ins, "touch", refuse)

    assert olga.get("/organiser/seasons").status_code == 200


def test_only_an_organisers_token_opens_it(
    api: TestClient, olga: TestClient, published: Database
) -> None:
    for method, template in organising():
        path = template.replace("cups/{slug}", "cups/goblet").replace("{slug}", "cup")
        nobody = api.request(method, path)
        wrong = api.request(method, path, headers={"Authorization": "Bearer sesame"})
        basic = api.request(method, path, headers={"Authorization": "Basic b2xnYTp4"})
        allowed = olga.request(method, path)

        for refused in (nobody, wrong, basic):
            assert refused.status_code == 401, (method, path)
            assert refused.headers["WWW-Authenticate"].startswith("Bearer")
            assert refused.headers["content-type"] == PROBLEM
            assert "Tuesday" not in refused.text
        assert allowed.status_code in (200, 409, 422), (method, path)
        assert "example.com" not in allowed.text


def test_a_token_ends_with_its_organiser(olga: TestClient, database: Database) -> None:
    assert olga.get("/organiser/seasons").status_code == 200
    with database.writing() as session:
        organisers.appoint(session, "omar@example.com", "Omar", datetime.now(UTC), Role.OWNER)
        organisers.dismiss(session, OLGA, datetime.now(UTC))

    assert olga.get("/organiser/seasons").status_code == 401


def confirm_all(database: Database) -> None:
    with database.writing() as session:
        origin = Origin(datetime.now(UTC), proven=True)
        for revision in list(session.exec(select(Revision))):
            if revision.state is RevisionState.HELD:
                entries.confirm(session, revision, origin)


def test_a_whole_season_by_programs_alone(olga: TestClient, database: Database) -> None:
    made = olga.post(
        "/organiser/seasons",
        json={"season": "cup", "game": "laplaplus", "title_en": "Cup", "title_ja": "杯"},
    )
    cup = "/organiser/seasons/cup"
    assert made.status_code == 201
    assert made.headers["Location"] == f"/api/v1{cup}"
    assert olga.get(f"{cup}/open").json() == {"season": "cup", "letters": 0}
    assert olga.post(f"{cup}/open", json={"announce": False}).json()["state"] == "open"

    olga.post("/seasons/cup/entries", json=SENT)
    confirm_all(database)
    added = olga.post(f"{cup}/entries", json={"name": "Bee", "build": "連核"})
    assert (added.status_code, added.json()["build"]) == (201, None)
    assert "attack" not in text_shown(olga.get(f"{cup}/entries"))

    assert olga.post(f"{cup}/close", json={}).json()["state"] == "closed"
    late = {"name": "Late", "build": "核核"}
    assert olga.post(f"{cup}/entries", json=late).status_code == 409
    assert olga.post(f"{cup}/entries", json=late | {"reason": "post"}).status_code == 409
    assert olga.post(f"{cup}/entries", json=late | {"tell": "Post."}).json()["number"] == 3
    assert items(olga.get(f"{cup}/entries"))[0]["build"] == ["attack", "echo", "core"]

    started = olga.post(f"{cup}/run")
    assert (started.status_code, started.json()["finished"]) == (202, False)
    where = started.headers["Location"].removeprefix("/api/v1")
    work(database, {"runs": RunsUnderWay()}, stop=Event(), once=True)
    done = olga.get(where).json()
    assert (done["finished"], done["battles"], done["of"]) == (True, 3, 3)
    assert olga.get("/seasons/cup/standings").status_code == 404
    assert [each["place"] for each in items(olga.get(f"{cup}/standings"))] == [1, 2, 3]

    assert olga.post(f"{cup}/publish").json()["state"] == "published"
    assert olga.get("/seasons/cup").json()["digest"] == done["digest"]
    assert verify_nothing(olga.get("/seasons/cup/record").content)
    assert olga.post(f"{cup}/undo", json={}).status_code == 409
    assert olga.post(f"{cup}/undo", json={"reason": "a mistake"}).json()["state"] == "review"
    assert olga.get("/seasons/cup/record").status_code == 404
    taken = {"entry": "Bee", "reason": "asked", "tell": "As you wished."}
    gone = olga.post(f"{cup}/withdraw", json=taken)
    assert (gone.json()["state"], gone.json()["entrants"]) == ("closed", 2)
    acts = items(olga.get(f"{cup}/log"))
    assert [each["act"] for each in acts][-2:] == ["undo", "withdraw"]
    assert acts[-1]["reason"] == "asked"
    assert acts[-1]["detail"]["told"] == acts[-1]["detail"]["late"]["reason"] == "As you wished."
    assert acts[1]["detail"] == {"quiet": True}
    assert acts[-1]["who"].startswith("a script (")


def verify_nothing(record: bytes) -> bool:
    """Whether nothing differs."""
    return not list(verify(Record.model_validate_json(record)))


WRONG_SEASONS: list[dict[str, Any]] = [
    {"season": "Bad Slug"},
    {"game": "chess"},
    {"closes_at": "2027-01-01T00:00:00"},
    {"closes_at": "2001-01-01T00:00:00Z"},
    {"closes_at": "9999-12-31T23:59:59-23:59"},
    {"scoring": {"win": 10**12}},
    {"scoring": {"win": 1, "draw": 3}},
    {"scoring": {"tie_breaks": ["wins", "wins"]}},
    {"scoring": {"tie_breaks": ["luck"]}},
    {"title_en": "\x00"},
    {"title": "misspelt"},
]


def test_a_season_that_cannot_be_is_refused(olga: TestClient) -> None:
    for wrong in WRONG_SEASONS:
        sent = {"season": "cup", "game": "laplaplus"} | wrong

        assert olga.post("/organiser/seasons", json=sent).status_code in (404, 409, 422), wrong
    assert items(olga.get("/organiser/seasons")) == []


def test_all_that_is_wrong_with_its_scoring_is_said_at_once(olga: TestClient) -> None:
    scoring = {"win": 1, "draw": 3, "tie_breaks": ["luck", "wins", "wins"]}
    sent = {"season": "Bad Slug", "game": "laplaplus", "scoring": scoring}
    problems = olga.post("/organiser/seasons", json=sent).json()["problems"]

    assert [each["code"] for each in problems] == [
        *("bad-slug", "scoring-impossible", "unknown-tie-break", "tie-break-doubled"),
    ]
    assert "head-to-head, sonneborn-berger, wins" in problems[2]["text"]


# --- its description ----------------------------------------------------------------------------------


def test_openapi_names_every_way_in_and_its_refusals(api: TestClient) -> None:
    described = api.get("/openapi.json").json()
    page = api.get("/", headers={"Accept-Language": "ja"})

    assert described == description()
    assert "HTTPValidationError" not in json.dumps(described)
    for path, methods in described["paths"].items():
        assert path in page.text
        for operation in methods.values():
            codes = set(operation["responses"])
            assert "406" in codes
            if "organising" in operation["tags"]:
                assert "401" in codes
                assert operation["security"] == [{"HTTPBearer": []}]


def test_nobody_is_told_apart_by_his_address(api: TestClient, published: Database) -> None:
    """A known and an unknown address get the same answer."""
    with published.reading() as session:
        known = session.exec(select(Player.address)).first()
    answers = [
        api.post("/seasons/next/entries", json=SENT | {"address": address, "name": name})
        for address, name in ((known, "One"), ("new@example.com", "Two"))
    ]

    assert answers[0].content == answers[1].content
    assert answers[0].status_code == answers[1].status_code == 202
