"""A duel by mail alone: opened, accepted, both stages, the battle; and what strangers write."""

import re
from time import process_time

import pytest
from sqlmodel import select

from app.games import ruleset
from app.league.duels import builds as league_builds, invitations, settings
from app.letters import links
from app.letters.contents import render
from app.mail.actions import duels
from app.notices.registry import about
from app.store import players
from app.store.database import Database
from app.store.security import personal_data
from app.store.tables import Duel, DuelEnding, Duelist, DuelStage, Letter, MatchPlan, Player
from tests.support.duels import move_all
from tests.support.friends import GAMES, MATCHES, SETTINGS, builds, play_on, the_duels
from tests.support.outgoing import some_settings
from tests.support.people import NOW
from tests.support.posting import DESK, Postman
from tests.support.tables import by_row
from tests.web.pages.test_duels import OPEN, SHOWN, WHOLE

OPENS = DESK.address.replace("@", "+duel@")
HERE = some_settings(mail_address=DESK.address)
ALICE, BOB, EVE = "alice@example.com", "bob@example.org", "eve@example.net"


@pytest.fixture
def post(database: Database, monkeypatch: pytest.MonkeyPatch) -> Postman:
    monkeypatch.setattr(type(HERE), "key", lambda _self: DESK.key)
    for place in ("app.letters.contents", "app.letters.news"):
        monkeypatch.setattr(f"{place}.settings", lambda: HERE)
    return Postman(database)


def got(post: Postman, address: str) -> list[tuple[str, str]]:
    """The letters to this address, each with its address for replies."""
    with post.database.reading() as session:
        found = session.exec(
            select(Letter).join(Player).where(Player.address == address).order_by(Letter.id)  # type: ignore[arg-type]
        ).all()
        return [
            (render(session, each).text, links.reply_to(each, about(each), DESK.key, HERE))
            for each in found
        ]


def the_duel(post: Postman) -> Duel:
    with post.database.reading() as session:
        return session.exec(select(Duel)).one()


def begun(post: Postman) -> dict[str, str]:
    """The addresses of both seats."""
    post.post(f"Alice\n{BOB}\n", sender=ALICE, to=OPENS)
    invitation = got(post, BOB)[-1][1]
    post.post("名前: ボブ", sender=BOB, to=invitation)
    return {"A": got(post, ALICE)[-1][1], "B": got(post, BOB)[-1][1]}


def test_two_friends_play_by_mail_alone(post: Postman) -> None:
    at = begun(post)
    who = {"A": ALICE, "B": BOB}
    assert "Alice" in got(post, BOB)[0][0]
    assert "Deadline: Tue 24 Nov 2026" in got(post, ALICE)[0][0]
    post.post(f"Hello!\n\n{OPEN['A']}\n\nSee you", sender=ALICE, to=at["A"])
    answer = got(post, ALICE)[-1][0]
    assert SHOWN["A"] in answer
    assert re.search(r"[0-9a-f]{64}", answer)
    assert not any(SHOWN["A"] in text for text, _ in got(post, BOB))
    post.post(f"オープン: {OPEN['B']}", sender=BOB, to=at["B"])
    for seat in "AB":
        assert all(
            each in "".join(text for text, _ in got(post, who[seat])) for each in SHOWN.values()
        )
    for seat in "AB":
        post.post(WHOLE[seat], sender=who[seat], to=at[seat])
    duel = the_duel(post)
    assert duel.ending is DuelEnding.BATTLE
    for seat in "AB":
        told = "".join(text for text, _ in got(post, who[seat]))
        assert all(each in told for each in WHOLE.values())
        assert "/battles/1-2" in told
    post.post("再戦", sender=BOB, to=at["B"])
    with post.database.reading() as session:
        assert len(session.exec(select(Duel)).all()) == 2
    assert "wants a rematch" in got(post, ALICE)[-1][0]


def test_a_faulty_mail_is_answered_with_every_problem_and_changes_nothing(post: Postman) -> None:
    at = begun(post)
    post.post(OPEN["A"], sender=ALICE, to=at["A"])
    post.post("攻, 核, sheild, 連, 連", sender=ALICE, to=at["A"])
    text, reply = got(post, ALICE)[-1]

    assert "Shield" in text
    assert "Here are 5" in text
    assert reply == at["A"]
    with post.database.reading() as session:
        alice = session.exec(select(Duelist).where(Duelist.seat == "A")).first()
        assert alice
        assert alice.shown == SHOWN["A"]


@pytest.mark.parametrize(
    ("text", "to"),
    [
        ("核核核核", DESK.address.replace("@", "+d-" + "a" * 32 + "@")),
        ("核核核核", DESK.address.replace("@", "+d-@")),
        ("", OPENS),
        ("x@", OPENS),
        ("nobody@example.org\n" * 50, OPENS),
        ("Eve\n" + DESK.address, OPENS),
        ("@@@\n\x00\n" * 200, OPENS),
    ],
)
def test_a_hostile_mail_gets_one_answer_and_changes_nothing(
    post: Postman, text: str, to: str
) -> None:
    post.post(text.replace("\x00", ""), sender=EVE, to=to)

    (letter,) = post.letters()
    assert letter.deliverer
    with post.database.reading() as session:
        assert render(session, session.get_one(Letter, letter.id)).text.strip()
        assert not session.exec(select(Duel)).all()


def test_a_stranger_takes_no_seat_and_sees_nothing(post: Postman) -> None:
    """A forged sender does not help: the address of the seat stays unknown."""
    at = begun(post)
    post.post(OPEN["A"], sender=ALICE, to=at["A"])
    before = len(got(post, EVE))
    forged = at["B"].replace("+d-", "+d-b")[:-1] + at["B"][-1]
    post.post(OPEN["B"], sender=BOB, to=forged)
    post.post("Eve", sender=EVE, to=got(post, BOB)[0][1])

    assert the_duel(post).stage is DuelStage.OPEN
    assert "accepted this duel already" in got(post, EVE)[-1][0]
    assert len(got(post, EVE)) == before + 1
    assert not any(SHOWN["A"] in text for text, _ in got(post, EVE) + got(post, BOB))


def test_invitations_to_strangers_wait_for_the_budgets(post: Postman) -> None:
    """A letter that somebody unproven causes names its deliverer: it leaves only as far as budgets go."""
    post.post(f"Eve\n{BOB}", sender=EVE, to=OPENS)

    assert [letter.kind for letter in post.letters()] == ["duel", "duel"]
    assert all(letter.deliverer for letter in post.letters())


def test_giving_up_by_mail_tells_both_once(post: Postman) -> None:
    at = begun(post)
    before = {who: len(got(post, who)) for who in (ALICE, BOB)}
    post.post("降参します。", sender=ALICE, to=at["A"])

    assert the_duel(post).winner == "B"
    assert {who: len(got(post, who)) - before[who] for who in (ALICE, BOB)} == {ALICE: 1, BOB: 1}


def test_the_name_of_one_who_is_erased_stands_in_no_letter_to_the_other(post: Postman) -> None:
    at = begun(post)
    post.post("no build", sender=BOB, to=at["B"])
    with post.database.writing() as session:
        kept = session.exec(select(Letter).where(Letter.kind == "duel-answer")).one()
        assert kept.about["other"] == "Alice"
        alice = session.exec(select(Player).where(Player.address == ALICE)).one()
        personal_data.erase(session, alice)
        assert "Alice" not in str([each.about for each in session.exec(select(Letter))])


def test_a_rematch_before_the_end_is_refused_in_words_of_its_own(post: Postman) -> None:
    at = begun(post)
    post.post("rematch", sender=ALICE, to=at["A"])
    assert "once this duel is over" in got(post, ALICE)[-1][0]


@by_row("text", ["a" * 200_000, ("a" * 63 + "@") * 3000, "sheild " * 30_000])
def test_a_text_without_any_address_is_searched_in_no_time(text: str) -> None:
    """Searched in steps that grow with its length, not with the square of it: that took minutes."""
    began = process_time()
    assert not duels._ADDRESS.search(text)
    assert process_time() - began < 5


def test_an_address_is_found_among_japanese_words() -> None:
    found = duels._ADDRESS.search("相手：bob+x@example.orgへ。")
    assert found
    assert found[0] == "bob+x@example.org"


def test_of_a_hostile_text_only_few_short_lines_are_read_as_builds() -> None:
    lines = [*duels._candidates("\n".join(["sheild " * 500] * 100 + ["核核核核"] * 100))]
    assert sum(map(len, lines)) < 1000
    assert duels._candidates("x" * 9999).__next__() == "x" * 9999


def test_names_of_characters_are_no_links_in_letters_to_one_who_has_proved_nothing(
    post: Postman,
) -> None:
    """Whoever plays both seats could name anybody's address, and write what they like behind the slash."""
    with post.database.writing() as session:
        victim = players.known_as(session, BOB, "en", NOW)
        eve = invitations.Party("Eve", "en")
        duel = invitations.open_duel(session, ruleset("laplaplus"), eve, 3, now=NOW)
        bob = invitations.Party("Bob", "en", victim, "s:eve")
        invitations.accept(session, duel, bob, now=NOW)
        for text in ("核核核核", "核核核核核核核攻/buy at evil.example"):
            for each in duel.duelists:
                league_builds.send(session, duel, each, text, now=NOW)
    text = got(post, BOB)[-1][0]
    assert "核核核核核核核攻/buy at evil[.]example" in text
    assert "evil.example" not in text


def said(game: str, key: str, value: object, lang: str) -> str:
    """A line that sets this."""
    choice = next(each for each in settings.choices(ruleset(game)) if each.key == key)
    colon = "：" if lang == "ja" else ": "
    return f"{choice.label.to(lang)}{colon}{choice.named({key: value}).to(lang)}"  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_two_friends_play_any_game_by_mail_alone(post: Postman, game: str) -> None:
    """Alice writes English and Bob Japanese: the game is named, other settings agreed on, all sent, played and told."""
    config, title = SETTINGS[game], ruleset(game).title
    post.post(f"Alice\n{title.en}, please\n{BOB}\n", sender=ALICE, to=OPENS)
    invitation = got(post, BOB)[-1][1]
    other = "\n".join(said(game, *each, "ja") for each in config.items())
    post.post(f"ボブ\n{other}\n", sender=BOB, to=invitation)
    at = {"A": got(post, ALICE)[-1][1], "B": got(post, BOB)[-1][1]}
    if config:
        (line,) = (said(game, *each, "en") for each in config.items())
        assert line in " ".join(got(post, ALICE)[-1][0].split())
        post.post(builds(game, config)["B"], sender=BOB, to=at["B"])
        assert "設定" in got(post, BOB)[-1][0]
        assert the_duels(post.database)[-1].asks == "A"
        post.post("I agree.", sender=ALICE, to=at["A"])
    sent = builds(game, config)
    for seat, who in (("A", ALICE), ("B", BOB)):
        post.post(f"構成: {sent[seat]}", sender=who, to=at[seat])
    if game in MATCHES:
        move_all(post.database, post.now)
        for who in (ALICE, BOB):
            text, back = got(post, who)[-1]
            assert "duel-" in text
            post.post("ok", sender=who, to=back)
            with post.database.reading() as session:
                plans = session.exec(select(MatchPlan)).all()
                assert any(each.received_at == post.now for each in plans)
        post.now = play_on(post.database, post.now)
    duel = the_duels(post.database)[-1]
    assert duel.game == game
    assert duel.ending is DuelEnding.BATTLE
    assert {**duel.config, **config} == duel.config
    for who in (ALICE, BOB):
        assert "/battles/1-2" in got(post, who)[-1][0]
    post.post("再戦", sender=BOB, to=at["B"])
    assert the_duels(post.database)[-1].config == duel.config
    assert the_duels(post.database)[-1].follows_id == duel.id
    assert title.en in got(post, ALICE)[-1][0] or "rematch" in got(post, ALICE)[-1][0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Alice\nSchool Festival and Laplaplus, please",
            "Choose from: Laplaplus, Shiden Issen Ni, ACT:S",
        ),
        ("Alice\nGame: Chess", "write the name of one game"),
        ("アリス\n将棋でお願いします", "1行に1つだけ"),
        (
            "Alice\nACT:S, please\nTurn limit: 7\nTempo: slow",
            "Tempo: “slow” is not one of the choices.",
        ),
        ("学園祭でお願いします\n", "最初の行に"),
    ],
)
def test_what_a_mail_cannot_open_is_told_with_what_there_is(
    post: Postman, text: str, told: str
) -> None:
    post.post(text, sender=ALICE, to=OPENS)
    assert told in " ".join(got(post, ALICE)[-1][0].split())
    assert the_duels(post.database) == []


def test_games_are_named_in_many_ways_and_without_any_it_is_the_usual_one(post: Postman) -> None:
    for text, game in (
        ("Alice", "laplaplus"),
        ("Alice\nact:s", "acts"),
        ("Alice\nGame: shiden-issen-2", "shiden-issen-2"),
        ("アリス\n紫電一閃で遊びませんか。", "shiden-issen-2"),
        ("Online Card Plan, please\nAlice", "ocg"),
        ("アリス\nオンラインカード案で\n同じ名前のキャラクター：自分の場", "ocg"),
    ):
        post.post(text, sender=ALICE, to=OPENS)
        duel = the_duels(post.database)[-1]
        assert duel.game == game
        assert duel.duelists[0].name in ("Alice", "アリス")
        says_how = "To play another game, name it" in " ".join(got(post, ALICE)[-1][0].split())
        assert says_how is (game == "laplaplus")
    assert duel.config["unique"] == "own"


def test_settings_are_read_as_letters_of_earlier_versions_had_them(post: Postman) -> None:
    for text, key, value in (
        ("ACT:S, please\nTurn limit: 6 turns, for a short tournament", "turn_limit", 6),
        ("Online Card Plan, please\nRare cards: commons alone", "rarity", "C"),
        ("Online Card Plan, please\nAn exchange of letters: two", "turns_per_exchange", 2),
        ("Online Card Plan, please\n手紙1往復：2", "turns_per_exchange", 2),
        ("Online Card Plan, please\nCharacters of the same name: once on each", "unique", "own"),
    ):
        post.post(f"Alice\n{text}", sender=ALICE, to=OPENS)
        assert the_duels(post.database)[-1].config[key] == value
