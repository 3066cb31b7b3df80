"""Standing orders and nonces of entries, and the scripts of players.

A script is standing orders under a name, kept for all matches of a game. Naming one copies its
lines. So an entry, a record and a match are complete without it, and stay the same when it changes.
"""

import json
import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

from sqlmodel import Session

from app.engine import Build, Ruleset
from app.engine.matches.game import SEATS, Game, View
from app.engine.matches.grammar import OrderLine, Orders
from app.engine.matches.orders.mistakes import explain
from app.engine.matches.orders.orders import read_text
from app.errors import Listing, OrdersRefused, OrdersUnreadable, Problem
from app.games import ruleset
from app.store import players, rows
from app.store.matches import orders as stored_orders
from app.store.tables import NamedOrders, Player
from app.text.characters import hidden_in, shown
from app.text.distance import nearest

ORDERS: Final = "orders"
NONCE: Final = "nonce"
FIELDS: Final = (ORDERS, NONCE)
"""The extras of an entry that its matches take; `app.league.entries.characters` has the others."""
MOST_ORDERS: Final = 20_000
"""Characters of an entry's standing orders."""
MOST_NONCE: Final = 64
_DRAWN: Final = re.compile(r"[0-9a-f]{64}")
MOST_SCRIPTS: Final = 20
"""The most scripts of a player for one game."""
_HEADING: Final = "; script {name}\n"
"""A comment above the lines that an entry has from a script."""


class Script(NamedTuple):
    """The standing orders of an entry as understood, and the SHA-256 of that text with its line end.

    `name`: that of the script as which its player keeps them.
    """

    lines: tuple[OrderLine, ...]
    text: str
    sha256: str
    name: str = ""

    @classmethod
    def of(cls, orders: Orders) -> "Script":
        """That of these orders."""
        text = str(Orders(orders.to_stand))
        return cls(orders.to_stand, text, sha256(f"{text}\n".encode()).hexdigest(), orders.script)


def brought(orders: str, nonce: str) -> dict[str, str]:
    """These as a revision keeps them among its extras and its seal holds them: as typed, no empty ones."""
    typed = {ORDERS: orders.strip("\r\n").rstrip(), NONCE: nonce.strip()}
    return {name: text for name, text in typed.items() if text.strip()}


def text_of(extras: Mapping[str, Any], name: str) -> str:
    """What this entry brings of that name, as typed; empty if nothing."""
    return str(extras.get(name) or "")


def with_nonce(extras: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """The extras of an entry with a nonce: the one that its player typed, or that was drawn for it `before`, or a new one."""
    drawn = "" if NONCE in typed(before) else text_of(before, NONCE)
    return {NONCE: drawn or secrets.token_hex(MOST_NONCE // 2), **extras}


def typed(extras: Mapping[str, Any]) -> dict[str, Any]:
    """The extras of an entry without a nonce that was drawn: what its player is shown as their own words, and can change."""
    return {
        name: value
        for name, value in extras.items()
        if name != NONCE or not _DRAWN.fullmatch(value)
    }


def problems(
    extras: Mapping[str, Any], game: Ruleset, config: Mapping[str, Any], build: Build | None
) -> Iterator[Problem]:
    """Everything that is wrong with what an entry brings; without a readable build its orders cannot be read either."""
    if game.match is None:
        for name in FIELDS:
            if name in extras:
                yield Problem(f"{name}-without-matches", game=game.title)
        return
    nonce, orders = text_of(extras, NONCE), text_of(extras, ORDERS)
    if len(nonce) > MOST_NONCE:
        yield Problem("nonce-too-long", length=str(len(nonce)), most=str(MOST_NONCE))
    elif bad := sorted({nonce[at] for at in hidden_in(nonce)}):
        yield Problem("nonce-forbidden", signs=Listing(map(shown, bad)))
    if len(orders) > MOST_ORDERS:
        yield Problem("orders-too-long", length=f"{len(orders):,}", most=f"{MOST_ORDERS:,}")
    elif orders and build is not None:  # which cards it may name follows from the deck
        try:
            read = _read(game.slug, game.rules_version, _key(config), _plain(game, build), orders)
        except OrdersUnreadable as refusal:
            for each in refusal.problems:
                reason = (explain(each, "ja"), explain(each, "en"))
                yield Problem("orders-unreadable", reason=reason)
        else:
            yield from _out_of_place(read)


def _out_of_place(orders: Orders) -> Iterator[Problem]:
    """What may be said to a match that goes on, and not to one that has yet to begin."""
    said = {
        "ready": orders.ready,
        "extend": orders.extend,
        "resign": orders.resign,
        "offer draw": orders.draw,
        "standing clear": orders.standing == "clear",
        f"then {orders.then}": orders.then in ("pass", "ask"),
        f"script {orders.script}": bool(orders.script and not orders.lines),
    }
    for phrase, is_said in said.items():
        if is_said:
            yield Problem("orders-out-of-place", phrase=phrase)
    if not orders.lines:
        yield Problem("orders-empty")


def read(game: Ruleset, config: Mapping[str, Any], build: Build, text: str) -> Orders:
    """The standing orders in this text, as they could come with an entry of this build.

    Raises `OrdersUnreadable`, and `OrdersRefused` for what cannot be said there.
    """
    found = _read(game.slug, game.rules_version, _key(config), _plain(game, build), text)
    if problems := [*_out_of_place(found)]:
        raise OrdersRefused(problems)
    return found


def script(
    extras: Mapping[str, Any], game: Ruleset, config: Mapping[str, Any], build: Build
) -> Script | None:
    """Return the standing orders of this entry; None if it has none, or if they are not readable."""
    orders = text_of(extras, ORDERS)
    if game.match is None or not orders:
        return None
    try:
        return _script(game.slug, game.rules_version, _key(config), _plain(game, build), orders)
    except OrdersUnreadable:
        return None


def _plain(game: Ruleset, build: Build) -> str:
    return json.dumps(game.match_build(build))


def _key(config: Mapping[str, Any]) -> str:
    return json.dumps(dict(config), sort_keys=True)


@lru_cache(maxsize=2_000)
def _script(slug: str, version: str, config: str, build: str, text: str) -> Script:
    """The standing orders in this text: each entry plays hundreds of matches by the same. Raises `OrdersUnreadable`."""
    return Script.of(_read(slug, version, config, build, text))


@lru_cache(maxsize=2_000)
def _read(slug: str, version: str, config: str, build: str, text: str) -> Orders:
    """The orders in this text, read by what its player sees before any match: the same every time.

    Raises `OrdersUnreadable`.
    """
    game = ruleset(slug, version).match
    if game is None:
        raise LookupError(f"{version} is played without matches")
    state = game.new(json.loads(config), dict.fromkeys(SEATS, json.loads(build)))
    return read_text(text, game, game.view(state, "A"))


# --- the scripts of a player ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OwnScript:
    """The scripts of a player where an entry of this build is made, or of nobody: a stranger does not learn which there are."""

    session: Session
    player: Player | None
    game: Ruleset
    config: Mapping[str, Any]
    build: Build

    def spelled_out(self, extras: Mapping[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
        """The extras with the lines of the script that is all their orders say, and what is wrong with that name."""
        same = dict(extras)
        said = self._named(extras)
        if said is None or replace(said, lines=(), script="", standing="") != Orders():
            return same, []
        if said.lines:
            return same, [*self._room(said.script)]
        del same[ORDERS]
        if self.player is None:
            return same, [Problem("script-of-stranger", script=shown(said.script))]
        try:
            found = called(self.session, self.player, self.game.slug, said.script)
        except OrdersRefused as refusal:
            return same, [*refusal.problems]
        heading = _HEADING.format(name=found.name)
        return same | {ORDERS: heading + found.canonical}, []

    def keep(self, extras: Mapping[str, Any], at: datetime) -> None:
        """Orders that say a name are the script of that name from now on, if there is room for it."""
        said = self._named(extras)
        if self.player and said:
            with suppress(OrdersRefused):
                keep(self.session, self.player, self.game.slug, said.script, said, at)

    def _room(self, name: str) -> Iterator[Problem]:
        if self.player:
            yield from room(self.session, self.player, self.game.slug, name)

    def _named(self, extras: Mapping[str, Any]) -> Orders | None:
        """What they say if they name a script, and can be read."""
        text = text_of(extras, ORDERS)
        if self.game.match is None or not 0 < len(text) <= MOST_ORDERS:
            return None
        game, build = self.game, _plain(self.game, self.build)
        with suppress(OrdersUnreadable):
            found = _read(game.slug, game.rules_version, _key(self.config), build, text)
            return found if found.script else None
        return None


def called(session: Session, player: Player | None, game: str, name: str) -> NamedOrders:
    """The script with this name. Raises `OrdersRefused`, which names those that exist."""
    own = stored_orders.scripts(session, player.id, game) if player else {}
    if name in own:
        return own[name]
    if not own:
        raise OrdersRefused([Problem("no-scripts", script=shown(name))])
    scripts = ", ".join(f"“{each}”" for each in own)
    near = tuple(f"script {each}" for each in nearest(name, own))
    raise OrdersRefused(
        [Problem("no-script", script=shown(name), scripts=scripts, suggestions=near)]
    )


def keep(
    session: Session, player: Player, game: str, name: str, orders: Orders, at: datetime
) -> None:
    """These lines are the player's script of that name from now on. Raises `OrdersRefused` where there is no room."""
    players.lock(session, player)
    text = str(Orders(orders.to_stand))
    if problems := [*room(session, player, game, name, text)]:
        raise OrdersRefused(problems)
    row = NamedOrders(player_id=player.id, game=game, name=name, canonical=text, kept_at=at)
    if not rows.add_if_new(session, row):
        known = stored_orders.scripts(session, player.id, game)[name]
        known.canonical, known.kept_at = text, at


def room(
    session: Session, player: Player, game: str, name: str, text: str = ""
) -> Iterator[Problem]:
    """What keeps these lines from being a script of that name."""
    own = stored_orders.scripts(session, player.id, game)
    if name not in own and len(own) >= MOST_SCRIPTS:
        yield Problem("scripts-full", most=str(MOST_SCRIPTS), script=shown(name))
    if len(text) > (most := MOST_ORDERS - len(_HEADING) - len(name)):
        yield Problem("orders-too-long", length=f"{len(text):,}", most=f"{most:,}")


def forget(session: Session, player: Player | None, game: str, name: str) -> None:
    """Delete the player's script of that name. Matches and entries that use it do not change.

    Raises `OrdersRefused` if there was none.
    """
    if player:
        players.lock(session, player)
    session.delete(called(session, player, game, name))


def lines_of(found: NamedOrders, game: Game[Any], view: View) -> tuple[OrderLine, ...]:
    """The lines of a script for a match that looks so. Raises `OrdersRefused` with all that cannot be read there."""
    try:
        return read_text(found.canonical, game, view).lines
    except OrdersUnreadable as refusal:
        said = [(explain(each, "ja"), explain(each, "en")) for each in refusal.problems]
        raise OrdersRefused(
            [Problem("script-unreadable", script=found.name, reason=both) for both in said]
        ) from None
