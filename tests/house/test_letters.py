"""Every kind of letter has all its parts; a new one is a class, a line in the table, and a folder of templates."""

import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlmodel import Session

from app.engine import Lang
from app.errors import LetterUnreadable, Problem
from app.i18n import LANGS, is_japanese, translations
from app.league.problems import explain
from app.letters import contents, examples, links, render
from app.mail.reading.phrases import BOOK
from app.notices import answers, news
from app.notices.about import About, AnswerLetter, News, PlainAnswer, SeasonNews, kind
from app.notices.answers import (
    AddressNote,
    Approval,
    Bout,
    Checked,
    Copy,
    Door,
    DuelAnswer,
    Fate,
    Help,
    OpenMatches,
    Orders,
    OwnAnswer,
    PassedOn,
    Place,
    Post,
    Problems,
    Proof,
    Reading,
    Reply,
    Several,
    Spar,
    Wish,
)
from app.notices.news import (
    Announcement,
    Bulletin,
    CalledOff,
    Changed,
    Corrected,
    Correction,
    Daily,
    Deadline,
    Difference,
    DuelNews,
    ExchangeMoved,
    Extended,
    Hidden,
    Lacking,
    Missing,
    NextRound,
    OwnNews,
    Paused,
    Reopened,
    RoundNews,
    SeatNews,
    Turn,
)
from app.notices.registry import KINDS, about as about_of, kind_of
from app.settings import settings
from app.store import entries, letters
from app.store.database import Database
from app.store.tables import Letter
from app.text.columns import WIDTH, width
from app.web.rendering import environment
from tests.support.browsers import Site
from tests.support.problems import filled
from tests.support.seasons import CLOSES, OPENED, Character, a_finished_season
from tests.support.tables import by_row

PARTS = ("subject.txt", "body.txt", "body.html")
FIELD = [Character("Tuesday", "双連攻連力力双力", "Alice"), Character("Needle", "硬攻欺", "Bob")]

SAMPLES: dict[type[About], About] = {
    Checked: Checked(name="Tuesday", build="攻核", owner="", lore="", url="", extras={}),
    Spar: Spar(game="laplaplus", name="Tuesday", build="攻核", bouts=(Bout("", "won", 0, "核攻"),)),
    Problems: Problems(problems=(Problem("empty-name"),)),
    Several: Several(fates=(Fate(name="Tuesday", problems=(Problem("no-build"),)),)),
    Help: Help(topic="help", games=("laplaplus",)),
    Wish: Wish(wish="mute", is_done=True),
    Correction: Correction(reason=""),
    Place: Place(verdict="asked"),
    Bulletin: Bulletin(first=1, last=1),
    NextRound: NextRound(played=1),
    Daily: Daily(letters=()),
    Approval: Approval(verdict="no", reason="Members only."),
    Announcement: Announcement(subject_en="Soon", text_en="It *begins*."),
    Corrected: Corrected(before=1, reason="You asked for it."),
    Hidden: Hidden(part="lore", name="Tuesday", reason="It insults."),
    Proof: Proof(sign_in=1, at=1),
    Door: Door(sign_in=1),
    AddressNote: AddressNote(step="old"),
    Post: Post(role="helper", sign_in=1),
    Reply: Reply(text="The deadline stays."),
    Copy: Copy(mail=1, writer=1, who="Tuesday (#1)", text="When is the deadline?"),
    Reopened: Reopened(reason="A storm.", seen=True),
    CalledOff: CalledOff(reason="A storm.", following=1, names=("Tuesday",)),
    Lacking: Lacking(entries=2, minimum=4, newcomers=1, until=CLOSES),
    Changed: Changed(changes=(Difference("capacity", "", "16"),), reason="The hall is small."),
    Deadline: Deadline(before=None, after=CLOSES, reason="A storm."),
    ExchangeMoved: ExchangeMoved(before=CLOSES, after=CLOSES, reason="A storm."),
    Turn: Turn(chapters=()),
    RoundNews: RoundNews(stage=1, round=2, entry=1),
    Missing: Missing(chapters=()),
    OpenMatches: OpenMatches(chapters=()),
    Paused: Paused(seasons=("cup",), reason="The mail is down."),
    Extended: Extended(matches=("cup-r1-1",), before=OPENED, after=CLOSES),
    SeatNews: SeatNews(takeover=1, event="asked"),
    DuelNews: DuelNews(event="accepted", duel=1, seat="A", game="laplaplus", rules="laplaplus@1"),
    OwnNews: OwnNews(said=(Problem("group-leads", group="Foxes", name=""),)),
    OwnAnswer: OwnAnswer(said=(), problems=(Problem("group-none"),)),
    DuelAnswer: DuelAnswer(event="sent", duel=1, seat="A", game="laplaplus", rules="laplaplus@1"),
    Orders: Orders(readings=(Reading("cup-r1-1", "Needle", 1, "play rock", sha256="0" * 64),)),
}
"""What a letter of each kind may be about, where a kind needs to be told."""


NOT_SHOWN: set[type[About]] = {Copy, Door, PassedOn, Post, Proof}
"""Not on the page of letters: what organisers get, and a note that mail was passed on."""


def sample_of(kind: type[About]) -> About:
    try:
        return SAMPLES.get(kind) or kind()
    except TypeError:
        pytest.fail(f"{kind.__name__} has fields that must be given: add a sample to SAMPLES")


def letter_about(session: Session, about: About, lang: str) -> Letter:
    """A letter of this kind to the first player of a season that has been played."""
    season, run = a_finished_season(session, FIELD, slug=f"{about.slug}-{lang}")
    entry = entries.numbered(session, season, 1)
    assert entry
    assert entry.player
    return letters.write(
        session,
        about,
        entry.player,
        f"{about.slug}:{lang}",
        now=OPENED,
        lang=lang,
        season=season,
        run=run,
        revision=entry.current,
    )


def missing_parts(kind: type[About]) -> Iterator[str]:
    """A sentence for every part that a kind of letter lacks."""
    who = f"The letter “{kind.slug}” ({kind.__name__})"
    for part in PARTS:
        place = Path("templates/mail") / (kind.templates or kind.slug) / part
        if not (render.TEMPLATES / (kind.templates or kind.slug) / part).is_file():
            yield f"{who} has no template: write {place}"
    for name in ("slug", "label"):
        if name not in vars(kind):
            yield f"{who} has no {name} of its own: give the class one in app/notices/"
    if not is_japanese(translations("ja").gettext(kind.label)):
        yield f"{who} is called nothing in Japanese: translate “{kind.label}” in app/locale/ja.po"
    if not kind.__doc__ or kind.__doc__.startswith(f"{kind.__name__}("):
        yield f"{who} has no docstring: say what it tells whom"


def test_every_kind_of_letter_has_all_its_parts() -> None:
    missing = [sentence for kind in KINDS.values() for sentence in missing_parts(kind)]

    assert not missing, "\n".join(missing)


def test_the_table_has_every_kind_that_there_is() -> None:
    declared = {
        each
        for module in (answers, news)
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, About)
        and each not in (About, AnswerLetter, PlainAnswer, News, SeasonNews)
    }

    forgotten = sorted(each.__name__ for each in declared - {*KINDS.values()})
    assert not forgotten, f"missing from KINDS in app/notices/registry.py: {forgotten}"
    assert all(kind.slug == slug for slug, kind in KINDS.items())


@by_row("lang", LANGS)
def test_no_two_kinds_are_called_the_same(lang: str) -> None:
    called = [translations(lang).gettext(kind.label) for kind in KINDS.values()]

    assert len(set(called)) == len(called)


def test_every_folder_of_templates_belongs_to_a_kind() -> None:
    folders = {each.name for each in render.TEMPLATES.iterdir() if each.is_dir()}

    assert folders == {kind.templates or kind.slug for kind in KINDS.values()}


def ill_set(text: str) -> Iterator[str]:
    """Lines of a letter that are too wide, break what stands in brackets, or do not begin as English begins."""
    lines = text.split("\n")
    for line in lines:
        is_address = "://" in line or "@" in line
        if width(line) > WIDTH and not is_address:
            yield f"too wide: {line}"
        if any(
            line.count(each[0]) != line.count(each[1]) for each in ("「」", "『』", "【】", "[]")
        ):
            yield f"broken within brackets: {line}"
    for at, line in enumerate(lines):
        if line.endswith(",") and line.startswith(("Dear", "To the keeper")):
            first = next(filter(str.strip, lines[at + 1 :])).strip(" “")
            if first[:1].islower():
                yield f"begins with a small letter: {first}"


@pytest.mark.parametrize("slug", KINDS)
def test_every_kind_can_be_kept_read_and_rendered(database: Database, slug: str) -> None:
    kind = KINDS[slug]
    about = sample_of(kind)
    with database.writing() as session:
        for lang in LANGS:
            letter = letter_about(session, about, lang)

            assert about_of(letter) == about
            assert kind_of(letter) is kind
            words = contents.render(session, letter)
            assert all(part.strip() for part in words)
            assert is_japanese(words.text) or lang == "en"
            assert not [*ill_set(words.text)]
            assert all('role="' in each for each in re.findall("<table[^>]*>", words.html))
            assert not re.search(r"[ぁ-んァ-ヶ一-龥」][(?:]", words.subject)
            assert not re.search(r"[。？]\s+[ぁ-んァ-ヶ一-龥「]", words.html)
            stops = bool(links.unsubscribe_page(letter, about, b"key", settings()))
            assert stops is not kind.is_answer


@pytest.mark.parametrize("lang", LANGS)
def test_the_page_of_letters_shows_every_kind_that_players_get(
    lang: Lang, database: Database
) -> None:
    page = examples.document("letters", lang).text
    shown = Site(database).browser().get(f"/{lang}/docs/letters")
    headings = {each.text() for each in shown.page.css(".prose h2")}
    labels = {translations(lang).gettext(each.label) for each in {*KINDS.values()} - NOT_SHOWN}

    assert not {label for label in labels if f"\n## {label}\n" not in page}
    assert headings >= labels
    told = "".join(page.split())
    assert not [
        each
        for _, each in BOOK.guide(lang)
        if "%" not in each and "".join(each.split()) not in told
    ]
    assert "⟦" not in page
    assert translations(lang).gettext("(the player's secret)") in page


@kind
class Eclipse(About):
    """The moon will hide the sun in this many years."""

    label = "Eclipse"
    tells_entry = False

    years: int
    words: str = ""


@pytest.fixture
def eclipse(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[type[About]]:
    """A kind of letter, added as a programmer would: to the table, with its templates."""
    monkeypatch.setitem(KINDS, Eclipse.slug, Eclipse)
    monkeypatch.setattr(render, "TEMPLATES", shutil.copytree(render.TEMPLATES, tmp_path / "mail"))
    folder = tmp_path / "mail" / "eclipse"
    folder.mkdir()
    (folder / "subject.txt").write_text("{{ season }}, {{ years }} years to go")
    for ending, tag in (("txt", ""), ("html", "<p>")):
        (folder / f"body.{ending}").write_text(
            f'{{% extends "_layout.{ending}" %}}\n{{% block body %}}\n{tag}{{{{ years }}}} years! {{{{ words }}}}\n{{% endblock %}}\n'
        )
    render._environment.cache_clear()
    yield Eclipse
    render._environment.cache_clear()


def test_a_new_kind_is_told_of_everywhere(database: Database, eclipse: type[About]) -> None:
    about = Eclipse(years=10)
    with database.writing() as session:
        letter = letter_about(session, about, "en")
        words = contents.preview_letter(session, letter, datetime.now(UTC))
        listed = environment("en").from_string("{{ _((letter|letter_kind).label) }}")

        assert letter.about == {"years": 10}
        assert letter.message_id.startswith("<eclipse.")
        assert words.subject == "First Hikyaku Cup, 10 years to go"
        assert "10 years!" in words.text
        assert "<p" in words.html
        assert "No more letters of this kind" in words.text
        assert listed.render(letter=letter) == "Eclipse"

        letter.about = Eclipse(years=10, words="see www.evil.example").to_row()
        letter.deliverer = "s:stranger"
        assert "see www[.]evil[.]example" in contents.render(session, letter).text
    [sentence] = missing_parts(eclipse)
    assert "translate “Eclipse” in app/locale/ja.po" in sentence


def test_a_row_that_does_not_say_what_its_letter_needs_is_refused_by_name(
    database: Database,
) -> None:
    with database.writing() as session:
        letter = letter_about(session, SAMPLES[Wish], "en")
        letter.about = {"wish": "fame"}

        with pytest.raises(LetterUnreadable) as refusal:
            contents.render(session, letter)
        assert filled(refusal.value.problems[0]) == ("wish", "wish, is_done")
        assert "“wish”" in explain(refusal.value.problems[0], "en")

        letter.kind = "telegram"
        assert kind_of(letter).label == "A letter of an unknown kind"
        with pytest.raises(LetterUnreadable):
            contents.render(session, letter)
