"""Whether what became of a mail is what its row says: everything that is not."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlmodel import Session

from app.engine.matches.game import Game, Seat
from app.games import match_game, ruleset
from app.store.tables import Entry, Match, Revision, Season
from tests.mail.post.became import DONE, Became, same_orders, stands_in
from tests.mail.post.worlds import TITLES

MAY: Final[dict[str, set[str]]] = {
    "orders-refused-with-blank": {"orders"},
    "orders-taken": {"orders", "auto"},
    "suggestion-taken": {"orders"},
    "repeated": {"orders"},
    "stopped": {"settings", "stopped", "dropped"},
    "settings": {"settings", "stopped"},
}
"""What is done where a row says so, if that has another word."""
SAYS: Final = frozenset(["entry-refused", "short-letter", "help"])
"""Words besides topics whose answers have what the row says."""


@dataclass(frozen=True)
class Judge:
    """A row, and what became of its mail; `own` are the matches of its writer by number, `letter` is the text that was answered."""

    session: Session
    row: Mapping[str, Any]
    got: Became
    own: Mapping[str, tuple[Match, Seat]]
    letter: str

    def wrong(self) -> Iterator[str]:
        """Everything that is not as the row says: by the first of its words that fits, or by what it should be."""
        tries = {
            each: [*self._wrong_as(each)]
            for each in [self.row["should"], *self.row.get("also", ())]
        }
        if all(tries.values()):
            yield from tries[self.row["should"]]
            return
        for each in self.row.get("besides", ()):
            if found := [*self._wrong_as(each, besides=True)]:
                yield f"besides {each}: {'; '.join(found)}"

    def _wrong_as(self, word: str, *, besides: bool = False) -> Iterator[str]:
        may = MAY.get(word, {word})
        for each in self.row.get("besides", ()):
            may = may | MAY.get(each, {each})
        if not besides and (more := self.got.words & DONE - may):
            yield f"did {', '.join(sorted(more))}"
        match word:
            case "orders-taken" | "repeated":
                yield from self._wrong_orders()
            case "suggestion-taken":
                yield from self._wrong_suggestion(self._named(self.row.get("matches", "all")))
            case "auto":
                for number in self._named(self.row.get("auto", self.row.get("matches", "all"))):
                    if number not in self.got.plans or not self._is_auto(number):
                        yield f"no auto in {number}"
            case "orders-refused-with-blank":
                yield from self._wrong_refusal()
            case "resigned":
                if self.got.resigned != [
                    *self._named(self.row.get("resign", self.row.get("matches", "all")))
                ]:
                    yield f"resigned {self.got.resigned}"
            case "draw-offered":
                if self.got.drawn != [*self._named(self.row["matches"])]:
                    yield f"draw offered in {self.got.drawn}"
            case "entry-held" | "change-asked" | "entry-changed":
                yield from self._wrong_entry(word)
            case "which-match" | "which-season":
                if word not in self.got.words:
                    yield f"not {word}"
                for each in self.row.get("could_be", ()):
                    if not any(name in self.got.told for name in self._called(each)):
                        yield f"does not list {each}"
            case "nothing":
                if self.got.answers:
                    yield "answered"
            case _:
                if word not in self.got.words:
                    yield f"not {word}"
                if word.startswith("answered:") or word in SAYS:
                    yield from self._unsaid()
        if word != "nothing" and not self.got.answers:
            yield "no answer"

    def _wrong_refusal(self) -> Iterator[str]:
        told, wrong = self.got.told, self.row.get("wrong", "")
        if "orders-refused-with-blank" not in self.got.words:
            yield "no refusal with a blank"
        for number in self.row.get("matches", ()):
            if number in self.got.plans:
                yield f"something is in force in {number}"
            if f"game {self.own[number][0].game_id}" not in told:
                yield f"no blank of {number}"
        if " " not in wrong and wrong not in told:
            yield f"does not show {wrong}"
        near = self.row.get("nearest", "").split()
        yield from (f"does not say {each}" for each in near if each not in told)
        is_other_way = "orders-taken" in self.row.get("also", ())  # then the orders are of that
        if self.row.get("orders") and not is_other_way:
            yield from self._wrong_orders()
        elif self.got.plans:
            yield f"in force in {', '.join(self.got.plans)}"

    def _called(self, what: str) -> tuple[str, ...]:
        """The names of this season; or of this match, and of the opponent in it."""
        if what in TITLES:
            return TITLES[what]
        match, seat = self.own[what]
        other = self.session.get_one(Entry, match.entry_in("B" if seat == "A" else "A"))
        return match.game_id, self.session.get_one(Revision, other.current_id).name

    def _named(self, numbers: str | list[str]) -> list[str]:
        return [*self.own] if numbers == "all" else [*numbers]

    def _is_auto(self, number: str) -> bool:
        return {*self.got.plans[number].canonical.split("\n")} <= {"", "then auto", "ready"}

    def _unsaid(self) -> Iterator[str]:
        yield from (
            f"does not say {each}"
            for each in self.row.get("contains", ())
            if each not in self.got.told
        )

    def _wrong_orders(self) -> Iterator[str]:
        """Where what is in force is not what was written, or more than that is."""
        wanted: dict[str, list[str]] = self.row.get("orders", {})
        for number, lines in wanted.items():
            plan = self.got.plans.get(number)
            if plan is None:
                yield f"nothing in force in {number}"
            elif not same_orders(self.session, self.own[number], plan, lines):
                yield f"in force in {number}: {plan.canonical!r}"
        suggestion, auto = self.row.get("suggestion", ()), self.row.get("auto", ())
        yield from self._wrong_suggestion(suggestion, others=True)
        yield from (
            f"no auto in {each}"
            for each in auto
            if each in self.got.plans and not self._is_auto(each)
        )
        if not wanted and not self.got.plans:
            yield "nothing in force"
        elif wanted and (more := self.got.plans.keys() - {*wanted, *suggestion, *auto}):
            yield f"also in force in {', '.join(sorted(more))}"

    def _wrong_suggestion(self, numbers: Sequence[str], *, others: bool = False) -> Iterator[str]:
        for number in numbers:
            if number not in self.got.plans:
                yield f"nothing in force in {number}"
            elif not stands_in(self.letter, self.got.plans[number], self._game(number)):
                yield f"not the suggestion in {number}: {self.got.plans[number].canonical!r}"
        if not others and (more := self.got.plans.keys() - {*numbers}):
            yield f"also in force in {', '.join(sorted(more))}"

    def _game(self, number: str) -> Game[Any]:
        season = self.session.get_one(Season, self.own[number][0].season_id)
        return match_game(season.game, season.rules_version)

    def _wrong_entry(self, word: str) -> Iterator[str]:
        now = self.got.revision
        if word not in self.got.words or now is None:
            yield f"not {word}"
            return
        season = self.session.get_one(Season, now.entry.season_id)
        if self.row.get("season", season.slug) != season.slug:
            yield f"in {season.slug}"
        if "name" in self.row and self.row["name"] != now.name:
            yield f"name {now.name!r}"
        if (wanted := self._wanted(season)) is not None and wanted != _cards(season, now.build):
            yield f"build {now.build!r}"
        kind, _, what = str(self.row.get("change", "")).partition(" ")
        if (kind == "name" and now.name != what) or (kind == "master" and what not in now.build):
            yield f"{now.name!r}, build {now.build!r}"

    def _wanted(self, season: Season) -> list[str] | None:
        """The cards that the entry should have; None where the row does not say it."""
        wanted = self.row.get("build", self.row.get("change"))
        if isinstance(wanted, dict):
            return sorted(Counter(wanted).elements())
        if isinstance(wanted, str) and " out, " in wanted and self.got.before:
            out, into = re.findall(r"F\d\d", wanted)
            left = Counter(_cards(season, self.got.before.build)) - Counter([out])
            return sorted((left + Counter([into])).elements())
        if isinstance(wanted, str) and ("build" in self.row or wanted.startswith("deck ")):
            return _cards(season, wanted)
        return wanted if isinstance(wanted, list) else None


def _cards(season: Season, text: str) -> list[str]:
    """The cards of a build: in order where the game has one, else sorted."""
    cards = [*ruleset(season.game, season.rules_version).read_build(text).cards]
    return cards if season.game == "laplaplus" else sorted(cards)
