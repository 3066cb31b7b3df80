"""The possibilities of a view, by unit and card, and the effect of an attack before it is ordered."""

from collections.abc import Iterable, Iterator
from typing import Final

from app.engine.matches.game import Action, View
from app.engine.words import Lang, Words
from app.games.acts import actions
from app.games.acts.cards import ETHER, Attack, Card, Defence
from app.games.acts.field import (
    Piece,
    attacks,
    damage,
    free,
    in_reach,
    is_passive,
    may_attack,
    may_move,
    move_cost,
    normal_attack,
)
from app.games.acts.squares import distance, turned
from app.games.acts.view import Sight, called
from app.games.acts.words.names import in_words

_NORMAL: Final = Words("通常攻撃", "normal attack")
_HIT: Final = Words("{at} {name}に{blow}", "{at} {name} {blow}")
_FALLS: Final = Words("（倒せる）", ", falls")
_REACHES: Final = Words("{name}（{cost}e、{reach}）：{hits}", "{name} ({cost}e, {reach}): {hits}")
_NOBODY: Final = Words("届く相手がいません", "no enemy in reach")
_SPENT: Final = Words("使用可のエーテルが足りません", "not enough ready ether")
_OVER: Final = Words("このターンはもうできません", "not again in this turn")
_SKILL: Final = Words("{name}（{cost}e）：{aims}", "{name} ({cost}e): {aims}")
_NO_AIM: Final = Words("いまは対象がいません", "no target now")
_DEFENCE: Final = Words(
    "{name}（{cost}e）：攻撃への答え（反応）で、{does}",
    "{name} ({cost}e): answers an attack (react): {does}",
)
_ALWAYS: Final = Words(
    "{name}：いつも働き、ダメージを減らす", "{name}: always reduces damage to it"
)
_DOES: Final = {
    "takes": Words("自分へのダメージを{points}D減らす", "takes {points}D off the damage"),
    "negates": Words("自分への攻撃を打ち消す", "negates the attack, if it is the target"),
    "stands in": Words(
        "2Rの味方の代わりに対象になる", "becomes the target for another own unit in 2R"
    ),
    "falls": Words("破壊されて{name}への攻撃を打ち消す", "is destroyed to negate it on {name}"),
}
"""The effects of defences, as parts of a sentence."""
_THREAT: Final = Words("{name}で狙われています：{hits}", "attacked with {name}: {hits}")
_CUT_OFF: Final = Words(
    "マスターの2R（隣のマス）の外なので、エーテルは届きません。",
    "Outside the master's 2R, the squares next to it: no ether reaches it.",
)
_CAN: Final = {
    "move": Words("移動（{cost}e）：{squares}", "moves ({cost}e): {squares}"),
    "make": Words(
        "メイク（{size}e以上）：{squares}。{size}eちょうどだと、このターンは動けません。",
        "make ({size}e or more): {squares}. With exactly {size}e it cannot act this turn.",
    ),
    "tool": Words("使えます（{cost}e）{on}。", "It can be used ({cost}e){on}."),
}
"""The possible acts of units and of cards in the hand, by verb."""
_CANNOT: Final = {
    "move": Words("移動できません。", "It cannot move now."),
    "make": Words(
        "マスターの隣に空きマスがありません。", "There is no empty square next to the master."
    ),
    "tool": Words(
        "今は使えません（エーテル、対象、空きマスのどれかがありません）。",
        "Not now: ether, a target or an empty square is missing.",
    ),
}
"""The sentences for acts that are not possible."""
_ETHER: Final = {
    True: Words(
        "マスターにあと{room}枚乗ります。エーテルの行動はこのターンあと{left}回。メイクに使うなら「手札から2枚」と書きます。",
        "The master has room for {room}. Ether actions left this turn: {left}. It can also pay for making a servant: “with 0 from master and 2 from hand”.",
    ),
    False: Words(
        "マスターは満杯です。エーテルの行動はこのターンあと{left}回。メイクに使うなら「手札から2枚」と書きます。",
        "The master is full. Ether actions left this turn: {left}. It can also pay for making a servant: “with 0 from master and 2 from hand”.",
    ),
}
_SPEED: Final = {
    True: Words(
        "相手の攻撃への答え（反応）でだけ使えます（{cost}e）。",
        "It only answers an attack (react), for {cost}e.",
    ),
    False: Words(
        "相手のスキル（攻撃を除く）かツールへの答え（反応）でだけ使えます（{cost}e）。",
        "It only answers a tool, or a skill other than an attack (react), for {cost}e.",
    ),
}
_ALSO: Final = Words("相手への答え（反応）にも使えます。", " It can also answer (react).")
_READY: Final = Words("使用可{n}で始まる", "begins with {n} ready")
_PRIMER: Final = (
    Words(
        "マスの番号は自分から見たものです。2Rは隣のマスまで、3Rはその一つ外までです。",
        "Squares are numbered as you see them. 2R is the squares next to a unit, 3R one ring more.",
    ),
    Words(
        "両者が1行動ずつ、交互に行動します。指示の行は上から順に試され、まだできない行は次の機会に回ります。両者が続けてパスするとターンは終わりです。",
        "Both sides act in turn, one action each. Your lines are tried from the top. A line that is not possible yet waits for a later action. Two passes in succession end the turn.",
    ),
    Words(
        "（2e）は、使用可のエーテル2枚で払うという意味です。カードの行動はそのカードのエーテルで、ツールはマスターのエーテルで払います。メイクで付けたエーテルは、サイズの分だけ使用済になります。",
        "(2e) means that you pay 2 ready ether. A card pays for its own actions, the master for tools. Making a servant spends as much of its ether as its size.",
    ),
    Words(
        "このターンにメイクするサーヴァントにも、続く行で指示できます。S06のように番号かマスで指し、相手のものはeを付けてeS06、e42です。",
        "You can give orders to a servant in the lines below the one that makes it. Write its number or its square: S06 or 22. Put an e before those of the enemy: eS06, e42.",
    ),
    Words(
        "「反応」で始まる行は、相手の攻撃・スキル・ツールへの答えです。自分の行動の回数には入りません。なければ、おまかせで答えます。",
        "A line that begins with react answers what the enemy does. It does not count as your action. Without one the house answers.",
    ),
)
"""The facts that all players need in the first turn of a match."""
_STAYS_SPENT: Final = Words(
    "「使用済」のエーテル（原作の「オン」）は、ターンが終わるまで使えません。",
    "Spent ether (“On” in the original) cannot be used until the turn ends.",
)
_REACHED: Final = Words(
    "ダメージがVITやDURを超えると倒れます。ちょうどなら、まだ立っています。",
    "A unit falls if its damage exceeds its VIT or DUR. Equal damage leaves it standing.",
)


def is_asked(view: View) -> bool:
    """Whether the reader decides on actions now, or plans a turn."""
    return bool(view["seat"] and view["field"]) and view["phase"] in ("toss", "main")


class Possible:
    """The possibilities on the field for a seat, in its words and squares."""

    def __init__(self, sight: Sight, lang: Lang) -> None:
        self.sight, self.lang, self.pool = sight, lang, sight.pool

    def _said(self, words: Words, **blanks: object) -> str:
        return words.to(self.lang).format(**blanks)

    def _listed(self, names: Iterable[str]) -> str:
        return ("、" if self.lang == "ja" else ", ").join(names)

    def called(self, at: int) -> str:
        """Return the word in orders for the card on this square."""
        return in_words(called(at, self.sight), self.lang)

    def _squares(self, squares: Iterable[int]) -> str:
        own = sorted(turned(each, self.sight.seat) for each in squares)
        return self._listed(map(str, own))

    # --- attacks ------------------------------------------------------------------------------------

    def attack(self, unit: Piece, skill: str | None) -> Attack:
        """The attack of this name; the normal one without."""
        return unit.face.attacks[skill] if skill else normal_attack(unit)

    def hit(self, at: int, attack: Attack, target: int) -> str:
        """Return the target of an attack and its damage before any defence."""
        name = self.sight.field[target].face.name.to(self.lang)
        blow = self.blow(at, attack, target)
        return self._said(_HIT, at=self.called(target), name=name, blow=blow)

    def blow(self, at: int, attack: Attack, target: int) -> str:
        """The damage, and whether the card falls."""
        points = damage(self.sight.field, at, attack, target)
        falls = self.sight.field[target].falls_to(points)
        return f"{points}D" + (self._said(_FALLS) if falls else "")

    def _hits(self, at: int, attack: Attack) -> str:
        """Return the same for all cards of the other side in reach."""
        field = self.sight.field
        reached = sorted(in_reach(field, at, attack) & field.keys())
        return self._listed(
            self.hit(at, attack, each) for each in reached if field[each].owner != field[at].owner
        )

    def ready(self, action: Action) -> str:
        """With how much usable ether a servant that is made so begins."""
        left = action["master"] + action["hand"] - self.pool[action["card"]].size
        return self._said(_READY, n=left)

    # --- units --------------------------------------------------------------------------------------

    def unit(self, at: int) -> Iterator[str]:
        """Yield the possible acts of an own unit, or the threats of an enemy unit to the own side."""
        unit, sight = self.sight.field[at], self.sight
        if unit.owner != sight.seat:
            yield from self._threats(at, unit)
            return
        squares = free(sight.field, at, 1) if may_move(unit) else []
        cost = move_cost(unit)
        words = (_CAN if squares and unit.off >= cost else _CANNOT)["move"]
        yield self._said(words, cost=cost, squares=self._squares(squares))
        for attack in attacks(unit):
            if unit.off < attack.cost:
                hits = self._said(_SPENT)
            elif not may_attack(unit, attack):
                hits = self._said(_OVER)
            else:
                hits = self._hits(at, attack) or self._said(_NOBODY)
            yield self._said(
                _REACHES, name=self.named(attack), cost=attack.cost, reach=attack.range, hits=hits
            )
        yield from self._actives(at, unit)
        for skill in unit.face.defences.values():
            name = self.pool.skill_names[skill.name].to(self.lang)
            if is_passive(skill):
                yield self._said(_ALWAYS, name=name, points=skill.takes)
                continue
            yield self._said(_DEFENCE, name=name, cost=skill.cost, does=self._does(skill))
        if unit.letter == "s" and distance(at, sight.home) > 1:
            yield self._said(_CUT_OFF)

    def _actives(self, at: int, unit: Piece) -> Iterator[str]:
        """Yield the active skills, with the squares or units on which they can be used now."""
        seat = self.sight.seat
        uses = [*actions.skills(self.sight, at, unit)]
        for skill in unit.face.actives.values():
            of_skill = [each for each in uses if each["skill"] == skill.name]
            aims = dict.fromkeys(
                str(turned(int(each["to"]), seat)) if "to" in each else self.called(int(each["on"]))
                for each in of_skill
            )
            is_over = skill.once and skill.name in unit.once
            missing = _OVER if is_over else _SPENT if unit.off < skill.cost else _NO_AIM
            name = self.pool.skill_names[skill.name].to(self.lang)
            said = self._listed(sorted(aims)) or self._said(missing)
            yield self._said(_SKILL, name=name, cost=skill.cost, aims=said)

    def _does(self, skill: Defence) -> str:
        """Return the effect of a defence, as part of a sentence."""
        what = "negates" if skill.negates else "takes"
        what = "falls" if skill.of else "stands in" if skill.reach else what
        name = self.pool.names[skill.of].to(self.lang) if skill.of else ""
        return self._said(_DOES[what], name=name, points=skill.takes)

    def _threats(self, at: int, unit: Piece) -> Iterator[str]:
        for attack in attacks(unit):
            if may_attack(unit, attack) and (hits := self._hits(at, attack)):
                yield self._said(_THREAT, name=self.named(attack), hits=hits)

    def named(self, attack: Attack) -> str:
        """Return the name of an attack."""
        return self.pool.skill_names.get(attack.name, _NORMAL).to(self.lang)

    # --- cards of the hand --------------------------------------------------------------------------

    def card(self, id: str) -> str:
        """Return the possible uses of a card in the hand."""
        card, sight = self.pool[id], self.sight
        if id == ETHER:
            left = actions.MOST_ETHER - sight.ether
            return self._said(_ETHER[sight.room > 0], room=sight.room, left=left)
        if card.kind == "servant":
            squares = free(sight.field, sight.home, 1)
            words = (_CAN if squares else _CANNOT)["make"]
            return self._said(words, size=card.size, squares=self._squares(squares))
        if id in self.pool.answers:
            cost = actions.tool_cost(sight, card)
            return self._said(_SPEED[card.effect.answers_attack], cost=cost)
        return self._tool(card)

    def _tool(self, card: Card) -> str:
        uses = [each for each in actions.tools(self.sight) if each["card"] == card.id]
        aims = [int(each.get("on") or each.get("at") or 0) for each in uses]
        names = self._listed(self.called(each) for each in aims if each)
        on = f"{'：' if self.lang == 'ja' else ': '}{names}" if names else ""
        cost = actions.tool_cost(self.sight, card)
        said = self._said((_CAN if uses else _CANNOT)["tool"], cost=cost, on=on)
        return said + (self._said(_ALSO) if card.tool == "speed" else "")

    # --- the whole turn -----------------------------------------------------------------------------

    def notes(self, turn: int) -> Iterator[str]:
        """Yield rules that players often miss, if this field gives a reason to mention them."""
        units = [piece for piece in self.sight.field.values() if piece.is_unit]
        is_first = turn <= 1
        if is_first:
            yield from map(self._said, _PRIMER)
        if is_first or any(piece.on for piece in units):
            yield self._said(_STAYS_SPENT)
        if is_first or any(map(self._may_just_stand, self.sight.field)):
            yield self._said(_REACHED)

    def _may_just_stand(self, at: int) -> bool:
        """Whether some attack of this unit would do exactly the damage that an enemy card has left."""
        field = self.sight.field
        unit = field[at]
        return unit.is_unit and any(
            may_attack(unit, attack)
            and any(
                field[each].owner != unit.owner
                and field[each].is_unit
                and damage(field, at, attack, each) == field[each].left
                for each in in_reach(field, at, attack) & field.keys()
            )
            for attack in attacks(unit)
        )
