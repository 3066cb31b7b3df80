"""A season made by its form: five fields, a format from pictures, and at once what that comes to."""

from selectolax.lexbor import LexborHTMLParser
from starlette.testclient import TestClient

from app.league.matches.settings import settings_of
from app.league.seasons.stages import plans
from app.league.seasons.stages.courses import plans_of
from app.store import seasons
from app.store.database import Database
from tests.web.pages.test_season_desk import fields

NEW = "/en/desk/new-season"
PREVIEW = f"{NEW}/preview"


def typed(olga: TestClient, **sent: str) -> dict[str, str]:
    """The form as it comes, with every day and the first format ticked, and this typed in it."""
    ticked = {f"day{day}": "yes" for day in range(7)} | {"format": "round-robin"}
    return fields(olga, NEW) | ticked | sent


def made(olga: TestClient, database: Database, **sent: str) -> str:
    """The address of the season that comes of it."""
    answer = olga.post(NEW, data=typed(olga, **sent))
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rsplit("/")[-1]


def stages_of(database: Database, slug: str) -> str:
    with database.reading() as session:
        return plans.written(plans_of(seasons.by_slug(session, slug)))


def test_groups_then_knockout_is_chosen_by_its_picture_and_becomes_text(
    olga: TestClient, database: Database
) -> None:
    slug = made(
        olga, database, format="groups", capacity="24", title_en="Spring Fest 2027", game="fest"
    )

    assert slug == "spring-fest-2027"
    assert stages_of(database, slug).splitlines()[0].startswith("groups groups=4 go-on=2")
    assert stages_of(database, slug).splitlines()[1].startswith("knockout")
    desk = olga.get(f"/en/desk/seasons/{slug}").text
    assert "24 players: 4 groups of 6, the best 2 of each go on, quarter-finals; 68 matches" in desk
    assert "<code>groups groups=4 go-on=2" in desk
    assert "orders until each deadline" in desk, "matches are played as usual"


def test_at_once_below_stands_what_it_comes_to(olga: TestClient) -> None:
    sent = typed(olga, format="groups", capacity="24", groups_groups="8", title_en="Cup")
    page = olga.post(PREVIEW, data=sent | {"groups_go-on": "3"}).text
    fest = olga.post(PREVIEW, data=sent | {"game": "fest", "format": "round-robin"}).text

    assert "8 groups of 3, the best 3 of each go on, a round of 32, 8 byes in the first" in page
    assert "3 of 3 go on, so nobody is knocked out." in page
    assert "made from the title: cup." in page
    assert "everyone meets everyone; 276 matches" in fest
    assert "Rounds: 8;" in fest, "23 matches, 3 at the same time"
    assert "a letter every day, with at most 3 of your matches in it" in fest


def test_a_round_robin_of_many_is_played_a_few_at_a_time(
    olga: TestClient, database: Database
) -> None:
    usual = made(olga, database, game="fest", capacity="20")
    own = made(olga, database, game="fest", capacity="20", **{"round-robin_at-once": "5"})

    with database.reading() as session:
        found = [settings_of(session, seasons.by_slug(session, each)) for each in (usual, own)]
    assert [each and each.at_once for each in found] == [3, 5]
    assert (usual, own) == ("fest-1", "fest-2")


def test_the_address_is_made_of_the_title_and_of_the_game_where_it_has_no_latin_words(
    olga: TestClient, database: Database
) -> None:
    titles = ("Été à Paris!", "Été à Paris!", "第3回ラプラス杯", "春の大会")

    assert [made(olga, database, title_en="", title_ja=title) for title in titles] == [
        *("ete-a-paris", "ete-a-paris-2", "laplaplus-3", "laplaplus-1")
    ]


def test_text_of_stages_counts_before_the_format(olga: TestClient, database: Database) -> None:
    slug = made(olga, database, format="knockout", stages="swiss rounds=7")

    assert stages_of(database, slug) == "swiss rounds=7"


def test_what_is_wrong_in_a_format_stands_beside_it(olga: TestClient) -> None:
    sent = typed(olga, format="swiss", capacity="8", swiss_rounds="many")
    answer = olga.post(NEW, data=sent)
    teams = olga.post(NEW, data=typed(olga, format="teams"))

    assert answer.status_code == teams.status_code == 422
    beside = answer.text.partition("Format</legend>")[2]
    assert "Rounds cannot be “many”. Write a number from 1 to 30." in beside
    assert 'value="many"' in answer.text
    assert '<details class="folded" open' not in answer.text
    assert '<details class="folded" open' in teams.text, "its sides are to be named there"


def test_digits_are_read_however_wide_they_are(olga: TestClient, database: Database) -> None:
    slug = made(olga, database, format="swiss", capacity="２４", swiss_rounds="６")

    assert stages_of(database, slug) == "swiss rounds=6"


def test_a_season_is_copied_with_stages_and_matches(olga: TestClient, database: Database) -> None:
    first = made(olga, database, game="ocg", format="swiss", capacity="16", round_exchanges="9")
    copy = fields(olga, f"{NEW}?like={first}")
    days = {f"day{day}": "yes" for day in range(7)}
    second = olga.post(NEW, data=copy | days).headers["location"].rsplit("/")[-1]

    assert stages_of(database, second) == stages_of(database, first) == "swiss rounds=4"
    with database.reading() as session:
        kept = settings_of(session, seasons.by_slug(session, second))
        assert kept == settings_of(session, seasons.by_slug(session, first))
        assert kept
        assert kept.round_exchanges == 9


def test_closing_warns_of_what_fits_nobody_with_those_who_came(
    olga: TestClient, database: Database
) -> None:
    slug = made(olga, database, format="groups", capacity="24")
    act = f"/en/desk/seasons/{slug}/acts"
    olga.post(f"{act}/open", data=fields(olga, f"{act}/open"))

    assert "Stage 1 has too few characters: only 0." in olga.get(f"{act}/close").text


def test_a_desk_of_hundreds_is_searched_and_its_import_is_one_row_of_the_log(
    olga: TestClient, database: Database
) -> None:
    slug = made(olga, database, title_en="Large")
    here = f"/en/desk/seasons/{slug}"
    olga.post(f"{here}/acts/open", data=fields(olga, f"{here}/acts/open"))
    text = "\n".join(f"攻核/Player {number}" for number in range(1, 131))
    shown = olga.post(
        f"{here}/import/preview", data=fields(olga, f"{here}/import") | {"list": text}
    )
    sent = {
        each: shown.text.partition(f'name="{each}" value="')[2].partition('"')[0]
        for each in ("form_token", "form_key", "seen")
    }
    olga.post(f"{here}/import", data=sent | {"list": text})
    desk, found = olga.get(here).text, olga.get(f"{here}?find=player+13").text

    assert "<b>Entry added</b>: 130" in desk
    assert desk.count("<b>Entry added</b>") == 1
    assert [each.text() for each in LexborHTMLParser(found).css(".list th b")] == [
        *("Player 13", "Player 130")
    ]
    assert "No entry has that" in olga.get(f"{here}?find=nobody").text
