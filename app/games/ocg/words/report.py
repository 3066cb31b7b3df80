"""A match in sentences, from the events alone that the reader may hear of."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from app.engine.matches.game import Event, Seat, other
from app.engine.telling import Line, Tone
from app.engine.words import Lang, Words
from app.games.ocg.cards import CARDS

_SAYS: Final[Mapping[str, tuple[Tone, int, Words]]] = {
    "shuffled": (
        Tone.NOTE,
        0,
        Words(
            "{who}のデッキ（{count}枚）を切りました。",
            "The deck of {who}, {count} cards, is shuffled.",
        ),
    ),
    "deck-picked": (
        Tone.NOTE,
        0,
        Words("{who}が使うのは{number}番目のデッキです。", "{who} plays deck {number}."),
    ),
    "mulligan": (
        Tone.NOTE,
        0,
        Words(
            "{who}は基本キャラクターがなく、引き直します。",
            "{who} has no basic character and draws anew.",
        ),
    ),
    "drawn": (Tone.NOTE, 0, Words("{who}は{count}枚引きました。", "{who} draws {count}.")),
    "drew": (Tone.NOTE, 1, Words("引いたカード：{cards}。", "Drawn: {cards}.")),
    "turn-began": (
        Tone.TURN,
        0,
        Words("ターン{turn}（先手{first}）", "Turn {turn}; {first} has the initiative"),
    ),
    "recovered": (
        Tone.EFFECT,
        0,
        Words(
            "{who}の{slot} {card}は{points}回復しました。",
            "{card}, {slot} of {who}, recovers {points}.",
        ),
    ),
    "battlefield-set": (Tone.PHASE, 0, Words("戦場は{area}です。", "The battlefield is {area}.")),
    "skipped": (
        Tone.NOTE,
        0,
        Words(
            "{card}は出せなくなり、手札に残りました。",
            "{card} had become impossible and stays in hand.",
        ),
    ),
    "left": (
        Tone.BLOW,
        1,
        Words(
            "{who}の{slot} {card}は捨て札になりました。", "{card}, {slot} of {who}, is discarded."
        ),
    ),
    "clashed": (
        Tone.ACT,
        0,
        Words(
            "{who}の{slot} {card}が{foe} {guard}とぶつかりました：与えた{dealt}、受けた{taken}、貫通{pierced}。",
            "{card}, {slot} of {who}, meets {guard}, {foe} of {them}: {dealt} dealt, {taken} taken, {pierced} pierced.",
        ),
    ),
    "attacked": (
        Tone.BLOW,
        0,
        Words(
            "{who}の{slot} {card}が{them}に直接アタック：ダメージ{count}。",
            "{card}, {slot} of {who}, attacks {them} directly: {count} damage.",
        ),
    ),
    "lost": (
        Tone.EFFECT,
        0,
        Words(
            "{who}の山札からダメージになったカード：{cards}。",
            "From the pile of {who} to damage: {cards}.",
        ),
    ),
    "fainted": (
        Tone.FALL,
        1,
        Words("{who}の{slot} {card}は気絶しました。", "{card}, {slot} of {who}, faints."),
    ),
    "battle-ended": (
        Tone.BOARD,
        0,
        Words("ダメージは{A}が{a}、{B}が{b}です。", "Damage: {A} {a}, {B} {b}."),
    ),
    "discarded": (Tone.NOTE, 0, Words("{who}が捨てたカード：{cards}。", "{who} discards {cards}.")),
}
_PLAYED: Final[Mapping[str, Words]] = {
    "summon": Words("{who}は{slot}に{card}を召喚しました。", "{who} summons {card} at {slot}."),
    "class": Words("{who}の{on}が{card}になりました。", "{on} of {who} becomes {card}."),
    "set": Words("{who}は{on}に{card}をセットしました。", "{who} sets {card} on {on}."),
    "area": Words("{who}は{card}を戦場候補に加えました。", "{who} adds {card} to the candidates."),
    "command": Words("{who}の{by}が{card}を使いました{at}。", "{by} of {who} uses {card}{at}."),
}
_WON: Final = Words("{winner}の勝ちです（{reason}）。", "{winner} wins ({reason}).")
_DRAWN: Final = Words("引き分けです（{reason}）。", "The match is drawn ({reason}).")
REASONS: Final[Mapping[str, Words]] = {
    "damage20": Words("ダメージ20", "20 damage"),
    "deckout": Words("山札切れ", "empty pile"),
    "draw": Words("合意の引き分け", "draw agreed"),
    "resign": Words("投了", "resignation"),
    "forfeit": Words("不戦", "forfeit"),
}


def tell(events: Iterable[Event], names: Mapping[Seat, str], lang: Lang) -> Iterator[Line]:
    """What happened, a line an event."""
    turn = 0
    for n, event in enumerate(events, start=1):
        detail = event.detail
        turn = detail.get("turn", turn)
        match event.what:
            case "played":
                tone, depth, words = Tone.ACT, 0, _PLAYED[detail["p"]]
            case "ended":
                tone, depth = Tone.VERDICT, 0
                words = _DRAWN if "1/2" in detail["score"].values() else _WON
            case _:
                tone, depth, words = _SAYS[event.what]
        yield Line(n, turn, depth, tone, words.to(lang).format(**_words(detail, names, lang)))


def _words(detail: Mapping[str, Any], names: Mapping[Seat, str], lang: Lang) -> dict[str, Any]:
    """What stands in a sentence for the details of an event."""
    said: dict[str, Any] = {**detail, "A": names["A"], "B": names["B"]}
    if "seat" in detail:
        said |= {"who": names[detail["seat"]], "them": names[other(detail["seat"])]}
    if "play" in detail:
        said["card"] = detail["play"]["card"]
    for key in ("card", "guard", "area"):
        if key in said:
            said[key] = CARDS[said[key]].name
    if "cards" in detail:
        said["cards"] = listed(detail["cards"], lang)
    if "initiative" in detail:
        said["first"] = names[detail["initiative"]]
    if "deck" in detail:
        said["number"] = detail["deck"] + 1
    if "damage" in detail:
        said |= {"a": detail["damage"]["A"], "b": detail["damage"]["B"]}
    if "score" in detail:
        winner: Seat = "A" if detail["score"]["A"] == "1" else "B"
        said |= {"winner": names[winner], "reason": REASONS[detail["reason"]].to(lang)}
    target = detail.get("target")
    said["at"] = (
        "" if target is None else f"（対象：{target}）" if lang == "ja" else f" at {target}"
    )
    return said


def listed(cards: Sequence[str], lang: Lang) -> str:
    """Cards by name."""
    names = [CARDS[id].name for id in cards]
    return "、".join(names) if lang == "ja" else "; ".join(names)
