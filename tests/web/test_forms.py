"""A form that is sent twice is answered once: double clicks, the back button, two windows, two processes."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlmodel import select
from starlette.types import Message, Receive, Scope, Send

from app.store.database import Database
from app.store.tables import FormAnswer, Revision
from app.web import forms
from app.web.api import texts
from app.web.dependencies import SiteApp
from tests.support.browsers import ENTER, Browser, Site, values
from tests.support.seasons import CLOSES, a_season

TUESDAY = {"name": "Tuesday", "build": "攻響核", "address": "alice@example.com"}


@pytest.fixture
def site(database: Database) -> Site:
    with database.writing() as session:
        a_season(session)
    return Site(database)


@pytest.fixture
def alice(site: Site) -> Browser:
    return site.browser()


def count(site: Site) -> int:
    with site.reading() as session:
        return len(session.exec(select(Revision.id)).all())


def test_a_double_click_is_one_entry_and_one_letter(site: Site, alice: Browser) -> None:
    form = alice.get(ENTER)
    answers = [alice.submit(form, **TUESDAY) for _ in range(3)]

    assert [(answer.status, answer.location) for answer in answers] == [
        (303, "/en/seasons/cup/entered")
    ] * 3
    assert (count(site), len(site.letters())) == (1, 1)


@pytest.mark.parametrize(("seconds", "entries"), [(29, 1), (31, 0)])
def test_a_form_counts_from_its_headers_if_it_is_whole_within_half_a_minute(
    seconds: int, entries: int, site: Site, alice: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its headers come a second before the deadline."""
    form, answer = alice.get(ENTER), SiteApp.__call__

    async def slowly(app: SiteApp, scope: Scope, receive: Receive, send: Send) -> None:
        async def take() -> Message:
            message = await receive()
            site.clock.pass_by(seconds=seconds)
            return message

        await answer(app, scope, take, send)

    monkeypatch.setattr(SiteApp, "__call__", slowly)
    site.clock.now = CLOSES - timedelta(seconds=1)
    alice.submit(form, **TUESDAY)

    assert count(site) == entries


def test_clicks_at_the_same_moment_are_one_entry(site: Site, alice: Browser) -> None:
    form = alice.get(ENTER)
    with ThreadPoolExecutor(6) as pool:
        clicks = [pool.submit(site.browser().submit, form, **TUESDAY) for _ in range(6)]
        statuses = [click.result().status for click in clicks]

    assert statuses == [303] * 6
    assert (count(site), len(site.letters())) == (1, 1)


def test_first_letters_to_an_address_at_the_same_moment_find_one_player(site: Site) -> None:
    browsers = [site.browser() for _ in range(4)]
    forms = [browser.get(ENTER) for browser in browsers]
    with ThreadPoolExecutor(4) as pool:
        clicks = [pool.submit(b.submit, f, **TUESDAY) for b, f in zip(browsers, forms, strict=True)]
        statuses = [click.result().status for click in clicks]

    assert statuses == [303] * 4
    assert count(site) == 4


def test_back_and_changed_is_told_and_kept(site: Site, alice: Browser) -> None:
    form = alice.get(ENTER)
    alice.submit(form, **TUESDAY)
    changed = alice.submit(form, **TUESDAY | {"build": "核"})
    again = alice.submit(changed)

    assert changed.status == 409
    assert "was already sent" in changed.text(".notice")
    assert (again.status, count(site)) == (303, 2)


def test_a_form_with_problems_can_be_mended_and_sent(site: Site, alice: Browser) -> None:
    form = alice.get(ENTER)
    assert alice.submit(form).status == 422

    assert alice.submit(form, **TUESDAY).status == 303


def test_a_form_without_a_key_is_always_new(site: Site, alice: Browser) -> None:
    for _ in range(2):
        alice.post(ENTER, TUESDAY)

    assert count(site) == 2


def test_the_same_key_on_another_page_is_another_form(site: Site, alice: Browser) -> None:
    form = alice.get(ENTER)
    alice.submit(form, **TUESDAY)
    answer = alice.post(
        site.confirm_link(1),
        {"form_key": values(form.page.css("main form")[0])["form_key"]},
    )

    assert answer.status == 409
    assert "was already sent" in answer.text()


def test_an_answer_is_kept_for_a_day(site: Site, alice: Browser) -> None:
    form = alice.get(ENTER)
    alice.submit(form, **TUESDAY)
    site.clock.pass_by(hours=23)
    alice.submit(form, **TUESDAY)
    assert count(site) == 1

    site.clock.pass_by(hours=2)
    alice.submit(form, **TUESDAY)

    assert count(site) == 2
    with site.reading() as session:
        assert len(session.exec(select(FormAnswer)).all()) == 1


def test_what_is_kept_of_a_form_is_not_its_words(site: Site, alice: Browser) -> None:
    form = alice.get(ENTER)
    alice.submit(form, **TUESDAY)
    with site.reading() as session:
        (answer,) = session.exec(select(FormAnswer)).all()

    assert (len(answer.key), len(answer.content_hash)) == (64, 64)
    assert answer.key not in form.html


def test_a_nul_in_a_form_is_a_character_like_others_that_nobody_sees(site: Site) -> None:
    """PostgreSQL keeps none, not in a text and not in JSON."""
    browser = site.browser()

    assert browser.post("/en/lab/laplaplus", {"list": "盾核/Da\0ve\n核盾/Eve"}).status in (303, 422)
    assert browser.post("/en/desk/sign-in", {"address": "a\0@example.com"}).status == 200
    assert browser.enter(lore="It \0rained.").told("lore")


def test_accents_without_end_are_cut_off_before_they_are_sorted() -> None:
    """Sorting them takes a time that grows with their square: a form of half a megabyte stopped the site for a minute."""
    piled = "e" + "\u0316\u0301" * 100

    assert len(forms.tidied(piled)) == len(texts.tidied(piled)) <= 31
