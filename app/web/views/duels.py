"""A duel as one of its two players sees it, or a reader with the link to its result."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from app.engine import Build, Ruleset, Words
from app.league import visibility
from app.league.duels.settings import choices, rules_of, settled, shows_cards
from app.league.duels.stages import has_sent
from app.league.eligibility.choices import read
from app.league.entries.characters import name_key
from app.store.tables import Duel, Duelist, DuelStage
from app.tournament.full_table import Entrant
from app.web.cards import CardView, row_of
from app.web.forms import Form

_FIELD: Final = "rule_"


@dataclass(frozen=True, slots=True)
class _SealedPart:
    """Something that was sent: sealed, and once it may be seen also its text and the salt of its seal."""

    seal: str
    text: str | None
    salt: str
    row: Sequence[CardView]


@dataclass(frozen=True, slots=True)
class _Seat:
    """One of the two. `is_own`: the reader; `line`: the build and its character as a line of a list."""

    seat: str
    name: str
    is_own: bool
    has_sent: bool
    won: bool
    shown: _SealedPart | None
    build: _SealedPart | None

    @property
    def line(self) -> str:
        """The build and its character as a line of a list; empty while it may not be seen."""
        text = self.build.text if self.build else None
        if not text:
            return ""
        return text if "/" in text else f"{text}/{self.name}"


@dataclass(frozen=True, slots=True)
class Face:
    """The duel, with the reader's seat in front."""

    duel: Duel
    game: Ruleset
    seats: tuple[_Seat, _Seat]
    is_accepted: bool


def seen_by(duel: Duel, reader: str) -> Face:
    """The duel as the reader in this seat may see it; from no seat, as its result's link shows it."""
    game = rules_of(duel)
    ordered = sorted(duel.duelists, key=lambda each: (each.seat != reader, each.seat))
    first, second = (_seat(duel, game, each, reader) for each in ordered)
    return Face(duel, game, (first, second), bool(duel.duelists[1].name))


def _seat(duel: Duel, game: Ruleset, duelist: Duelist, reader: str) -> _Seat:
    shown = build = None
    if duelist.shown_seal:
        is_seen = visibility.shows_open_cards(duel, duelist.seat, reader)
        shown = _sealed(game, duelist.shown_seal, duelist.shown, duelist.shown_salt, is_seen)
    if duelist.build_seal:
        is_seen = visibility.shows_duel_build(duel, duelist.seat, reader)
        build = _sealed(game, duelist.build_seal, duelist.build, duelist.build_salt, is_seen)
    return _Seat(
        duelist.seat,
        duelist.name,
        duelist.seat == reader,
        has_sent(duel, duelist),
        duel.winner == duelist.seat,
        shown,
        build,
    )


def _sealed(
    game: Ruleset, seal: str, text: str | None, salt: bytes | None, is_seen: bool
) -> _SealedPart:
    if not is_seen or text is None or salt is None:
        return _SealedPart(seal, None, "", ())
    return _SealedPart(seal, text, salt.hex(), row_of(game, game.read_build(text).nameless()))


def asked_of(duel: Duel) -> Ruleset:
    """The rules with a build of as many cards as this stage asks for."""
    game = rules_of(duel)
    if game.duel is None or not shows_cards(duel):
        return game
    count = game.duel.open_cards if duel.stage is DuelStage.OPEN else game.duel.cards
    return replace(game, sizes=range(count, count + 1))


def shown_settings(
    game: Ruleset, config: Mapping[str, Any]
) -> list[tuple[str, Words, list[tuple[str, Words, bool]]]]:
    """The settings of a duel for a form: field, label, and each value with its words and whether it is set."""
    own = settled(game, config)
    return [
        (
            _FIELD + each.key,
            each.label,
            [(json.dumps(value), words, value == own[each.key]) for value, words in each.values],
        )
        for each in choices(game)
    ]


def typed_settings(
    game: Ruleset, sent: Form, standing: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, Any]:
    """The settings in a form; settings it does not mention stay."""
    found = {**standing}
    for each in choices(game):
        if _FIELD + each.key in sent.fields:
            found[each.key] = read(sent.line(_FIELD + each.key))
    return found


def entrants(duel: Duel) -> list[Entrant]:
    """Both as they meet in the battle, numbered by seat; two of the same name are told apart by their players."""
    game = rules_of(duel)
    builds = [game.read_build(each.build or "") for each in duel.duelists]
    names = [build.name or each.name for build, each in zip(builds, duel.duelists, strict=True)]
    if len({*map(name_key, names)}) == 1:
        names = [f"{name} ({each.name})" for name, each in zip(names, duel.duelists, strict=True)]
    return [
        _entrant(game, number, name, build.nameless())
        for number, (name, build) in enumerate(zip(names, builds, strict=True), 1)
    ]


def _entrant(game: Ruleset, number: int, name: str, build: Build) -> Entrant:
    return Entrant(number=number, name=name, build=build, written=game.write_build(build))
