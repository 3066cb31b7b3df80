"""The own picture of a character: chosen in the form, changed by its player, sealed until the results are out."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image
from sqlmodel import col, select

from app.league.entries import entries as league_entries
from app.league.entries.pictures import formats, portraits
from app.store import seasons
from app.store.database import Database
from app.store.security import personal_data
from app.store.tables import Entry, Picture, Revision, SeasonState
from app.web import limits
from tests.support.browser import values
from tests.support.browsers import ENTER, Answer, Browser, Site
from tests.support.people import NOW
from tests.support.seasons import a_season

MY = "/en/seasons/cup/my"
FORM = "main form[enctype]"


def png(colour: str = "red", size: tuple[int, int] = (60, 40)) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def site(database: Database) -> Site:
    with database.writing() as session:
        a_season(session)
    return Site(database)


@pytest.fixture
def alice(site: Site) -> Browser:
    return site.browser()


def enter(
    browser: Browser, file: bytes, *, to: str = ENTER, path: str = ENTER, **changes: str
) -> Answer:
    """The form, filled in, with this file chosen."""
    character = {"name": "Tuesday", "build": "攻響核", "address": "alice@example.com"} | changes
    form = browser.get(path).page.css_first(FORM)
    assert form is not None
    return browser.post(to, {**values(form), **character}, files={"picture": ("me.png", file)})


def confirm(site: Site, browser: Browser) -> None:
    link = site.confirm_link(site.letters()[-1].revision_id or 0)
    assert browser.submit(browser.get(link)).status == 303


def change(browser: Browser, file: bytes = b"", **changes: str) -> Answer:
    form = browser.get(MY).page.css_first(FORM)
    assert form is not None
    chosen = {"picture": ("me.png", file)} if file else None
    fields = {name: value for name, value in values(form).items() if name != "picture"}
    return browser.post(f"{MY}/picture", fields | changes, files=chosen)


def kept(site: Site) -> list[Picture]:
    with site.reading() as session:
        found = select(Picture).where(col(Picture.revision_id).is_(None))
        return list(session.exec(found.order_by(col(Picture.id))))


def colour_of(picture: Picture) -> str:
    red, green, blue = Image.open(BytesIO(picture.content)).convert("RGB").getpixel((2, 2))  # type: ignore[misc]
    return "red" if red > 150 > green + blue else "blue"


def publish(site: Site, state: SeasonState = SeasonState.PUBLISHED) -> None:
    """As far as pictures are concerned."""
    with site.writing() as session:
        season = seasons.by_slug(session, "cup")
        season.state = state
        session.add(season)


def test_a_picture_counts_as_soon_as_its_entry_does(site: Site, alice: Browser) -> None:
    assert enter(alice, png()).status == 303
    assert kept(site) == []

    confirm(site, alice)

    assert [colour_of(each) for each in kept(site)] == ["red"]
    assert alice.get(MY).page.css_first("#picture img[src^='data:image/webp']") is not None


def test_a_stranger_cannot_change_the_picture_of_another(site: Site, alice: Browser) -> None:
    enter(alice, png())
    confirm(site, alice)

    enter(site.browser("192.0.2.9"), png("blue"), name="Tuesday II")
    with site.writing() as session:
        held = session.exec(select(Revision).order_by(col(Revision.id))).all()[-1]
        league_entries.decline(session, held, NOW)
        left = session.exec(select(Picture)).all()

    assert [colour_of(each) for each in left] == ["red"]


def test_a_new_version_keeps_the_picture_and_a_new_picture_takes_its_place(
    site: Site, alice: Browser
) -> None:
    enter(alice, png())
    confirm(site, alice)
    for file in (b"", png("blue")):
        form = alice.get(ENTER).page.css_first(FORM)
        assert form is not None
        sent = values(form) | {"lore": f"{len(file)} bytes"}
        answer = alice.post(ENTER, sent, files={"picture": ("me", file)} if file else None)
        assert answer.status == 303
        assert [colour_of(each) for each in kept(site)] == ["blue" if file else "red"]


def test_a_preview_shows_the_picture_and_carries_it_along(site: Site, alice: Browser) -> None:
    seen = enter(alice, png(), to=f"{ENTER}/preview")

    assert seen.page.css_first(".preview img[src^='data:image/webp']") is not None
    assert alice.submit(seen, FORM, address="alice@example.com").status == 303
    confirm(site, alice)
    assert [colour_of(each) for each in kept(site)] == ["red"]


@pytest.mark.parametrize(
    ("file", "told"),
    [
        (b"<svg onload='alert(1)'/>", "PNG, JPEG or WebP"),
        (png()[:-30], "damaged"),
        (b"\xff\xd8\xff" + bytes(formats.MAX_BYTES), "512 kilobytes"),
        (bytes(3 * 1024 * 1024), "512 kilobytes"),
    ],
)
def test_a_file_that_is_no_picture_is_told_beside_its_field_with_all_else(
    alice: Browser, file: bytes, told: str
) -> None:
    answer = enter(alice, file, name="", lore="Typed with care.")

    assert answer.status == 422
    assert told in " ".join(answer.told("picture"))
    assert answer.told("name")
    assert "Typed with care." in answer.text("textarea[name=lore]")


@pytest.mark.parametrize("carried", ["%%%", "UklGRg==", "A" * 400_000, ""])
def test_what_is_carried_is_read_like_any_file(alice: Browser, carried: str) -> None:
    form = alice.get(ENTER).page.css_first(FORM)
    assert form is not None

    answer = alice.post(f"{ENTER}/preview", values(form) | {"picture_read": carried})

    assert answer.status == 200
    assert answer.page.css_first("img[src^='data:']") is None


def test_a_player_changes_and_removes_the_picture_until_entries_close(
    site: Site, alice: Browser
) -> None:
    alice.enter(name="Tuesday", build="攻響核", address="alice@example.com")
    confirm(site, alice)

    assert change(alice, png("blue")).location.endswith("/my?picture=kept#picture")
    assert [colour_of(each) for each in kept(site)] == ["blue"]
    refused = change(alice, b"no picture")
    assert (refused.status, "PNG, JPEG or WebP" in refused.text("#picture")) == (422, True)
    assert change(alice, remove="1").status == 303
    assert kept(site) == []
    change(alice, png())
    form = alice.get(MY).page.css_first(FORM)
    assert form is not None
    with site.writing() as session:
        seasons.by_slug(session, "cup").closes_at = NOW
    late = alice.post(f"{MY}/picture", values(form) | {"remove": "1"})
    assert (late.status, "takes no more entries" in late.text("#picture")) == (422, True)
    assert [colour_of(each) for each in kept(site)] == ["red"]


def test_nobody_sees_a_picture_before_the_results_nor_a_hidden_one(
    site: Site, alice: Browser
) -> None:
    enter(alice, png())
    confirm(site, alice)
    (picture,) = kept(site)
    address = f"/pictures/{picture.digest}.webp"

    for state in (SeasonState.OPEN, SeasonState.CLOSED, SeasonState.REVIEW):
        publish(site, state)
        assert site.browser().get(address).status == 404
    publish(site)
    answer = alice.client.get(address)
    assert answer.content == picture.content
    assert answer.headers["Content-Type"] == "image/webp"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    with site.writing() as session:
        portraits.hide(session, session.get_one(Entry, picture.entry_id), "Not ours.", NOW)
    assert alice.get(address).status == 404
    with site.writing() as session:
        season = seasons.by_slug(session, "cup")
        assert portraits.shown(session, season) == {}
        portraits.show_again(session, session.get_one(Entry, picture.entry_id))
    assert alice.get(address).status == 200


def test_one_client_has_so_many_pictures_read(
    site: Site, alice: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PICTURES", replace(limits.PICTURES, capacity=1))

    tried = [enter(alice, png(), to=f"{ENTER}/preview").status for _ in range(2)]

    assert tried == [200, 429]
    assert enter(alice, b"", to=f"{ENTER}/preview").status == 200


def test_a_forgotten_player_leaves_no_picture(site: Site, alice: Browser) -> None:
    enter(alice, png())
    confirm(site, alice)

    with site.writing() as session:
        entry = session.exec(select(Entry)).one()
        assert entry.player is not None
        assert personal_data.of(session, entry.player)["pictures"] == 1
        personal_data.erase(session, entry.player)

    with site.reading() as session:
        assert session.exec(select(Picture)).all() == []
