"""The orders of a turn to be chosen, step by step as a turn goes: what can be added to those that there are."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from app.engine.matches.game import View
from app.engine.matches.menus import Menu, MenuChoice, by_verb
from app.engine.words import Lang, Words
from app.games.ocg.actions import Draft, Judge, empty, single_plays
from app.games.ocg.effects import Hit, Lend
from app.games.ocg.orders import GRAMMAR, written
from app.games.ocg.side import HAND
from app.games.ocg.view import Fighter
from app.games.ocg.words import sentences as say
from app.games.ocg.words.possible import is_asked

_FALLS = Words("その場で倒れます", "falls at once")
_GOES = Words("捨て札になります", "goes to the discard pile")
_PASS = Words("このターンは何もしません", "nothing at all in this turn")
_NAMES = {verb: Words(forms.verb.ja, verb.capitalize()) for verb, forms in GRAMMAR.forms.items()}


def menus(view: View, _decision: object, _options: object, lang: Lang) -> Sequence[Menu]:
    """A menu a step, with each play by itself; those who attack and guard, and cards that go, are listed."""
    if not is_asked(view):
        return ()
    judge = Judge(view)
    draft = Draft(judge)
    idle = [each for each in judge.own if each not in (*draft.attack, *draft.guard)]
    attack = [each for each in idle if judge.own[each].may_attack]
    above = len(judge.hand) - HAND
    lists = (
        ("attack", len(attack), {n: _numbers(judge.own[n], lang) for n in attack}),
        ("guard", len(idle), {n: say.COUNTERS[judge.own[n].counters].to(lang) for n in idle}),
        ("discard", above, dict.fromkeys(judge.hand if above > 0 else (), _GOES.to(lang))),
    )
    found = by_verb(GRAMMAR, _plays(view, judge, lang), _NAMES, lang)
    for verb, most, some in lists:
        harms = verb == "discard"
        choices = [
            MenuChoice(str(name), label, str(name), harms=harms) for name, label in some.items()
        ]
        if choices:
            found.append(Menu(_NAMES[verb].to(lang), (*choices,), verb, 0, most, between=", "))
    if "plan" not in view:
        found.append(Menu(_NAMES["pass"].to(lang), (MenuChoice("pass", _PASS.to(lang)),)))
    return found


def _does(play: Mapping[str, Any], judge: Judge, lang: Lang) -> str:
    """Return the effect of a command, and whether its target falls."""
    verb, comma = judge.pool[play["card"]].verb, "、" if lang == "ja" else ", "
    if isinstance(verb, Lend):
        lent = (words for name, words in say.LENDS.items() if getattr(verb.bonus, name))
        return comma.join(each.to(lang).format(**asdict(verb.bonus)) for each in lent)
    blanks = {name: getattr(verb, name) for name in ("count", "points") if hasattr(verb, name)}
    said = say.DOES[type(verb)].to(lang).format(**blanks)
    falls = isinstance(verb, Hit) and judge.foes[play["targets"][0]].left <= verb.points
    return f"{said}{comma}{_FALLS.to(lang)}" if falls else said


def _numbers(each: Fighter, lang: Lang) -> str:
    return say.NUMBERS.to(lang).format(power=each.has.power, left=each.left, dur=each.has.dur)


def _plays(view: View, judge: Judge, lang: Lang) -> Iterator[MenuChoice]:
    """Yield each play that can be added, with the resulting numbers of a character or the effect of a command."""
    for play in single_plays(view):
        draft = Draft(judge)
        if draft.lacks(play["p"], play["card"]) or draft.add(play):
            continue
        changed = [each for name, each in draft.own.items() if each is not judge.own.get(name)]
        harms = any(each.left <= 0 for each in changed)
        numbers = (_numbers(each, lang) for each in changed)
        label = _does(play, judge, lang) if "by" in play else "".join(numbers)
        aims = (play.get("on") or play.get("by"), *play.get("targets", ()))
        yield MenuChoice(
            written(empty() | {"plays": [play]}),
            _FALLS.to(lang) if harms else label,
            play["card"],
            tuple(str(each).partition(".")[0] for each in aims if each),
            harms=harms,
        )
