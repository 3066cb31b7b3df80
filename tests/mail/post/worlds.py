"""The worlds that the mails come into, as the README beside this tells them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import policy
from email.message import EmailMessage
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import pytest
from sqlmodel import select

from app.league.matches import beginnings, seeds
from app.league.matches.settings import MatchSettings
from app.league.people import organisers
from app.league.results import results, runs
from app.league.seasons import seasons
from app.league.seasons.decisions.season_plans import Plan
from app.mail.inbox.arrivals import receive
from app.store.database import Database
from app.store.tables import Correspondence, Match, MatchState
from app.store.upkeep.migrations import migrate
from tests.kept.world import OURS, World, a_world
from tests.support.mail_seasons import filled

ZONE: Final = ZoneInfo("Asia/Tokyo")
COMES: Final = datetime(2026, 11, 29, 4, 20, tzinfo=UTC)
"""When a mail comes."""
OPENED: Final = datetime(2026, 11, 25, 3, tzinfo=UTC)
PEOPLE: Final = {
    "nora": ("nora@kettle.example.com", "en"),
    "sawa": ("sawa@yutanpo.example.jp", "ja"),
    "sora": ("sora@hirune.example.jp", "ja"),
    "lee": ("lee.marsh@orchard.example.net", "en"),
    "mika": ("mika@hinode.example.jp", "ja"),
    "tom": ("tom@lantern.example.com", "en"),
    "kenji": ("kenji.s@yukemuri.example.jp", "ja"),
    "hana": ("hana@kazaguruma.example.jp", "ja"),
    "ann": ("ann@brolly.example.net", "en"),
    "otto": ("otto@postweg.example.org", "en"),
    "olga": ("olga@example.com", "en"),
}
HANAS: Final = "2xF01 2xF03 2xF04 2xF06 2xF07 2xF09 2xF10 2xF11 2xF12 2xF19 F18 F22 F23 F24"
FIELDS: Final = {
    "fest": {
        "mika": ("三年B組", "deck D1"),
        "tom": ("Tea Club", "deck D2"),
        "kenji": ("科学部", "deck D1"),
        "hana": ("図書委員会", HANAS),
        "ann": ("Brass Band Annex", "deck D2"),
        "otto": ("Night Library", "deck D1"),
    },
    "ocg": {
        "mika": ("渡しの旗", "deck Blades"),
        "tom": ("Green Company", "deck Wilds"),
        "kenji": ("狼の里", "deck Wilds"),
        "hana": ("門番たち", "deck Blades"),
        "ann": ("Lantern Street", "deck Blades"),
        "otto": ("Brook & Bear", "deck Wilds"),
    },
    "acts": {
        "mika": ("鼓隊", "deck Rank and File"),
        "tom": ("Well House", "deck Far Light"),
        "kenji": ("前衛隊", "deck Rank and File"),
        "hana": ("灯台", "deck Far Light"),
        "ann": ("Drum Yard", "deck Rank and File"),
        "otto": ("Lighthouse Nine", "deck Far Light"),
    },
}
IN: Final = {
    "laplaplus": {
        "nora": ("Kettle Knight", "Attack, Echo, Core"),
        "sawa": ("湯たんぽ侍", "攻響核"),
    },
    "fest": {"nora": ("Kettle Class", "deck D1"), "sawa": ("湯たんぽ組", "deck D2")},
    "ocg": {"nora": ("Kettle Guard", "deck Blades")},
    "acts": {"nora": ("Kettle Drum", "deck Rank and File")},
}
HELD: Final = {"sora": ("昼寝の王", "攻盾核"), "lee": ("Orchard Ghost", "Attack, Shield, Core")}
TITLES: Final = {
    "laplaplus-1": ("第一回飛脚杯", "First Hikyaku Cup"),
    "laplaplus-2": ("第二回飛脚杯", "Second Hikyaku Cup"),
    "shiden-2": ("秋の一閃杯", "Autumn Flash"),
    "fest-winter": ("冬の文化祭", "Winter Festival"),
    "ocg-winter": ("第二回カード案杯", "Card Plan Two"),
    "fest-spring": ("文化祭", "School Festival"),
    "ocg-spring": ("カード案杯", "Card Plan Open"),
    "acts-spring": ("アクツ杯", "ACT:S League"),
}
GAMES: Final = {"shiden": "shiden-issen-2"}


def _december(day: int) -> datetime:
    return datetime(2026, 12, day, 21, tzinfo=ZONE)


@contextmanager
def set_up(name: str, folder: Path) -> Iterator[World]:
    """This world at the moment when a mail comes."""
    database = Database(f"sqlite:///{folder / 'site.db'}")
    migrate(database)
    with pytest.MonkeyPatch.context() as patch, a_world(database, folder, OPENED) as world:
        patch.setattr(seeds, "draw", _draw)
        with database.writing() as session:
            organisers.appoint(session, PEOPLE["olga"][0], "Olga", world.now)
        _fill(world, name)
        world.now = COMES
        yield world
    database.engine.dispose()


def _draw(found: Correspondence) -> None:
    if found.root is None:
        found.root = b"\xaa" * seeds.ROOT_BYTES
        found.commitment = seeds.root_commitment(found.root)


def _fill(world: World, name: str) -> None:
    kind, _, what = name.partition("-")
    if kind == "over":
        _over(world)
    elif kind in ("one", "several"):
        _open(world, "laplaplus-2", _december(5))
        _enter(world, IN["laplaplus"])
        if kind == "several":
            for slug, day in (("shiden-2", 12), ("fest-winter", 15), ("ocg-winter", 18)):
                _open(world, slug, _december(day))
        if what == "held":
            _enter(world, HELD, confirmed=False)
        world.work()
    elif what == "open":
        _open(world, f"{kind}-spring", _december(5))
        _enter(world, IN[kind])
    else:
        _running(world, kind, int(what))


def _open(world: World, slug: str, closes_at: datetime) -> None:
    kind = slug.partition("-")[0]
    game = GAMES.get(kind, kind)
    with world.database.writing() as session:
        plan = Plan(game, slug, *TITLES[slug], closes_at=closes_at)
        season = seasons.create(session, plan, world.olga)
        if kind in FIELDS:
            beginnings.arrange(session, season, MatchSettings(daily="13:00"))
        seasons.open_season(session, slug, world.olga)
    world.work()


def _enter(world: World, field: Mapping[str, tuple[str, str]], *, confirmed: bool = True) -> None:
    """These come in by mail, in this order, and say that it was they."""
    for who, (name, build) in field.items():
        address, lang = PEOPLE[who]
        words = ("名前", "構築", "ノンス") if lang == "ja" else ("Name", "Build", "Nonce")
        text = f"{words[0]}: {name}\n{words[1]}: {build}\n"
        if len(field) > len(HELD):
            text += f"{words[2]}: {address.partition('@')[0]}\n"
        _bring(world, who, text, "応募" if lang == "ja" else "My entry")
    world.work()
    if confirmed:
        _answer_all(world, field, lambda who, _: "はい" if PEOPLE[who][1] == "ja" else "yes")


def _bring(world: World, who: str, text: str, subject: str) -> None:
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"], mail["To"], mail["Subject"] = PEOPLE[who][0], OURS, subject
    mail["Message-ID"] = f"<entry.{who}@example.com>"
    mail.set_content(text)
    with world.database.writing() as session:
        receive(session, mail.as_bytes(), world.now)


def _answer_all(
    world: World, people: Iterable[str], write: Callable[[str, EmailMessage], str]
) -> None:
    """Each answers the last letter to them."""
    for who in people:
        letter = world.letters(PEOPLE[who][0])[-1]
        world.bring(PEOPLE[who][0], write(who, letter), str(letter["Reply-To"]), letter)
    world.work()


def _over(world: World) -> None:
    _open(world, "laplaplus-1", OPENED + timedelta(days=1))
    _enter(world, IN["laplaplus"])
    world.now = OPENED + timedelta(days=1, minutes=15)
    world.work()
    with world.database.writing() as session:
        runs.start(session, "laplaplus-1", world.olga)
    world.work()
    with world.database.writing() as session:
        results.publish(session, "laplaplus-1", world.olga)
    world.work()


def _running(world: World, game: str, exchange: int) -> None:
    """Entries have closed, and before this exchange everybody said no more than that they are ready."""
    closes = datetime(2026, 11, 29, 3, 30, tzinfo=UTC)
    _open(world, f"{game}-spring", closes)
    _enter(world, FIELDS[game])
    world.now = closes + timedelta(minutes=11)
    world.work()
    for _ in range(1, exchange):
        _answer_all(world, FIELDS[game], lambda _, letter: filled(letter, lambda _: ["ready"]))
        world.work(timedelta(minutes=5))
    with world.database.reading() as session:
        assert {each.state for each in session.exec(select(Match))} == {MatchState.WAITING}
