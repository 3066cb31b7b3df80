"""Nothing hidden leaks: all that a seat hides is dealt anew, and nobody else gets another byte, or gets it at another time.

A season of two players is played twice for each seat: once as it was dealt first, once with other cards and other orders of that
seat, chosen so that nothing visible changes. Rival, spectators and organisers ask for everything there is; their letters, the
answers to their mails, the log and the hours at which the server does something are compared too.
"""

import logging
import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from email import message_from_bytes
from email.policy import default
from functools import partial
from importlib import import_module
from itertools import chain, product
from random import Random
from typing import Any, Final

import pytest
from sqlmodel import select

from app import games
from app.engine.build import Build
from app.engine.lists import read_list
from app.engine.matches import dice
from app.engine.matches.dice import Dice
from app.engine.matches.game import SEATS, Seat, other
from app.engine.ruleset import Ruleset
from app.jobs.exchanges import begin_due, move_due
from app.jobs.letters import send_due
from app.jobs.outgoing import OutgoingAnswer as Heard
from app.jobs.seasons.reminders import remind_due
from app.jobs.webhooks import Webhooks
from app.league.matches import exchanges
from app.league.people import webhooks
from app.league.people.tokens import make_token
from app.league.seasons import seasons
from app.mail.transport.delivery import DeliveryFate, Parcel, ServerAnswer
from app.main import create_app
from app.store import players
from app.store.database import Database
from app.store.security import sign_ins
from app.store.tables import Exchange, Letter, Match, Role, SignInPurpose
from app.web.sessions import cookie_name
from tests.support.asking import Client
from tests.support.browsers import Clock
from tests.support.databases import Copies
from tests.support.duels import CLOSES, OPENS, cup, next_deadline, olga, open_cup
from tests.support.match_games.bluff import Bluff
from tests.support.outgoing import some_settings
from tests.support.posting import Postman
from tests.support.redeals import Deal, First
from tests.web.test_routes import routes

BASE: Final = "http://testserver"
MY: Final = "/en/seasons/cup/my"
MATCH: Final = f"{MY}/matches/cup-r1-1"
VALUES: Final = {
    "lang": "en",
    "slug": "cup",
    "cup": "cup",
    "rival": "hers",
    "number": "1",
    "home": "1",
    "away": "2",
    "closing": "1",
    "round_": "1",
    "round": "1",
    "table": "1",
    "place": "1",
    "a": "1",
    "b": "2",
    "entry_id": "1",
    "act": "close",
    "below": "entries/1",
    "game_id": "cup-r1-1",
}
SITE_WIDE: Final = (
    *("GET /{lang}/", "GET /{lang}/feed.atom", "GET /api/v1/seasons", "GET /metrics"),
    *("GET /{lang}/desk", "GET /{lang}/desk/letters", "GET /{lang}/desk/mail"),
    *("GET /{lang}/desk/threads", "GET /api/v1/organiser/seasons"),
)
"""Pages without the name of a season in their address that tell of all."""
OWN: Final = re.compile(rb"^.*(python|process|hikyaku_request).*\n", re.MULTILINE)
"""What /metrics tells of this process alone."""
PLAYERS: Final = ("p1@example.com", "p2@example.com")
PUBLIC: Final = "everybody"
ORGANISER: Final = "organiser"
SERVER: Final = "server"

HASH: Final = re.compile(r"[0-9a-f]{64}")
FIELD: Final = re.compile(r'type="hidden" name="(\w+)" value="([^"]*)"')

Got = tuple[str, Any]
"""What was asked, and what came."""


@dataclass(frozen=True)
class Cup:
    """What is played: builds for both, how it is dealt first, how a seat says no to what it is asked in secret."""

    game: str
    builds: Sequence[str]
    deal: Deal = field(default_factory=Deal)
    exchanges: int = 2
    reactions: Sequence[str] = ()


@dataclass
class Post:
    """The way out: letters as they leave."""

    left: list[Parcel] = field(default_factory=list)

    def deliver(self, parcel: Parcel, leaving: Callable[[], bool]) -> ServerAnswer:
        leaving()
        self.left.append(parcel)
        return ServerAnswer(DeliveryFate.SENT, "250")

    def close(self) -> None:
        """There is nothing to close."""


@dataclass
class World:
    """The season as it goes on with this deal, and what everybody gets of it."""

    database: Database
    deal: Deal
    readers: Sequence[str] = (PUBLIC, ORGANISER, *SEATS)
    tried: Sequence[str] = ()
    """What players try as orders, to find out something."""
    post: Post = field(default_factory=Post)
    hooked: list[bytes] = field(default_factory=list)
    did: list[Got] = field(default_factory=list)
    first: First | None = None

    def __post_init__(self) -> None:
        self.clock = Clock(OPENS)
        self.settings = some_settings(
            base_url=BASE, metrics="loopback", secret="of all tests, and of nothing else"
        )
        self.app = create_app(self.settings, self.database, now=lambda: self.clock.now)
        self.routes = [each for each in routes(self.app) if each.startswith("GET")]

    # --- the season ---------------------------------------------------------------------------------

    def play(self, cup: Cup) -> None:
        """It was opened, has closed, and its exchanges have been."""
        with self.database.writing() as session:
            webhooks.add(session, "https://hooks.example/7", "signed", "en", olga(OPENS))
        open_cup(self.database, 2, cup.game, cup.builds)
        with self.database.writing() as session:
            seasons.close(session, "cup", olga(CLOSES))
        assert begin_due(self.database, CLOSES)
        with self.database.reading() as session:
            (play,) = exchanges.load(session, [1])
        self.first = First(play, self.deal, cup.exchanges)
        lines = ("\n".join(chain.from_iterable(self.first.orders(seat))) for seat in SEATS)
        self.tried = self.tried or (*lines, "then ask", "bogus")
        self._at(CLOSES)
        for exchange in range(cup.exchanges):
            self._order(exchange)
            deadline = next_deadline(self.database)
            assert deadline
            for later in (-6 * 3600, 0, 599, 601):
                self._at(deadline + timedelta(seconds=later))

    def _order(self, exchange: int) -> None:
        """Both send orders by mail, with faults and without, an hour after they were asked."""
        self.clock.now += timedelta(hours=1)
        postman = Postman(self.database, self.clock.now)
        postman.count = exchange * 100
        for seat, address in zip(SEATS, PLAYERS, strict=True):
            box = postman.secret(address, "cup")
            said = self.deal.said(seat, exchange)
            for lines in ("bogus 1 2\n", said):
                postman.post(f"game cup-r1-1\n{lines}end\n", sender=address, to=box)

    def _at(self, now: datetime) -> None:
        """All that is due by then is done, and when it was is noted."""
        self.clock.now = now
        self.did += [("moved", (now, move_due(self.database, now)))]
        self.did += [("reminded", (now, remind_due(self.database, now)))]
        send_due(self.database, [self.post], now=now, settings=self.settings)
        Webhooks(self.settings, self._hook)(self.database, now)

    async def _hook(self, url: str, headers: Any, body: bytes) -> Heard:
        self.hooked.append(body)
        return Heard(200, "ok")

    # --- who asks -----------------------------------------------------------------------------------

    def _client(self, who: str) -> Client:
        client = Client(self.app, BASE, follow_redirects=False, client=("127.0.0.1", 50_000))
        if who == ORGANISER:
            with self.database.writing() as session:
                her = players.known_as(session, "olga@people.example.net", "en", OPENS)
                her.organiser_since, her.role = OPENS, Role.OWNER
                session.flush()
                for purpose in (SignInPurpose.ORGANISER, SignInPurpose.API):
                    until = OPENS + timedelta(days=99)
                    _, token = sign_ins.start(
                        session, purpose, her.id, now=OPENS, expires_at=until, label="Olga"
                    )
                    client.cookies.set(cookie_name(self.app.site, purpose, ""), token)
                client.headers["Authorization"] = f"Bearer {token}"
        elif who in SEATS:
            with self.database.reading() as session:
                player = players.with_address(session, PLAYERS[who == "B"])
                assert player
                token = make_token(self.settings.key(), "reply", player.id, cup(session).id)
            assert client.post(f"/en/my/{token}").status_code == 303
        return client

    def told(self) -> dict[str, list[Got]]:
        """All that everybody gets."""
        clients = {name: self._client(name) for name in (PUBLIC, ORGANISER, *SEATS)}
        told = {name: [*self._pages(name, clients[name])] for name in self.readers}
        for seat in SEATS:
            told.setdefault(seat, []).extend(self._letters(seat))
        return told | {SERVER: [*self.did, *self._rows(), ("webhooks", self.hooked)]}

    def _pages(self, who: str, client: Client) -> Iterator[Got]:
        for route in self.routes:
            if _is_for(who, route):
                plain = route.partition(" ")[2].replace("matches/{place}", "matches/1-1")
                path = re.sub(r":\w+}", "}", plain).format(**VALUES)
                host = {"Host": "localhost"} if path == "/metrics" else {}
                yield path, _answer(client.get(path, headers=host))
        if who in SEATS:
            fields = FIELD.findall(client.get(MATCH).text)
            for act, orders in product(("check", "hint"), self.tried):
                data = {**dict(fields), "act": act, "orders": orders}
                yield f"{act} {orders}", _answer(client.post(MATCH, data=data))

    def _letters(self, seat: Seat) -> Iterator[Got]:
        """All letters to this player, as they left."""
        address = PLAYERS[seat == "B"]
        for each in self.post.left:
            if each.recipient == address:
                yield f"letter {each.message_id}", each.content

    def _rows(self) -> Iterator[Got]:
        """When what is due, and which letters leave, to whom and when."""
        with self.database.reading() as session:
            for match in session.exec(select(Match)):
                yield (
                    "match",
                    (
                        match.state,
                        match.turn,
                        match.awaits,
                        match.due_at,
                        match.missed_a,
                        match.missed_b,
                    ),
                )
            for exchange in session.exec(select(Exchange)):
                yield (
                    "exchange",
                    (exchange.number, exchange.deadline, exchange.state, exchange.reminded_at),
                )
            for letter in session.exec(select(Letter)):
                yield (
                    "letter",
                    (letter.kind, letter.player_id, letter.created_at, letter.due_at, letter.state),
                )


def _is_for(who: str, route: str) -> bool:
    """Whether this reader asks for it: what tells of a season, but for builds that are typed."""
    if "/{build}" in route or not ("{slug}" in route or route in SITE_WIDE):
        return False
    if who in SEATS:
        return "/my" in route
    return ("/desk" in route or "/organiser" in route) == (who == ORGANISER)


def _answer(answer: Any) -> Any:
    headers = {name: value for name, value in answer.headers.items() if name != "set-cookie"}
    content = answer.content
    if answer.url.path == "/metrics":
        headers, content = {}, OWN.sub(b"", content)
    return answer.status_code, headers, content


# --- the games ------------------------------------------------------------------------------------------

BLUFF: Final = {
    "bluff/shuffle/A": [1, 3, 2, 4, 0],
    "bluff/shuffle/B": [1, 3, 2, 4, 0],
}
"""Nobody has a card yet with which one is asked in secret."""


def bluff(duel: Ruleset, monkeypatch: pytest.MonkeyPatch) -> Cup:
    """The game `duel` is Bluff, with decks that have a 0 each."""
    decks = {"rock": [0, 1, 1, 3, 3], "paper": [0, 2, 4, 4, 5]}

    class Decks(Bluff):
        def as_data(self, build: Build) -> list[int]:
            return decks[build.cards[0]]

    game = Decks()
    bluff = replace(
        duel,
        rules_version=game.rules,
        endings={**duel.endings, **game.reasons},
        match=game,
    )
    monkeypatch.setattr(import_module("app.games.duel"), "RULESETS", (bluff,))
    games.slugs.cache_clear()
    return Cup("duel", ("石石紙", "紙紙鋏"), Deal(outs=BLUFF), 1, ["react no"])


def sample(slug: str) -> Cup:
    rules = games.ruleset(slug)
    listed = [*read_list(rules.sample(), rules.read_build)]
    return Cup(slug, [rules.write_build(each.build.nameless()) for each in listed[:2]])


@pytest.fixture(params=["duel", *(each for each in games.match_slugs() if each in games.slugs())])
def game(request: pytest.FixtureRequest, duel: Ruleset, monkeypatch: pytest.MonkeyPatch) -> Cup:
    """Each game that seasons are played of, and Bluff."""
    return bluff(duel, monkeypatch) if request.param == "duel" else sample(request.param)


@pytest.fixture
def same_dice() -> None:
    """Each world has its own stream, all of them the same."""


@pytest.fixture
def new_world(
    sqlite_files: Copies, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., World]]:
    """Worlds in which whatever is drawn at random is the same, but for the dice of the deal; a seal of a record tells nothing."""
    draw, stack = Dice.draw, ExitStack()

    def new(deal: Deal, **more: Any) -> World:
        random = Random(1)
        for name in ("token_bytes", "token_hex", "token_urlsafe"):
            monkeypatch.setattr(secrets, name, partial(_token, random, name))
        monkeypatch.setattr(Dice, "draw", lambda s, c: deal.outs.get(c.label) or draw(s, c))
        database = Database(stack.enter_context(sqlite_files.database()))
        return World(stack.enter_context(closing(database)), deal, **more)

    monkeypatch.setattr(dice, "seal", lambda seed, h: "5ea1" * 16)
    with stack:
        yield new


def _token(random: Random, name: str, length: int = 32) -> Any:
    token = random.randbytes(length)
    return token if name == "token_bytes" else token.hex()


# --- the tests ------------------------------------------------------------------------------------------


def test_nobody_gets_another_byte_whatever_a_seat_hides(
    game: Cup, new_world: Callable[..., World], caplog: pytest.LogCaptureFixture
) -> None:
    """§14.7 too: the hours and number of letters are the same whether or not a seat is asked something in secret."""
    caplog.set_level(logging.INFO, "app")
    base = new_world(game.deal)
    base.play(game)
    told, log = base.told(), logged(caplog)
    assert base.first
    deals = {seat: base.first.redealt(seat, game.reactions) for seat in SEATS}
    for hidden, deal in deals.items():
        readers = [name for name in base.readers if name != hidden]
        world = new_world(deal, readers=readers, tried=base.tried)
        world.play(game)
        assert deal.exchanges == game.exchanges
        assert [*differences(told, world.told(), [*readers, SERVER])] == []
        assert logged(caplog) == log
    assert any(each.is_secret for each in deals.values()) or not game.reactions
    assert not any(" cannot " in each for each in log)


def test_nobody_learns_before_the_first_exchange_what_a_seat_has_brought(
    game: Cup, new_world: Callable[..., World]
) -> None:
    """Hashes that commit to it are others, so tags and lengths are not compared."""
    cup = replace(game, exchanges=0)
    base = new_world(game.deal)
    base.play(cup)
    told = base.told()
    assert base.first
    for hidden, build in zip(SEATS, game.builds, strict=True):
        builds = dict.fromkeys(SEATS, base.first.play.builds[other(hidden)])
        deal = base.first.with_builds(hidden, builds)
        if deal is None:
            assert game.game == "acts", "a master is seen from the start"
            continue
        readers = [other(hidden), PUBLIC]
        world = new_world(deal, readers=readers, tried=base.tried)
        world.play(replace(cup, builds=[build, build]))
        assert [*differences(unsigned(told), unsigned(world.told()), readers)] == []


def unsigned(told: dict[str, list[Got]]) -> dict[str, list[Got]]:
    """Without anything that follows from a hash."""
    return {who: [(name, _unsigned(what)) for name, what in got] for who, got in told.items()}


def _unsigned(what: Any) -> Any:
    if isinstance(what, bytes):
        letter = message_from_bytes(what, policy=default)
        parts = [part.get_content() for part in letter.walk() if not part.is_multipart()]
        return [HASH.sub("#", each) for each in parts]
    if isinstance(what, tuple) and isinstance(what[-1], bytes):
        status, headers, content = what
        return status, headers.keys(), HASH.sub("#", content.decode(errors="replace"))
    return what


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log has said since it was asked last."""
    said = [each.getMessage() for each in caplog.records]
    caplog.clear()
    return said


def differences(
    one: dict[str, list[Got]], two: dict[str, list[Got]], readers: Sequence[str]
) -> Iterator[str]:
    for reader in readers:
        if [name for name, _ in one[reader]] != [name for name, _ in two[reader]]:
            yield f"{reader}: other things"
        for (name, mine), (_, theirs) in zip(one[reader], two[reader], strict=False):
            if mine != theirs:
                yield f"{reader}: {name}"
