"""The orders of ACT:S to be chosen: a unit with all that it can do, servants to be made, tools, ether, and answers."""

from collections.abc import Iterable, Iterator, Sequence

from app.engine.matches.game import Action, MatchDecision, Options, View
from app.engine.matches.menus import MOST, Menu, MenuChoice
from app.engine.words import Lang, Words
from app.games.acts import actions
from app.games.acts.cards import CARDS, SPEED
from app.games.acts.field import units
from app.games.acts.squares import NAMED, turned
from app.games.acts.view import Sight, called
from app.games.acts.words.names import CARD_NAMES, SKILL_NAMES, in_words
from app.games.acts.words.orders import written
from app.games.acts.words.possible import Possible

_UNITS = Words("ユニット(移動・攻撃・スキル)", "Units: move, attack, skill")
_MAKE = Words("メイク(エーテルがサイズちょうどなら、このターンは動けない)", "Make (with exactly its size it does nothing in this turn)")  # fmt: skip
_TOOLS = Words("ツール", "Tools")
_ETHER = Words("エーテル(1ターン3回まで)とパス", "Ether (three times a turn), and passing")
_TOSS = Words("コインに勝ったら", "If you win the toss")
_WON = Words("コインに勝ちました", "You have won the toss")
_ANSWERS = Words("相手の行動に答える", "Answers to the opponent")
_REFILL = Words("ターン終了時にトラッシュから付けるエーテル", "Ether from the trash at turn end")
_FIRST = Words("先に行動する", "act first")
_SECOND = Words("あとに行動する", "act second")
_IF_LETHAL = Words("倒されるときだけ", "only if it would fall")
_IF_MUCH = Words("20D以上のときだけ", "only from 20D")
_IF_MASTER = Words("マスターが狙われたら", "if the master is the target")
_HARMS = Words("{what}(自分が損をする)", "{what}: to your own harm")
_AIMS = ("target", "at", "to", "on")
_OF_KIND = {actions.SPEED_KIND: _ANSWERS, actions.DEFEND: _ANSWERS, actions.REFILL: _REFILL}


def menus(
    view: View, decision: MatchDecision | None, options: Options | None, lang: Lang
) -> Sequence[Menu]:
    """What can be ordered at this decision, or in a plan for the turn, from the view alone."""
    sight = Sight.through(view)
    if decision and options and decision.kind in _OF_KIND:
        name = _OF_KIND[decision.kind].to(lang)
        return (Menu(name, tuple(MenuChoice(written(each, view)) for each in options)),)
    if decision and decision.kind == actions.TOSS:
        return (Menu(_WON.to(lang), (*_toss(lang),)),)
    if not view["seat"] or not view["field"]:
        return ()
    found = [*_Orders(view, sight, lang).menus(options or actions.listed(sight))]
    if decision is None:
        answers = Menu(_ANSWERS.to(lang), (*_answers(sight, lang),))
        found = [
            Menu(_TOSS.to(lang), (*_toss(lang),)),
            *found,
            *([answers] if answers.choices else []),
        ]
    return found


def _toss(lang: Lang) -> Iterator[MenuChoice]:
    yield MenuChoice("toss first", _FIRST.to(lang))
    yield MenuChoice("toss second", _SECOND.to(lang))


def _answers(sight: Sight, lang: Lang) -> Iterator[MenuChoice]:
    """Lines for defences of own units, and for a speed tool in the hand that answers an attack."""
    for at, unit in units(sight.field, sight.seat):
        for skill in unit.face.defences.values():
            name = SKILL_NAMES[skill.name].to(lang)
            order = f"react defend {called(at, sight)} with {skill.name}"
            group = f"{in_words(called(at, sight), lang)} {CARD_NAMES[unit.card].to(lang)}"
            test, words = "target is master", _IF_MASTER
            if skill.is_for_itself:
                is_cheap = skill.cost == 1
                test = "damage >= 20" if is_cheap else "lethal = 1"
                words = _IF_MUCH if is_cheap else _IF_LETHAL
            yield MenuChoice(f"{order} if {test}", f"{name} ({words.to(lang)})", group)
    for id in sorted(SPEED.intersection(sight.hand)):
        name, order = f"{id} {CARD_NAMES[id].to(lang)}", f"react tool {id}"
        if CARDS[id].effect.answers_attack:
            yield MenuChoice(f"{order} on master if lethal = 1", _IF_LETHAL.to(lang), name)
        else:
            yield MenuChoice(order, "", name)


class _Orders:
    """The orders of a main turn by what they are given to."""

    def __init__(self, view: View, sight: Sight, lang: Lang) -> None:
        self.view, self.sight, self.lang = view, sight, lang
        self.possible = Possible(sight, lang)

    def menus(self, listed: Iterable[Action]) -> Iterator[Menu]:
        """What is listed, as menus; those without anything are left out."""
        names = {"unit": _UNITS, "make": _MAKE, "tool": _TOOLS, "ether": _ETHER}
        found: dict[str, list[MenuChoice]] = {name: [] for name in names}
        for action in sorted(listed, key=self.harms):
            verb = action["a"]
            kind = "unit" if "unit" in action else "ether" if verb == "pass" else verb
            found[kind].append(self.choice(action))
        for kind, choices in found.items():
            if choices:
                yield Menu(names[kind].to(self.lang), (*choices[:MOST],))

    def harms(self, action: Action) -> bool:
        """Whether it attacks own cards, weighs one down, or gives the enemy what is good for it: hardly anybody wants that."""
        field, seat = self.sight.field, self.sight.seat
        if action["a"] == "attack":
            aims = (action[key] for key in ("target", "also") if key in action)
            return any(field[NAMED[each]].owner == seat for each in aims)
        if action["a"] != "tool" or CARDS[action["card"]].tool != "custom":
            return False
        is_own = field[NAMED[action["on"]]].owner == seat
        return is_own == bool(CARDS[action["card"]].traits.heavy)

    def choice(self, action: Action) -> MenuChoice:
        """An order, what it would do where the field shows it, and for whom it is.

        One to the own harm lights no square: who taps another unit of theirs wants its orders.
        """
        order = written(action, self.view)
        group = piece = ""
        if "unit" in action:
            at = NAMED[action["unit"]]
            name = CARD_NAMES[self.sight.field[at].card].to(self.lang)
            piece = called(at, self.sight)
            group = f"{self.possible.called(at)} {name}"
        elif "card" in action:
            piece = action["card"]
            group = f"{action['card']} {CARD_NAMES[action['card']].to(self.lang)}"
        aim = next((NAMED[action[key]] for key in _AIMS if key in action), 0)
        harms, label = self.harms(action), self.label(action)
        square = str(turned(aim, self.sight.seat)) if aim and not harms else ""
        label = _HARMS.to(self.lang).format(what=label) if harms else label
        return MenuChoice(order, label, group, piece, square, harms)

    def label(self, action: Action) -> str:
        """What is not in the order itself: what an attack would do, whom it is aimed at."""
        if action["a"] == "attack":
            unit = self.sight.field[NAMED[action["unit"]]]
            attack = self.possible.attack(unit, action["skill"])
            aims = [NAMED[action[key]] for key in ("target", "also") if key in action]
            hits = (self.possible.hit(NAMED[action["unit"]], attack, each) for each in aims)
            return f"{self.possible.named(attack)} > {', '.join(hits)}"
        if "on" in action:
            on = self.sight.field[NAMED[action["on"]]]
            return CARD_NAMES[on.card].to(self.lang)
        if action["a"] == "make" and action["master"] + action["hand"] > CARDS[action["card"]].size:
            return self.possible.ready(action)
        return ""
