"""A match in sentences, from the events that the reader may know.

Squares are numbered as the reader sees them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from app.engine.matches.game import SEATS, MatchEvent, Seat
from app.engine.telling import TellingLine, Tone, said_of
from app.engine.words import Lang, Words
from app.games.acts.pool import MatchCards
from app.games.acts.squares import turned
from app.games.acts.words.names import minus
from app.games.acts.words.scenes import scenes

_SAYS: Final[Mapping[str, tuple[Tone, int, Words]]] = {
    "shuffled": (
        Tone.NOTE,
        0,
        Words("{who}の山札を切りました。", "The deck of {who} is shuffled."),
    ),
    "unveiled": (
        Tone.NOTE,
        0,
        Words("マスターは{a}と{b}です。", "The masters are {a} and {b}."),
    ),
    "drawn": (Tone.NOTE, 0, Words("{who}は{count}枚引きました。", "{who} draws {count}.")),
    "drew": (Tone.NOTE, 1, Words("引いたカード：{cards}。", "Drawn: {cards}.")),
    "turn-began": (Tone.TURN, 0, Words("ターン{turn}", "Turn {turn}")),
    "tossed": (
        Tone.NOTE,
        0,
        Words("コインは{who}の勝ちです。", "{who} wins the toss."),
    ),
    "chose": (
        Tone.NOTE,
        0,
        Words("{who}の選択で、{first}が先に行動します。", "{who} chooses: {first} acts first."),
    ),
    "made": (
        Tone.ACT,
        0,
        Words(
            "{who}は{at}に{card}をメイクしました（エーテル{count}）。",
            "{who} makes {card} at {at} with {count} ether.",
        ),
    ),
    "relocated": (
        Tone.ACT,
        0,
        Words(
            "{who}の{card}は{at}から{to}に移りました。", "{card} of {who} goes from {at} to {to}."
        ),
    ),
    "ether-moved": (
        Tone.ACT,
        0,
        Words(
            "{who}はエーテルを動かしました（{moves}）。",
            "{who} moves ether: {moves}.",
        ),
    ),
    "passed": (Tone.ACT, 0, Words("{who}はパスしました。", "{who} passes.")),
    "attacked": (
        Tone.ACT,
        0,
        Words(
            "{who}の{at} {card}の{skill}：対象は{targets}。",
            "{card} ({at}) of {who}, {skill}: on {targets}.",
        ),
    ),
    "used": (
        Tone.ACT,
        0,
        Words("{who}の{at} {card}が{skill}を使います。", "{card} ({at}) of {who} uses {skill}."),
    ),
    "tool-used": (
        Tone.ACT,
        0,
        Words("{who}は{tool}を使います{on}。", "{who} uses {tool}{on}."),
    ),
    "failed": (Tone.ANSWER, 1, Words("{what}は失敗しました。", "{what} fails.")),
    "defended": (
        Tone.ANSWER,
        1,
        Words("{who}の{at} {card}が{skill}を使いました。", "{card} ({at}) of {who} uses {skill}."),
    ),
    "hurt": (
        Tone.BLOW,
        1,
        Words("{who}の{at} {card}に{points}D。", "{card} ({at}) of {who} takes {points}D."),
    ),
    "destroyed": (
        Tone.BLOW,
        1,
        Words("{who}の{at} {card}は破壊されました。", "{card} ({at}) of {who} is destroyed."),
    ),
    "spited": (
        Tone.EFFECT,
        1,
        Words(
            "スパイトが{who}の{at} {card}に返ります。",
            "Spite comes back on {card} ({at}) of {who}.",
        ),
    ),
    "mended": (
        Tone.EFFECT,
        1,
        Words(
            "{who}の{at} {card}から{points}Dを取り除きました。",
            "{points}D are taken off {card} ({at}) of {who}.",
        ),
    ),
    "ether-turned": (
        Tone.EFFECT,
        1,
        Words(
            "{who}の{at} {card}のエーテル：使用可{count:+}。",
            "Ether of {card} ({at}) of {who}: {count:+} ready.",
        ),
    ),
    "ether-lost": (
        Tone.EFFECT,
        1,
        Words(
            "{who}の{at} {card}からエーテル{count}枚がトラッシュへ行きました。",
            "{count} ether of {card} ({at}) of {who} goes to the trash.",
        ),
    ),
    "recalled": (
        Tone.EFFECT,
        1,
        Words(
            "{who}の{at} {card}は手札に戻りました。",
            "{card} ({at}) of {who} goes back to the hand.",
        ),
    ),
    "turn-ended": (
        Tone.PHASE,
        0,
        Words(
            "ターン終了。エーテルはすべて使用可になりました。", "The turn ends; all ether is ready."
        ),
    ),
    "refilled": (
        Tone.NOTE,
        0,
        Words(
            "{who}はトラッシュからエーテル{count}枚を付けました。",
            "{who} takes {count} ether from the trash.",
        ),
    ),
}
_NORMAL: Final = Words("通常攻撃", "normal attack")
_ON: Final = Words("（{square}）", " ({square})")
_FROM_HAND: Final = Words("手札から{count}枚", "{count} from the hand")
_GIVEN: Final = Words("{square}へ{state}{count}枚", "{count} {state} to {square}")
_TAKEN: Final = Words("{square}から{state}{count}枚", "{count} {state} from {square}")
_STATES: Final = (Words("使用可", "ready"), Words("使用済", "spent"))
_LEFT: Final = Words("残りVIT{left}。", " VIT left: {left}.")
_EXCEEDED: Final = Words("VITを{over}D超えました。", " That exceeds the VIT by {over}D.")
_STANDS: Final = Words("残りVIT：{a} {vit_a}、{b} {vit_b}", "VIT left: {a} {vit_a}, {b} {vit_b}")
_WON: Final = Words("{winner}の勝ちです（{reason}）。", "{winner} wins ({reason}).")
_DRAWN: Final = Words("引き分けです（{reason}）。", "The match is drawn ({reason}).")
REASONS: Final[Mapping[str, Words]] = {
    "vit": Words("VIT超過", "VIT exceeded"),
    "deckout": Words("山札切れ", "empty deck"),
    "limit": Words("ターン制限", "turn limit"),
    "draw": Words("合意の引き分け", "draw agreed"),
    "resign": Words("投了", "resignation"),
    "forfeit": Words("不戦", "forfeit"),
}


def tell(
    events: Iterable[MatchEvent],
    names: Mapping[Seat, str],
    lang: Lang,
    reader: Seat | None,
    pool: MatchCards,
) -> Iterator[TellingLine]:
    """Yield a line for each event; for a whole match, also the board at its turning points."""
    turn = 0
    left: dict[Seat, int] = {}
    log = [*events]
    drawn = scenes(log, names, lang, reader, pool)
    for n, event in enumerate(log, start=1):
        detail = event.detail
        turn = detail.get("turn", turn)
        if event.what == "unveiled":
            left = {seat: pool[detail[seat]].life for seat in SEATS}
        elif event.what in ("hurt", "mended") and left and pool[detail["card"]].kind == "master":
            left[detail["seat"]] += detail["points"] * (-1 if event.what == "hurt" else 1)
        if event.what in ("turn-ended", "ended") and left and turn:
            stands = {f"vit_{seat.lower()}": minus(vit) for seat, vit in left.items()}
            text = _STANDS.to(lang).format(a=names["A"], b=names["B"], **stands)
            yield TellingLine(n, turn, 0, Tone.BOARD, text)
        if event.what == "ended":
            tone, depth = Tone.VERDICT, 0
            words = _DRAWN if "1/2" in detail["score"].values() else _WON
        else:
            tone, depth, words = _SAYS[event.what]
        text = words.to(lang).format(**_words(detail, names, lang, reader, pool))
        if event.what == "hurt" and pool[detail["card"]].kind == "master":
            has_fallen = (left_now := detail["left"]) < 0
            words = _EXCEEDED if has_fallen else _LEFT
            text += words.to(lang).format(left=left_now, over=-left_now)
            tone = Tone.FALL if has_fallen else tone
        yield TellingLine(n, turn, depth, tone, text)
        for row in drawn.get(n - 1, ()):
            yield TellingLine(n, turn, 0, Tone.DIAGRAM, row)


def _words(
    detail: Mapping[str, Any],
    names: Mapping[Seat, str],
    lang: Lang,
    reader: Seat | None,
    pool: MatchCards,
) -> dict[str, Any]:
    """Return the values for the sentence of an event."""
    said = said_of(
        detail, names, lambda id: pool.names[id].to(lang), lambda ids: _listed(ids, lang, pool)
    )
    for key in ("at", "to"):
        if key in detail:
            said[key] = turned(detail[key], reader)
    if "skill" in detail:
        said["skill"] = pool.skill_names.get(detail["skill"], _NORMAL).to(lang)
    if "on" in detail:
        on = detail["on"]
        said["on"] = _ON.to(lang).format(square=turned(on, reader)) if on else ""
    if "first" in detail:
        said["first"] = names[detail["first"]]
    if "A" in detail:
        said |= {"a": pool.names[detail["A"]].to(lang), "b": pool.names[detail["B"]].to(lang)}
    if "what" in detail:
        what = detail["what"]
        said["what"] = (pool.names.get(what) or pool.skill_names[what]).to(lang)
    if "moves" in detail:
        said["moves"] = ("、" if lang == "ja" else ", ").join(_ether(detail, lang, reader))
    if "targets" in detail:
        targets = (
            f"{turned(at, reader)} {pool.names[card].to(lang)}" for at, card in detail["targets"]
        )
        said["targets"] = ("、" if lang == "ja" else ", ").join(targets)
    if "score" in detail:
        winner: Seat = "A" if detail["score"]["A"] == "1" else "B"
        said |= {"winner": names[winner], "reason": REASONS[detail["reason"]].to(lang)}
    return said


def _ether(detail: Mapping[str, Any], lang: Lang, reader: Seat | None) -> Iterator[str]:
    """Yield the transfers of ether, in parts of a sentence."""
    if detail["hand"]:
        yield _FROM_HAND.to(lang).format(count=detail["hand"])
    for at, *counts in detail["moves"]:
        for count, state in zip(counts, _STATES, strict=True):
            if count:
                words = _GIVEN if count > 0 else _TAKEN
                yield words.to(lang).format(
                    square=turned(at, reader), count=abs(count), state=state.to(lang)
                )


def _listed(cards: Sequence[str], lang: Lang, pool: MatchCards) -> str:
    """Cards with how many there are of each."""
    named = (
        f"{id} {pool.names[id].to(lang)}{f' ×{count}' if count > 1 else ''}"
        for id, count in Counter(cards).items()
    )
    return (", " if lang == "en" else "、").join(named) or "-"
