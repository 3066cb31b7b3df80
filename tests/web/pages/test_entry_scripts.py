"""Standing orders and a nonce come with an entry by every way, are sealed like its build, and decide its matches."""

import json
from datetime import UTC, datetime

import pytest

from app.engine.ruleset import Ruleset
from app.games import ruleset
from app.jobs.exchanges import begin_due, move_due
from app.league.desk import imports
from app.league.desk.interventions import add
from app.league.entries.contents import Submission
from app.league.matches import beginnings, records, scripts
from app.league.matches.settings import MatchSettings
from app.league.seasons import seasons
from app.league.seasons.decisions.season_plans import Plan
from app.letters.contents import draft
from app.store import entries
from app.store.database import Database
from app.store.matches import matches
from app.store.seasons import by_slug
from app.store.security.audits import Organiser
from app.store.tables import Revision
from tests.support.browsers import Site, text_shown
from tests.support.posting import Postman

ORDERS = "ｐｌａｙ　scissors　repeat\n出す paper if round = 2 repeat ; 鋏のあと"
CANONICAL = "play scissors repeat\nplay paper if round = 2 repeat"
EVIL = "<script>alert(1)</script>"
BY = Organiser("olga", datetime(2026, 11, 1, tzinfo=UTC), "reasons", "what is told")


@pytest.fixture
def site(duel: Ruleset, database: Database) -> Site:
    with database.writing() as session:
        season = seasons.create(session, Plan("duel", "cup"), BY)
        beginnings.arrange(session, season, MatchSettings(tempo="script"))
        seasons.open_season(session, "cup", BY)
    return Site(database)


def brought(site: Site) -> dict[str, tuple[str, str]]:
    """The orders and the nonce of every entry that counts, by its name."""
    with site.reading() as session:
        counting = [each.current for each in entries.of_season(session, by_slug(session, "cup"))]
        return {
            each.name: (
                scripts.text_of(each.extras, "orders"),
                scripts.text_of(scripts.typed(each.extras), "nonce"),
            )
            for each in counting
            if each
        }


def test_an_entry_brings_them_by_form_mail_program_and_table(site: Site) -> None:
    alice, post = site.browser(), Postman(site.database)
    fields = {"build": "石紙鋏", "address": "alice@example.com", "orders": ORDERS, "nonce": EVIL}
    alice.enter(name="Form", **fields)
    alice.submit(alice.get(site.confirm_link(site.letters()[-1].revision_id or 0)))
    receipt = site.letters()[-1]
    post.enter(
        f"名前：Mail\n構成：石紙鋏\n乱数のもと：さくら\n■常時の命令\n{ORDERS}\n\n終わり\n\nよろしくお願いします。\n",
        sender="Bob <bob@example.com>",
    )
    sent = {"name": "Api", "build": "石紙鋏", "address": "carol@example.com", "orders": ORDERS}
    answer = alice.client.post("/api/v1/seasons/cup/entries", json=sent)
    alice.submit(alice.get(site.confirm_link(site.letters()[-1].revision_id or 0)))
    quoted = ORDERS.replace("\n", "\r\n")
    with site.writing() as session:
        sheet = imports.read(f'name,build,命令\nTable,石紙鋏,"{quoted}"\n', ruleset("duel"))
        imports.bring_in(session, "cup", sheet, BY, "play@hikyaku.example", "en")
        add(session, "cup", Submission("House", "石紙鋏"), BY)

    assert answer.status_code == 202
    assert brought(site) == {
        "Form": (ORDERS, EVIL),
        "Mail": (ORDERS, "さくら"),
        "Api": (ORDERS, ""),
        "Table": (ORDERS, ""),
        "House": ("", ""),
    }
    with site.reading() as session:
        told = draft(session, receipt)
        revision = session.get_one(Revision, receipt.revision_id)
        build = ruleset("duel").read_build(revision.build)
        script = scripts.script(revision.extras, ruleset("duel"), {}, build)
    assert script
    assert script.text == CANONICAL
    assert all(line in told.text for line in (*CANONICAL.split("\n"), script.sha256))
    assert script.sha256 in told.html
    assert EVIL not in told.html
    mine = alice.get("/en/seasons/cup/my")
    assert EVIL not in mine.html
    assert "scissors" in mine.html
    for path in ("/en/seasons/cup", "/en/seasons/cup/feed.atom", "/api/v1/seasons/cup/entrants"):
        assert "scissors" not in text_shown(site.browser().get(path))

    with site.writing() as session:
        seasons.close(session, "cup", BY)
    begin_due(site.database, BY.now)
    while move_due(site.database, BY.now):
        pass
    by: dict[str, set[str]] = {}
    with site.reading() as session:
        for name, who, card in _moves(session):
            by.setdefault(name, set()).add(who)
            assert card != "rock" or who == "auto"
    assert by.pop("House") == {"auto"}
    assert all("standing" in who for who in by.values())


def test_a_nonce_that_was_drawn_is_sealed_with_the_entry_and_nothing_that_its_player_typed(
    site: Site,
) -> None:
    """It stays through versions, is typed by nobody, and another is drawn where the player takes an own one back."""
    alice = site.browser()
    alice.enter(name="Form", build="石紙鋏", address="alice@example.com")
    alice.submit(alice.get(site.confirm_link(site.letters()[-1].revision_id or 0)))

    def kept() -> tuple[int, str]:
        with site.reading() as session:
            (entry,) = entries.of_season(session, by_slug(session, "cup"))
            assert entry.current
            return entry.current.serial, scripts.text_of(entry.current.extras, "nonce")

    def sent(**fields: str) -> tuple[int, str]:
        form = alice.get("/en/seasons/cup/enter").page.css_first("#nonce")
        assert form is not None
        assert len(form.attributes.get("value") or "") < 64
        alice.enter(name="Form", **{"build": "石紙鋏"} | fields)
        return kept()

    first = kept()
    with site.reading() as session:
        receipt = draft(session, site.letters()[-1])
    assert f"Nonce, drawn for you: {first[1]}" in " ".join(receipt.text.split())
    assert first[1] not in alice.get("/en/seasons/cup/my").html
    assert sent() == first
    assert sent(build="紙石鋏") == (2, first[1])
    assert sent(nonce="herons") == (3, "herons")
    again = sent(nonce="")
    assert again[0] == 4
    assert len(again[1]) == len(first[1]) == 64
    assert again[1] != first[1]


def _moves(session: object) -> list[tuple[str, str, str]]:
    """Of every move: whose it was, who decided, and what was played."""
    season = by_slug(session, "cup")  # type: ignore[arg-type]
    found = []
    named = {str(each.number): each.current.name for each in entries.of_season(session, season)}  # type: ignore[arg-type, union-attr]
    for each in matches.of_season(session, season):  # type: ignore[arg-type]
        (whole,) = records._whole(session, season, [each.id])  # type: ignore[arg-type]
        head, *lines = [json.loads(line) for line in whole.splitlines()]
        found += [
            (named[head["seats"][seat]], line["by"][seat], move["card"])
            for line in lines
            if line["t"] == "move"
            for seat, move in line["moves"].items()
        ]
    return found


def test_what_is_wrong_with_them_stands_beside_their_fields_and_nothing_typed_is_lost(
    site: Site,
) -> None:
    orders = f"play lizard\nplay {EVIL}"
    answer = site.browser().enter(
        name="Form", build="石紙鋏", address="a@example.com", orders=orders, nonce="n" * 65
    )

    assert answer.status == 422
    told = [node.text() for node in answer.page.css(".problems li")]
    assert [each for each in told if "line 1, column 6" in each or "line 2, column 6" in each]
    assert any("65" in each for each in told)
    assert answer.page.css("textarea#orders")[0].text().strip() == orders
    assert EVIL not in answer.html
    assert not brought(site)


def test_the_form_of_a_game_without_matches_has_no_field_for_them(site: Site) -> None:
    with site.writing() as session:
        seasons.create(session, Plan("laplaplus", "plain"), BY)
        seasons.open_season(session, "plain", BY)

    form = site.browser().get("/en/seasons/cup/enter").page
    assert form.css("textarea#orders")
    assert not site.browser().get("/en/seasons/plain/enter").page.css("#orders, #nonce")


def test_the_form_says_that_matches_by_mail_ask_for_orders(site: Site) -> None:
    with site.writing() as session:
        season = seasons.create(session, Plan("fest", "turns"), BY)
        beginnings.arrange(session, season, MatchSettings(tempo="turn"))
        seasons.open_season(session, "turns", BY)

    def told(slug: str) -> str:
        return site.browser().get(f"/en/seasons/{slug}/enter").page.css(".next")[0].text()

    assert "you answer it with orders" in told("turns")
    assert "every character meets every other" in told("cup")
