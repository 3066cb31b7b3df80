"""じゃんけん: the smallest game there can be, with which tests show what a new folder of `app/games` brings along."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from app.engine import (
    Battle,
    Build,
    CardInfo,
    Event,
    Lang,
    Notation,
    Ruleset,
    Side,
    TellingLine,
    TellingSheet,
    Tone,
    Words,
)
from app.engine.notation import BuildReading, PlacedCard, Word
from app.engine.outcomes import all_pairs
from app.engine.problems import SHARED, sentence
from app.engine.spelling import Spellings
from app.errors import Problem

HANDS: Final = 3
REASONS: Final = ("beaten", "level")
HAND: Final = Words("手", "Hand")
CARDS: Final = (
    CardInfo(1, "rock", "石", Words("グー", "Rock"), HAND, (), Words("鋏に勝つ。", "Beats Scissors.")),
    CardInfo(2, "paper", "紙", Words("パー", "Paper"), HAND, (), Words("石に勝つ。", "Beats Rock.")),
    CardInfo(3, "scissors", "鋏", Words("チョキ", "Scissors"), HAND, (), Words("紙に勝つ。", "Beats Paper.")),
)  # fmt: skip
BEATS: Final = {("rock", "scissors"), ("paper", "rock"), ("scissors", "paper")}
SPELLINGS: Final = Spellings(CARDS)
PROBLEMS: Final = SHARED | {
    "unknown-hand": Words("「{word}」という手はありません。", '"{word}" is not a hand.'),
    "count": Words("手は3つです。", "A build has three hands."),
    "empty-word": Words("「{word}」を1つ消してください。", 'Delete one "{word}".'),
    "text-after-name": Words("名前は最後に書いてください。", "Put the name last."),
}


# --- builds -------------------------------------------------------------------------------------------


def read_word(word: Word) -> tuple[list[PlacedCard], list[Problem]]:
    """The hands of the word: one by its name or number, or characters in a row."""
    one = SPELLINGS.named_or_numbered(word.text)
    if one:
        return [PlacedCard(one, word.line, word.column, word.typed)], []
    found = [(sign, SPELLINGS.by_char.get(sign.normal)) for sign in word.signs]
    if not found or not all(hand for _, hand in found):
        return [], [word.problem("unknown-hand", tuple(SPELLINGS.chars))]
    return [PlacedCard(hand, word.line, s.column, s.typed) for s, hand in found if hand], []


def read_build(text: str) -> Build:
    """Three hands and a name. Raises `BuildUnreadable` with every problem."""
    reading = BuildReading(read_word)
    reading.read(text)
    if len(reading.cards) != HANDS:
        reading.refuse("count", 0, 0, str(len(reading.cards)))
    return reading.build()


def write_build(build: Build, notation: Notation = "characters") -> str:
    return SPELLINGS.write(build, notation)


def remarks(build: Build) -> Iterator[Words]:
    """Three times the same is easy to guess."""
    if len({*build.cards}) == 1:
        yield Words("3つとも同じ手です。", "All three hands are the same.")


def explain(problem: Problem, lang: Lang) -> str:
    return sentence(PROBLEMS[problem.code], problem, lang)


# --- battles ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BattleBegan(Event):
    kind: ClassVar[str] = "battle-began"


@dataclass(frozen=True, slots=True)
class HandsShown(Event):
    kind: ClassVar[str] = "hands-shown"

    home: str
    away: str


@dataclass(frozen=True, slots=True)
class BattleEnded(Event):
    kind: ClassVar[str] = "battle-ended"

    winner: str


def play(home: Build, away: Build) -> Battle:
    """The first hand that beats the other decides."""
    events: list[Event] = [BattleBegan(1, 0, 0)]
    winner = None
    for turn, hands in enumerate(zip(home.cards, away.cards, strict=True), 1):
        events.append(HandsShown(turn + 1, turn, 0, *hands))
        if hands[0] != hands[1]:
            winner = Side.HOME if hands in BEATS else Side.AWAY
            break
    events.append(BattleEnded(len(events) + 1, turn, 0, winner or "none"))
    hp = (int(winner is not Side.AWAY), int(winner is not Side.HOME))
    return Battle(winner, REASONS[winner is None], turn, hp, tuple(events))


def decide(home: Build, away: Build) -> tuple[Side | None, str]:
    battle = play(home, away)
    return battle.winner, battle.reason


def outcomes(builds: Sequence[Build], opponents: Sequence[Build] | None = None) -> bytes:
    return all_pairs(decide, REASONS, builds, opponents)


# --- sentences ----------------------------------------------------------------------------------------


def tell(
    events: Iterable[Event], home: TellingSheet, away: TellingSheet, lang: Lang
) -> Iterator[TellingLine]:
    """The battle in sentences, from its events alone."""
    sheets = {Side.HOME: home, Side.AWAY: away}
    for event in events:
        line = partial(TellingLine, event.n, event.turn, 0)
        match event:
            case BattleBegan():
                yield line(Tone.TITLE, f"{home.name} VS {away.name}")
                yield from speech(event, "entrance", lang, home, away)
            case HandsShown():
                yield line(Tone.TURN, Words("第{n}手", "[Turn {n}]").to(lang).format(n=event.turn))
                if winner := _winner(event):
                    yield from speech(event, "finish", lang, sheets[winner])
                for hand, sheet in ((event.home, home), (event.away, away)):
                    own = sheet.named(event.turn)
                    said = Words("{who}の{own}【{hand}】!", "{who}'s {own}[{hand}]!").to(lang)
                    name = SPELLINGS.cards[hand].name.to(lang)
                    yield line(Tone.ACT, said.format(who=sheet.name, own=own, hand=name))
            case BattleEnded(winner="none"):
                yield line(Tone.VERDICT, Words("引き分け!", "A draw!").to(lang))
            case BattleEnded():
                winner = Side(event.winner)
                won = Words("{who}の勝ち!", "{who} wins!").to(lang)
                yield line(Tone.VERDICT, won.format(who=sheets[winner].name))
                if spoken := [
                    *speech(event, "defeat", lang, sheets[winner.enemy]),
                    *speech(event, "victory", lang, sheets[winner]),
                ]:
                    yield line(Tone.BLANK, "")
                    yield from spoken


def _winner(shown: HandsShown) -> Side | None:
    if shown.home == shown.away:
        return None
    return Side.HOME if (shown.home, shown.away) in BEATS else Side.AWAY


def speech(event: Event, moment: str, lang: Lang, *sheets: TellingSheet) -> Iterator[TellingLine]:
    for sheet in sheets:
        if words := sheet.says(moment, lang):
            yield TellingLine(event.n, event.turn, 0, Tone.SPEECH, words)


RULESETS: Final = (
    Ruleset(
        slug="janken",
        title=Words("じゃんけん", "Rock, Paper, Scissors"),
        rules_version="janken@1",
        folder=Path(__file__).parent,
        cards=CARDS,
        sizes=range(HANDS, HANDS + 1),
        read_build=read_build,
        write_build=write_build,
        explain=explain,
        play=play,
        outcomes=outcomes,
        tell=tell,
        remarks=remarks,
        endings={"beaten": Words("勝負あり", "beaten"), "level": Words("あいこ", "level")},
    ),
)
