"""A battle in sentences: whatever happens, it is told once, in order, in both languages."""

import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given, strategies as st

from app.engine import Battle, Event, Lang, Side, TellingLine, TellingSheet, Tone, Words, plain
from app.games.laplaplus import events as log, sentences as say
from app.games.laplaplus.board import Board, side_of
from app.games.laplaplus.report import tell
from tests.games.laplaplus.drawn import Pair, drawn_pairs, pairs
from tests.games.laplaplus.play import play
from tests.support.tables import by_row

HERE = Path(__file__).parent
LANGS: tuple[Lang, ...] = ("ja", "en")
ALICE, BOB = TellingSheet("Alice"), TellingSheet("Bob")

languages = pytest.mark.parametrize("lang", LANGS)


def told(battle: Battle, lang: Lang = "en") -> list[TellingLine]:
    return list(tell(battle.events, ALICE, BOB, lang))


def story(home: str, away: str, lang: Lang = "en") -> list[str]:
    """The text of a battle, line by line, blank lines left out."""
    return [text for text in plain(told(play(home, away), lang)).splitlines() if text]


def counted_turns(lines: Iterable[TellingLine], lang: Lang) -> list[range]:
    """The turns each heading speaks for."""
    one, many = (
        re.escape(words.to(lang)).replace(r"\{turn\}", r"(\d+)").replace(r"\{last\}", r"(\d+)")
        for words in (say.TURN, say.TURNS)
    )
    found = []
    for line in lines:
        if line.tone is Tone.TURN:
            if match := re.fullmatch(many, line.text):
                found.append(range(int(match[1]), int(match[2]) + 1))
            elif match := re.fullmatch(one, line.text):
                found.append(range(int(match[1]), int(match[1]) + 1))
    return found


# --- every battle -------------------------------------------------------------------------------------


@languages
@given(pairs())
def test_every_line_tells_an_event(lang: Lang, pair: Pair) -> None:
    battle = play(*pair)
    turns = {event.n: event.turn for event in battle.events}

    for line in told(battle, lang):
        assert line.turn == turns[line.n]
        assert line.depth >= 0


@languages
@given(pairs())
def test_lines_are_clean(lang: Lang, pair: Pair) -> None:
    """Nothing is left of templates, no line has blanks at its ends, and blank lines stand alone."""
    lines = told(play(*pair), lang)

    for line in lines:
        assert not re.search(r"[{}\n]|None|Side\.|(home|away)\.\d", line.text)
        assert line.text == line.text.strip()
        assert (line.text == "") == (line.tone is Tone.BLANK)
    for line, following in pairwise(lines):
        assert Tone.BLANK not in (line.tone, following.tone) or line.tone is not following.tone
    assert lines[0].tone is Tone.TITLE
    assert lines[-1].tone is Tone.VERDICT


@languages
@given(pairs())
def test_lines_go_deeper_one_step_at_a_time(lang: Lang, pair: Pair) -> None:
    """A cause stands above what answers it, one step further out."""
    depth = 0
    for line in told(play(*pair), lang):
        assert line.depth <= depth + 1
        depth = line.depth


@languages
@given(pairs())
def test_who_met_and_who_won_is_said_by_name(lang: Lang, pair: Pair) -> None:
    battle = play(*pair)
    lines = told(battle, lang)
    winner = {Side.HOME: "Alice", Side.AWAY: "Bob", None: ""}[battle.winner]

    assert lines[0].text == "Alice VS Bob"
    assert winner in lines[-1].text
    if battle.winner:
        assert {Side.HOME: "Bob", Side.AWAY: "Alice"}[battle.winner] not in lines[-1].text
    else:
        assert lines[-1].text == say.DRAWN.to(lang)


@languages
@given(pairs())
def test_every_change_of_hp_is_told_once_with_its_numbers(lang: Lang, pair: Pair) -> None:
    """Counted turns hold none: what they show of HP is the same at each of their ends."""
    check_hp(play(*pair), lang)


@languages
def test_so_it_is_in_full_rows(lang: Lang) -> None:
    for pair in drawn_pairs(60, seed=3):
        check_hp(play(*pair), lang)


def check_hp(battle: Battle, lang: Lang) -> None:
    lines: dict[int, list[str]] = {n: [] for n in hp_events(battle)}
    for line in told(battle, lang):
        if line.n in lines and line.text:
            lines[line.n].append(line.text)
    board = Board()
    for event in battle.events:
        before = dict(board.hp)
        board.apply(event)
        if event.n in lines:
            (text,) = lines[event.n]
            side = event.target if isinstance(event, log.DamageDealt) else owner(event)
            assert hp_told(text) in (
                [before[side], board.hp[side]],
                [board.hp[side]] * isinstance(event, log.InitialHpRaised),
            )


def hp_events(battle: Battle) -> list[int]:
    kinds = log.DamageDealt | log.HpRestored | log.InitialHpRaised
    return [event.n for event in battle.events if isinstance(event, kinds)]


def owner(event: Event) -> Side:
    assert isinstance(event, log.HpRestored | log.InitialHpRaised)
    return side_of(event.card)


def hp_told(text: str) -> list[int]:
    """HP 5, or HP 5 → −2."""
    found = re.search(r"HP ([−\d]+)(?: → ([−\d]+))?[)）]", text)
    assert found, text
    return [int(number.replace("−", "-")) for number in found.groups() if number]


@languages
@given(pairs())
def test_every_turn_is_told_or_counted_once(lang: Lang, pair: Pair) -> None:
    battle = play(*pair)
    turns = {event.turn for event in battle.events} - {0, 31}
    if battle.reason == "build_both_zero":
        turns = set()

    spoken_for = [turn for turns in counted_turns(told(battle, lang), lang) for turn in turns]

    assert spoken_for == sorted(turns)


@languages
@given(pairs())
def test_every_card_that_fires_in_a_told_turn_is_named(lang: Lang, pair: Pair) -> None:
    """A Brain that changes nothing is passed over; all other firings begin with whose card it is."""
    battle = play(*pair)
    lines = told(battle, lang)
    told_turns = {line.turn for line in lines if line.text == say.ORDER_PHASE.to(lang)}
    narrowed = {e.within for e in battle.events if isinstance(e, log.ListNarrowed)}
    fired = [
        e
        for e in battle.events
        if isinstance(e, log.ActionFired)
        or (isinstance(e, log.EventFired) and (e.window != "list" or e.n in narrowed))
    ]
    begins = ("Aliceの【", "Bobの【") if lang == "ja" else ("Alice's [", "Bob's [")
    tones = (Tone.ACT, Tone.ANSWER, Tone.EFFECT, Tone.BLOW, Tone.FALL, Tone.NOTE)
    named = [
        line
        for line in lines
        if line.turn
        and line.tone in tones
        and re.match(
            rf"({re.escape(begins[0])}|{re.escape(begins[1])})[^】\]]*[】\]]\d!", line.text
        )
    ]

    assert len(named) == len([e for e in fired if e.turn in told_turns])


@given(pairs())
def test_both_languages_tell_the_same(pair: Pair) -> None:
    battle = play(*pair)
    ja, en = ([(x.n, x.turn, x.depth, x.tone) for x in told(battle, lang)] for lang in LANGS)

    assert ja == en


@languages
@given(
    st.sampled_from([*drawn_pairs(12), ("機力", "速"), ("核", "核"), ("双核", "核双")]),
    st.sampled_from(
        ["{who}", "{0}", "{", "}}", "%s", "\\1", "None", "【核】1", "[Core]1!", "><", "\u3000", "🂡"]
    ),
)
def test_a_name_is_printed_as_it_is(lang: Lang, pair: Pair, name: str) -> None:
    battle = play(*pair)
    usual = plain(tell(battle.events, TellingSheet("<Alice>"), BOB, lang))
    strange = plain(tell(battle.events, TellingSheet(name), BOB, lang))

    assert strange == usual.replace("<Alice>", name)


# --- some battles -------------------------------------------------------------------------------------


@languages
def test_a_battle_told_from_title_to_verdict(lang: Lang) -> None:
    """Trap, Reflections with Echo and Attack Power, Brain, counted turns, judgement by initiative."""
    battle = play("壊罠機類反響腐力", "反盾重防偽機反癒")

    assert plain(told(battle, lang)) == (HERE / f"telling.{lang}.txt").read_text(encoding="utf-8")


def test_an_answer_stands_below_what_it_answers() -> None:
    assert ">>>>>Alice's [Dazzle]3! Bob's [Dazzle]2 has no effect!" in story("攻眩眩核", "盾眩核核")


def test_a_dazzle_with_an_echo_is_not_said_to_be_in_vain() -> None:
    lines = story("攻眩響核", "盾核核")
    first = lines.index(">>>Alice's [Dazzle]2!")

    assert lines[first + 1 : first + 4] == [
        ">>>>Alice's [Echo]3! [Dazzle]2 is up again!",
        ">>>>Bob's [Shield]1 has no effect!",
        ">>>Alice's [Dazzle]2! But there is nothing left to undo.",
    ]


def test_a_dazzle_in_vain_says_so_even_if_it_was_answered() -> None:
    """Home's third Dazzle finds Shield undone; away's second answers it and is undone in turn."""
    lines = story("攻眩眩眩眩核核", "盾眩眩核核")

    assert ">>>Alice's [Dazzle]5! But there is nothing left to undo." not in lines
    assert sum("nothing left to undo" in line for line in lines) > 0


def test_an_action_without_effect_says_so() -> None:
    lines = story("散核", "核")
    act = lines.index("Alice's [Overs Dispel]1!")

    assert lines[act + 1] == ">But nothing happens."


def test_it_says_so_even_if_an_echo_has_answered() -> None:
    lines = story("散響核", "核")
    act = lines.index("Alice's [Overs Dispel]1!")

    assert lines[act + 1 : act + 5] == [
        ">Alice's [Echo]2! [Overs Dispel]1 is up again!",
        ">But nothing happens.",
        "Alice's [Overs Dispel]1!",
        ">But nothing happens.",
    ]


def test_that_nothing_happens_is_told_of_the_action() -> None:
    battle = play("散散核", "核")
    acts = [e.n for e in battle.events if isinstance(e, log.ActionFired) and e.turn == 1]

    assert [line.n for line in told(battle) if line.text == say.NOTHING_HAPPENS.en] == acts


@languages
def test_turns_without_any_move_are_counted(lang: Lang) -> None:
    lines = story("核", "核核", lang)

    assert say.TURNS.to(lang).format(turn=1, last=30) in lines
    assert say.NOTHING_AGAIN.to(lang) in lines


@languages
def test_equal_turns_are_told_once_and_counted(lang: Lang) -> None:
    lines = story("核攻", "反盾盾盾核", lang)

    assert say.SAME_AGAIN.to(lang) in lines


@languages
def test_turns_that_go_round_in_a_circle_are_told_once_and_counted(lang: Lang) -> None:
    """Knockback exchanges the same two cards for ever: turns 1 and 2, 3 and 4, up to 29 and 30."""
    lines = story("突核", "核類核核", lang)
    counted = lines.index(say.TURNS.to(lang).format(turn=3, last=30))

    assert lines[counted + 1] == say.ROUND_AGAIN.to(lang).format(turn=1, last=2)
    assert lines[counted + 2] == say.JUDGEMENT.to(lang)


def test_a_circle_cut_short_by_the_judgement_is_counted_to_its_end() -> None:
    """Crash takes 核 in turn 1; of the circle of turns 2 and 3 only the first half is left for turn 30."""
    lines = story("壊突核", "核類限核核")
    counted = lines.index("[Turns 4-30]")

    assert lines[counted + 1] == "Turns 2-3 over again, move for move."
    assert (
        lines[counted + 5]
        == "[Category Brain]2[Specific Brain]3[Core]4[Core]5 / Bob  HP 23 (base 18)"
    )


def test_a_single_turn_that_is_counted_is_called_by_its_number() -> None:
    """Turn 28 heals and moves Echo below Shield; from turn 29 on every Attack vanishes."""
    lines = story("盾癒響機機類類限", "攻核")

    assert lines[lines.index("[Turn 30]") + 1] == say.SAME_AGAIN.en


@by_row(
    ("home", "away", "last_words"),
    [
        ("攻核", "核", "Bob falls."),
        ("攻力力核", "力連", "Nothing is left of Bob."),
        ("硬", "核", "Alice breaks under its own strength."),
        ("攻", "反核", "Its own blow comes back, and Alice falls."),
        ("偽", "罠核", "Alice walks into the trap and does not get up."),
        ("速", "核", "Alice had no strength to stand up with."),
    ],
)
def test_how_the_deciding_blow_felt(home: str, away: str, last_words: str) -> None:
    assert last_words in story(home, away)


@by_row(
    ("home", "away", "verdict"),
    [
        ("攻", "核", "Alice wins!"),
        ("核核", "核", "HP 10 against 5: Alice wins on points!"),
        ("核", "突偽", "First to move, Alice wins!"),
        ("力", "防", "First to move, Alice wins!"),
        ("核", "核", "Card for card the same build: a draw!"),
    ],
)
def test_the_verdict(home: str, away: str, verdict: str) -> None:
    assert story(home, away)[-1] == verdict


@by_row(
    ("home", "away", "order"),
    [
        ("核攻", "核", "Speed 6 against 5: Alice goes first!"),
        (
            "硬核",
            "核硬",
            "Speed 12 on both sides. The greater force in place 1 decides: Alice goes first!",
        ),
        ("力", "防反", "Speed 0 on both sides. Only Bob has a card in place 2 and goes first!"),
        (
            "攻",
            "連",
            "Speed 1 and equal forces. The smaller number in place 1 decides: Alice goes first!",
        ),
        ("核双", "双核", "Speed 5 and twin rows. Bob was first before and goes first again!"),
    ],
)
def test_why_a_side_is_first(home: str, away: str, order: str) -> None:
    assert order in story(home, away)


def test_an_empty_row_is_shown_as_such() -> None:
    assert "(no cards) / Bob  HP 0 (base 0)" in story("核", "")


def test_down_cards_stand_in_brackets() -> None:
    assert "([Heavy Blow]1)[Core]2 / Alice  HP 5 (base 5)" in story("重核", "核核")


# --- a character's own words --------------------------------------------------------------------------

DAWN = TellingSheet("Alice", flavour=("Dawn", None, "Dusk"), lines={"finish": "Good night."})


def test_a_name_of_ones_own_stands_before_the_official_one() -> None:
    battle = play("攻響核", "盾核")
    ja = plain(tell(battle.events, DAWN, BOB, "ja")).splitlines()
    en = plain(tell(battle.events, DAWN, BOB, "en")).splitlines()

    assert "AliceのDawn【攻撃】1!" in ja
    assert ">Aliceの【エコー】2! Dawn【攻撃】1が起き上がった!" in ja
    assert "Alice's Dawn [Attack]1!" in en
    assert "[Attack]1[Echo]2[Core]3 / Alice  HP 7 (base 7)" in en


@by_row(
    ("home", "away", "blow"),
    [
        ("攻核", "核", "Alice's Dawn [Attack]1!"),
        ("反核", "攻", ">>Alice's Dawn [Reflection]1! It cancels the 4 damage and throws it back!"),
    ],
)
def test_the_winner_speaks_before_the_blow_that_decides(home: str, away: str, blow: str) -> None:
    lines = plain(tell(play(home, away).events, DAWN, BOB, "en")).splitlines()
    (said,) = (at for at, line in enumerate(lines) if "Good night." in line)

    assert lines[said + 1] == blow


@by_row(("home", "away"), [("核", "硬"), ("核核", "核"), ("核", "核")])
def test_nobody_speaks_of_a_blow_that_was_not_his(home: str, away: str) -> None:
    """Bob breaks under his own strength, is beaten on points, or is as good."""
    assert "Good night." not in plain(tell(play(home, away).events, DAWN, BOB, "en"))


# --- the sentences ------------------------------------------------------------------------------------

SENTENCES = [
    *(words for words in vars(say).values() if isinstance(words, Words)),
    *say.FIRST.values(),
]


@by_row("words", SENTENCES)
def test_a_sentence_names_the_same_things_in_both_languages(words: Words) -> None:
    ja, en = ({name for _, name, _, _ in Formatter().parse(text) if name} for text in words)

    assert words.ja
    assert words.en
    assert ja == en
