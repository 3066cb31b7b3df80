"""Skills that people make: read from TOML, told by what they do, played by both engines alike."""

from itertools import islice
from random import Random

import pytest

from app.engine import Build, Lang, Ruleset, TellingSheet, Words, plain
from app.engine.workshop import schema
from app.engine.workshop.file import File
from app.engine.workshop.problems import explain
from app.errors import BuildUnreadable, CardsUnreadable
from app.games import house
from app.games.shiden_issen_2 import RULESETS
from app.games.shiden_issen_2.abilities import Skill
from app.games.shiden_issen_2.cards import STANDARD
from app.games.shiden_issen_2.workshop import CHANGEABLE, OwnSkill, faults_of, read_skills
from tests.games.shiden_issen_2.own import assert_same, assert_told, own_skills, pairs, pools
from tests.support.cards import broken
from tests.support.tables import by_row

GALE = """
# Two for the winter season.
[[card]]
id = "gale"
char = "疾"
ja = "疾風"
en = "Gale"
type = "attack"
speed = { base = 2, levels = 1 }
points = { base = 3, levels = -1, at_least = 1 }

[[card.ability]]
kind = "effect"
when = "used"
do = "inflict"
status = "dismay"
constraint = "not-intercepted"

[[card]]
id = "veil"
char = "帳"
ja = "夜の帳"
en = "Veil of Night"
type = "attachment"
limited = true
helps = ["attack", "support"]

[[card.ability]]
kind = "effect"
when = "left-used"
do = "receive"
status = "barrier"

[[card.ability]]
kind = "bonus"
speed = 2
"""


def rules(text: str = GALE) -> Ruleset:
    return house.with_cards("shiden-issen-2", text)


def refused(text: str, lang: Lang = "en") -> list[str]:
    """The sentences about a file that is refused."""
    with pytest.raises(CardsUnreadable) as refusal:
        rules(text)
    return [explain(each, lang) for each in refusal.value.problems]


def card(kind: str = "attack", *abilities: str, **given: str) -> str:
    """A skill of this type; `given` are other values for some of its keys, or further ones."""
    points = {"points": "{ base = 1 }"} if kind == "attack" else {}
    names = {"id": '"gale"', "char": '"疾"', "ja": '"疾風"', "en": '"Gale"', "type": f'"{kind}"'}
    lines = [f"{key} = {value}" for key, value in (names | points | given).items() if value]
    return "\n".join(["[[card]]", *lines, *(f"[[card.ability]]\n{each}" for each in abilities)])


def effect(do: str, when: str = "used", **given: str) -> str:
    words = {"kind": "effect", "when": when, "do": do, **given}
    return "\n".join(
        f"{key} = {value if value.isdigit() else chr(34) + value + chr(34)}"
        for key, value in words.items()
    )


def static(rule: str) -> str:
    return f'kind = "static"\nrule = "{rule}"'


BONUS = 'kind = "bonus"\npoints = 1'
FASTER = 'kind = "bonus"\nspeed = 2'
MARK = effect("mark-head")
STUN = effect("inflict", status="stun")
ATTACK = '["attack"]'


# --- what a skill is ---------------------------------------------------------------------------------


def test_two_skills_are_read_and_told() -> None:
    gale, veil = rules().cards[-2:]

    assert (gale.number, gale.char, gale.name) == (34, "疾", Words("疾風", "Gale"))
    assert [value for _, value in gale.figures] == ["LV+2"]
    assert gale.text == Words(
        "相手に3-LV点(少なくとも1点)のダメージ。それで迎撃スキルが発動しなければ、相手に狼狽を与える。",
        "3−LV damage, but at least 1. Unless that made an interceptor fire, the opponent receives dismay.",
    )
    assert veil.text.ja == (
        "リミテッド。左の攻撃・補助スキルの速度+2。"
        "左の攻撃・補助スキルを使うと、自分が防壁を1つ受ける(1つで攻撃スキル1回分のダメージを防ぐ)。"
    )


@by_row(
    "written",
    ["疾帳閃閃閃", "疾風、夜の帳、一閃、一閃、閃閃", "34 35 1 1 1", "gale, veil of night, 閃閃閃"],
)
def test_they_are_written_in_every_way(written: str) -> None:
    if written.count("閃") == 4:
        written = written.removesuffix("閃")
    build = rules().read_build(f"{written}/朝")

    assert build.cards == ("gale", "veil", "flash", "flash", "flash")
    assert rules().write_build(build) == "疾帳閃閃閃/朝"


def test_the_rule_book_alone_does_not_know_them() -> None:
    with pytest.raises(BuildUnreadable):
        RULESETS[0].read_build("疾帳閃閃閃")


def test_their_battle_is_told_and_played_by_the_kernel_of_their_pool() -> None:
    made = rules()
    home, away = made.read_build("疾帳閃閃閃"), made.read_build("閃閃閃閃閃")
    told = made.play(home, away)
    text = plain(made.tell(told.events, TellingSheet("A"), TellingSheet("B"), "en"))

    assert (
        "A's Gale 1!\n>Veil of Night 2: speed +2, adds one barrier\n>2 damage to B! (speed 5)"
        in text
    )
    assert told.winner == "home"
    assert told.events[0].rules == made.rules_version  # type: ignore[attr-defined]
    assert made.outcomes([home, away]) == bytes([0xFF, 1, 2, 0xFF])
    assert made.pace == RULESETS[0].pace


def test_a_skill_of_the_rule_book_can_be_changed() -> None:
    made = rules('[[change]]\ncard = "flash"\npoints = { base = 2 }\n\n[[change]]\ncard = "plague"\nlimited = true\n'
                 'ability = [{ kind = "effect", when = "used", do = "change-head", into = "emptiness" }]')  # fmt: skip
    by_id = {each.id: each for each in made.cards}

    assert by_id["flash"].text.en == "2 damage."
    assert by_id["plague"].text.en == (
        "Limited. When it fires: the opponent's head skill, unless it is limited, turns into Emptiness."
    )
    assert made.play(Build(("flash",) * 5), Build(("surge",) * 5)).turn == 3
    assert "- **1 Flash** (閃, Attack, Speed LV): 2 damage." in made.rules("en")


@by_row("skill", [each for each in STANDARD.skills if each.obtainable], ids=lambda each: each.id)
def test_every_skill_of_the_rule_book_is_one_that_people_could_make(skill: Skill) -> None:
    data = {key: getattr(skill, "abilities" if key == "ability" else key) for key in CHANGEABLE}
    own = OwnSkill(skill.id, skill.char, skill.ja, skill.en, skill.type, **data)

    assert not [*faults_of(skill)]
    assert schema.read(File.of(schema.as_data(own)), OwnSkill) == own


@by_row(
    ("text", "said"),
    [
        (card(speed='{ count = "round" }'), "1 damage. In its speed X is the number of the round."),
        (card(points='{ base = 1, count = "own-attacks" }', speed='{ levels = -1, base = 2, count = "round" }'),
         ("X+1 damage, X being how many attack skills you own, this one included. "
         "In its speed Y is the number of the round. Its speed is never below 0.")),
        (card(aim='"own-level"', points='{ base = -1, levels = 2 }'),
         "2LV−1 damage. It aims at the skill of its own level, then on to the tail, and only then from the head."),
        (card("interceptor", MARK, points='{ base = 1 }', aim='"the-attack"'),
         ("When it fires: 1 damage to the very attack skill that hit it. Then mark the opponent's head skill. "
         "In this round's end phase every skill of that name they own is destroyed.")),
        (card("interceptor", points='{ count = "own-attacks" }'),
         "When it fires: X damage, X being how many attack skills you own."),
        (card("support", STUN, effect("inflict", status="barrier"), limited="true"),
         "Limited. The opponent receives stun and one barrier."),
        (card("attachment", static("makes-interceptor"), FASTER, helps='["attack", "interceptor"]'),
         ("The attack skill on its left counts as an interceptor. "
         "The attack or interceptor skill on its left has speed +2.")),
        (card("attachment", BONUS, effect("receive", "destroyed", status="wrath", count="2"), helps=ATTACK),
         ("The attack skill on its left deals 1 more. "
         "When it is destroyed, you receive two wrath: damage +1 for the next attack skill you use.")),
    ],
)  # fmt: skip
def test_a_skill_is_told_by_what_it_does(text: str, said: str) -> None:
    assert rules(text).cards[-1].text.en == said


@by_row(
    ("ability", "said"),
    [
        (BONUS, "Gale 2: damage +1"),
        (effect("change-head", "left-used", into="gale"), "Gale 2: adds an effect"),
        (effect("receive", "left-used", status="stun"), "Gale 2: adds stun"),
        (static("holds-back"), "Gale 2: holds back one interceptor"),
    ],
)
def test_what_an_attachment_adds_is_told(ability: str, said: str) -> None:
    made = rules(card("attachment", ability, helps=ATTACK))
    told = made.play(made.read_build("閃疾閃閃閃"), made.read_build("閃閃閃閃閃"))

    assert f">{said}" in plain(made.tell(told.events, TellingSheet("A"), TellingSheet("B"), "en"))


# --- what is refused -------------------------------------------------------------------------------------


@by_row(
    ("text", "said"),
    [
        ("", "The file has neither a [[card]] nor a [[change]]."),
        ("[[card", "This is not TOML."),
        ("[[crad]]", "line 1: crad: there is no key called crad. Write card."),
        (card(type=""), "line 1: type is missing in card 1. Write attack, support, interceptor or attachment."),
        (card("atack"), "line 6: card 1, type: atack cannot stand here. Write attack"),
        (card(limited='"yes"'), "line 8: card 1, limited: yes cannot stand here. Write true or false."),
        (card(speed="3"), "line 8: card 1, speed: begin each with a line [card.speed]."),
        (card(speed="{ base = 10 }"), "card 1, speed, base: 10 does not fit. Write a whole number from -9 to 9."),
        (card(speed="{ bass = 1 }"), "card 1, speed, bass: there is no key called bass. Write base."),
        (card("attack", STUN + "\ncount = 2"), "card 1, ability 1, count: there is no key called count."),
        (card("attack", effect("receive", status="stun", count="2")),
         "line 13: card 1, ability 1, count: it does not stack: leave count out."),
        (card("attack", effect("hit")), "line 11: card 1, ability 1, do: hit cannot stand here. Write"),
        (card("attack", effect("change-head", into="gail")), "card 1, ability 1, into: gail cannot stand here. Write gale"),
        (card("attack", effect("change-head", into="plain_hit")), "plain_hit cannot stand here."),
        (card(id='"Gale"'), "line 2: card 1, id: Gale cannot be an id."),
        (card(id='"flash"'), "line 2: card 1, id: flash is already a name of 一閃."),
        (card(char='"閃"'), "line 3: card 1, char: 閃 is already the notation of 一閃."),
        (card(char='"AB"'), "AB cannot be a notation."),
        (card(ja='"くうきょ"'), "くうきょ is already a name of 空虚."),
        (card(ja='"げきりん"'), "げきりん is already a name of 逆鱗."),
        (card(ja='"一閃疾"'), "line 4: card 1, ja: 一閃疾 is written with notation characters alone"),
        (card(en='"Flash Wrath"'), "line 5: card 1, en: Flash Wrath is written with notation characters alone"),
        (card(char='"一"'), "line 3: card 1, char: 一閃 is written with notation characters alone"),
        (card(en='"+Gale"'), "+Gale cannot be a name."),
        (card(ja='"疾\u202e風"'), "has invisible characters."),
        (card(points=""), "card 1, points: an attack skill needs points."),
        (card(points="{ levels = 1, base = -1 }"), "line 7: card 1, points: an attack skill deals at least 1 damage at every"),
        (card("support", MARK, points="{ base = 1 }"), "only attack skills and interceptors deal damage"),
        (card("support", MARK, aim='"own-level"'), "without points it aims at nothing"),
        (card(aim='"the-attack"'), "only an interceptor aims at the attack that hit it"),
        (card("interceptor", aim='"the-attack"', points="{ levels = 1 }"), "write points = { base = 1 }."),
        (card(points='{ base = 1, count = "speed-of-attack" }'), "card 1, points, count: speed-of-attack is for"),
        (card(speed='{ count = "speed-of-attack" }'), "card 1, speed, count: speed-of-attack is for"),
        (card("attachment", static("uses-last"), speed="{ base = 1 }"), "an attachment has no speed"),
        (card(helps=ATTACK), "only an attachment helps what is on its left"),
        (card("attachment", BONUS, helps='["attack", "attack"]'), "none of its abilities is for attack, or it stands here twice"),
        (card("attachment", BONUS), "card 1, helps: say in helps which skills on its left that is for. Write attack."),
        (card("attachment", BONUS, helps='["support"]'), "card 1, helps: none of its abilities is for support"),
        (card("attachment", BONUS, helps='["attachment"]'), "line 7: card 1, helps 1: attachment cannot stand here. Write attack."),
        (card("attachment", BONUS, helps="[]"), "card 1, helps: say in helps which skills on its left that is for"),
        (card("attack", static("uses-last")), "line 10: card 1, ability 1, rule: this is for attachments: leave it out"),
        (card("attachment", static("rests-in-odd-rounds")), "rule: this is for attack and support skills."),
        (card("attack", BONUS), "ability 1, kind: this is for attachments"),
        (card("attachment", MARK), "ability 1, when: this is for attack and support skills and interceptors: write left-used"),
        (card("attack", effect("mark-head", "round")), "ability 1, when: this is for attachments"),
        (card("attachment", 'kind = "bonus"'), "card 1, ability 1, points: write points or speed of at least 1."),
        (card("interceptor", MARK + '\nconstraint = "not-intercepted"'), "constraint: not-intercepted is for what an attack"),
        (card("attack", effect("mark-head", "destroyed")), "no head can be marked or changed at that moment"),
        (card("attachment", effect("change-head", "round", into="gale")), "no head can be marked or changed"),
        (card("attack", effect("receive", status="initiative")), 'write when = "round".'),
        (card("attack", effect("receive", status="no_mind")), "status: barriers and no-mind come of skills that are lost"),
        (card("attack", effect("inflict", "destroyed", status="barrier"), limited="true"), "barriers and no-mind come of"),
        (card("attachment", static("makes-interceptor"), static("holds-back"), helps=ATTACK),
         "ability 2, rule: with makes-interceptor the skill on its left is never used"),
        (card("attachment", static("makes-interceptor"), effect("mark-head", "left-used"), helps=ATTACK),
         "ability 2, when: with makes-interceptor"),
        (card("attachment", static("makes-interceptor"), BONUS, helps=ATTACK), "ability 2, kind: with makes-interceptor"),
        (card("attack", STUN, STUN), "card 1, ability: an ability stands here twice."),
        (card("attachment", BONUS, FASTER, helps=ATTACK), "Put all into one bonus."),
        (card("support", limited="true"), "it does nothing: write an ability."),
        (card("attachment"), "it does nothing"),
        (card("attachment", static("attacks-again"), limited="true"), "nothing uses it up: leave limited out"),
        (card("attachment", FASTER, helps='["attack", "support"]', limited="true"), "nothing uses it up"),
        (card("support", STUN), "card 1, limited: used again and again it would make battles without end"),
        (card("support", MARK, effect("change-head", into="gale")), "battles without end"),
        (card("attachment", effect("change-head", "left-used", into="gale"), helps='["support"]'), "battles without end"),
        (card("support", effect("receive", status="barrier", count="2"), effect("inflict", status="barrier"),
              effect("receive", status="barrier"), limited="true"), "a skill gives 3 barriers at most."),
        (card("attack", *[STUN] * 7), "line 1: card 1, ability: 7 are too many. Write at most 6."),
        ("[[card]]\n" * 61, "line 1: card: 61 are too many. Write at most 60."),
        (card() + "\n" + card(), "line 9: card 2, id: gale is already a name of 疾風."),
        ('[[change]]\ncard = "plain_hit"\nlimited = true', "line 2: change 1, card: plain_hit cannot stand here."),
        ('[[change]]\ncard = "flash"', "nothing is changed. Write limited, helps, speed, points, aim, ability."),
        ('[[change]]\ncard = "flash"\nlimited = true\n' * 2, "line 5: change 2, card: flash is changed twice."),
        ('[[change]]\ncard = "flash"\ntype = "support"', "there is no key called type."),
        ('[[change]]\ncard = "shadow_strike"\nability = []', "line 3: change 1, ability: it does nothing: write an ability."),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_place_and_what_to_write(text: str, said: str) -> None:
    told = refused(text)

    assert [each for each in told if said in each], told
    assert all(refused(text, "ja"))


def test_one_mistake_is_one_sentence() -> None:
    assert len(refused(card(points=""))) == 1
    assert refused(card("attachment", FASTER), "ja") == [
        "1行目：card 1, helps: 左のどのスキルに働くのか、helpsに書いてください。使えることば：attack、support、interceptor"
    ]


def test_every_mistake_of_a_file_is_named_at_once() -> None:
    wrong = card("attack", STUN, char='"閃"', en='"Curse"', points="{ base = 99 }", limited="1")

    assert [each.partition(":")[0] for each in refused(wrong)] == [
        *("line 3", "line 5", "line 7", "line 8")
    ]


def test_what_is_broken_anywhere_is_refused_in_sentences() -> None:
    """2,000 tables that were right before something in them was not: each is still right, or is explained."""
    random = Random(1)
    whole = [schema.as_data(each) for each in islice(own_skills(random), 40)]
    wrong = 0
    for n in range(2_000):
        part = File.of(table if isinstance(table := broken(whole[n % 40], random), dict) else {})
        found = schema.read(part, OwnSkill)
        assert (found is None) == bool(part.file.problems)
        for problem in part.file.problems[:1]:
            wrong += all(explain(problem, lang) for lang in ("ja", "en"))
    assert wrong > 1_500


# --- both engines ----------------------------------------------------------------------------------------


def test_drawn_skills_are_played_and_told_without_a_fault() -> None:
    (pool,) = pools(1, Random("told"))
    battles = pairs(pool, 60, Random("told"))

    assert_same(pool, battles)
    assert_told(pool, battles)


@pytest.mark.unmeasured
@by_row("seed", range(6))
def test_300_drawn_skills_are_played_alike_by_kernel_and_reference(seed: int) -> None:
    """In 5,000 battles of six pools; of each skill both sides could have it, and every battle ends before the last round."""
    (pool,) = pools(1, Random(seed))

    assert_same(pool, pairs(pool, 834, Random(seed)))


def test_skills_are_read_anew_from_their_own_tables() -> None:
    for own in islice(own_skills(Random(2)), 20):
        assert schema.read(File.of(schema.as_data(own)), OwnSkill) == own


def test_a_pool_of_own_skills_is_a_version_of_its_own() -> None:
    pool, added = read_skills(GALE, STANDARD)

    assert pool.version.startswith("shiden-issen-2@1.03-p1+")
    assert [each.id for each in added.added] == ["gale", "veil"]
    assert house.known("shiden-issen-2", rules().rules_version) is rules()
