"""A character comes in by a form: from the empty page to the entry that counts, and all that can be wrong."""

from datetime import timedelta

import pytest
from sqlmodel import col, select

from app.league.seasons import seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Entry, Player, Revision, Season, SeasonState, SecurityNote
from tests.support.browsers import ENTER, Answer, Browser, Site
from tests.support.people import NOW
from tests.support.seasons import CLOSES, Character, a_finished_season, a_season

TUESDAY = {"name": "Tuesday", "build": "攻響核", "address": "alice@example.com"}


@pytest.fixture
def site(database: Database) -> Site:
    with database.writing() as session:
        a_season(session)
    return Site(database)


@pytest.fixture
def alice(site: Site) -> Browser:
    return site.browser()


@pytest.fixture
def entered(site: Site, alice: Browser) -> Browser:
    """Alice, signed in, with an entry that counts."""
    alice.enter(**TUESDAY, owner="alice", lore="Always on a *Tuesday*.")
    confirm(site, alice)
    return alice


def confirm(site: Site, browser: Browser) -> Answer:
    """Press the button that the last letter leads to."""
    link = site.confirm_link(site.letters()[-1].revision_id or 0)
    return browser.submit(browser.get(link))


def revisions(site: Site) -> list[Revision]:
    with site.reading() as session:
        return list(session.exec(select(Revision).order_by(col(Revision.id))))


def counting(site: Site) -> list[str]:
    """The builds that count."""
    with site.reading() as session:
        entries = session.exec(select(Entry).order_by(col(Entry.id)))
        return [entry.current.build for entry in entries if entry.current]


# --- the way in -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "heading"), [("en", "Enter a character"), ("ja", "キャラクターを送る")]
)
def test_the_form_says_until_when_with_which_cards_and_what_happens_next(
    alice: Browser, lang: str, heading: str
) -> None:
    answer = alice.get(f"/{lang}/seasons/cup/enter")

    assert (answer.status, answer.text("h1")) == (200, heading)
    assert "21:00 JST" in answer.text(".deadline")
    assert len(answer.page.css(".palette li")) == 25
    assert len(answer.page.css(".next li")) == 3


def test_a_character_is_held_and_a_letter_asks_for_its_player(site: Site, alice: Browser) -> None:
    answer = alice.enter(**TUESDAY, lore="  It rains.\r\n\r\n", lang="ja")
    (revision,), (letter,) = revisions(site), site.letters()

    assert (answer.status, answer.location) == (303, "/en/seasons/cup/entered")
    assert (revision.state, revision.build, revision.lore) == ("held", "攻響核", "  It rains.")
    assert (letter.kind, letter.lang, letter.revision_id) == ("confirmation", "ja", revision.id)
    assert "does not take part yet" in alice.follow(answer).text()
    assert counting(site) == []


def test_the_button_behind_the_link_makes_it_count_and_signs_its_player_in(
    site: Site, alice: Browser
) -> None:
    alice.enter(**TUESDAY)
    answer = confirm(site, alice)
    page = alice.follow(answer)

    assert (answer.status, answer.location) == (303, "/en/seasons/cup/my?version=1")
    assert counting(site) == ["攻響核"]
    assert [letter.kind for letter in site.letters()] == ["confirmation", "receipt"]
    assert "Your character takes part in" in page.text(".notice")
    assert revisions(site)[0].commitment in page.text()


def test_looking_at_the_link_changes_nothing(site: Site, alice: Browser) -> None:
    """Mail scanners open every link of every letter."""
    alice.enter(**TUESDAY)
    link = site.confirm_link(revisions(site)[0].id)
    alice.client.head(link)

    assert "Tuesday" in alice.get(link).text("h2")
    assert counting(site) == []
    assert len(site.letters()) == 1


def test_who_is_signed_in_changes_an_entry_at_once(site: Site, entered: Browser) -> None:
    form = entered.get(ENTER)
    answer = entered.submit(form, build="核核", lang="ja")

    assert "Always on a *Tuesday*." in form.html
    assert "address" not in form.html.partition("<form")[2].partition("</form>")[0]
    assert answer.location == "/en/seasons/cup/my?version=2"
    assert counting(site) == ["核核"]
    with site.reading() as session:
        assert session.exec(select(Player.lang)).one() == "ja"


def test_sending_what_counts_already_makes_no_version(site: Site, entered: Browser) -> None:
    answer = entered.enter()

    assert answer.location == "/en/seasons/cup/my?unchanged=1"
    assert "Nothing has changed" in entered.follow(answer).text(".notice")
    assert len(revisions(site)) == 1


def test_the_name_may_stand_behind_the_cards(site: Site, alice: Browser) -> None:
    alice.enter(
        build="閃閃交硬果/ムライ".replace("閃", "攻").replace("交", "響").replace("果", "核"),
        address="m@example.com",
    )

    assert [(each.name, each.build) for each in revisions(site)] == [("ムライ", "攻攻響硬核")]


@pytest.mark.parametrize(
    "build", ["Attack, Echo, Core", "6, 12, 1", "攻撃\n響\n核", "ａｔｔａｃｋ、１２、1"]
)
def test_any_notation_will_do(site: Site, alice: Browser, build: str) -> None:
    answer = alice.enter(**TUESDAY | {"build": build})

    assert answer.status == 303, answer.text(".problems")


# --- the link in receipts ---------------------------------------------------------------------------


def test_the_link_in_a_receipt_signs_in_and_leaves_the_address_bar(
    site: Site, entered: Browser
) -> None:
    entry = revisions(site)[0].entry_id
    phone = site.browser()
    answer = phone.open(site.edit_link(1, 1))

    assert (answer.status, answer.location) == (303, "/en/seasons/cup/my")
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "Tuesday" in phone.follow(answer).text("h2")
    assert entry == 1


def test_the_page_of_a_player_tells_versions_and_letters(site: Site, entered: Browser) -> None:
    entered.enter(build="核")
    with site.writing() as session:
        for letter, state in zip(site.letters(), ["sent", "doubt", "dead"], strict=True):
            letter.state, letter.sent_at, letter.reply = state, NOW, "250 <b>queued</b>"  # type: ignore[assignment]
            session.add(letter)
    page = entered.get("/ja/seasons/cup/my")

    assert [node.text() for node in page.page.css("ol.log .state")] == [
        "有効",
        "新しい版に置き換え済み",
    ]
    states = [node.text() for node in page.page.css("#letters ul.log .state")]
    assert [state[:2] for state in states] == ["断念", "不明", "20"]
    assert "queued" not in page.text(), (
        "a mail server's words, and names of files, are no player's business"
    )


def test_a_player_reads_what_each_version_contained_and_what_was_new_in_it(
    entered: Browser,
) -> None:
    entered.enter(build="核 / x", name="Tuesday", lore="<b>Rain</b>")
    entered.enter(name="Wednesday", lore="<b>Rain</b>")
    versions = entered.get("/en/seasons/cup/my").page.css("ol.log > li .version")
    told = [[" ".join(n.text().split()) for n in each.css("p.soft")] for each in versions]

    assert [[n.text(strip=True) for n in each.css(".chips li")] for each in versions] == [
        ["核Core"],
        ["核Core"],
        ["攻Attack", "響Echo", "核Core"],
    ]
    assert told[2] == []
    assert told[1][0].startswith("Changed from version 1: Build, Lore.")
    assert "The build was 攻響核." in told[1][0]
    assert "The name was “Tuesday”." in told[0][0]
    assert ["<b>Rain</b>" in node.text() for each in versions for node in each.css("details")] == [
        True,
        False,
    ]


def test_another_language_brings_the_form_with_all_that_was_typed(
    site: Site, alice: Browser
) -> None:
    typed = TUESDAY | {"build": "攻, Atack", "lore": " <b>", "owner": "me", "flavour2": "木霊"}
    typed |= {"lang": "ja", "victory": "Tea?", "url": "x"}
    form = alice.get(ENTER)
    (button,) = form.page.css("nav.languages button[form=entry][lang=ja]")
    answer = alice.post(button.attributes["formaction"] or "", typed | {"step": "language"})

    assert (answer.status, answer.text("h1")) == (200, "キャラクターを送る")
    assert {name: alice_typed(answer, name) for name in typed} == typed
    assert answer.page.css(".problems, .told, .preview h2") == []
    assert revisions(site) == []
    # The Enter key must not press it.
    first = next(each for each in form.page.css("button") if each.attributes.get("form") == "entry")
    assert first.attributes.get("formaction") is None


def alice_typed(answer: Answer, name: str) -> str:
    """What the field holds."""
    if box := answer.page.css_first(f"textarea[name={name}]"):
        return box.text().removeprefix("\n")
    checked = answer.page.css_first(f"input[name={name}][checked]")
    field = checked or answer.page.css_first(f"input[name={name}]")
    assert field
    return field.attributes["value"] or ""


def test_a_card_a_button_builds_without_scripts(site: Site, alice: Browser) -> None:
    """Nothing else that was typed is lost, and no problem is told before it is one."""
    typed, said = TUESDAY | {"build": "", "lore": "It rains."}, []
    for button in (
        "add-attack",
        "add-echo",
        "add-core",
        "up-3",
        "out-1",
        "add-core",
        "clear",
        "add-core",
    ):
        answer = alice.post(f"{ENTER}/preview", typed | {"step": button})
        typed = {name: alice_typed(answer, name) for name in typed}
        said.append((typed["build"], answer.text(".said")))
        assert answer.page.css(".problems, .told") == []
    alice.submit(answer)

    assert said == [
        ("Attack", "Attack added at place 1: 1 of 8."),
        ("Attack, Echo", "Echo added at place 2: 2 of 8."),
        ("Attack, Echo, Core", "Core added at place 3: 3 of 8."),
        ("Attack, Core, Echo", "Core moved from place 3 to place 2 of 3."),
        ("Core, Echo", "Attack removed: 2 of 8."),
        ("Core, Echo, Core", "Core added at place 3: 3 of 8."),
        ("", "All places are empty."),
        ("Core", "Core added at place 1: 1 of 8."),
    ]
    assert [(each.name, each.build, each.lore) for each in revisions(site)] == [
        ("Tuesday", "核", "It rains.")
    ]


def test_a_draft_is_kept_for_its_player_alone(site: Site, entered: Browser) -> None:
    """Under a name that tells nothing, and that a stranger's page does not ask for."""
    own, stranger = (
        each.get(ENTER).page.css_first("[data-draft]") for each in (entered, site.browser())
    )
    arrived = entered.follow(entered.enter(build="核"))
    assert own
    assert stranger

    assert own.attributes["data-draft"] != stranger.attributes["data-draft"]
    (sent,) = arrived.page.css("[data-draft-sent]")
    assert sent.attributes["data-draft-sent"] == own.attributes["data-draft"]
    assert len(arrived.page.css("form[data-forget-drafts]")) == 2


def test_a_player_takes_the_character_out_and_may_enter_again(site: Site, entered: Browser) -> None:
    withdraw = 'form[action="/en/seasons/cup/my/withdraw"]'
    page = entered.get("/en/seasons/cup/my")
    for _ in range(2):
        answer = entered.submit(page, withdraw)

    assert answer.location == "/en/seasons/cup/my"
    assert not counting(site)
    assert "No version of your character takes part" in entered.get("/en/seasons/cup/my").text()
    assert [letter.kind for letter in site.letters()][-1] == "withdrawn"

    entered.enter(build="核")
    assert counting(site) == ["核"]


def test_after_the_deadline_nothing_is_taken_out(site: Site, entered: Browser) -> None:
    page = entered.get("/en/seasons/cup/my")
    with site.writing() as session:
        session.exec(select(Season)).one().state = SeasonState.CLOSED
    entered.submit(page, 'form[action="/en/seasons/cup/my/withdraw"]')

    assert counting(site) == ["攻響核"]


def test_a_player_chooses_letters(site: Site, entered: Browser) -> None:
    choice = 'form[action="/en/seasons/cup/my/letters"]'
    kept = []
    for changes in ({"log": "1"}, {"letters": ""}, {"letters": "1", "log": ""}):
        entered.submit(entered.get("/en/seasons/cup/my"), choice, **changes)
        with site.reading() as session:
            player = session.exec(select(Player)).one()
            kept.append((player.muted_at is not None, player.wants_log))

    assert kept == [(False, True), (True, True), (False, False)]
    entered.submit(
        entered.get("/en/seasons/cup/my"),
        choice,
        short_report="1",
        text_only="1",
        daily="1",
        hour="18",
    )
    with site.reading() as session:
        player = session.exec(select(Player)).one()
    assert player.wants_short_report
    assert player.wants_text_only
    assert player.daily_hour == 18


def test_after_publication_the_link_is_dead_and_the_page_leads_to_the_results(
    database: Database,
) -> None:
    with database.writing() as session:
        characters = [Character("Tuesday", "攻核"), Character("Mirror", "核核")]
        season, _ = a_finished_season(session, characters)
        season.state = SeasonState.REVIEW
    site = Site(database)
    alice = site.browser()
    alice.open(site.edit_link(1, 1))
    with site.writing() as session:
        session.exec(select(Season)).one().state = SeasonState.PUBLISHED

    for link in (site.edit_link(1, 1), site.confirm_link(1)):
        for dead in (site.browser().get(link), site.browser().post(link)):
            assert (dead.status, dead.text("h1")) == (410, "This season is over")
            assert 'href="/en/seasons/cup"' in dead.html
            assert 'href="/en/seasons/cup/entries/1"' in dead.html
    assert 'href="/en/seasons/cup/entries/1"' in alice.get("/en/seasons/cup/my").html
    assert alice.get(ENTER).status == 410


# --- what is wrong ----------------------------------------------------------------------------------


def test_all_problems_stand_beside_their_fields_and_the_text_is_kept(alice: Browser) -> None:
    sent = {
        "name": "x" * 65,
        "build": "攻, Atack\nbogus",
        "owner": "me@example.com",
        "lore": "\u202eevil\x00",
        "url": "http://\u200b",
        "address": "alice@",
    }
    answer = alice.enter(**sent)
    form = answer.page.css_first("main form")
    assert form

    assert answer.status == 422
    assert {name: len(answer.told(name)) for name in sent} == {
        "name": 1, "build": 2, "owner": 1, "lore": 1, "url": 1, "address": 1,
    }  # fmt: skip
    assert answer.told("build")[0].startswith("line 1, column 4: ")
    assert answer.text("#build") == "攻, Atack bogus"
    assert f'value="{"x" * 65}"' in answer.html
    assert [link.attributes["href"] for link in answer.page.css(".problems a")] == [
        "#name", "#build", "#build", "#owner", "#lore", "#url", "#address",
    ]  # fmt: skip


def test_names_of_slots_and_words_are_entered_sealed_and_changed_by_the_form(
    site: Site, entered: Browser
) -> None:
    empty = entered.get(ENTER)
    own = {"flavour1": " Crimson Flash ", "flavour3": "Anvil", "victory": "Tea?"}
    own |= {"label-build": "The Umbrella ", "label-lore": "Forecast"}
    entered.follow(entered.submit(empty, **own))
    again = entered.follow(entered.submit(entered.get(ENTER)))
    extras = {
        "flavour": ["Crimson Flash", None, "Anvil"],
        "lines": {"victory": "Tea?"},
        "labels": {"build": "The Umbrella", "lore": "Forecast"},
    }

    details = empty.page.css_first("details.own")
    assert details
    assert "open" not in details.attributes
    assert [each.extras for each in revisions(site)] == [{}, extras]
    assert "Nothing has changed" in again.text()
    assert [node.text() for node in again.page.css(".card .flavour")] == ["Crimson Flash", "Anvil"]
    assert again.text(".speeches dd") == "Tea?"
    assert [node.text() for node in again.page.css(".called")] == ["The Umbrella", "Forecast"]
    entered.submit(entered.get(ENTER), **dict.fromkeys(own, ""))
    assert revisions(site)[-1].extras == {}


def test_names_of_slots_may_stand_in_the_build(site: Site, alice: Browser) -> None:
    build = {"build": "紅蓮【攻撃】1、響、鉄床【核】", "flavour2": "木霊"}
    shown = alice.post(f"{ENTER}/preview", TUESDAY | build)
    alice.enter(**TUESDAY | build)
    contradicted = alice.enter(**TUESDAY | build | {"flavour3": "金床"})
    (revision,) = revisions(site)

    assert [node.text() for node in shown.page.css(".card .flavour")] == ["紅蓮", "木霊", "鉄床"]
    assert build["build"] in shown.html
    assert (revision.build, revision.extras) == ("攻響核", {"flavour": ["紅蓮", "木霊", "鉄床"]})
    assert contradicted.status == 422
    assert "appears more than once" in contradicted.text(".problems")


def test_what_is_wrong_with_names_and_words_stands_beside_their_fields(alice: Browser) -> None:
    own = {"flavour2": "a\u202eb", "flavour8": "Eighth", "finish": "x" * 61, "defeat": "\ufffe"}
    own |= {"label-build": "x" * 61, "label-lore": "a\nb"}
    answer = alice.enter(**TUESDAY, **own)
    details = answer.page.css_first("details.own")

    assert answer.status == 422
    assert {name: len(answer.told(name)) for name in own} == dict.fromkeys(own, 1)
    assert details
    assert "open" in details.attributes
    assert f'value="{"x" * 61}"' in answer.html


def test_names_and_words_are_never_markup(alice: Browser) -> None:
    own = dict.fromkeys(("flavour1", "entrance", "label-build"), "<b>*bold*</b>&[x](//x)")
    answer = alice.post(f"{ENTER}/preview", TUESDAY | own)

    assert (
        answer.page.css(".preview :is(b, em), :is(.preview .flavour, .speeches, .called) a") == []
    )
    assert answer.text(".called") == own["label-build"]
    assert answer.text(".preview .flavour") == own["flavour1"]
    assert answer.text(".speeches dd") == own["entrance"]


def test_nothing_at_all_is_answered_with_what_is_missing(alice: Browser, site: Site) -> None:
    """A build may be without cards."""
    answer = alice.post(ENTER)

    assert answer.status == 422
    assert [len(answer.told(name)) for name in ("name", "build", "address")] == [1, 0, 1]
    assert revisions(site) == []


def test_a_hidden_character_is_told_where_it_stands(alice: Browser) -> None:
    """The same character in two fields is two problems."""
    answer = alice.enter(name="a\x00b", lore="c\x00d", build="核\x00", address="a@example.com")

    assert [len(answer.told(name)) for name in ("name", "lore", "build")] == [1, 1, 1]


@pytest.mark.parametrize(
    "address",
    [
        "alice",
        "alice@",
        "@example.com",
        "alice@example",
        "a b@example.com",
        "a@b@example.com",
        "alice@example.com\nBcc: bob@example.com",
        "alice@example.com\r\nBcc: bob@example.com",
        "alice@exa\u202emple.com",
        "alice@example..com",
        "alice@-example.com",
        "ali\x00ce@example.com",
        "alice@example.com, bob@example.com",
        "<alice@example.com>",
        "a" * 65 + "@example.com",
        "a@" + "b." * 130 + "com",
        "アリス@example.com",
        "play@hikyaku.example",
        "PLAY+r-abc@Hikyaku.Example",
    ],
)
def test_an_address_that_can_be_nobodys_is_refused(
    alice: Browser, site: Site, address: str
) -> None:
    answer = alice.enter(**TUESDAY | {"address": address})

    assert (answer.status, len(answer.told("address"))) == (422, 1)
    assert site.letters() == []


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("usa..ro-4649.@keitai.example.net", "usa..ro-4649.@keitai.example.net"),
        (".odd/one@docomo.example", ".odd/one@docomo.example"),
        ("　ａｌｉｃｅ＠ｅｘａｍｐｌｅ．ｃｏｍ ", "alice@example.com"),
        ("Alice+cup@Example.COM", "Alice+cup@example.com"),
        ("alice@例え.jp", "alice@例え.jp"),
    ],
)
def test_addresses_that_people_have_are_accepted(
    alice: Browser, site: Site, typed: str, kept: str
) -> None:
    answer = alice.enter(**TUESDAY | {"address": typed})

    assert answer.status == 303, answer.told("address")
    with site.reading() as session:
        assert session.exec(select(Player.address)).all() == [kept]


def test_half_a_surrogate_pair_does_no_harm(alice: Browser) -> None:
    """Some charsets can write what Unicode has no character for."""
    body = (
        b'--x\r\nContent-Disposition: form-data; name="name"\r\n'
        b"Content-Type: text/plain; charset=unicode_escape\r\n\r\n\\ud800 <script>\r\n--x--\r\n"
    )
    kinds = [
        "multipart/form-data; boundary=x; charset=unicode_escape",
        "multipart/form-data; boundary=x",
    ]
    for kind in kinds:
        assert alice.post(ENTER, body, headers={"Content-Type": kind}).status == 422


def test_bytes_that_are_no_text_do_no_harm(alice: Browser) -> None:
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = alice.post(
        ENTER, b"name=%ED%A0%80%00%FF&build=\xff\xfe&lang=xx&address=%", headers=kind
    )

    assert answer.status == 422


def test_files_and_repeated_fields_do_no_harm(alice: Browser) -> None:
    answer = alice.client.post(
        ENTER, data={"lore": ["a", "b"]}, files={"name": ("n.txt", b"Tuesday"), "build": b"x"}
    )

    assert answer.status_code == 422


def test_a_lore_that_is_too_long_is_kept_in_the_form(alice: Browser) -> None:
    answer = alice.enter(**TUESDAY, lore="あ" * 20_001)

    assert answer.told("lore") == ["The lore has 20001 characters; at most 20000 are allowed."]
    assert "あ" * 20_001 in answer.html


def test_the_longest_lore_is_accepted(alice: Browser, site: Site) -> None:
    answer = alice.enter(**TUESDAY, lore="𠮷" * 20_000)

    assert answer.status == 303, answer.text(".problems")
    assert len(revisions(site)[0].lore) == 20_000


@pytest.mark.parametrize(
    "name", ["name", "build", "owner", "lore", "url", "address", "seen", "form_key"]
)
def test_what_people_write_is_never_markup(alice: Browser, name: str) -> None:
    evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    answers = [
        alice.enter(**{name: evil}),
        alice.submit(alice.get(ENTER), **TUESDAY | {name: evil}),
    ]
    answers.append(alice.post(f"{ENTER}/preview", TUESDAY | {name: evil}))

    for answer in answers:
        assert "<script>" not in answer.html
        assert "<img" not in answer.html.replace('<img class="crest"', "")


def test_a_confirmation_page_shows_no_markup_and_no_dangerous_link(
    site: Site, alice: Browser
) -> None:
    evil = "<script>alert(1)</script>"
    alice.enter(
        **TUESDAY | {"name": evil},
        lore=f"{evil} [x](javascript:alert(1))",
        url="javascript:alert(1)",
    )
    page = alice.get(site.confirm_link(1))

    assert page.status == 200
    assert "<script>" not in page.html
    assert 'href="javascript' not in page.html


def test_the_preview_shows_the_character_and_keeps_nothing(site: Site, alice: Browser) -> None:
    sent = TUESDAY | {"lore": "Always on a *Tuesday*.\n", "name": ""}
    answer = alice.submit(alice.get(ENTER), **sent, url="https://example.com/")
    answer = alice.post(f"{ENTER}/preview", sent | {"name": "Tuesday"})
    wrong = alice.post(f"{ENTER}/preview", sent)

    assert "<em>Tuesday</em>" in answer.html
    assert [node.text() for node in answer.page.css(".preview .char")] == ["攻", "響", "核"]
    assert answer.page.css_first("#address").attributes["value"] == "alice@example.com"  # type: ignore[union-attr]
    assert wrong.told("name") == ["Your character has no name."]
    assert (revisions(site), site.letters()) == ([], [])
    assert alice.get(f"{ENTER}/preview").location == ENTER


# --- seasons that take nothing ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/en/seasons/none/enter", "/en/seasons/draft/enter", "/xx/seasons/cup/enter"]
)
def test_where_there_is_no_season_there_is_no_form(site: Site, alice: Browser, path: str) -> None:
    with site.writing() as session:
        a_season(session, slug="draft", state=SeasonState.DRAFT)
    answers = [
        alice.get(path),
        alice.post(path, TUESDAY),
        alice.get(path.replace("enter", "entered")),
    ]

    assert [answer.status for answer in answers] == [404, 404, 404]
    assert answers[0].text().count("draft") == path.count("draft")


def test_at_the_deadline_the_form_closes_and_what_was_written_is_kept(
    site: Site, alice: Browser
) -> None:
    form = alice.get(ENTER)
    site.clock.now = CLOSES
    answer = alice.submit(form, **TUESDAY)

    assert (answer.status, alice.get(ENTER).status) == (422, 410)
    assert "“First Hikyaku Cup” takes no more entries." in answer.text(".problems")
    assert 'value="Tuesday"' in answer.html
    assert revisions(site) == []


def test_the_last_moment_before_the_deadline_counts(site: Site, alice: Browser) -> None:
    site.clock.now = CLOSES - timedelta(microseconds=1)

    assert alice.enter(**TUESDAY).status == 303


# --- confirmation links that are of no use ------------------------------------------------------------


def test_a_confirmation_link_works_once(site: Site, alice: Browser) -> None:
    alice.enter(**TUESDAY)
    link = site.confirm_link(1)
    form = alice.get(link)
    first, again, late = alice.submit(form), alice.submit(form), site.browser().post(link)

    assert (first.status, again.status) == (303, 303)  # a double click
    assert (late.status, late.text("h1")) == (200, "Confirmed already")
    assert "set-cookie" not in late.headers
    assert alice.get(link).text("h1") == "Confirmed already"
    assert len(site.letters()) == 2


def test_a_double_click_on_the_button_signs_in_even_if_the_first_answer_got_lost(
    site: Site, alice: Browser
) -> None:
    alice.enter(**TUESDAY)
    form = alice.get(site.confirm_link(1))
    site.browser().submit(form)
    answer = alice.submit(form)

    assert alice.follow(answer).status == 200


def test_a_confirmation_after_the_deadline_is_too_late(site: Site, alice: Browser) -> None:
    alice.enter(**TUESDAY)
    form = alice.get(site.confirm_link(1))
    site.clock.now = CLOSES
    answers = [alice.submit(form), alice.get(site.confirm_link(1))]

    assert [(answer.status, answer.text("h1")) for answer in answers] == [(410, "Too late")] * 2
    assert counting(site) == []


def test_an_older_version_cannot_be_confirmed_after_a_later_one(site: Site, alice: Browser) -> None:
    alice.enter(**TUESDAY)
    site.clock.pass_by(minutes=1)
    alice.enter(**TUESDAY | {"build": "核"})
    old = alice.get(site.confirm_link(1))
    alice.submit(alice.get(site.confirm_link(2)))
    answers = [alice.submit(old), alice.get(site.confirm_link(1))]

    assert [(answer.status, answer.text("h1")) for answer in answers] == [(410, "Out of date")] * 2
    assert counting(site) == ["核"]


def test_a_change_is_shown_beside_what_counts_and_a_no_drops_it(
    site: Site, alice: Browser, entered: Browser
) -> None:
    site.clock.pass_by(minutes=1)
    forger = site.browser()
    forger.enter(**TUESDAY | {"name": "Wednesday", "build": "核核", "lore": "Buy!"})
    link = site.confirm_link(2)
    page = alice.get(link)
    buttons = page.page.css(".actions.equal button[name=answer]")
    answers = [button.attributes["value"] for button in buttons]

    assert answers == ["yes", "no"]
    assert "You take part with “Tuesday” – 攻響核." in page.text()
    assert "Tuesday Wednesday" in page.text("table.beside")
    assert "攻響核 核核" in page.text("table.beside")
    assert "Buy!" in page.text("table.beside")
    no = {"answer": "no", "form_key": "k" * 24}
    for answer in (alice.post(link, no), alice.post(link, no)):
        assert (answer.status, answer.text("h1")) == (200, "Dropped: it was not you")
        assert "Your entry is unchanged: “Tuesday” – 攻響核." in answer.text()
    assert alice.post(link).text("h1") == "Dropped: it was not you"
    assert counting(site) == ["攻響核"]
    assert [each.state for each in revisions(site)] == ["accepted", "declined"]
    with site.reading() as session:
        noted = session.exec(select(SecurityNote).where(SecurityNote.event == "entry-declined"))
        assert [each.player_id for each in noted] == [1]


def test_a_name_that_was_taken_meanwhile_can_be_changed_by_its_player(
    site: Site, alice: Browser
) -> None:
    bob = site.browser()
    bob.enter(**TUESDAY | {"address": "bob@example.com"})
    alice.enter(**TUESDAY)
    confirm(site, alice)
    answer = bob.submit(bob.get(site.confirm_link(1)))
    changed = bob.enter(name="Wednesday")

    assert answer.status == 409
    assert "already called “Tuesday”" in answer.text(".problems")
    assert changed.location == "/en/seasons/cup/my?version=2"
    assert len(counting(site)) == 2


@pytest.mark.parametrize(
    "token", ["x", "a" * 32, "あ", "a" * 4000, "aaaaaaabaaaaaaaa" * 2, "=" * 32]
)
@pytest.mark.parametrize("where", ["confirm", "my"])
def test_a_link_that_is_none_leads_nowhere(
    site: Site, alice: Browser, where: str, token: str
) -> None:
    answer = alice.get(f"/en/{where}/{token}")

    assert answer.status == 404
    assert "This link does not work" in answer.text()


@pytest.mark.parametrize(
    "path",
    ["/en/my/%00", "/ja/seasons/%00/enter", "/en/seasons/c%00up", "/%00", "/en/lab?season=a%00"],
)
def test_a_nul_in_an_address_leads_nowhere(alice: Browser, path: str) -> None:
    """PostgreSQL would not even be asked with one."""
    assert (alice.get(path).status, alice.post(path).status) == (404, 404)


@pytest.mark.parametrize(
    "path", ["/en/seasons/cup/entries/", "/en/lab/laplaplus/x/entries/", "/en/seasons/"]
)
def test_a_number_that_never_ends_leads_nowhere(alice: Browser, path: str) -> None:
    """Python makes no number of more than 4300 digits."""
    assert (alice.get(path + 5_000 * "9").status, alice.get(path + 1_000 * "9").status) == (
        404,
        404,
    )


def test_a_link_for_one_thing_is_none_for_another(site: Site, entered: Browser) -> None:
    confirming, editing = site.confirm_link(1), site.edit_link(1, 1)
    crossed = [confirming.replace("confirm", "my"), editing.replace("my", "confirm")]
    shouted = [
        link.upper().replace("/EN/MY", "/en/seasons/cup/my").replace("/EN/CONFIRM", "/en/confirm")
        for link in (confirming, editing)
    ]

    assert [site.browser().get(link).status for link in [*crossed, *shouted]] == [404] * 4


def test_a_good_link_to_rows_that_are_gone_leads_nowhere(site: Site) -> None:
    links = [site.confirm_link(99), site.edit_link(99, 1), site.edit_link(1, 99)]

    assert [site.browser().get(link).status for link in links] == [404] * 3


# --- who may do what --------------------------------------------------------------------------------


def test_a_player_of_another_season_is_unknown_here(site: Site, entered: Browser) -> None:
    with site.writing() as session:
        a_season(session, slug="other")
    answer = entered.enter("/en/seasons/other/enter", name="Guest", build="核")

    assert (answer.status, len(answer.told("address"))) == (422, 1)


def test_a_players_cookie_does_nothing_to_the_entry_of_another(
    site: Site, entered: Browser
) -> None:
    """Bob, signed in, gives Alice's address: that changes his own entry, and never hers."""
    bob = site.browser()
    bob.enter(name="Mirror", build="核", address="bob@example.com")
    confirm(site, bob)
    bob.enter(name="Mirror", build="核核", address="alice@example.com")

    assert counting(site) == ["攻響核", "核核"]


def test_a_form_without_its_token_speaks_for_nobody(site: Site, entered: Browser) -> None:
    """Another site may make a browser send a form, but not with what stands in ours."""
    form = entered.get(ENTER)
    forged = entered.post(ENTER, TUESDAY | {"name": "Evil", "address": "evil@example.com"})
    wrong = entered.submit(form, form_token="wrong", build="核")

    assert forged.location == "/en/seasons/cup/entered"
    assert wrong.status == 409
    assert counting(site) == ["攻響核"]


def test_a_form_of_somebody_who_is_signed_out_by_now_keeps_its_text(
    site: Site, entered: Browser
) -> None:
    form = entered.get(ENTER)
    site.clock.pass_by(hours=13)
    answer = entered.submit(form, build="核核核")

    assert answer.status == 422
    assert "You are signed out" in answer.text(".notice")
    assert "核核核" in answer.html
    assert answer.page.css_first("#address")


def test_a_stale_form_is_told_and_can_be_sent_again(site: Site, entered: Browser) -> None:
    form = entered.get(ENTER)
    entered.enter(build="核核")
    stale = entered.submit(form, build="核核核")
    again = entered.submit(stale)

    assert stale.status == 409
    assert "A newer version" in stale.text(".notice")
    assert "核核核" in stale.html
    assert again.location == "/en/seasons/cup/my?version=3"


def test_a_forged_change_is_held_and_does_not_make_the_form_stale(
    site: Site, entered: Browser
) -> None:
    form = entered.get(ENTER)
    site.browser().enter(**TUESDAY | {"name": "Evil"})
    answer = entered.submit(form, build="核")

    assert answer.status == 303
    assert counting(site) == ["核"]


# --- nothing is given away ----------------------------------------------------------------------------


def test_the_answer_is_the_same_whether_the_address_is_known(site: Site, entered: Browser) -> None:
    answers = [
        site.browser().enter(name=name, build="核", address=address)
        for name, address in [("New", "alice@example.com"), ("Newer", "nobody@example.com")]
    ]

    assert answers[0].location == answers[1].location
    assert {*answers[0].headers} == {*answers[1].headers}


def test_nobody_finds_out_by_the_form_who_plays_what(site: Site, entered: Browser) -> None:
    """The name is public. If it were free for its holder's address, the form would tell whose it is."""
    told = [
        site.browser().enter(**TUESDAY | {"address": address}).told("name")
        for address in ("alice@example.com", "nobody@example.com")
    ]

    assert told[0] == told[1] == ["Another character of this season is already called “Tuesday”."]


def test_no_page_and_no_address_shows_a_mail_address(site: Site, entered: Browser) -> None:
    pages = [
        entered.get(path)
        for path in (ENTER, "/en/seasons/cup/my", "/en/seasons/cup/entered", site.confirm_link(1))
    ]

    assert all("alice@" not in page.html for page in pages)


def test_pages_of_one_person_are_kept_by_no_cache(site: Site, entered: Browser) -> None:
    kept = {
        path: entered.get(path).headers["cache-control"]
        for path in (ENTER, "/en/seasons/cup/my", site.confirm_link(1))
    }

    assert [*kept.values()] == ["private, no-cache", "no-store", "no-store"]


def test_a_whole_season_by_forms(site: Site) -> None:
    olga = Organiser("olga", NOW)
    for name in ("alice", "bob"):
        browser = site.browser()
        browser.enter(name=name, build="攻核", address=f"{name}@example.com")
        confirm(site, browser)
    with site.writing() as session:
        seasons.close(session, "cup", olga)

    with site.reading() as session:
        assert [e.number for e in session.exec(select(Entry).order_by(col(Entry.id)))] == [1, 2]
