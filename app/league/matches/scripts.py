"""What an entry brings to its matches: standing orders, and a part of its own in their dice."""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

from app.engine import Build, Ruleset
from app.engine.matches.game import SEATS
from app.engine.matches.grammar import Line, Orders
from app.engine.matches.mistakes import explain
from app.engine.matches.orders import read_text
from app.errors import OrdersUnreadable, Problem
from app.games import ruleset
from app.text.characters import hidden_in, shown

ORDERS: Final = "orders"
NONCE: Final = "nonce"
FIELDS: Final = (ORDERS, NONCE)
"""The extras of an entry that its matches take; `app.league.characters` has the others."""
MOST_ORDERS: Final = 20_000
"""Characters of an entry's standing orders."""
MOST_NONCE: Final = 64


class Script(NamedTuple):
    """The standing orders of an entry as understood, and the SHA-256 of that text with its line end."""

    lines: tuple[Line, ...]
    text: str
    sha256: str

    @classmethod
    def of(cls, orders: Orders) -> "Script":
        """That of these orders."""
        text = str(Orders(orders.to_stand))
        return cls(orders.to_stand, text, sha256(f"{text}\n".encode()).hexdigest())


def brought(orders: str, nonce: str) -> dict[str, str]:
    """These as a revision keeps them among its extras and its seal holds them: as typed, no empty ones."""
    typed = {ORDERS: orders.strip("\r\n").rstrip(), NONCE: nonce.strip()}
    return {name: text for name, text in typed.items() if text.strip()}


def text_of(extras: Mapping[str, Any], name: str) -> str:
    """What this entry brings of that name, as typed; empty if nothing."""
    return str(extras.get(name) or "")


def problems(
    extras: Mapping[str, Any], game: Ruleset, config: Mapping[str, Any], build: Build | None
) -> Iterator[Problem]:
    """Everything that is wrong with what an entry brings; without a readable build its orders cannot be read either."""
    if game.match is None:
        for name in FIELDS:
            if name in extras:
                yield Problem(f"{name}-without-matches", words=(game.title.ja, game.title.en))
        return
    nonce, orders = text_of(extras, NONCE), text_of(extras, ORDERS)
    if len(nonce) > MOST_NONCE:
        yield Problem("nonce-too-long", words=(str(len(nonce)), str(MOST_NONCE)))
    elif bad := sorted({nonce[at] for at in hidden_in(nonce)}):
        yield Problem("nonce-forbidden", words=(", ".join(map(shown, bad)),))
    if len(orders) > MOST_ORDERS:
        yield Problem("orders-too-long", words=(f"{len(orders):,}", f"{MOST_ORDERS:,}"))
    elif orders and build is not None:  # which cards it may name follows from the deck
        try:
            read = _read(game.slug, game.rules_version, _key(config), _plain(game, build), orders)
        except OrdersUnreadable as refusal:
            for each in refusal.problems:
                words = (explain(each, "ja"), explain(each, "en"))
                yield Problem("orders-unreadable", words=words)
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
        f"script {orders.script}": bool(orders.script),
    }
    for words, is_said in said.items():
        if is_said:
            yield Problem("orders-out-of-place", words=(words,))
    if not orders.lines:
        yield Problem("orders-empty")


def script(
    extras: Mapping[str, Any], game: Ruleset, config: Mapping[str, Any], build: Build
) -> Script | None:
    """The standing orders that this entry brings; None if it brings none, or none that can be read."""
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
