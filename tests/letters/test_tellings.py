"""One battle as a letter tells it: what turned it, who came in, loops once, and never more than there is room for."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import ClassVar, get_args

import pytest
from hypothesis import given, strategies as st

from app import games
from app.engine import (
    MOMENTS,
    Battle,
    Build,
    Change,
    Event,
    Lang,
    Ruleset,
    Side,
    TellingLine,
    TellingSheet,
    Terms,
    Tone,
    Words,
)
from app.letters.tellings import Telling, folded, tell
from app.letters.tellings.course import ToldCourse
from app.letters.tellings.pieces import ToldNumber, said
from app.letters.tellings.stages import Detail
from app.letters.tellings.telling import TellingBody
from app.text.columns import wrapped
from tests.games.drawn import GAMES, pairs
from tests.support.fields import Claims, drawn, figure, require
from tests.support.games import janken
from tests.support.tables import by_row

LANGS: tuple[Lang, ...] = get_args(Lang)
LAPLAPLUS = games.ruleset("laplaplus")
SHIDEN = games.ruleset("shiden-issen-2")
ALICE, BOB = TellingSheet("Alice"), TellingSheet("Bob")
LONG, LONGER = (
    TellingSheet("Grandfather Clock, Retired"),
    TellingSheet("居合の自動ドアと三匹の子豚"),
)
ROOM = 24_000


def told(
    game: Ruleset,
    home: str,
    away: str,
    lang: Lang,
    mine: TellingSheet = ALICE,
    theirs: TellingSheet = BOB,
) -> Telling:
    battle = game.play(game.read_build(home), game.read_build(away))
    return tell(game, battle, mine, theirs, lang, ROOM)


def texts(telling: Telling) -> list[str]:
    return [line.text for line in telling.lines if line.text]


def printed(telling: Telling, mine: TellingSheet, theirs: TellingSheet) -> int:
    """The lines of plain text with all that stands around a telling, as much as there can be of it."""
    bill = ["why", "name against name", "name", "result", "fact", "fact", "fact"]
    labels = [f"{each.name}: {each.labels.get('build', '')}" for each in (mine, theirs)]
    body = ["  " * line.depth + (line.text or ".") for line in telling.lines]
    around = [*labels, "", telling.turning_point, "", *telling.lore, "", *telling.entrances, ""]
    link = ["", "This battle step by step:", "https://cup.example"]
    return wrapped("\n".join(f"  {x or '.'}" for x in (*bill, *around, *body, *link))).count("\n")


# --- loops ----------------------------------------------------------------------------------------


def test_a_loop_that_costs_something_is_told_once_with_what_changed() -> None:
    """Hard Core costs its owner 1 HP in each of twelve turns; in the last it falls."""
    english, japanese = (texts(told(LAPLAPLUS, "硬核", "核核", lang)) for lang in LANGS[::-1])

    assert english[2:4] == [
        "[Turns 1–11, the same each turn] HP 12 : 10",
        "Alice's [Hard Core 1]! Alice deals 1 damage to itself! (HP 12 → 1)",
    ]
    assert japanese[2:4] == [
        "【第1〜11ターン、毎ターン同じ】 HP 12 : 10",
        "Aliceの【ハードコア】1! 自分に1点のダメージ!(HP 12 → 1)",
    ]
    assert len(english) == len(japanese) == 10


def test_what_one_act_does_again_and_again_is_told_once() -> None:
    """Flurry hits twice; three of them in a row hit six times."""
    lines = texts(told(LAPLAPLUS, "連連連核", "核核核核", "en"))

    assert "[Flurry 1]" not in " ".join(lines[2:])
    assert any(line.startswith("Alice's [Flurry 1, 2, 3]! 1 damage to Bob!") for line in lines)


@dataclass(frozen=True, slots=True)
class Rung(Event):
    kind: ClassVar[str] = "rung"

    strength: int


def a_toy(course: Sequence[int]) -> Ruleset:
    """A game that no line of the program knows: away's bell takes so much of home's life, turn by turn."""

    def tell_it(
        events: Iterable[Event], home: TellingSheet, away: TellingSheet, lang: Lang
    ) -> Iterator[TellingLine]:
        for n, event in enumerate(events, 1):
            assert isinstance(event, Rung)
            yield TellingLine(n, n, 0, Tone.TURN, f"Ring {n}")
            yield TellingLine(n, n, 0, Tone.PHASE, f"{home.name} listens")
            yield TellingLine(n, n, 0, Tone.NOTE, "Nothing can be heard.")
            yield TellingLine(n, n, 0, Tone.PHASE, f"{away.name} rings")
            if event.strength:
                left = 100 - sum(course[:n])
                yield TellingLine(n, n, 0, Tone.ACT, f"{away.name}'s {away.named(1)} [Bell]!")
                yield TellingLine(
                    n, n, 1, Tone.BLOW, f"{home.name} has {left + event.strength} → {left}."
                )

    def changes(events: Iterable[Event]) -> Iterator[Change]:
        for n, strength in enumerate(course, 1):
            left = 100 - sum(course[:n])
            yield Change(n, n, Side.HOME, left + strength, left, Side.AWAY, 1, "bell")

    events = tuple(Rung(n, n, 0, strength) for n, strength in enumerate(course, 1))
    battle = Battle(Side.AWAY, "hp", len(course), (100 - sum(course), 99), events)
    return replace(
        janken.RULESETS[0],
        slug="toy",
        play=lambda home, away: battle,
        tell=tell_it,
        changes=changes,
        terms=Terms(turn=Words("打", "ring"), turns=Words("打", "rings")),
    )


@by_row(
    ("course", "headings"),
    [
        ((3,) * 9, ["[Rings 1–9, the same each ring] HP 100 : 99"]),
        ((3,) * 4 + (0,) * 3, ["[Rings 1–4, the same each ring] HP 100 : 99"]),
        ((3, 0) * 4, ["[Rings 1–8, the same every 2 rings] HP 100 : 99"]),
        ((3,), ["Ring 1 HP 100 : 99"]),
    ],
)
def test_a_game_that_nobody_knows_is_told_so_too(
    course: Sequence[int], headings: list[str]
) -> None:
    game = a_toy(course)
    telling = tell(game, game.play(Build(()), Build(())), ALICE, BOB, "en", ROOM)
    last = 100 - sum(course)

    assert texts(telling) == [*headings, f"Bob's [Bell]! Alice has 100 → {last}."]


def test_phases_in_which_nothing_happens_are_left_out() -> None:
    lines = texts(told(SHIDEN, "紫電 一閃 一閃 一閃 一閃", "防壁 防壁 防壁 防壁 防壁", "en"))

    assert not [line for line in lines if line in ("Start phase", "Order phase", "End phase")]
    assert not [line for line in lines if "No card can act" in line]


# --- names ----------------------------------------------------------------------------------------


def test_a_card_has_one_form_with_its_owners_name_for_it() -> None:
    midnight = TellingSheet("Clock", flavour=("", "", "", "Midnight", ""))
    battle = "待伏 +速 搦手 紫電 一閃", "剣舞 剣舞 防壁 防壁 一閃"
    english, japanese = (
        " ".join(texts(told(SHIDEN, *battle, lang, midnight))) for lang in ("en", "ja")
    )

    assert "Midnight [Violet Lightning 4]" in english
    assert english.count("Midnight") == english.count("Midnight [Violet Lightning 4]")
    assert "Midnight【紫電】4" in japanese
    assert "(Violet" not in english


@by_row(("lang", "foe"), [("en", "Its foe"), ("ja", "相手")])
def test_an_owner_with_a_long_name_is_named_once_a_phase(lang: Lang, foe: str) -> None:
    lines = told(LAPLAPLUS, "攻攻攻核", "盾核核", lang, LONG, LONGER).lines
    phases = [at for at, line in enumerate(lines) if line.tone is Tone.PHASE]

    assert phases
    assert any(foe.lower() in line.text.lower() for line in lines)
    for begin, end in zip(phases, [*phases[1:], len(lines)], strict=True):
        inside = " ".join(line.text for line in lines[begin:end] if line.depth)
        inside, _, _ = inside.replace("…", "falls").partition("HP 1 → 0")  # but who falls is named
        assert inside.count(LONG.name) <= 1
        assert inside.count(LONGER.name) <= 1


def test_states_are_told_in_one_sentence() -> None:
    battle = "紫電 +盾 一閃 一閃 一閃", "剣舞 剣舞 剣舞 剣舞 剣舞"
    english, japanese = (" ".join(texts(told(SHIDEN, *battle, lang))) for lang in ("en", "ja"))

    assert "Alice receives stun and 2 barriers." in english
    assert "スタンを、防壁を2つ受けた!" in japanese


def test_sentences_that_say_other_things_of_one_stay_apart() -> None:
    acts = games.ruleset("acts")
    home, away = (acts.starters("en")[each] for each in ("Far Light", "Lonely Rank"))
    japanese = "".join(
        texts(tell(acts, acts.play(home, away), TellingSheet("甲"), TellingSheet("乙"), "ja", 9000))
    )
    assert "は破壊されました。" in japanese
    assert "D、は" not in japanese


def test_no_mark_is_left_of_how_it_was_made() -> None:
    for lang in LANGS:
        telling = told(SHIDEN, "紫電 +盾 一閃 一閃 一閃", "剣舞 剣舞 剣舞 剣舞 剣舞", lang)
        assert not [text for text in texts(telling) if any("\ue000" <= c <= "\uf8ff" for c in text)]


# --- what stands before ---------------------------------------------------------------------------


@by_row(
    ("home", "away", "sentence"),
    [
        (
            "硬核",
            "核核",
            (
                "The turning point: turn 3, when Alice's [Hard Core 1] put its own side behind for good"
                " (HP 9 : 10); no card took more (12 HP)."
            ),
        ),
        (
            "硬攻欺",
            "核核硬",
            (
                "The turning point: turn 3, when Alice's [Attack 2] took the lead for good (HP 5 : 2);"
                " no card took more (16 HP)."
            ),
        ),
        ("攻核核", "核", "Alice led from start to finish; [Attack 1] took the most (8 HP)."),
        ("核核核核", "核核核核", ""),
    ],
)
def test_what_turned_the_battle_stands_before_it(home: str, away: str, sentence: str) -> None:
    assert told(LAPLAPLUS, home, away, "en").turning_point == sentence


LEADS: Claims = {
    "The turning point: %(turn)s %(num)s, when %(card)s took the lead for good (%(life)s)": (
        lambda at, _, said: at.leads(said) and at.change.owner is at.winner
    ),
    "The turning point: %(turn)s %(num)s, when %(card)s put its own side behind for good (%(life)s)": (
        lambda at, _, said: at.leads(said) and at.change.owner is not at.winner
    ),
    "It took the very last blow to decide the battle: %(card)s (%(life)s)": (
        lambda at, _, said: at.leads(said) and at.change is at.changes[-1]
    ),
    "%(who)s led from start to finish": lambda at, _, said: (
        said["who"] == NAMES[at.winner] and at.first is None and at.is_ahead[0]
    ),
}
POINTS: Claims = {
    "%(lead)s; no %(slot)s took more (%(amount)s).": lambda at, _, said: (
        at.took(at.change) == figure(said["amount"]) == max(at.taken.values())
    ),
    "%(lead)s; %(most)s took the most (%(amount)s).": lambda at, _, said: at.most(said),
    "%(lead)s.": lambda at, _, said: True,
    "%(most)s took the most (%(amount)s).": lambda at, _, said: at.most(said),
}
NAMES: Mapping[Side | None, str] = {Side.HOME: "Alice", Side.AWAY: "Bob"}


class Counted:
    """A battle that somebody won, counted change by change; `first` is that from which the winner was ahead."""

    def __init__(self, game: Ruleset, battle: Battle) -> None:
        self.run = SimpleNamespace(game=game, standings=())
        self.winner = battle.winner
        self.changes = [*game.changes(battle.events)]
        life = dict(zip(Side, battle.hp, strict=True))
        self.lives = [tuple(life.values())]
        for each in reversed(self.changes):
            life[each.side] = each.before
            self.lives.insert(0, tuple(life.values()))
        sign = 1 if battle.winner is Side.HOME else -1
        self.is_ahead = [sign * (home - away) > 0 for home, away in self.lives]
        at = len(self.is_ahead)
        while at and self.is_ahead[at - 1]:
            at -= 1
        self.first = at if 0 < at < len(self.is_ahead) else None
        self.taken: Counter[tuple[Side, int, str]] = Counter()
        for each in self.changes:
            if each.side is not self.winner and each.after < each.before:
                self.taken[each.owner, each.place, each.by] += each.before - each.after

    @property
    def change(self) -> Change:
        """The one that took the lead for good."""
        assert self.first is not None
        return self.changes[self.first - 1]

    def took(self, change: Change) -> int:
        """What its card took in the whole battle."""
        return self.taken[change.owner, change.place, change.by]

    def leads(self, said: Mapping[str, str]) -> bool:
        """Whether the turn, the place of the card and the life are those of this change."""
        figures = tuple(map(figure, said["life"].split(":")))
        turn = figure(said["num"]) if "num" in said else self.change.turn
        place = re.search(r" ([0-9]+)\]$", said["card"])  # a blow has none
        return (
            self.first is not None
            and (figures, turn) == (self.lives[self.first], self.change.turn)
            and (not place or int(place[1]) == self.change.place)
        )

    def most(self, said: Mapping[str, str]) -> bool:
        """Whether this card took so much, and every other less."""
        best = [card for card, points in self.taken.items() if points == max(self.taken.values())]
        place = re.search(r" ([0-9]+)\]$", said["most"])
        return (
            len(best) == 1
            and figure(said["amount"]) == max(self.taken.values())
            and (not place or int(place[1]) == best[0][1])
        )


@by_row("slug", ["laplaplus", "shiden-issen-2"])
def test_who_led_and_what_took_most_is_so(slug: str) -> None:
    """The lead is taken for good by the change after which the winner was ahead at any time; level cards are not named."""
    said: Counter[str] = Counter()
    for run in drawn(slug, 60):
        home, away = run.builds[:2]
        battle = run.game.play(home, away)
        sheets = {side: TellingSheet(NAMES[side]) for side in Side}
        told = {lang: ToldCourse(run.game, battle, sheets, lang).turning_point() for lang in LANGS}
        if not told["en"]:
            continue
        at = Counted(run.game, battle)
        said[point := require(POINTS, told, at)] += 1
        if "lead" in point:
            leads: dict[Lang, str] = {
                "en": re.split(r"; |\.$", told["en"])[0],
                "ja": told["ja"].partition("。")[0],
            }
            said[require(LEADS, leads, at)] += 1
    assert len(said) >= 5, said


@by_row("slug", ["laplaplus", "shiden-issen-2"])
def test_turns_that_are_told_as_the_same_are_the_same_but_for_figures(slug: str) -> None:
    """Also in what is not told of them."""
    again = 0
    for run in drawn(slug, 60):
        battle = run.game.play(*run.builds[:2])
        sheets = {Side.HOME: ALICE, Side.AWAY: BOB}
        body = TellingBody(
            run.game, battle, sheets, "en", ToldCourse(run.game, battle, sheets, "en")
        )
        for length, ats in body.blocks:
            told = [
                [
                    re.sub("[0-9−-]+", "#", body.named(unit.line.text))
                    for _, units in body.stages.scene(body.stages.stages[at], Detail.ALL).phases
                    for unit in units
                ]
                for at in ats
            ]
            assert all(turn == told[at % length] for at, turn in enumerate(told))
            again += len(told) > length
    assert again


def test_in_a_game_without_life_nothing_turns_a_battle() -> None:
    telling = told(janken.RULESETS[0], "石紙鋏", "石石石", "en")

    assert telling.turning_point == ""
    assert texts(telling)[-1] == "Alice wins!"


def test_entrances_and_lore_are_told_once_and_before() -> None:
    words = dict.fromkeys(MOMENTS, "Hah!") | {"entrance": "Here I am."}
    alice = TellingSheet("Alice", lines=words, lore="She came at dawn. She stayed.\n\nFor long.")
    telling = told(LAPLAPLUS, "攻核核", "核", "en", alice)

    assert telling.lore == ["Alice: She came at dawn."]
    assert telling.entrances == ["Alice: “Here I am.”"]
    assert not [text for text in texts(telling) if "Here I am" in text]
    assert texts(telling).count("Alice: “Hah!”") == 2


# --- room -----------------------------------------------------------------------------------------


def crowded(mark: str) -> TellingSheet:
    """A character with as much of everything as it may have."""
    return TellingSheet(
        f"{mark * 19}…",
        {"build": mark * 60},
        (f"{mark * 20}",) * 40,
        dict.fromkeys(MOMENTS, mark * 60),
        f"{mark} " * 200,
    )


SHEETS = [(ALICE, BOB), (LONG, LONGER), (crowded("永"), crowded("々"))]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.rules_version)
@given(data=st.data(), lang=st.sampled_from(LANGS), space=st.sampled_from([ROOM, 3_000]))
def test_no_battle_takes_more_than_sixty_lines(
    game: Ruleset, data: st.DataObject, lang: Lang, space: int
) -> None:
    home, away = data.draw(pairs(game))
    battle = game.play(home, away)
    sheets = SHEETS[data.draw(st.sampled_from(range(len(SHEETS))))]
    telling = tell(game, battle, *sheets, lang, space)

    assert printed(telling, *sheets) <= 60
    assert all("\n" not in line.text for line in telling.lines)
    assert not [line.text for line in telling.lines if re.search("[\ue000-\uf8ff]", line.text)]
    assert any(line.tone is Tone.VERDICT for line in telling.lines)
    assert sum(len(line.text.encode()) + 45 for line in telling.lines) <= space + 400
    assert telling == tell(game, battle, *sheets, lang, space)


def telling(turns: int, lines: int = 10) -> list[TellingLine]:
    return [
        TellingLine(turn * lines + n, turn, 0, Tone.EFFECT, f"turn {turn}, line {n}")
        for turn in range(turns)
        for n in range(lines)
    ]


def bytes_of(space: int) -> Callable[[TellingLine], float]:
    return lambda line: (len(line.text) + 45) / space


def test_what_fits_is_told_in_full() -> None:
    assert folded(telling(3), bytes_of(10_000), "en") == telling(3)


def test_whole_turns_are_left_out_of_the_middle() -> None:
    told = folded(telling(20), bytes_of(6_000), "en")
    texts = [line.text for line in told]

    assert texts[0] == "turn 0, line 0"
    assert texts[-1] == "turn 19, line 9"
    assert "… turns 4 to 14 …" in texts
    assert texts[texts.index("… turns 4 to 14 …") - 2] == "turn 3, line 9"
    assert texts[texts.index("… turns 4 to 14 …") + 2] == "turn 15, line 0"


@by_row(("lang", "fold"), [("en", "… more of turn 0 …"), ("ja", "……第0ターンの続きは割愛……")])
def test_a_turn_that_is_too_long_is_cut_within(lang: Lang, fold: str) -> None:
    told = folded(telling(1, lines=500), bytes_of(6_000), lang)

    assert fold in [line.text for line in told]
    assert len(told) < 110


@by_row("space", [500, 3_000, 24_000])
def test_it_never_takes_more_room_than_it_has(space: int) -> None:
    told = folded(telling(30, lines=60), bytes_of(space), "en")

    assert sum(len(line.text) + 45 for line in told) <= space + 60


def test_what_is_left_out_is_told_in_the_terms_of_the_game() -> None:
    terms = Terms(turns=Words("ラウンド", "rounds"))
    told = folded(telling(20), bytes_of(6_000), "en", terms)

    assert [line.text for line in told if line.text.startswith("… rounds ")]


def test_the_id_of_a_card_is_no_number_however_long_it_is() -> None:
    told = said("X0101 夜店のユイ: 07 → 12", {})

    assert [each for each in told.sentences[0] if isinstance(each, ToldNumber)] == [
        ToldNumber((7,)),
        ToldNumber((12,)),
    ]
    assert "X0101 夜店のユイ: " in told.sentences[0]
