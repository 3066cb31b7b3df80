"""Decisions with several fields: limits on builds, sides, who may enter, house cards."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import tzinfo
from secrets import token_hex
from typing import Any, Final

from app.engine import Lang
from app.engine.versions import base_of
from app.errors import CardsUnreadable, Problem, RulesNotInstalled, SeasonRefused, UnknownGame
from app.games import ruleset
from app.games.house import with_cards
from app.i18n import N_, translations
from app.league.eligibility import sides
from app.league.eligibility.pools import Pool, read_banned
from app.league.eligibility.sides import Sides
from app.league.entries import doors
from app.league.entries.doors import LEAST, SeasonDoor
from app.league.seasons.decisions.kinds import (
    DecisionKind,
    FormPart,
    Lines,
    OneWord,
    Source,
    Text,
    WholeNumber,
    YesNo,
)
from app.text.characters import key, shown

MOST: Final = 1_000_000
_AS_RULES: Final = N_("as the rules say")


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildPool(DecisionKind):
    """The season's limits on builds."""

    nothing: str = N_("what the rules allow")
    parts: tuple[FormPart, ...] = (
        FormPart(
            name="banned",
            kind=Lines(),
            label=N_("Not allowed"),
            meaning=N_(
                "What no build may contain. Write names in any language, separated by commas."
            ),
            empty=N_("none"),
            option="--ban",
            codes=("unknown-banned", "pool-of-decks", "pool-too-small"),
        ),
        FormPart(
            name="copies",
            kind=WholeNumber(least=1, most=MOST, code="bad-count", nothing=_AS_RULES),
            label=N_("Copies of the same one"),
            meaning=N_("How many copies of the same one a build may have at most."),
            codes=("bad-copies",),
        ),
        FormPart(
            name="size",
            kind=WholeNumber(least=1, most=MOST, code="bad-count", nothing=_AS_RULES),
            label=N_("Exact size of a build"),
            meaning=N_("Every build has exactly this size."),
            codes=("bad-size",),
        ),
    )

    def logged(self, value: Pool) -> str:
        return value.text

    def plain(self, value: Pool) -> dict[str, Any]:
        return value.plain()

    def of(self, kept: Mapping[str, Any]) -> Pool:
        return Pool.of(kept)

    def apart(self, value: Pool, game: str) -> Mapping[str, Any]:
        return {"banned": ", ".join(value.banned), "copies": value.copies, "size": value.size}

    def whole(self, typed: Mapping[str, Any], game: str, rules: str, wrong: list[Problem]) -> Pool:
        banned: tuple[str, ...] = ()
        with suppress(UnknownGame, RulesNotInstalled):  # told of the game itself
            try:
                banned = read_banned(ruleset(game, rules or None), typed["banned"])
            except SeasonRefused as refusal:
                wrong += refusal.problems
        return Pool(banned, typed["copies"], typed["size"])


@dataclass(frozen=True, slots=True, kw_only=True)
class SidesOfSeason(DecisionKind):
    """The sides, and whether battles within one side are played."""

    nothing: str = N_("none")
    parts: tuple[FormPart, ...] = (
        FormPart(
            name="sides",
            kind=Lines(),
            label=N_("Their names and colours"),
            meaning=N_(
                "For each side its names in Japanese and English, and a colour if you like."
            ),
            empty=N_("none"),
            example="紅 / Red #c03030, 白 / White",
        ),
        FormPart(
            name="apart",
            kind=YesNo(no=N_("are played"), yes=N_("are not played")),
            label=N_("Battles within a side"),
            meaning=N_(
                "Whether characters of the same side meet. In stages it depends on the "
                "format: a knock-out can only delay such battles."
            ),
        ),
        FormPart(
            name="grouped",
            kind=YesNo(no=N_("are open to all"), yes=N_("belong to these groups")),
            label=N_("Sides with the name of a group"),
            meaning=N_(
                "If a side has the name of a group of this game, you can reserve it for the members. They are on it without writing it."
            ),
        ),
    )

    def logged(self, value: Sides) -> str:
        return value.told

    def plain(self, value: Sides) -> dict[str, Any]:
        return value.plain()

    def of(self, kept: Mapping[str, Any]) -> Sides:
        return Sides.of(kept)

    def apart(self, value: Sides, game: str) -> Mapping[str, Any]:
        return {"sides": value.text, "apart": value.apart, "grouped": value.grouped}

    def whole(self, typed: Mapping[str, Any], game: str, rules: str, wrong: list[Problem]) -> Sides:
        is_apart, is_grouped = typed["apart"], typed["grouped"]
        return sides.read(typed["sides"], is_apart=is_apart, is_grouped=is_grouped)


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorOfSeason(DecisionKind):
    """Who may enter. Only digests of a word or a list are kept, so they cannot be shown again."""

    parts: tuple[FormPart, ...] = (
        FormPart(
            name="door",
            kind=OneWord(options=doors.WAYS),
            label=N_("Who may enter"),
            meaning=N_(
                "Players who have entered stay. The organisers' page shows the link. People can pass on a link or a word."
            ),
            codes=("other-door",),
        ),
        FormPart(
            name="word",
            kind=Text(),
            label=N_("Its word"),
            meaning=N_(
                "At least 8 letters or digits. Players type it in the form, or in a mail as “Word: …”. You cannot read it here afterwards."
            ),
            empty=N_("as it was"),
            codes=("short-word",),
        ),
        FormPart(
            name="guests",
            kind=Lines(),
            label=N_("Addresses on its list"),
            meaning=N_(
                "Type or paste any number of addresses. They replace the list. You cannot read them here afterwards."
            ),
            empty=N_("as it was"),
            example="hanako@example.com, taro@example.com",
            codes=("bad-guest", "bad-guests"),
        ),
        FormPart(
            name="new_link",
            kind=YesNo(no=N_("as it was"), yes=N_("make a new one (the old one stops working)")),
            label=N_("Its link"),
            meaning=N_("If too many people have it, make a new one."),
        ),
    )

    def logged(self, value: SeasonDoor) -> str:
        code = doors.digest(*value.keys)[:8]
        return f"{value.by} {len(value.keys)} {code}" if value.by else ""

    def said(self, logged: str, lang: Lang, zone: tzinfo) -> str:
        by, _, count = logged.rpartition(" ")[0].partition(" ")
        return translations(lang).gettext(doors.WAYS[by]) + (f" ({count})" if by == "list" else "")

    def of(self, kept: Sequence[Any]) -> SeasonDoor:
        return SeasonDoor(*kept)

    def apart(self, value: SeasonDoor, game: str) -> Mapping[str, Any]:
        return {"door": value.by, "word": "", "guests": "", "new_link": False, "standing": value}

    def whole(
        self, typed: Mapping[str, Any], game: str, rules: str, wrong: list[Problem]
    ) -> SeasonDoor:
        standing, by, word = typed["standing"], typed["door"], key(typed["word"])
        keys = standing.keys if by == standing.by else ()
        for way, part in (("word", "word"), ("list", "guests")):
            if typed[part] and by != way:
                wrong.append(Problem("other-door", way=way))
        if by == "link" and (typed["new_link"] or not keys):
            keys = (link := token_hex(10), doors.digest(link))
        elif by == "word" and (word or not keys):
            keys = (doors.digest(word),)
            wrong += [Problem("short-word", least=str(LEAST))] if len(word) < LEAST else []
        elif by == "list" and (typed["guests"] or not keys):
            keys = doors.digests_of_list(typed["guests"], wrong)
        elif by not in doors.WAYS:
            wrong.append(Problem("unknown-door", typed=shown(by[:40])))
        return SeasonDoor(by if by in doors.WAYS else "", keys, standing.since)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesOfSeason(DecisionKind):
    """The version of the rules, with house cards if there are any; empty means the newest."""

    parts: tuple[FormPart, ...] = (
        FormPart(
            name="cards",
            kind=Source(),
            label=N_("Your own %(slots)s, in TOML"),
            meaning=N_("They become part of the season's rules, and everyone can see them."),
        ),
    )

    def apart(self, value: str, game: str) -> Mapping[str, Any]:
        house = ruleset(game, value).house if value else None
        return {"cards": house.text if house else ""}

    def whole(self, typed: Mapping[str, Any], game: str, rules: str, wrong: list[Problem]) -> str:
        base = base_of(rules)
        try:
            if typed["cards"].strip():
                return with_cards(game, typed["cards"], base or None).rules_version
        except CardsUnreadable as refusal:
            wrong += refusal.problems
        except (UnknownGame, RulesNotInstalled):
            pass  # told of the game itself
        return base
