"""The names of rounds, tables and places in a stage: `Semi-finals`, `Group B`, `lost the final`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Final

from app.engine import Lang
from app.i18n import N_, number, ordinal, translations
from app.league.seasons.stages.plans import StagePlan
from app.tournament.formats.bracket import NOBODY, BracketGame, BracketPart, PlannedGame
from app.tournament.formats.divisions import Divisions
from app.tournament.formats.format import Bye
from app.tournament.formats.groups import Groups
from app.tournament.formats.hill import Hill
from app.tournament.formats.stages import Phase, final_order
from app.tournament.formats.swiss import Swiss

_ROUND: Final = N_("Round %(num)s")
_GAMES: Final = {
    BracketPart.FINAL: (N_("Final"), N_("Final"), N_("lost the final")),
    BracketPart.RESET: (
        N_("The final once more"),
        N_("The final once more"),
        N_("lost the final"),
    ),
    BracketPart.THIRD: (
        N_("Match for third place"),
        N_("Match for third place"),
        N_("lost the match for third place"),
    ),
    2: (N_("Semi-finals"), N_("Semi-final"), N_("lost in the semi-final")),
    4: (N_("Quarter-finals"), N_("Quarter-final"), N_("lost in the quarter-final")),
    "single": (_ROUND, _ROUND, N_("lost in round %(num)s")),
    BracketPart.WINNERS: (
        N_("Winners' bracket, round %(num)s"),
        N_("Winners' bracket, round %(num)s"),
        N_("lost in round %(num)s of the winners' bracket"),
    ),
    BracketPart.LOSERS: (
        N_("Losers' bracket, round %(num)s"),
        N_("Losers' bracket, round %(num)s"),
        N_("lost in round %(num)s of the losers' bracket"),
    ),
}
"""For each kind of game: the name of its round, of one game, and of losing it."""
_TABLES: Final[dict[type, tuple[str, str]]] = {
    Groups: (N_("Group %(num)s"), N_("group %(num)s")),
    Divisions: (N_("Division %(num)s"), N_("division %(num)s")),
}
"""For each format with several tables: the name of a table, alone and within a sentence."""
_WON: Final = {
    BracketPart.FINAL: N_("won the final"),
    BracketPart.RESET: N_("won the final"),
    BracketPart.THIRD: N_("won the match for third place"),
}


def of_table(phase: Phase, at: int, lang: Lang) -> str:
    """Return the name of table `at`, from 1: `Group B`, `Division 2`. Empty if a stage has only one."""
    return _tabled(phase, at, 0, lang)


def _tabled(phase: Phase, at: int, form: int, lang: Lang) -> str:
    """Return the name of a table in one of the forms of `_TABLES`."""
    forms = _TABLES.get(type(phase.stage.format))
    is_lettered = forms is _TABLES[Groups] and at <= len(ascii_uppercase)
    num = ascii_uppercase[at - 1] if is_lettered else at
    return translations(lang).gettext(forms[form]) % {"num": num} if forms else ""


def of_round(phase: Phase, round_: int, lang: Lang) -> str:
    """Return the name of a round: `Semi-finals`, `Final · Match for third place`, `Round 3 of 5`."""
    format_, words = phase.stage.format, translations(lang)
    if games := phase.games or phase.team_games:
        called = GameNames(games, lang)
        titles = [
            called.all(each.planned) for each in fought(games) if each.planned.round == round_
        ]
        return " · ".join(dict.fromkeys(titles))
    if isinstance(format_, Swiss):
        return words.gettext("Round %(num)s of %(of)s") % {"num": round_, "of": format_.rounds}
    return words.gettext(_ROUND) % {"num": round_}


def of_pairings(phase: Phase, lang: Lang) -> dict[tuple[int, int], str]:
    """Return a name for each pairing, by round and table.

    That is its group, or the name of its game if a round has games of different names.
    """
    if games := phase.games:
        called = GameNames(games, lang)
        rounds = {each.planned.round for each in games}
        several = {at for at in rounds if " · " in of_round(phase, at, lang)}
        return {
            each.planned[:2]: called.one(each.planned)
            for each in games
            if each.planned.round in several
        }
    table = {
        line.entry: of_table(phase, at, lang)
        for at, lines in enumerate(phase.tables, 1)
        for line in lines
    }
    every = [each for each in (*phase.results, *phase.due) if not isinstance(each, Bye)]
    return {(each.round, each.table): table.get(each.first, "") for each in every}


def fought(games: Sequence[BracketGame]) -> list[BracketGame]:
    """Return the games without byes."""
    return [each for each in games if NOBODY not in (each.first, each.second)]


class GameNames:
    """The names of the games of a bracket."""

    def __init__(self, games: Sequence[BracketGame], lang: Lang) -> None:
        self._gettext = translations(lang).gettext
        self._sizes = Counter((each.planned.part, each.planned.round) for each in games)
        self._fought = {(each.planned.round, each.planned.part) for each in fought(games)}
        winners = [round_ for part, round_ in self._sizes if part is BracketPart.WINNERS]
        last = (BracketPart.WINNERS, max(winners, default=0))
        self._is_double = self._sizes[last] == 1

    def all(self, planned: PlannedGame) -> str:
        """Return the name of this game's round: `Semi-finals`."""
        return self._form(planned, 0)

    def one(self, planned: PlannedGame) -> str:
        """Return the name of this game: `Semi-final`."""
        return self._form(planned, 1)

    def lost(self, planned: PlannedGame) -> str:
        """Return what the loser of this game is said to have done: `lost in the semi-final`."""
        return self._form(planned, 2)

    def _form(self, planned: PlannedGame, form: int) -> str:
        part = planned.part
        kind: object = part
        if part is BracketPart.WINNERS and not self._is_double:
            size = self._sizes[part, planned.round]
            kind = size if size in _GAMES else "single"
        num = sum(p is part and round_ <= planned.round for round_, p in self._fought)
        return self._gettext(_GAMES[kind][form]) % {"num": num}


def where_met(phases: Sequence[Phase], one: int, other: int, lang: Lang) -> str:
    """Return where these two met last: `Semi-final`, `Group B`, `Round 3`. Empty if they never met."""
    for phase in reversed(phases):
        for each in reversed(phase.results):
            if {each.first, each.second} == {one, other}:
                game = next(
                    (g for g in phase.games if g.planned[:2] == (each.round, each.table)), None
                )
                tables = enumerate(phase.tables, 1)
                group = next(
                    (at for at, lines in tables if any(line.entry == one for line in lines)), 1
                )
                return (
                    GameNames(phase.games, lang).one(game.planned)
                    if game
                    else of_table(phase, group, lang) or of_round(phase, each.round, lang)
                )
    return ""


def reached(plans: Sequence[StagePlan], phases: Sequence[Phase], lang: Lang) -> dict[int, str]:
    """Return how far each entrant came: `lost in the semi-final`, `3rd in group B`, `held the hill for 5 battles`."""
    ended = {each.entry: each.stage for each in final_order(phases)}
    told = [reached_in(phase, plans[phase.at], lang) for phase in phases]
    return {entry: told[stage].get(entry, "") for entry, stage in ended.items()}


def reached_in(phase: Phase, plan: StagePlan, lang: Lang) -> Mapping[int, str]:
    """Return how far each entrant came in this stage. Empty if the places of a single table say it."""
    words, format_ = translations(lang), phase.stage.format
    if games := phase.games or phase.team_games:
        return _in_bracket(phase, games, lang)
    if isinstance(format_, Hill):
        return _on_hill(phase, format_, lang)
    if phase.teams or (phase.is_last and not phase.at and len(phase.tables) == 1):
        return {}
    where = words.gettext("%(place)s in “%(stage)s”"), words.gettext("%(place)s in %(group)s")
    stage = plan.name(lang)
    found: dict[int, str] = {}
    for at, lines in enumerate(phase.tables, 1):
        group = _tabled(phase, at, 1, lang)
        for line in lines:
            about = {"place": ordinal(line.place, lang), "stage": stage, "group": group}
            found[line.entry] = where[bool(group)] % about
    return found


def _in_bracket(phase: Phase, games: Sequence[BracketGame], lang: Lang) -> dict[int, str]:
    last: dict[int, BracketGame] = {}
    for each in sorted(games, key=lambda each: each.planned.round):
        last |= {side: each for side in (each.first, each.second) if side is not None}
    called = GameNames(games, lang)
    found: dict[int, str] = {}
    for entry, game in last.items():
        told = ""
        if entry == game.winner:
            told = translations(lang).gettext(won) if (won := _WON.get(game.planned.part)) else ""
        elif game.winner is not None:
            told = called.lost(game.planned)
        found |= dict.fromkeys(phase.lineups.get(entry, (entry,)), told)
    return found


def _on_hill(phase: Phase, hill: Hill, lang: Lang) -> dict[int, str]:
    """Return for each entrant its battles against newcomers, and whether it fell off the hill."""
    words = translations(lang)
    fallen = hill.top(phase.field, phase.results)[0].fallen
    held = dict.fromkeys(phase.field.present, 0)
    for each in phase.results:
        if each.second is not None:
            held[each.second] += 1
    return {
        entry: words.gettext("fell off the hill at once")
        if entry in fallen and not many
        else (
            words.ngettext(
                "held the hill for %(num)s battle", "held the hill for %(num)s battles", many
            )
            if entry in fallen
            else words.ngettext(
                "on the hill after %(num)s battle", "on the hill after %(num)s battles", many
            )
        )
        % {"num": number(many)}
        for entry, many in held.items()
    }
