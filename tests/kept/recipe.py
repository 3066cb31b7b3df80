"""How the kept site was made: people who come, write, play, and are told; and what of it must stay true for ever.

`python -m tests.kept.recipe FOLDER` makes another one there. The kept files beside this one are of 28 November 2026, and
are never made anew: every later program must get on with them.
"""

import json
import lzma
import re
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import pyotp
import pytest
from sqlalchemy import inspect, table
from sqlmodel import Session, col, func, select

from app.bench.engine import drawn_legal
from app.bench.postgres import postgres_programs, postgres_server
from app.engine import MOMENTS
from app.games import ruleset
from app.games.house import with_cards
from app.i18n import LANGS
from app.league.archive.record import public_record
from app.league.careers import owners
from app.league.desk import hidings, interventions, newcomers, rounds
from app.league.eligibility.sides import FIELD, Side, Sides
from app.league.entries import entries
from app.league.entries.characters import LABEL_NAMES
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.matches import beginnings
from app.league.matches.settings import MatchSettings
from app.league.people import blocks, organisers, webhooks
from app.league.results import results, runs
from app.league.seasons import cups, news, seasons
from app.league.seasons.decisions.season_plans import Plan
from app.league.seasons.stages import plans
from app.league.timetable import steps
from app.notices.news import Announcement
from app.store import players, seasons as kept_seasons
from app.store.database import Database
from app.store.tables import Match, MatchLine, Outage, Role, Run, Season, SeasonState
from app.store.upkeep.migrations import migrate
from app.store.work import mailboxes
from tests.kept.world import World, a_world, text_of
from tests.support.browser import values
from tests.support.browsers import BASE
from tests.support.databases import postgres_database
from tests.support.house_cards import VOLLEY
from tests.support.mail_seasons import filled

BEGINS: Final = datetime(2026, 10, 5, 3, tzinfo=UTC)
CLOSES: Final = BEGINS + timedelta(days=3)
OPEN_UNTIL: Final = BEGINS + timedelta(days=28)
DAY: Final = timedelta(days=1)
BUILDS: Final = ("攻響核", "盾攻核", "連核", "核核盾", "攻攻核", "響核核")
PETIT: Final = "F01 F02 F03 F04 F05 F06 F07 F08 F09 F10 F11 F12 F13 F14 F15"
DECK: Final = "2xF01 2xF03 2xF04 2xF06 2xF07 2xF09 2xF10 2xF11 2xF12 2xF19 F18 F22 F23 F24"
ORDERS: Final = {
    "orders": "温存 なし repeat\nフロント F01 F03 repeat\nｐｌａｙ F24 B19 repeat",
    "nonce": "桜",
}
PICTURE: Final = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000080000000808020000004b6d29dc00000011494441"
    "5478da63fccf801d30310c290900cd41010fbb7836aa0000000049454e44ae426082"
)
"""A red square, as PNG."""
WHO: Final = {"alice": "Mister Tuesday", "ben": "Boulder", "haru": "春一番", "chloe": "Swallow"}
"""Who takes part in all seasons, and as whom."""
PAST: Final = ("laplaplus-1", "house-1", "shiden-1", "acts-1", "fest-0")
MAIL: Final = "example.com"


def make(world: World) -> None:
    """All that ever happened on the kept site."""
    _the_machines(world)
    _the_desk(world)
    _past_seasons(world)
    _open_seasons(world)
    _matches_in_play(world)
    _duels_and_trials(world)
    _letters_that_ask(world)


def _the_machines(world: World) -> None:
    """A mailbox has been read so far, the site was away once, and Haru came before secret addresses were random."""
    with world.database.writing() as session:
        mailboxes.advance(session, "play@imap.example.com", 1, 7)
        began_at = world.now
        world.now += timedelta(minutes=20)
        session.add(Outage(began_at=began_at, ended_at=world.now))
        haru = players.known_as(session, f"haru@{MAIL}", "ja", world.now)
        haru.secret_salt = ""
        session.add(haru)
    world.work()


def _the_desk(world: World) -> None:
    """Olga owns the site and is signed in, Helena helps by two factors, a program reads; other sites listen."""
    with world.database.writing() as session:
        token = organisers.appoint(session, f"olga@{MAIL}", "Olga", world.now)
        organisers.appoint(session, f"helena@{MAIL}", "Helena", world.now, Role.HELPER)
        organisers.grant_token(session, f"olga@{MAIL}", "a program", world.now)
        helena = players.known_as(session, f"helena@{MAIL}", "en", world.now).id
        secret = organisers.begin_factor(session, helena).secret
        code = pyotp.TOTP(secret).at(world.now)
        assert organisers.confirm_factor(session, helena, code, world.now)
        for shape, lang in (("signed", "en"), ("text", "ja")):
            webhooks.add(session, f"https://localhost/{shape}", shape, lang, world.olga)
        cups.create(session, "hikyaku", world.olga, title_ja="飛脚杯", title_en="Hikyaku Cup")
    assert world.browser().open(f"/en/in/{token}").status == 303


def _create(world: World, plan: Plan, matches: MatchSettings | None = None) -> None:
    with world.database.writing() as session:
        season = seasons.create(session, plan, world.olga)
        if matches:
            beginnings.arrange(session, season, matches)
        seasons.open_season(session, plan.slug, world.olga)


def _enter(world: World, slug: str, builds: Sequence[str], **extras: Any) -> None:
    """They are in it, each with a build, as if by a form; a value of `extras` may be a list, one for each."""
    with world.database.writing() as session:
        season = kept_seasons.by_slug(session, slug)
        for number, (who, name) in enumerate([*WHO.items()][: len(builds)]):
            player = players.known_as(session, f"{who}@{MAIL}", _lang(who), world.now)
            own = {
                key: each[number] if isinstance(each, list) else each
                for key, each in extras.items()
            }
            sent = Submission(name, builds[number], owner=who, lore=f"*{name}* came.", extras=own)
            entries.submit(session, season, player, sent, Origin(world.now, proven=True))


def _lang(who: str) -> str:
    return "ja" if who == "haru" else "en"


def _past_seasons(world: World) -> None:
    """One by mail and form, one with house cards, sides and stages, one with words at every slot, one of matches."""
    _create(
        world,
        Plan(
            "laplaplus",
            "laplaplus-1",
            "第一回飛脚杯",
            "First Hikyaku Cup",
            closes_at=CLOSES,
            ranked=True,
            cup="hikyaku",
        ),
    )
    _enter_by_mail_and_form(world)
    both = Sides((Side("紅", "Red"), Side("白", "White")))
    found, problems = plans.read("groups groups=2 go-on=1\nknockout third-place=no")
    assert not problems
    rules = with_cards("laplaplus", VOLLEY)
    house = Plan(
        "laplaplus",
        "house-1",
        "手作り杯",
        "House Cup",
        closes_at=CLOSES,
        stages=found,
        sides=both,
        rules=rules.rules_version,
        ranked=True,
    )
    with world.database.writing() as session:
        seasons.keep_house_cards(session, rules, world.now)
    _create(world, house)
    _enter(world, "house-1", ("矢攻核", *BUILDS[:3]), **{FIELD: ["Red", "White", "Red", "White"]})
    _create(
        world,
        Plan("shiden-issen-2", "shiden-1", "第一回紫電杯", "First Shiden Cup", closes_at=CLOSES),
    )
    shiden = ruleset("shiden-issen-2")
    drawn = [shiden.write_build(each) for each in drawn_legal(shiden, 4)]
    _enter(
        world,
        "shiden-1",
        drawn,
        lines={moment: f"It is {moment}." for moment in MOMENTS},
        labels={part: f"the {part}" for part in LABEL_NAMES},
    )
    _create(
        world,
        Plan("acts", "acts-1", "第一回戦", "First Battle", closes_at=CLOSES),
        MatchSettings(hours=24, config={"turn_limit": 2}),
    )
    acts = ruleset("acts")
    _enter(world, "acts-1", [acts.write_build(each) for each in drawn_legal(acts, 3)])
    _create(
        world,
        Plan("fest", "fest-0", "第零回文化祭", "Festival of Scripts", closes_at=CLOSES),
        MatchSettings(tempo="script"),
    )
    _enter(world, "fest-0", [DECK, DECK], **ORDERS)
    world.work()
    world.now = CLOSES + timedelta(minutes=15)
    world.work()
    by = world.olga
    with world.database.writing() as session:
        for slug in ("laplaplus-1", "house-1", "shiden-1"):
            runs.start(session, slug, by)
    while world.now < CLOSES + 9 * DAY:
        world.work(DAY / 4)
    for slug in PAST:
        with world.database.writing() as session:
            results.publish(session, slug, world.olga)
    world.work()
    with world.database.writing() as session:
        results.undo(session, "laplaplus-1", world.olga)
        interventions.withdraw(session, "laplaplus-1", "Latecomer", world.olga)
        runs.start(session, "laplaplus-1", world.olga)
    world.work()
    with world.database.writing() as session:
        results.publish(session, "laplaplus-1", world.olga)
        entry = interventions.entry_called(
            session, kept_seasons.by_slug(session, "laplaplus-1"), "Boulder"
        )
        hidings.hide(session, "laplaplus-1", entry, "lore", world.olga)
    world.work()


def _enter_by_mail_and_form(world: World) -> None:
    """Alice and Haru by mail, Ben by the form and with a picture, Chloe with second thoughts; Dora watches."""
    for who, said in (
        ("alice", "Name: Mister Tuesday\nBuild: Attack, Echo, Core\nLore: Always on a Tuesday.\n"),
        ("haru", "名前: 春一番\n構築: 盾攻核\n物語: 春の便り。\nオーナー: はる\n"),
        ("chloe", "Name: Swallow\nBuild: Shield, Core\n"),
        ("gus", "Name: Latecomer\nBuild: Core, Core\n"),
    ):
        world.post(f"{who}@{MAIL}", said)
        world.answer(who, "はい" if who == "haru" else "yes")
    browser = world.browser()
    form = browser.get("/en/seasons/laplaplus-1/enter").page.css_first("main form[enctype]")
    assert form
    sent = {"name": "Boulder", "build": "連核", "address": f"ben@{MAIL}", "lore": "It *rolls*."}
    file = {"picture": ("me.png", PICTURE)}
    browser.post("/en/seasons/laplaplus-1/enter", {**values(form), **sent}, files=file)
    world.work()
    assert browser.open(_link(world, "ben", "confirm")).status == 303
    world.work()
    world.answer("chloe", "withdraw")
    world.answer("chloe", "Name: Swallow\nBuild: Attack, Attack, Core\nPlease take this one.\n")
    world.post(f"erin@{MAIL}", "Name: Nobody\nBuild: Core\n")  # and she never answers
    answer = browser.get("/en/seasons/laplaplus-1/follow")
    browser.submit(answer, address=f"dora@{MAIL}")
    world.work()
    browser.open(_link(world, "dora", "follow"))
    browser.post("/en/desk/sign-in", {"address": f"nobody@{MAIL}"})
    with world.database.writing() as session:
        interventions.add(session, "laplaplus-1", Submission("Home", "核盾"), world.olga)
        season = kept_seasons.by_slug(session, "laplaplus-1")
        words = Announcement(subject_en="Soon", text_en="It **begins**.")
        news.announce(session, season, words, "all", "", world.olga)
        alice = players.known_as(session, f"alice@{MAIL}", "en", world.now)
        owners.choose(alice, wanted=True)


def _link(world: World, who: str, page: str) -> str:
    """The path of this kind of page in the newest letter to them that has one."""
    links = [
        path for letter in world.letters(who) for kind, path in links_in(letter) if kind == page
    ]
    return links[-1]


def _open_seasons(world: World) -> None:
    """The next edition, in which places are few and newcomers are looked at; the next round of another."""
    with world.database.writing() as session:
        rounds.plan(
            session, "shiden-1", rounds.PlannedRound("shiden-2", OPEN_UNTIL, 1, 2), world.olga
        )
        seasons.open_season(session, "shiden-2", world.olga)
    plan = Plan(
        "laplaplus",
        "laplaplus-2",
        "第二回飛脚杯",
        "Second Hikyaku Cup",
        closes_at=OPEN_UNTIL,
        capacity=4,
        waiting_list=True,
        approves_newcomers=True,
        ranked=True,
        characters=2,
        cup="hikyaku",
        waves=((OPEN_UNTIL - DAY, 1),),
    )
    _create(world, plan)
    _enter(world, "laplaplus-2", BUILDS[2:6])
    for who, name in (("ida", "Ida's"), ("jun", "Jun's"), ("kim", "Kim's")):
        world.post(f"{who}@{MAIL}", f"Season: laplaplus-2\nName: {name}\nBuild: Core, Shield\n")
        if who != "kim":
            world.answer(who, "yes")
    with world.database.writing() as session:
        season = kept_seasons.by_slug(session, "laplaplus-2")
        newcomers.approve(
            session, season.slug, newcomers.entry_called(session, season, "Jun's"), world.olga
        )
        for name, days in {"run": 1, "release": 2}.items():
            steps.plan(session, season.slug, name, OPEN_UNTIL + days * DAY, world.olga)
    world.work()


def _matches_in_play(world: World) -> None:
    """Two seasons of matches in their second exchange; Alice has given orders, Ben standing ones and a script, Haru none."""
    before = len(world.letters())
    closes_at = world.now + DAY
    ocg = ruleset("ocg")
    decks = [ocg.write_build(each) for each in drawn_legal(ocg, 3)]
    for game, title, builds, config in (
        ("fest", "School Festival", [PETIT] * 3, {"petit": True}),
        ("ocg", "Card Cup", decks, {}),
    ):
        plan = Plan(game, f"{game}-1", f"{title} 1", title, closes_at=closes_at)
        _create(world, plan, MatchSettings(hours=48, config=config, early=False))
        _enter(world, f"{game}-1", builds)
    world.now = closes_at + timedelta(minutes=15)
    world.work()
    for who in ("alice", "ben", "haru"):
        _send_orders(world, who, before, "")
    world.work(2 * DAY + timedelta(minutes=15))
    _send_orders(world, "alice", before, "extend\n")
    _send_orders(world, "ben", before, "温存 なし repeat\nstanding on\nscript night\n")


def _send_orders(world: World, who: str, before: int, said: str) -> None:
    """An answer to the newest letter of each season in play; what is said is said in the festival."""
    letters = [each for each in world.letters()[before:] if str(each["To"]).startswith(who)]
    turns = [each for each in letters if str(each["Message-ID"]).startswith("<turn")]
    for letter in {str(each["Reply-To"]): each for each in turns}.values():
        text = filled(letter, lambda block: [("fest" in block) * said + "then auto"])
        taken = world.post(f"{who}@{MAIL}", text, str(letter["Reply-To"]), letter)
        assert taken.action == "answered", taken.note


def _duels_and_trials(world: World) -> None:
    """A duel that is over, one in which one has sent, one that nobody has accepted; and a list in the laboratory."""
    for how_far, friend in ((2, "mia"), (1, "noa"), (0, "ola")):
        browser = world.browser("192.0.2.9")
        offer = browser.get("/en/games/laplaplus/duel")
        fields = {"name": "Lena", "address": f"lena@{MAIL}", "friend": f"{friend}@{MAIL}"}
        page = browser.submit(offer, "#duel", **fields).location
        world.work()
        if not how_far:
            continue
        invitation = browser.get(_link(world, friend, "duels"))
        other = browser.submit(invitation, "#accept", name=friend.title()).location
        if how_far > 1:
            for sent in (
                ("連攻核盾", "硬反響核"),
                ("攻連核盾核核硬反/Boulder", "核核反響硬硬攻力"),
            ):
                for at, build in zip((page, other), sent, strict=True):
                    browser.submit(browser.get(at), "#cards", act="send", build=build)
        else:
            browser.submit(browser.get(page), "#cards", act="send", build="連攻核盾")
        world.work()
    browser = world.browser("192.0.2.10")
    browser.submit(browser.get("/en/lab/laplaplus"), list="盾核/Dave\n核盾/Eve\n核/Frank")


def _letters_that_ask(world: World) -> None:
    """A question for a human, a wish, a refusal, somebody who is blocked, and a link to the desk that nobody has used yet."""
    world.answer("alice", "For the organiser\nMay my brother play?\n")
    world.post(f"haru@{MAIL}", "配信停止")
    world.post(f"nina@{MAIL}", "Season: laplaplus-2\nName: Nina's\nBuild: Core, Shield, Core\n")
    browser = world.browser("192.0.2.11")
    browser.open(_link(world, "nina", "letters/never"))
    world.post(f"rude@{MAIL}", "Season: laplaplus-2\nName: Rude\nBuild: Core\n")
    with world.database.writing() as session:
        blocks.block(
            session, players.known_as(session, f"rude@{MAIL}", "en", world.now), world.olga
        )
    sign_in = browser.get("/en/desk/sign-in")
    browser.submit(sign_in, address=f"olga@{MAIL}")
    world.work()


# --- what must stay true -----------------------------------------------------------------------------

_LINK: Final = re.compile(
    rf"{BASE}(/(?:ja|en)/(my|confirm|follow|letters/stop|letters/never|in|duels)/[a-z2-7]{{32}})"
)
_NO_TABLES: Final = re.compile(
    r"/docs|/games$|/games/[^/]+/(rules|cards|try|practice|duel)|/lab|/taking-part|/api/v1/(openapi.json)?$|^/static|/crests/"
)
"""Pages that hang on the program alone."""
_MOST_PAGES: Final = 300


def links_in(letter: EmailMessage) -> list[tuple[str, str]]:
    """The kinds and paths of all secret links in it."""
    said = f"{text_of(letter)}\n{letter['List-Unsubscribe']}"
    return [(kind, path) for path, kind in _LINK.findall(said)]


def rows(session: Session) -> dict[str, int]:
    """How many rows each table has."""
    names = {*inspect(session.connection()).get_table_names()}
    counted = {
        name: select(func.count()).select_from(table(name))
        for name in sorted(names - {"alembic_version"})
    }
    return {name: session.scalar(each) or 0 for name, each in counted.items()}


def records(session: Session, now: datetime) -> dict[str, str]:
    """The SHA-256 of what everybody may read of each public season, and of the lines of each match."""
    told: dict[str, list[str]] = {}
    for season in kept_seasons.every(session):
        if season.state is SeasonState.PUBLISHED:
            told[season.slug] = [public_record(session, season, now).model_dump_json(indent=1)]
    lines = select(Match.game_id, MatchLine.line, MatchLine.h).join(MatchLine)
    for name, *line in session.exec(lines.order_by(col(MatchLine.match_id), col(MatchLine.n))):
        told.setdefault(name, []).extend(line)
    return {name: sha256("\n".join(each).encode()).hexdigest() for name, each in told.items()}


def digests(session: Session) -> dict[str, str]:
    """The first digest of each run that is over."""
    found = select(Season.slug, Run.serial, Run.digest).where(Run.season_id == Season.id)
    return {f"{slug} {serial}": digest for slug, serial, digest in session.exec(found) if digest}


def pages(world: World) -> list[str]:
    """A page of each kind that a visitor comes to from the first one."""
    browser, found, waiting = world.browser(), dict[str, str](), ["/en/", "/ja/"]
    for path in waiting:
        kind = re.sub(r"\d+", "0", path.removeprefix("/ja").removeprefix("/en"))
        if kind in found or _NO_TABLES.search(path) or len(found) == _MOST_PAGES:
            continue
        answer = browser.get(path)
        if answer.status not in (200, 307):
            continue
        found[kind] = path
        if "html" in answer.headers["content-type"]:
            linked = [node.attributes.get("href") or "" for node in answer.page.css("a")]
            inner = [each.removeprefix(BASE).partition("#")[0] for each in linked]
            waiting += [each for each in inner if each.startswith("/") and "?" not in each]
    return [*found.values()]


def links(world: World) -> list[dict[str, Any]]:
    """What the secret links of all letters answer: the status, and the names that are told."""
    found: dict[Any, dict[str, Any]] = {}
    with world.database.reading() as session:
        titles = [each.title(lang) for each in kept_seasons.every(session) for lang in LANGS]
    names = (*WHO.values(), "Kim's", "Jun's", "Nina's", "Lena", "Olga", *titles)
    for kind, path in dict.fromkeys(
        each for letter in world.letters() for each in links_in(letter)
    ):
        answer = world.browser().get(path)
        told = [name for name in names if name in answer.text()]
        link = {"kind": kind, "path": path, "status": answer.status, "told": told}
        again = told if answer.status == 200 else path[:3]
        found.setdefault((kind, answer.status, *again), link)
    return [*found.values()]


def mails(world: World) -> list[dict[str, Any]]:
    """Answers to old letters: what they say, how they are taken, and what the answer to them tells whom."""

    def to(
        who: str, kind: str, said: str, action: str, told: str, reader: str = ""
    ) -> dict[str, Any]:
        letter = next(
            each
            for each in reversed(world.letters(who))
            if str(each["Message-ID"]).startswith(f"<{kind}")
        )
        head = {name: str(letter[name]) for name in ("Message-ID", "Subject")}
        text = filled(letter, lambda _: ["then auto"]) if kind == "turn" else said
        mail = {
            "sender": str(letter["To"]),
            "text": text,
            "to": str(letter["Reply-To"]),
            "answers": head,
        }
        return {"mail": mail, "action": action, "told": told, "reader": reader or who}

    return [
        to("alice", "receipt", "show", "answered", "Mister Tuesday"),
        to("kim", "confirmation", "yes", "confirmed", "Kim's"),
        to("haru", "turn", "", "answered", "ocg-1"),
        to("ola", "duel", "Name: Ola", "answered", "Lena"),
        to("haru", "wish", "はい", "answered", ""),
        to("desk", "copy", "He may play.", "answered", "He may play.", "alice"),
    ]


# --- the files ---------------------------------------------------------------------------------------


def write(folder: Path) -> None:
    """The site is made in both kinds of database, and lies packed in this folder beside what must stay true of each."""
    with (
        TemporaryDirectory() as work,
        postgres_server() as server,
        postgres_database(server) as url,
    ):
        for kind, address in {"sqlite": f"sqlite:///{work}/site.db", "postgresql": url}.items():
            facts, content = _made(kind, address, Path(work))
            told = json.dumps(facts, ensure_ascii=False, indent=1)
            (folder / f"{kind}.json").write_text(f"{told}\n", "utf-8")
            (folder / f"{kind}.xz").write_bytes(lzma.compress(content, preset=9))


def _made(kind: str, url: str, work: Path) -> tuple[dict[str, Any], bytes]:
    """What must stay true of the site, and all that it is."""
    with pytest.MonkeyPatch.context() as patch, closing(Database(url)) as database:
        patch.setattr("random._urandom", Random(kind).randbytes)  # all secrets are drawn by it
        migrate(database)
        with a_world(database, work / kind, BEGINS) as world:
            make(world)
            with database.reading() as session:
                facts = {
                    "now": world.now.isoformat(),
                    "rows": rows(session),
                    "digests": digests(session),
                    "records": records(session, world.now),
                }
            content = _file(database, work / "kept") if database.is_sqlite else _dump(url)
            asked = {"mails": mails(world), "links": links(world), "pages": pages(world)}
    return facts | asked, content


def _file(database: Database, target: Path) -> bytes:
    """The file of SQLite's, without what is free in it."""
    with closing(sqlite3.connect(str(database.engine.url.database))) as connection:
        connection.execute("VACUUM INTO ?", (str(target),))
    return target.read_bytes()


def _dump(url: str) -> bytes:
    """The database of PostgreSQL's as statements that any later server understands."""
    programs = postgres_programs()
    assert programs
    asked = ("--inserts", "--rows-per-insert=200", "--no-owner", "--no-privileges", "--dbname", url)
    told = subprocess.run([programs / "pg_dump", *asked], check=True, capture_output=True).stdout
    start = told.index(b"\nCREATE ")
    return b"\n".join(each for each in told[start:].splitlines() if not each.startswith(b"\\"))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
