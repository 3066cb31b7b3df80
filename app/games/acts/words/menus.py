"""The orders of ACT:S to be chosen: a unit with all that it can do, servants to be made, tools, ether, and answers."""

import itertools
from collections.abc import Iterator, Sequence

from app.engine.matches.game import Action, MatchDecision, Options, View
from app.engine.matches.menus import Menu, MenuChoice, by_verb
from app.engine.words import Lang, Words
from app.games.acts import actions
from app.games.acts.attacks import aims
from app.games.acts.cards import ETHER
from app.games.acts.field import is_passive, move_cost, units
from app.games.acts.squares import NAMED
from app.games.acts.state import Flow
from app.games.acts.view import Sight, called
from app.games.acts.words.orders import grammar_of, written
from app.games.acts.words.possible import Possible

_TOSS = Words("コインに勝ったら", "If you win the toss")
_ANSWERS = Words("相手の行動に答える", "Answers to the opponent")
_IF_LETHAL = Words("倒されるときだけ", "only if it would fall")
_IF_MUCH = Words("20D以上のときだけ", "only from 20D")
_IF_MASTER = Words("マスターが狙われたら", "if the master is the target")
_COSTS = Words("{cost}e使い、残り{left}e", "costs {cost}e, {left}e left")
_HARMS = Words("自分が損をする", "hurts your own side")
_SIDES = ("first", "second")
_MENUS = {
    **dict.fromkeys(
        ("move", "attack", "skill"),
        Words("ユニット（移動・攻撃・スキル）", "Units: move, attack, skill"),
    ),
    "make": Words(
        "メイク（エーテルがサイズちょうどなら、このターンは動けない）",
        "Make (with exactly its size in ether it cannot act this turn)",
    ),
    "tool": Words("ツール", "Tools"),
    **dict.fromkeys(
        ("ether", "pass"),
        Words("エーテル（1ターン3回まで）とパス", "Ether (three times a turn), and passing"),
    ),
}
_OF_KIND = {
    actions.TOSS: Words("コインに勝ちました", "You have won the toss"),
    actions.SPEED_KIND: _ANSWERS,
    actions.DEFEND: _ANSWERS,
    actions.REFILL: Words(
        "ターン終了時にトラッシュから付けるエーテル", "Ether from the trash at turn end"
    ),
}


def menus(
    view: View, decision: MatchDecision | None, options: Options | None, lang: Lang
) -> Sequence[Menu]:
    """Return the possible orders at this decision, or in a plan for the turn, from the view alone."""
    sight = Sight.through(view)
    kind, grammar = decision.kind if decision else "", grammar_of(sight.pool)
    if kind != actions.TOSS and (view["over"] or not (view["seat"] and view["field"])):
        return ()
    names = dict.fromkeys(grammar.forms, _OF_KIND[kind]) if kind in _OF_KIND else _MENUS
    choices = [*map(_Labels(view, sight, lang).choice, options or actions.listed(sight))]
    choices.sort(key=lambda each: each.order.startswith("move "))
    if decision:
        return by_verb(grammar, choices, names, lang)
    toss = [MenuChoice(f"toss {side}", later=True) for side in _SIDES if not view["first"]]
    return [
        *by_verb(grammar, toss + choices, {"toss": _TOSS, **_MENUS}, lang),
        *by_verb(
            grammar,
            _answers(sight, lang),
            dict.fromkeys(("defend", "tool"), _ANSWERS),
            lang,
        ),
    ]


def _answers(sight: Sight, lang: Lang) -> Iterator[MenuChoice]:
    """Lines for defences of own units, and for a speed tool in the hand that answers an attack."""
    for at, unit in units(sight.field, sight.seat):
        for skill in itertools.filterfalse(is_passive, unit.face.defences.values()):
            name = sight.pool.skill_names[skill.name].to(lang)
            test, words = "target is master", _IF_MASTER
            if skill.is_for_itself:
                is_cheap = skill.cost == 1
                test = "damage >= 20" if is_cheap else "lethal = 1"
                words = _IF_MUCH if is_cheap else _IF_LETHAL
            order = f"react defend {called(at, sight)} with {skill.name} if {test}"
            yield MenuChoice(order, f"{name} ({words.to(lang)})")
    for id in sorted(sight.pool.answers.intersection(sight.hand)):
        if sight.pool[id].effect.answers_attack:
            yield MenuChoice(f"react tool {id} on master if lethal = 1", _IF_LETHAL.to(lang))
        else:
            yield MenuChoice(f"react tool {id}")


class _Labels:
    """The effects of possible orders in words."""

    def __init__(self, view: View, sight: Sight, lang: Lang) -> None:
        self.view, self.sight, self.lang = view, sight, lang
        self.possible = Possible(sight, lang)

    def harms(self, action: Action) -> bool:
        """Whether it harms an own card or helps an enemy, which players rarely want."""
        field, seat = self.sight.field, self.sight.seat
        if action["a"] == "attack":
            return any(field[each].owner == seat for each in aims(field, Flow({**action})))
        if action["a"] != "tool" or (tool := self.sight.pool[action["card"]]).tool != "custom":
            return False
        is_own = field[NAMED[action["on"]]].owner == seat
        return is_own == bool(tool.traits.heavy)

    def price(self, action: Action) -> str:
        """Return the cost of a unit's action; empty if it is free."""
        unit, kind = self.sight.field[NAMED[action["unit"]]], action["a"]
        if kind == "move":
            cost = move_cost(unit)
        elif kind == "attack":
            cost = self.possible.attack(unit, action["skill"]).cost
        else:
            cost = unit.face.actives[action["skill"]].cost
        return _COSTS.to(self.lang).format(cost=cost, left=unit.off - cost) if cost else ""

    def choice(self, action: Action) -> MenuChoice:
        """An order, and what would come of it where the field shows it; ether is given to a unit, or its card goes."""
        order, label, harms = written(action, self.view), self.label(action), self.harms(action)
        price = self.price(action) if action["a"] in ("move", "attack", "skill") else ""
        label = ("、" if self.lang == "ja" else "; ").join(
            filter(None, (label, price, _HARMS.to(self.lang) * harms))
        )
        piece = ""
        if action["a"] == "ether":
            given = [called(NAMED[at], self.sight) for at, *_ in action["move"]]
            piece = ETHER if action["hand"] else given[0]
        return MenuChoice(order, label, piece, harms=harms)

    def label(self, action: Action) -> str:
        """Return what the order itself does not say: the effect of an attack, with each target if there are several."""
        if action["a"] == "attack":
            at = NAMED[action["unit"]]
            attack = self.possible.attack(self.sight.field[at], action["skill"])
            met = aims(self.sight.field, Flow({**action}))
            if len(met) == 1:
                return self.possible.blow(at, attack, met[0])
            return ", ".join(self.possible.hit(at, attack, each) for each in met)
        if (
            action["a"] == "make"
            and action["master"] + action["hand"] > self.sight.pool[action["card"]].size
        ):
            return self.possible.ready(action)
        return ""
