"""The form of an organiser's decisions about the matches of a season: as they stand, as typed, what is wrong where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from app.engine import Choice, Lang, Ruleset
from app.errors import Problem
from app.league.matches.settings import MatchSettings
from app.league.problems import explain
from app.web.forms import Form
from app.web.views.forms.drafts import Faults

_NUMBERS: Final = ("hours", "extensions", "asks_per_turn")
_SWITCHES: Final = ("early", "double", "mirror")
_LINES: Final = ("daily", "zone", *_NUMBERS)
_FIELDS: Final = {
    "match-tempo": "tempo",
    "match-hours": "hours",
    "match-daily": "daily",
    "match-weekdays": "weekdays",
    "match-zone": "zone",
    "match-extensions": "extensions",
    "match-asks": "asks_per_turn",
    "match-reveal": "reveal",
}


@dataclass(frozen=True, slots=True)
class MatchForm:
    """The content of the form, by field, and the settings that it makes; numbers that cannot be read are in `unread`.

    Of each of the game's own choices, the field has the place of its value.
    """

    settings: MatchSettings
    typed: Mapping[str, str]
    days: frozenset[int]
    unread: Sequence[tuple[str, Problem]] = ()

    def faults(self, problems: Sequence[Problem], lang: Lang) -> Faults:
        """These problems in words, each beside its field."""
        fields = {problem: field for field, problem in self.unread}
        told: dict[str, list[str]] = {}
        for problem in dict.fromkeys(problems):
            field = fields.get(problem) or _FIELDS.get(problem.code, "")
            told.setdefault(field, []).append(explain(problem, lang))
        return Faults(told, told.pop("", []))


def form_of(settings: MatchSettings, game: Ruleset) -> MatchForm:
    """The decisions as they stand, as fields hold them."""
    typed = {name: str(getattr(settings, name) or "") for name in ("daily", "zone", "hours")}
    typed |= {name: str(getattr(settings, name)) for name in ("extensions", "asks_per_turn")}
    typed |= {name: "yes" if getattr(settings, name) else "" for name in _SWITCHES}
    typed |= {"tempo": settings.tempo, "reveal": settings.reveal}
    typed |= {field_of(each): str(_place(each, settings.config)) for each in game.choices}
    return MatchForm(settings, typed, frozenset(settings.weekdays))


def sent(form: Form, before: MatchSettings, game: Ruleset) -> MatchForm:
    """The same as it was sent."""
    typed = {name: form.line(name) for name in (*_LINES, *_SWITCHES, "tempo", "reveal")}
    typed |= {field_of(each): form.line(field_of(each)) for each in game.choices}
    days = frozenset(day for day in range(7) if form.line(f"day{day}") == "yes")
    unread: list[tuple[str, Problem]] = []
    wanted: dict[str, Any] = {name: typed[name] for name in ("tempo", "reveal", "daily", "zone")}
    wanted |= {name: typed[name] == "yes" for name in _SWITCHES}
    for name in _NUMBERS:
        text = typed[name]
        if text.isascii() and text.isdigit() and len(text) < 10:
            wanted[name] = int(text)
        elif text or name != "hours":
            unread.append((name, Problem("match-unread", typed=text[:20])))
        else:
            wanted[name] = None
    config = dict(before.config)
    for each in game.choices:
        place = typed[field_of(each)]
        values = {str(at): value for at, (value, _) in enumerate(each.values)}
        config[each.key] = values.get(place, each.values[0][0])
    wanted |= {"weekdays": tuple(sorted(days)), "config": config}
    return MatchForm(replace(before, **wanted), typed, days, unread)


def field_of(choice: Choice) -> str:
    """The name of the field of one of the game's own choices."""
    return f"rule_{choice.key}"


def _place(choice: Choice, config: Mapping[str, Any]) -> int:
    value = config.get(choice.key, choice.values[0][0])
    return next((at for at, (each, _) in enumerate(choice.values) if each == value), 0)
