"""A decision about a season is one object: a new one is at every door, and needs nothing but its lines in the table."""

import json
import re
import subprocess
import sys
from typing import Any

import pytest

from app.engine import Lang
from app.i18n import translations
from app.league.seasons.decisions.season_plans import DECISIONS
from app.letters.examples import document
from app.store.database import Database
from app.store.upkeep import migrations
from app.web.rendering import TEMPLATES


@pytest.fixture(scope="module")
def more(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What a program shows at its doors whose table has a yes/no and a number more."""
    url = f"sqlite:///{tmp_path_factory.mktemp('more') / 'hikyaku.db'}"
    migrations.migrate(Database(url))
    command = [sys.executable, "-m", "tests.support.more_decisions", url]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def test_a_new_decision_is_an_option_with_its_meaning(more: Any) -> None:
    said = " ".join(more["help"].split())

    assert "--night-owls / --no-night-owls When rounds are played." in said
    assert "--tables N How many pairs play at once." in said
    assert (more["shown"]["night_owls"], more["shown"]["tables"]) == (False, 7)


def test_it_is_a_field_that_shows_what_a_command_decided_and_refuses_what_it_cannot_read(
    more: Any,
) -> None:
    for words in ("Night owls", "rounds by night", "When rounds are played.", "Tables in the hall"):
        assert words in more["page"]
    assert (more["fields"]["night_owls"], more["fields"]["tables"]) == ("yes", "5")
    assert "“many” does not fit here. Write a number from 1 to 30." in more["refused"]


def test_it_is_a_property_of_the_api_with_its_meaning(more: Any) -> None:
    for name in ("SentSeason", "SentChange", "SeasonFacts"):
        assert more["api"][name]["night_owls"]["type"] == "boolean"
        assert more["api"][name]["tables"]["type"] == "integer"
        assert more["api"][name]["tables"]["description"] == "How many pairs play at once."
    assert (more["told"]["night_owls"], more["told"]["tables"]) == (False, 7)


def test_it_is_kept_logged_and_told_without_a_column_of_its_own(more: Any) -> None:
    """A decision with its first value is not stored."""
    assert more["kept"] == {"tables": 7}
    assert more["log"] == ["Night owls: yes → no", "Tables in the hall: 5 → 7"]
    assert "Tables in the hall" in more["desk"]


def test_every_decision_says_in_both_languages_what_it_is_and_until_when_it_changes() -> None:
    japanese = translations("ja").gettext

    for name, each in DECISIONS.items():
        assert name == each.name
        parts = [text for part in each.parts for text in (part.label, part.meaning)]
        for text in filter(None, (each.label, each.meaning, each.until.label, *parts)):
            assert japanese(text) != text, f"{name} is not in the Japanese catalogue: {text}"
        assert each.meaning.endswith(".")


def test_the_form_asks_only_for_kinds_that_there_are() -> None:
    form = (TEMPLATES / "desk/seasons/_plan_fields.html").read_text(encoding="utf-8")
    named = {*re.findall(r'\bkind [!=]= "(\w+)"', form)}
    kinds = {type(each.kind).__name__ for each in DECISIONS.values()}
    kinds |= {type(part.kind).__name__ for each in DECISIONS.values() for part in each.parts}

    assert "YesNo" in named
    assert named <= kinds


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_documents_say_of_each_until_when_it_changes_and_whether_players_hear_of_it(
    lang: Lang,
) -> None:
    say = translations(lang).gettext
    rows = [
        f"| {say(each.label)} | `{name}` | {say(each.until.label)} | {say('yes') if each.is_told else '–'} |"
        for name, each in DECISIONS.items()
    ]

    assert "|\n" + "\n".join(rows) in document("run-a-season", lang).text
