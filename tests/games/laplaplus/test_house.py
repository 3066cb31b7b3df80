"""House cards: read from TOML, told by one table of words, played by both engines alike."""

from collections import OrderedDict
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, get_args

import pytest

from app.engine import Build, Lang, Ruleset, Side, TellingSheet, Words, plain
from app.engine.versions import version_of
from app.engine.workshop.problems import explain, is_explained
from app.errors import BuildUnreadable, CardsUnreadable
from app.games import house, ruleset
from app.games.laplaplus import RULESETS, abilities, battle, effects, events as log
from app.games.laplaplus.abilities import Constraint, Family, Option, Trigger
from app.games.laplaplus.battle import REASONS
from app.games.laplaplus.cards import CARDS, STANDARD
from app.games.laplaplus.effects import Action, HitEnemy
from app.games.laplaplus.house.file import read_cards
from app.games.laplaplus.house.vocabulary import BY_VERB, TERMS, Term
from app.games.laplaplus.house.words import text_of
from app.games.laplaplus.kernel import TWINS, kernel_for
from tests.games import kernels
from tests.support.tables import by_row

VOLLEY = """
# A card for the summer season.
[[card]]
id = "volley"
char = "矢"
ja = "一斉射撃"
en = "Volley"
family = "damage"
force = 1
most = 2

[[card.ability]]
kind = "action"
constraint = "top"
do = "hit-enemy"
points = 3
option = "no-intercept"

[[card.ability]]
kind = "event"
trigger = "damage-to-self"
at_least = 3
option = "downless"
do = "change-damage"
points = -2
"""


def rules(text: str = VOLLEY) -> Ruleset:
    return house.with_cards("laplaplus", text)


def refused(text: str, lang: Lang = "en") -> list[str]:
    """The sentences about a file that is refused."""
    with pytest.raises(CardsUnreadable) as refusal:
        rules(text)
    return [explain(each, lang) for each in refusal.value.problems]


# --- the words ----------------------------------------------------------------------------------------------


@by_row("card", CARDS, ids=lambda card: card.id)
def test_the_words_made_of_a_card_are_those_that_people_wrote(card: Any) -> None:
    assert text_of(card.abilities) == Words(card.text_ja, card.text_en), (
        "write on the card what app/games/laplaplus/house/vocabulary.py makes of its abilities"
    )


def test_every_verb_trigger_constraint_and_option_has_a_place_in_the_table() -> None:
    verbs = [
        each
        for each in vars(effects).values()
        if isinstance(each, type)
        and issubclass(each, effects.Verb | effects.Answer)
        and not getattr(each, "__abstractmethods__", None)
    ]

    assert {*BY_VERB} == {*effects.VERBS} == {*verbs}, (
        "every verb stands in VERBS of effects.py, and has a Term in house/vocabulary.py"
    )
    assert {*abilities.TRIGGERS} == {*Trigger}
    assert {*abilities.CONSTRAINTS} == {*Constraint}
    assert {*abilities.OPTIONS} == {*Option}
    assert {place for term in TERMS for place in term.places} == {*Trigger, "action", "build"}


def test_a_card_is_told_in_both_languages() -> None:
    card = rules().cards[-1]

    assert card.text == Words(
        "Action[迎撃不可]: トップのときだけ使える。敵に3点のダメージ。"
        "Event[ダウンレス](敵の能力で3点以上のダメージを受けるとき): そのダメージが2点減る。1つの構成に2枚まで。",
        "Action (no-intercept), only while this card is on top: 3 damage to the enemy. "
        "Event (downless), on 3 or more damage to you by an enemy ability: that damage shrinks by 2. "
        "At most 2 in a build.",
    )
    assert (card.number, card.char, card.name) == (
        len(CARDS) + 1,
        "矢",
        Words("一斉射撃", "Volley"),
    )


def test_blows_that_differ_in_more_than_one_number_stay_two_sentences() -> None:
    both = Action(HitEnemy(3, 2), Constraint.TOP), Action(HitEnemy(1))

    assert text_of(both).en == (
        "Action, only while this card is on top: 3 damage to the enemy, twice. "
        "Action: 1 damage to the enemy."
    )


# --- the rules ----------------------------------------------------------------------------------------------


def test_the_version_has_the_digest_of_the_text_and_finds_the_rules_again() -> None:
    made = rules()

    assert made.rules_version == version_of(RULESETS[0].rules_version, VOLLEY.strip() + "\n")
    assert ruleset("laplaplus", made.rules_version) is made
    assert ruleset("laplaplus") is RULESETS[0]


def test_blanks_at_the_ends_of_lines_make_no_other_version() -> None:
    assert rules(VOLLEY.replace("\n", "  \r\n")).rules_version == rules().rules_version
    assert rules(VOLLEY.replace("points = 3", "points = 4")).rules_version != rules().rules_version


@by_row("written", ["矢核核", "一斉射撃、コア、核", "volley, Core, 1", f"{len(CARDS) + 1}, 1, 1"])
def test_a_house_card_is_written_in_every_way(written: str) -> None:
    build = rules().read_build(f"{written}/ロビン")

    assert build.cards == ("volley", "core", "core")
    assert rules().write_build(build) == "矢核核/ロビン"


def test_the_standard_rules_do_not_know_it() -> None:
    with pytest.raises(BuildUnreadable):
        RULESETS[0].read_build("矢核核")


def test_more_copies_than_allowed_are_refused_at_the_first_too_many() -> None:
    with pytest.raises(BuildUnreadable) as refusal:
        rules().read_build("矢核矢矢矢")

    (problem,) = refusal.value.problems
    assert rules().explain(problem, "en") == (
        "line 1, column 4: A build has at most 2 of Volley (矢). Here are 4."
    )


def test_a_battle_is_told_with_house_cards() -> None:
    """Volley on top hits for 3 and cannot be answered: 10 HP fall in four blows."""
    made = rules()
    home, away = made.read_build("矢核"), made.read_build("核核")
    told = made.play(home, away)
    text = plain(made.tell(told.events, TellingSheet("ロビン"), TellingSheet("熊"), "ja"))

    assert (told.winner, told.turn) == ("home", 4)
    assert "ロビンの【一斉射撃】1!" in text
    assert told.events[0].rules == made.rules_version  # type: ignore[attr-defined]
    assert [board.home.life for board in made.boards(home, away, told)][-1] == 6


FORKED = """
[[card]]
id = "forked"
char = "矢"
ja = "二枚舌"
en = "Forked Tongue"
family = "damage"
force = 1

[[card.ability]]
kind = "event"
trigger = "damage-to-self"
do = "reflect-damage"

[[card.ability]]
kind = "event"
trigger = "this-targeted"
do = "ignore-effect"
points = 9
"""


@by_row(
    ("foe", "said"),
    [
        ("攻", "Its own blow comes back, and the bear falls."),
        ("突", "the bear walks into the trap and does not get up."),
    ],
)
def test_of_two_answers_of_a_card_the_one_that_decided_is_told(foe: str, said: str) -> None:
    made = rules(FORKED)
    told = made.play(made.read_build("矢核"), made.read_build(foe))

    assert said in plain(
        made.tell(told.events, TellingSheet("Robin"), TellingSheet("the bear"), "en")
    )


CHANGED = """
[[change]]
card = "attack"
force = 3

[[change.ability]]
kind = "action"
do = "hit-enemy"
points = 9

[[change]]
card = "trap"
most = 0

[[change]]
card = "core"
most = 4
"""


def test_a_card_of_the_rule_book_can_be_changed_limited_and_banned() -> None:
    made = rules(CHANGED)
    by_id = {card.id: card for card in made.cards}

    assert by_id["attack"].text.en == "Action: 9 damage to the enemy."
    assert by_id["attack"].figures[0][1] == "3"
    assert by_id["core"].text.en == "Has no ability. At most 4 in a build."
    assert made.play(Build(("attack",)), Build(("core", "core"))).turn == 2
    with pytest.raises(BuildUnreadable) as refusal:
        made.read_build("罠核核核核核")
    assert [made.explain(each, "ja") for each in refusal.value.problems] == [
        "1行目1文字目：罠(罠)は、このルールでは使えません。",
        "1行目6文字目：コア(核)は1つの構成に4枚までですが、5枚あります。",
    ]


def test_the_rule_book_shows_house_cards_beside_the_standard_ones() -> None:
    book = rules(VOLLEY + CHANGED).rules("en")

    assert book.startswith(RULESETS[0].rules("en"))
    assert "Volley" in book.removeprefix(RULESETS[0].rules("en"))
    assert "9 damage" in book


def test_a_chapter_lists_only_what_its_file_has() -> None:
    standard = RULESETS[0].rules("en")
    added, changed = (rules(each).rules("en")[len(standard) :] for each in (VOLLEY, CHANGED))

    assert added.startswith("\n## House cards\n\nThese rules also have the following cards:\n")
    assert (
        f"\n- **{len(CARDS) + 1} Volley** (矢, Damage, Force 1): Action (no-intercept), only"
        in added
    )
    assert "in place of" not in added
    assert changed.startswith(
        "\n## House cards\n\nThese cards do the following instead of what is written above:\n"
        "\n- **6 Attack** (攻, Damage, Force 3): Action: 9 damage to the enemy.\n"
    )
    assert "besides" not in changed
    assert "\n- **6 攻撃**(攻、" in rules(CHANGED).rules("ja")


# --- what is refused ----------------------------------------------------------------------------------------


def card(**given: str) -> str:
    """A card, with other values for some of its keys; `ability` has lines of one ability."""
    keys = {
        "id": '"volley"',
        "char": '"矢"',
        "ja": '"一斉射撃"',
        "en": '"Volley"',
        "family": '"damage"',
        "force": "1",
    } | given
    ability = keys.pop("ability", "")
    lines = [f"{key} = {value}" for key, value in keys.items() if value]
    return "\n".join(["[[card]]", *lines, *(["[[card.ability]]", ability] if ability else [])])


def doing(**words: str) -> str:
    lines = (f'{key} = {value if value.lstrip("-").isdigit() else chr(34) + value + chr(34)}'
             for key, value in words.items())  # fmt: skip
    return card(ability="\n".join(lines))


@by_row(
    ("text", "said"),
    [
        ("", "The file has neither a [[card]] nor a [[change]]."),
        ("card = ", "line 1, column 7: This is not TOML."),
        ("[card]\nid = 1", "line 1: card: begin each with a line [[card]]."),
        ("[[crad]]", "line 1: crad: there is no key called crad. Write card."),
        (card(force=""), "line 1: force is missing in card 1."),
        (card(force="100"), "line 7: card 1, force: 100 does not fit. Write a whole number from 0 to 99."),
        (card(force="true"), "Write a whole number from 0 to 99."),
        (card(family='"damge"'), "line 6: card 1, family: damge cannot stand here. Write damage"),
        (card(forse="1"), "card 1, forse: there is no key called forse. Write force."),
        (card(char='"核"'), "line 3: card 1, char: 核 is already the notation of コア."),
        (card(char='"ab"'), "ab cannot be a notation"),
        (card(char='"A"'), "A cannot be a notation"),
        (card(char='"、"'), "、 cannot be a notation"),
        (card(char='"ー"'), "ー cannot be a notation"),
        (card(ja='"エコー"'), "line 4: card 1, ja: エコー is already a name of エコー."),
        (card(ja='"わな"'), "わな is already a name of 罠."),
        (card(en='"Defense Power"'), "Defense Power is already a name of 防御力."),
        (card(id='"echo"'), "echo is already a name of エコー."),
        (card(id='"Volley 1"'), "Volley 1 cannot be an id."),
        (card(en='"<b>Volley</b>"'), "<b>Volley</b> cannot be a name."),
        (card(en='"Vol\u202eley"'), "has invisible characters."),
        (card(en='"123"'), "123 cannot be a name."),
        (card(ja='"核攻"'), "核攻 is written with notation characters alone"),
        (card(char='"撃"'), "line 3: card 1, char: 攻撃 is written with notation characters alone"),
        (card(ja='"矢"', char='"矢"') + "\n" + card(id='"arrow"', char='"弓"', en='"Arrow"', ja='"弓矢"'),
         "弓矢 is written with notation characters alone"),
        ("[[card]]\n" * 71, "line 1: card: 71 are too many. Write at most 70."),
        (card() + "\n" + card(), "volley is already a name of 一斉射撃."),
        (doing(kind="action", do="hit-enemi", points="3"), "hit-enemi cannot stand here. Write hit-enemy"),
        (doing(kind="action", do="nullify"), "nullify cannot be what action does. Write hit-enemy,"),
        (doing(kind="action", do="hit-enemy"), "points is missing in card 1, ability 1."),
        (doing(kind="action", do="hit-enemy", points="0"), "Write a whole number from 1 to 99."),
        (doing(kind="action", do="hit-enemy", points="1", times="5"), "Write a whole number from 1 to 4."),
        (doing(kind="action", do="hit-enemy", points="1", option="downless"),
         "if hit-enemy were downless, some battles would never end. Write no-intercept or removal."),
        (doing(kind="action", do="hit-self", points="1", option="no-intercept"),
         "hit-self cannot be no-intercept. Write removal."),
        (doing(kind="action", do="down-same-cards"), 'down-same-cards needs constraint = "same-card-up".'),
        (doing(kind="action", do="down-same-cards"), 'down-same-cards needs option = "downless".'),
        (doing(kind="event", do="nullify"), "trigger is missing in card 1, ability 1. Write order-phase,"),
        (doing(kind="event", trigger="enemy-event", do="nullify", option="downless"), "never end"),
        (doing(kind="event", trigger="enemy-event", do="nullify", at_least="2"), "no key called at_least"),
        (doing(kind="event", trigger="damage-to-self", do="change-damage", points="0"), "from -99 to 99"),
        (doing(kind="event", trigger="damage-to-self", do="remove-source"), 'constraint = "source-in-play"'),
        (doing(kind="action", do="hit-enemy", points="1", constraint="source-in-play"),
         "line 12: card 1, ability 1, constraint: action cannot have this condition."),
        (doing(kind="event", trigger="order-phase", do="raise-speed", points="1", constraint="top"),
         "order-phase cannot have this condition."),
        (doing(kind="magic", do="nullify"), "magic cannot stand here. Write action, event, build or static."),
        (doing(kind="static", rule="not-uped"), "not-uped cannot stand here. Write not-upped."),
        (doing(kind="build", do="heal-to-base"), "heal-to-base cannot be what build does. Write raise-initial-hp."),
        ('[[change]]\ncard = "attak"\nforce = 1', "line 2: change 1, card: attak cannot stand here. Write attack"),
        ('[[change]]\ncard = "attack"\n[[change.ability]]\nkind = "build"\ndo = "nullify"',
         "line 5: change 1, ability 1, do: nullify cannot be what build does. Write raise-initial-hp."),
        ('[[change]]\ncard = "attack"', "nothing is changed. Write force, most or ability."),
        ('[[change]]\ncard = "attack"\nforce = 1\n' * 2, "line 5: change 2, card: attack is changed twice."),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_place_and_the_nearest_word(text: str, said: str) -> None:
    told = refused(text)

    assert [each for each in told if said in each], told
    assert all(refused(text, "ja"))


def test_a_problem_of_a_file_is_told_from_one_of_a_build() -> None:
    with pytest.raises(CardsUnreadable) as of_file:
        rules("[[card]]")
    with pytest.raises(BuildUnreadable) as of_build:
        rules().read_build("矢核矢矢矢")

    assert all(is_explained(each) for each in of_file.value.problems)
    assert not any(is_explained(each) for each in of_build.value.problems)


def test_every_problem_of_a_file_is_named_at_once() -> None:
    wrong = card(char='"核"', en='"Core"', force='"much"', ability='kind = "action"\ndo = "hit"')

    assert [each.partition(":")[0] for each in refused(wrong)] == [
        *("line 3", "line 5", "line 7", "line 10")
    ]


@by_row(
    "bomb",
    [
        "a = " + "[" * 20_000,
        "[[card]]\n" * 10_000,
        "x = 1" + "0" * 10_000,
        "\0",
        "[[card]]\nid = \"\"\"\n" + "x\n" * 9_000 + "\"\"\"",
        ".".join("a" * 3_000) + " = 1",
        "[" + ".".join("b" * 5_000) + "]",
    ],
)  # fmt: skip
def test_a_bomb_is_refused_in_a_few_sentences(bomb: str) -> None:
    told = refused(bomb)

    assert 0 < len(told) <= 100
    assert max(map(len, told)) < 1_000


# --- both engines -------------------------------------------------------------------------------------------


def every_ability() -> Iterator[str]:
    """Every ability that the table allows, with small numbers, as lines of a file."""
    for term in TERMS:
        for place in term.places:
            lines = [f'do = "{term.name}"', *(f"{name} = 2" for name in term.numbers)]
            if term.constraint:
                lines.append(f'constraint = "{term.constraint}"')
            kind = place if place in ("action", "build") else "event"
            lines.append(f'kind = "{kind}"')
            if kind == "event":
                lines.append(f'trigger = "{place}"')
            options = [f'option = "{each}"' for each in term.options]
            for option in options if term.option else [None, *options]:
                yield "\n".join([*lines, option] if option else lines)
    yield from (f'kind = "static"\nrule = "{rule}"' for rule in abilities.RULES)


ABILITIES = list(every_ability())
SIGNS = "壱弐参肆伍陸漆捌玖拾佰仟萬億兆京垓穣溝澗正載極"


def drawn_cards(dice: Random, count: int) -> str:
    """A file with this many cards of any legal abilities."""
    cards = []
    for n in range(count):
        abilities = dice.sample(ABILITIES, k=dice.choice([0, 1, 1, 2, 3]))
        head = card(
            id=f'"new_{n}"',
            char=f'"{SIGNS[n]}"',
            ja=f'"新札{n}"',
            en=f'"New {n}"',
            family=f'"{dice.choice(list(Family))}"',
            force=str(dice.choice([0, 1, 2, 5])),
        )
        cards.append("\n[[card.ability]]\n".join([head, *abilities]))
    return "\n".join(cards)


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", range(12))
def test_drawn_house_cards_are_played_alike_by_kernel_and_reference(seed: int) -> None:
    """Every battle also ends, within what the rules promise."""
    if TWINS.kernel is None:
        pytest.skip(f"outcomes by {TWINS.pace.by}")
    dice = Random(seed)
    pool, _ = read_cards(drawn_cards(dice, 12), STANDARD)
    ids = [card.id for card in pool.cards[len(CARDS) :]] * 3 + [card.id for card in pool.cards]
    rows = [Build(tuple(dice.choices(ids, k=dice.randint(1, 8)))) for _ in range(300)]
    pairs = list(zip(rows[::2], rows[1::2], strict=True))
    decide = partial(battle.decide, pool=pool)

    kernel = kernel_for(pool.cards, TWINS.kernel.extension)
    kernels.assert_same(kernel, pairs, kernels.by_reference(decide, REASONS, pairs))


@by_row("seed", range(4))
def test_drawn_house_cards_keep_the_laws_of_the_contract(seed: int) -> None:
    dice = Random(seed)
    made = rules(drawn_cards(dice, 10))
    ids = [card.id for card in made.cards[len(CARDS) :]] * 3 + [card.id for card in made.cards]

    for _ in range(20):
        home, away = (Build(tuple(dice.choices(ids, k=8))) for _ in "ab")
        told, back = made.play(home, away), made.play(away, home)
        boards = list(made.boards(home, away, told))
        laid = next(each for each in told.events if isinstance(each, log.BuildsDisclosed))
        life = {Side.HOME: laid.home_hp, Side.AWAY: laid.away_hp}
        for change in made.changes(told.events):
            assert life[change.side] == change.before
            life[change.side] = change.after
        assert told.winner == (back.winner and back.winner.enemy)
        assert (boards[-1].home.life, boards[-1].away.life) == told.hp == tuple(life.values())
        assert made.read_build(made.write_build(home)).cards == home.cards
        for each in made.cards:
            for spelled in (each.char, *each.name, each.id, str(each.number)):
                assert made.read_build(spelled).cards == (each.id,)
        for lang in get_args(Lang):
            assert plain(made.tell(told.events, TellingSheet("甲"), TellingSheet("乙"), lang))


@by_row("term", TERMS, ids=lambda term: term.name)
def test_a_verb_is_told_with_its_numbers(term: Term) -> None:
    told = term.tell(term.sample())

    assert told.ja.endswith("。")
    assert told.en.endswith(".")
    assert all("2" in each or "twice" in each for each in told) or not term.numbers


def test_rules_are_made_again_when_they_are_not_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    class Shelf:
        def text_of(self, version: str) -> str | None:
            return {made.rules_version: VOLLEY, "laplaplus@1+forged": CHANGED}.get(version)

    made, shelf = rules(), Shelf()
    monkeypatch.setattr(house, "_made", OrderedDict())
    house.ask(shelf.text_of)

    assert ruleset("laplaplus", made.rules_version).cards == made.cards
    assert not house.known("laplaplus", "laplaplus@1+forged")
    assert not house.known("laplaplus", "laplaplus@1+unknown")


def test_only_the_latest_are_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "MOST", 2)
    versions = [rules(card(force=str(n))).rules_version for n in range(3)]

    assert [bool(house.known("laplaplus", each)) for each in versions] == [False, True, True]


def test_a_game_without_house_cards_says_so() -> None:
    with pytest.raises(CardsUnreadable) as refusal:
        house.with_cards("fest-cards", VOLLEY)

    assert explain(refusal.value.problems[0], "en") == "No house cards can be added to this game."
