"""The terms of ACT:S, each with what it means, and what the skills on its cards do."""

from collections.abc import Mapping
from typing import Final

from app.engine.words import Words
from app.games.acts.cards import Attack, Skill
from app.games.acts.pool import MatchCards
from app.games.acts.words.cards import does

GLOSSARY: Final = {
    Words("マスター", "master | masters"): Words(
        "あなた自身のユニットです。VITを超えるダメージを受けると負けます。",
        "The unit that is you. If its damage exceeds its VIT, you lose.",
    ),
    Words("サーヴァント", "servant | servants"): Words(
        "マスターの隣にメイクして戦わせるユニットです。DURを超えるダメージで破壊されます。",
        "A unit that you make next to your master to fight. It is destroyed if its damage exceeds its DUR.",
    ),
    Words("ユニット", "unit | units"): Words(
        "マスターとサーヴァントのことです。", "A master or a servant."
    ),
    Words("VIT", "VIT"): Words(
        "マスターの体力です。ダメージがこれを超えると負け、ちょうどならまだ負けません。",
        "The health of a master. If its damage exceeds it, its player loses. Equal damage does not lose.",
    ),
    Words("DUR", "DUR"): Words(
        "サーヴァントの体力です。ダメージがこれを超えると破壊され、ちょうどならまだ立っています。",
        "The health of a servant. If its damage exceeds it, it is destroyed. Equal damage does not destroy it.",
    ),
    Words("ATK", "ATK"): Words(
        "攻撃の強さです。ここから相手のDEFを引いた分がダメージです。",
        "How hard an attack hits: the damage is ATK minus the target's DEF.",
    ),
    Words("DEF", "DEF"): Words(
        "攻撃から受けるダメージを、この分だけ減らします。", "It takes this much off each attack."
    ),
    Words("D", "D"): Words("ダメージの点です。", "Points of damage."),
    Words("R", "R"): Words(
        "届く距離です。1Rは自分のマス、2Rは隣のマス、3Rはその一つ外までです。",
        "How far something reaches: 1R is its own square, 2R the squares next to it, 3R one ring more.",
    ),
    Words("エーテル | e", "ether | e"): Words(
        "行動のコストです。ユニットに付いていて、1枚を1eと書きます。",
        "It pays for actions. It lies on units; 1e is one card.",
    ),
    Words("使用可", "ready"): Words("いま払えるエーテルです。", "Ether that can be spent now."),
    Words("使用済", "spent"): Words(
        "払ったエーテルです。ターンが終わると、また使用可になります。",
        "Ether that was paid. It is ready again when the turn is over.",
    ),
    Words("サイズ", "size"): Words(
        "サーヴァントをメイクするのに要るエーテルです。移動や通常攻撃のコストでもあります。",
        "The ether that making a servant takes. Its moves and normal attacks cost as much.",
    ),
    Words("eちょうど | ちょうどの", "exactly"): Words(
        "サイズと同じ数のエーテルでメイクすると、全部が使用済になり、そのターンは何もできません。",
        "A servant made with exactly its size in ether has none ready, and cannot act this turn.",
    ),
    Words("メイク", "make"): Words(
        "手札のサーヴァントを、マスターの隣の空きマスに出します。",
        "Put a servant from your hand on an empty square next to your master.",
    ),
    Words("通常攻撃", "normal attack | normal attacks"): Words(
        "どのユニットにもある攻撃です。隣のマスに届きます。",
        "The attack that every unit has. It reaches the squares next to it.",
    ),
    Words("スキル", "skill | skills"): Words(
        "カードに書かれた力です。攻撃、防御、いつでも使うもの、ずっと働くものがあります。",
        "A power printed on a card: an attack, a defence, one to use, or one that always works.",
    ),
    Words("防御スキル | 防御", "defence | defences | defence skill"): Words(
        "攻撃されたときに、エーテルを払って答えるスキルです。",
        "A skill that answers an attack and is paid with ether.",
    ),
    Words("反応", "react"): Words(
        "相手のすることへの答えです。自分の行動の回数には入りません。",
        "An answer to what the opponent does. It does not count as your action.",
    ),
    Words("ツール", "tool | tools"): Words(
        "マスターのエーテルで使うカードです。使い切るものと、ユニットやマスに残るものがあります。",
        "A card that your master pays for. Some are used up, some stay on a unit or a square.",
    ),
    Words("スピード", "speed"): Words(
        "相手のすることへの答えとしてだけ使えるツールです。",
        "A tool that is used only to answer the opponent.",
    ),
    Words("パス", "pass | passes"): Words(
        "何もしません。二人が続けてパスすると、ターンが終わります。",
        "Do nothing. Two passes in succession end the turn.",
    ),
    Words("トラッシュ", "trash"): Words(
        "使ったカードと破壊されたカードの置き場です。",
        "The place of cards that were used or destroyed.",
    ),
}
_ATTACK: Final = Words(
    "{cost}eを払う攻撃です。ATKは{atk}、{reach}まで届きます。{text}",
    "An attack for {cost}e: ATK {atk}, and it reaches {reach}. {text}",
)


def _explained(skill: Skill) -> Words:
    """Return the text of a skill; for an attack, with its numbers."""
    if not isinstance(skill, Attack):
        return does(skill)
    said = _ATTACK.filled(cost=skill.cost, atk=skill.atk, reach=skill.range, text=does(skill))
    return Words(*map(str.strip, said))


def card_words(pool: MatchCards) -> Mapping[Words, Words]:
    """Return the texts of the skills of these cards, by name."""
    return {pool.skill_names[name]: _explained(skill) for name, skill in pool.skills.items()}
