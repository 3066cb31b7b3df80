"""A battle in sentences: the original's own battle line for line, every event, both languages."""

import re
from dataclasses import replace
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given, strategies as st

from app.engine import Battle, Event, Lang, Side, TellingLine, TellingSheet, Tone, Words, plain
from app.games.shiden_issen_2 import RULESETS, events as log, sentences as say
from app.games.shiden_issen_2.abilities import STATUSES
from app.games.shiden_issen_2.report import tell
from tests.games.shiden_issen_2.drawn import Pair, drawn_pairs, pairs
from tests.games.shiden_issen_2.play import play
from tests.support.tables import by_row

HERE = Path(__file__).parent
LANGS: tuple[Lang, ...] = ("ja", "en")
ALICE, BOB = TellingSheet("Alice"), TellingSheet("Bob")
NAMES = {"ja": ("ムライ", "クロダ"), "en": ("Murai", "Kuroda")}

languages = pytest.mark.parametrize("lang", LANGS)

MANY = [
    *drawn_pairs(60, seed=5),
    *(("連雷硬燐待", "待壁速舞崩"), ("紫先的強待", "呪交閃玉崩"), ("覚呪舞果反", "壁無隠閃果")),
    *(("連逆的連逆", "連逆的連逆"), ("疫速影雷閃", "紫裏待果呪"), ("隠逆逆逆逆", "強強強強強")),
    *(("無果強強強", "待速強強強"), ("果盾逆逆逆", "搦強強強強"), ("呪錬逆逆逆", "待強強強強")),
    ("覚強閃強強", "強強強強強"),
]


def told(battle: Battle, lang: Lang = "en") -> list[TellingLine]:
    return list(tell(battle.events, ALICE, BOB, lang))


def story(home: str, away: str, lang: Lang = "en") -> list[str]:
    """The text of a battle, line by line, blank lines left out."""
    return [text for text in plain(told(play(home, away), lang)).splitlines() if text]


# --- the original's battle ----------------------------------------------------------------------------


@languages
def test_the_battle_of_the_original_comes_out_line_for_line(lang: Lang) -> None:
    """ムライ VS クロダ, as 紫電一閃 弐 (ver 1.03) prints it, with credit to its author; `telling.ja.txt` is its text."""
    home, away = map(RULESETS[0].read_build, ("閃閃交硬果", "待速搦待閃"))
    one, other = map(TellingSheet, NAMES[lang])
    lines = tell(RULESETS[0].play(home, away).events, one, other, lang)
    printed = (HERE / f"telling.{lang}.txt").read_text(encoding="utf-8")

    assert plain(lines) == printed
    assert printed.count("\n") == 129


# --- every battle -------------------------------------------------------------------------------------


@languages
@given(pairs())
def test_lines_are_clean(lang: Lang, pair: Pair) -> None:
    """Nothing is left of templates, no line has blanks at its ends; two empty lines open a round or the verdict."""
    battle = play(*pair)
    lines = told(battle, lang)
    turns = {event.n: event.turn for event in battle.events}

    for line in lines:
        assert line.turn == turns[line.n]
        assert not re.search(r"[{}\n]|None|Side\.|(home|away)\.\d", line.text)
        assert line.text == line.text.strip()
        assert (line.text == "") == (line.tone is Tone.BLANK)
    text = plain(lines)
    assert "\n\n\n\n" not in text
    assert re.findall(r"\n\n\n(.*)", text) == [
        *(say.ROUND.to(lang).format(turn=turn) for turn in range(2, battle.turn + 1)),
        say.VERDICT.to(lang),
    ]


@languages
@given(pairs())
def test_a_skill_destroyed_and_a_hit_are_told_once_each(lang: Lang, pair: Pair) -> None:
    battle = play(*pair)
    kinds = log.SkillDestroyed | log.SkillHit | log.StatusGained | log.StatusLifted | log.SkillUsed
    expected = [event.n for event in battle.events if isinstance(event, kinds)]
    lines = [line.n for line in told(battle, lang) if line.tone is not Tone.BLANK]

    assert [n for n in lines if n in set(expected)] == expected


@languages
@given(pairs())
def test_who_met_and_who_won_is_said_by_name(lang: Lang, pair: Pair) -> None:
    battle = play(*pair)
    lines = told(battle, lang)
    winner = {Side.HOME: "Alice", Side.AWAY: "Bob", None: ""}[battle.winner]

    assert lines[0].text == "Alice VS Bob"
    assert (lines[0].tone, lines[-1].tone) == (Tone.TITLE, Tone.VERDICT)
    assert lines[-1].text == (say.WON if winner else say.DRAWN).to(lang).format(who=winner)


@given(pairs())
def test_both_languages_tell_the_same_events(pair: Pair) -> None:
    battle = play(*pair)
    ja, en = ([(x.n, x.turn, x.depth, x.tone) for x in told(battle, lang)] for lang in LANGS)

    assert ja == en


def test_every_kind_of_event_is_told() -> None:
    """All but that a limited skill is spent: its end tells it."""
    events: dict[str, bool] = {}
    for pair in MANY:
        battle = play(*pair)
        lines = {line.n for line in told(battle)}
        for event in battle.events:
            events[event.kind] = events.get(event.kind, False) or event.n in lines

    kinds = {kind.kind for kind in vars(log).values() if is_kind(kind)}
    assert {kind for kind, is_told in events.items() if is_told} == kinds - {"limited-spent"}


def is_kind(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Event) and value is not Event


@languages
@given(
    st.sampled_from(MANY),
    st.sampled_from(
        ["{who}", "{0}", "{", "}}", "%s", "\\1", "None", "【一閃】1", ">", "\u3000", "🂡"]
    ),
)
def test_a_name_is_printed_as_it_is(lang: Lang, pair: Pair, name: str) -> None:
    battle = play(*pair)
    usual = plain(tell(battle.events, TellingSheet("<Alice>"), BOB, lang))
    strange = plain(tell(battle.events, TellingSheet(name), BOB, lang))

    assert strange == usual.replace("<Alice>", name)


# --- some lines ---------------------------------------------------------------------------------------


@by_row(
    ("home", "away", "ja", "en"),
    [
        ("待逆玉先疫", "待逆玉先疫", "速度は互角、同時行動!", "Equal speed: both act at once!"),
        ("紫反待速閃", "果舞玉呪壁", "Aliceはスタンで出遅れた!", "Alice is stunned and goes second!"),
        ("先強強強強", "強強強強閃", "Aliceが先制で機先を制した!", "Alice seizes the initiative!"),
        ("強強強強強", "閃強強強強", "【凡打】0 速度:0 /Alice", "[Plain Hit]0 speed 0 /Alice"),
        ("隠逆逆逆逆", "閃強強強強", "【――】 速度:0 /Alice", "[--] speed 0 /Alice"),
        (
            *("隠逆逆逆逆", "強強強強強"),
            *("Aliceは刃を隠したまま動かない。", "Alice keeps the blade hidden and does nothing."),
        ),
        ("連雷硬燐待", "待壁速舞崩", "▼Aliceの攻撃フェイズ(連撃)", "Alice's attack phase (Chain Attack)"),
        ("連逆的連逆", "連逆的連逆", "▼同時行動フェイズ(連撃)", "Simultaneous phase (Chain Attack)"),
        ("連雷硬燐待", "待壁速舞崩", "Aliceの【燐光】4の効果!", "Alice's Phosphorescence 4 takes effect!"),
        ("連雷硬燐待", "待壁速舞崩", "Bobの防壁が3つ消えた。", "Bob loses 3 barriers."),
        ("連雷硬燐待", "待壁速舞崩", "Bobは防壁を3つ受けた!", "Bob receives 3 barriers."),
        ("怒逆閃果呪", "待怒紫壁封", "Aliceは逆鱗を1つ受けた!", "Alice receives 1 wrath."),
        ("閃強強強強", "強強強強強", ">【+強】2:ダメージ+1", ">Plus Power 2: damage +1"),
        ("閃速強強強", "強強強強強", ">【+速】2:速度+1", ">Plus Speed 2: speed +1"),
        ("呪錬逆逆逆", "待強強強強", ">【+錬】2:迎撃を1回抑える", ">Plus Temper 2: holds back one interceptor"),
        ("果盾逆逆逆", "搦強強強強", ">【+盾】2:防壁2つを追加", ">Plus Shield 2: adds two barriers"),
        ("覚強閃強強", "強強強強強", ">覚悟:ダメージ+1、速度+2", ">Resolution: damage +1, speed +2"),
        ("怒逆閃果呪", "待怒紫壁封", ">逆鱗:ダメージ+1", ">Wrath: damage +1"),
        ("怒逆閃果呪", "待怒紫壁封", ">Bobの防壁が攻撃を受け止めた!(残り:2)", ">Bob's barrier stops the attack! (2 left)"),
        ("覚呪舞果反", "壁無隠閃果", ">無想のBobは傷つかない!", ">Bob, in no-mind, is unharmed!"),
        ("無果強強強", "待速強強強", ">>無想のAliceは傷つかない!", ">>Alice, in no-mind, is unharmed!"),
        ("呪錬逆逆逆", "待強強強強", ">【+錬】2がBobの【待伏】1を抑えた!", ">Plus Temper 2 holds back Bob's Ambush 1!"),
        ("紫先的強待", "呪交閃玉崩", ">>【凡打】0は砕けない!", ">>Plain Hit 0 cannot be broken!"),
        ("影果隠呪疫", "閃閃硬閃雷", "AliceはBobの【一閃】に狙いを定めた!", "Alice marks Bob's Flash!"),
        ("疫速影雷閃", "紫裏待果呪", "Bobの【紫電】1は【疫病】に変わった!", "Bob's Violet Lightning 1 turns into Plague!"),
        ("覚呪舞果反", "壁無隠閃果", "Bobの【隠刃】3は【空虚】に変わった!", "Bob's Hidden Blade 3 turns into Emptiness!"),
        (
            *("覚呪舞果反", "壁無隠閃果"),
            "【  】【  】【空虚】【一閃】【果断】/Bob〔壁3衰〕",
            "[  ][  ][Emptiness][Flash][Decisive Cut]/Bob (barrier 3, wasting)",
        ),
        ("無閃強強強", "強強強強強", "Aliceの無想が消えた。", "Alice loses no-mind."),
        (
            *("待逆閃逆待", "逆逆閃強強"),
            *("Aliceの逆鱗が1つ消えた。(残り:1)", "Alice loses 1 wrath. (1 left)"),
        ),
        ("待逆玉先疫", "待逆玉先疫", "引き分け", "Draw"),
    ],
)  # fmt: skip
def test_a_line_the_original_does_not_show(home: str, away: str, ja: str, en: str) -> None:
    assert ja in story(home, away, "ja")
    assert en in story(home, away, "en")


def test_notes_stand_between_the_use_and_the_damage_in_their_order() -> None:
    """覚悟1 in round 1; in round 2 搦手3 fires and 逆鱗2 falls; in round 3 的割3 has 1 + 1 + 1 + 1 points."""
    lines = story("覚逆的強逆", "閃逆搦逆逆", "ja")
    start = lines.index(">狼狽の効果で速度が0になっている!")

    assert lines[start - 4 : start + 2] == [
        "Aliceの【的割】3!",
        ">【+強】4:ダメージ+1",
        ">覚悟:ダメージ+1、速度+2",
        ">逆鱗:ダメージ+1",
        ">狼狽の効果で速度が0になっている!",
        ">Bobに4点のダメージ!(速度:0)",
    ]


def test_blocks_stand_apart_and_the_end_phase_is_one_block() -> None:
    text = plain(told(play("覚呪舞果反", "壁無隠閃果"), "ja"))

    assert (
        "▼終了フェイズ\n\nBobの無想が消えた。\nBobの【無想】2が破壊された!\nBobの【隠刃】3は【空虚】に変わった!\n\n\n"
    ) in text
    assert "▼開始フェイズ\n\nBobの【無想】2の効果!\nBobは無想を受けた!\n\n▼先攻決定フェイズ" in text


def test_the_last_skill_of_a_side_falls() -> None:
    falls = [line.text for line in told(play("閃閃交硬果", "待速搦待閃")) if line.tone is Tone.FALL]

    assert falls == ["Alice's Decisive Cut 5 is destroyed!"]


@by_row("reason", ["loop", "cap"])
def test_a_battle_without_end_is_a_draw_of_its_own_kind(reason: str) -> None:
    """These rules have none, so the last event of another draw is given another reason."""
    events = play("待逆玉先疫", "待逆玉先疫").events
    end = events[-1]
    assert isinstance(end, log.BattleEnded)
    lines = [*tell([*events[:-1], replace(end, reason=reason)], ALICE, BOB, "ja")]

    assert lines[-1].text == "引き分け(決着つかず)"


# --- flavour ------------------------------------------------------------------------------------------

NAMED = TellingSheet("ムライ", flavour=("紅蓮の一閃", None, "", "鉄の盾"))


def test_a_name_of_ones_own_stands_before_the_official_one() -> None:
    battle = play("閃閃交硬果", "待速搦待閃")
    ja = plain(tell(battle.events, NAMED, BOB, "ja"))
    en = plain(tell(battle.events, TellingSheet("Murai", flavour=("Crimson Flash",)), BOB, "en"))

    assert "紅蓮の一閃【一閃】1 速度:1 /ムライ\n" in ja
    assert "ムライの紅蓮の一閃【一閃】1が破壊された!\n" in ja
    assert "ムライの鉄の盾【+硬】4によって【交錯】3の破壊が無効化された!\n" in ja
    assert "ムライの【一閃】2!\n" in ja
    assert "\n【一閃】【一閃】【交錯】【+硬】【果断】/ムライ\n" in ja
    assert "\nCrimson Flash [Flash]1 speed 1 /Murai\n" in en
    assert "Murai's Crimson Flash (Flash 1) is destroyed!\n" in en


def test_a_skill_that_came_by_a_change_and_a_plain_hit_have_no_such_name() -> None:
    """Example 12, round 1: 紫電1 turns into 疫病."""
    lines = plain(
        tell(
            play("疫速影雷閃", "紫裏待果呪").events,
            ALICE,
            TellingSheet("Bob", flavour=("雷光",)),
            "ja",
        )
    )

    assert "Bobの雷光【紫電】1は【疫病】に変わった!" in lines
    assert "Bobの【疫病】1" in lines
    assert "雷光【疫病】" not in lines
    assert "雷光【凡打】" not in plain(
        tell(
            play("待逆玉先疫", "待逆玉先疫").events,
            ALICE,
            TellingSheet("Bob", flavour=("雷光",)),
            "ja",
        )
    )


# --- words ------------------------------------------------------------------------------------------

KURODA = TellingSheet("クロダ", lines={"finish": "裏口から失礼。"})


def test_the_winner_speaks_before_its_interceptor_takes_the_last_skill() -> None:
    """The original's worked battle ends with an ambush."""
    lines = plain(tell(play("閃閃交硬果", "待速搦待閃").events, ALICE, KURODA, "ja")).splitlines()
    said = lines.index(">クロダ「裏口から失礼。」")

    assert lines[said + 1] == ">クロダの【待伏】4が発動!(速度:0)"
    assert lines.count(lines[said]) == 1


def test_the_winner_speaks_before_it_uses_the_skill_that_takes_the_last_one() -> None:
    lines = plain(tell(play("待速搦待閃", "閃強強強強").events, KURODA, BOB, "ja")).splitlines()
    said = lines.index("クロダ「裏口から失礼。」")

    assert lines[said + 1].startswith("クロダの【")


def test_the_winner_speaks_before_the_last_skill_falls_without_a_blow() -> None:
    ends = (play(*pair) for pair in MANY)
    battle = next(battle for battle in ends if battle.winner and battle.reason == "end")
    lines = [*tell(battle.events, KURODA, KURODA, "ja")]
    said = next(at for at, line in enumerate(lines) if line.tone is Tone.SPEECH)

    assert lines[said + 1].tone is Tone.FALL


# --- the sentences ------------------------------------------------------------------------------------

SENTENCES = [
    *(words for words in vars(say).values() if isinstance(words, Words)),
    *(w for table in (say.PHASES, say.STRENGTHENS, STATUSES, say.ENDINGS) for w in table.values()),
]  # fmt: skip


@by_row("words", SENTENCES)
def test_a_sentence_names_the_same_things_in_both_languages(words: Words) -> None:
    ja, en = ({name for _, name, _, _ in Formatter().parse(text) if name} for text in words)

    assert words.ja
    assert words.en
    assert ja - {"flavour"} == en - {"flavour"}
