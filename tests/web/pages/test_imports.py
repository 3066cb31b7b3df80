"""Many entries on the organisers' desk: looked at first, mended where they stand, in once."""

from selectolax.lexbor import LexborHTMLParser
from starlette.testclient import TestClient

from app.engine.ruleset import Ruleset
from app.store import entries, seasons
from app.store.database import Database
from tests.web.pages.test_desk import act, create, hidden

HERE = "/en/desk/seasons/cup/import"


def test_a_file_is_shown_line_by_line_mended_and_brought_in_once(
    olga: TestClient, database: Database
) -> None:
    create(olga)
    act(olga, "cup", "open")
    evil = "<script>alert(1)</script>"
    rows = f"名前;構成;設定;No.\n{evil};攻響核;{evil};1\nボブ;Atack;;2\n"
    form = hidden(olga, HERE)
    file = {"file": ("a.csv", rows.encode("cp932"))}
    wrong = olga.post(f"{HERE}/preview", data=form, files=file)
    page = LexborHTMLParser(wrong.text)
    (typed,) = page.css("textarea#list")
    mended = {"list": typed.text(deep=True).strip().replace("Atack", "盾核")}
    shown = olga.post(HERE, data=form | mended)
    with database.reading() as session:
        before = entries.count(session, seasons.by_slug(session, "cup"))
    seen = {
        node.attributes["name"] or "": node.attributes["value"] or ""
        for node in LexborHTMLParser(shown.text).css("input[type=hidden]")
    }
    send = mended | seen
    answers = [olga.post(HERE, data=send).status_code for _ in range(2)]
    again = olga.post(HERE, data=hidden(olga, HERE) | mended | {"seen": seen["seen"]})

    assert wrong.status_code == 422
    assert "1 line needs fixing" in wrong.text
    assert page.css_first(".sheet .told") is not None
    assert "Columns that are ignored: No." in wrong.text
    assert evil not in wrong.text + shown.text
    assert (shown.status_code, before) == (200, 0), "what was not looked at is shown first"
    assert "Import 2 entries" in shown.text
    assert answers == [303, 303]
    assert again.status_code == 422
    assert "is already called" in again.text
    with database.reading() as session:
        assert entries.count(session, seasons.by_slug(session, "cup")) == 2
    refused = olga.post(
        f"{HERE}/preview", data=form | {"list": "kept"}, files={"file": ("a.xlsx", b"PK\x03\x04")}
    )
    assert refused.status_code == 422
    assert "kept</textarea>" in refused.text


def test_standing_orders_are_shown_as_understood_before_they_are_in(
    olga: TestClient, duel: Ruleset
) -> None:
    create(olga, game="duel")
    evil = "<script>alert(1)</script>"
    table = (
        f'name,build,orders,nonce\nBee,石紙鋏,"ｐｌａｙ　scissors ; {evil}\n出す paper",{evil}\n'
    )
    shown = olga.post(f"{HERE}/preview", data=hidden(olga, HERE) | {"list": table})
    page = LexborHTMLParser(shown.text)

    assert [node.text() for node in page.css(".sheet pre")] == ["play scissors\nplay paper"]
    assert f"Nonce: {evil}" in page.css(".sheet")[0].text()
    assert evil not in shown.text
    assert "Optional columns: orders" in shown.text
