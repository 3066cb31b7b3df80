"""The pages of documentation that show every kind of letter, made from characters of the demonstration.

`python -m tests.support.letter_pages` writes them anew.
"""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sqlmodel import Session

from app.docs import FOLDER
from app.engine import Lang, mark_of, reason_of, winner_of
from app.errors import Problem
from app.games import ruleset
from app.i18n import LANGS, translations
from app.league import entries as league_entries
from app.league import runs, seasons, sparring
from app.league.admission.contents import Submission
from app.league.entries import Origin
from app.league.matches import advances, beginnings, blocks, exchanges
from app.league.matches.settings import EXTENSION, Settings
from app.league.season_plans import Plan
from app.letters.contents import draft
from app.letters.secrets import in_words
from app.mail.requests.phrases import BOOK
from app.store import entries, letters, players
from app.store.database import Database
from app.store.letter_kinds.about import About
from app.store.letter_kinds.answers import (
    Approval,
    Blocked,
    Bout,
    Checked,
    Confirmation,
    DuelAnswer,
    Fate,
    Follow,
    Help,
    Links,
    Orders,
    Place,
    Problems,
    Receipt,
    Reply,
    Several,
    Spar,
    Standings,
    Understood,
    Wish,
)
from app.store.letter_kinds.news import (
    Announcement,
    Bulletin,
    Changed,
    Corrected,
    Correction,
    Deadline,
    Difference,
    Digest,
    DuelNews,
    ExchangeMoved,
    Extended,
    Hidden,
    Missing,
    NextRound,
    Opened,
    Reminder,
    Reopened,
    Report,
    Shown,
    Turn,
    Withdrawn,
)
from app.store.letter_kinds.registry import about, kind_of
from app.store.matches import matches
from app.store.security.audits import Organiser
from app.store.tables import (
    Correspondence,
    Entry,
    Letter,
    Player,
    Revision,
    Round,
    Season,
    SeasonState,
)
from app.store.upkeep.migrations import migrate
from app.store.work import match_claims
from tests.support.seasons import CLOSES, OPENED, Character, a_finished_season, a_season

SAMPLE: Final = FOLDER.parent / "sample" / "form.json"
HEAD: Final = {
    "en": "# The letters\n\nEvery kind of letter that players get, as plain text; mail programs show the same as a page.\n",
    "ja": "# お届けする便り\n\nプレイヤーに届く便りを、種類ごとにテキストで載せます。メールソフトでは、同じ内容がページの形で表示されます。\n",
}
_OVER: Final = (Report, Correction, Digest, Standings)


def of_duels(lang: Lang) -> Iterator[About]:
    """A duel whose open cards have been shown, and the receipt of a build for it."""
    me, other = ("ムライ", "カワセミ") if lang == "ja" else ("Boulder", "Swallow")
    what = DuelNews(
        event="shown",
        duel=1,
        seat="A",
        game="laplaplus",
        rules="laplaplus@1",
        me=me,
        other=other,
        stage="whole",
        deadline=CLOSES,
        days=3,
        shown=("核攻連盾", "核硬響反"),
    )
    yield what
    yield DuelAnswer(
        event="sent",
        duel=1,
        seat="A",
        game="laplaplus",
        rules="laplaplus@1",
        me=me,
        other=other,
        stage="whole",
        deadline=CLOSES,
        sent="攻連核盾核核硬反",
        seal="0f" * 32,
    )


def samples(revision: Revision, lang: Lang) -> Iterator[About]:
    """The letters in the order in which a season brings them; each once, those with many faces by their commonest."""
    storm = "嵐で回線が不安定なため。" if lang == "ja" else "A storm has cut many lines."
    yield Opened()
    yield Help(topic="form", games=("laplaplus",), requests=tuple(BOOK.guide(lang)))
    yield Checked(
        name=revision.name,
        build=revision.build,
        owner=revision.owner,
        lore=revision.lore,
        url="",
        extras={},
    )
    game = ruleset("laplaplus")
    build = game.read_build(revision.build)
    house = sparring.house(game)
    row = game.outcomes([build.nameless(), *house], range(1))[1:]
    bouts = tuple(
        Bout("", mark_of(winner_of(byte)), reason_of(byte), game.write_build(each))
        for byte, each in zip(row, house, strict=True)
    )
    yield from of_duels(lang)
    yield Spar(game=game.slug, name=revision.name, build=revision.build, bouts=bouts)
    yield Confirmation()
    yield Receipt()
    faulty = "二体目" if lang == "ja" else "The Second"
    fates = (
        Fate(name=revision.name, revision=revision.id),
        Fate(name=faulty, problems=(Problem("empty-build"),)),
    )
    yield Several(fates=fates)
    yield Shown(renewed=True)
    understood = Understood(name=revision.name, lore=revision.lore)
    yield Problems(problems=(Problem("empty-build"),), game="laplaplus", understood=understood)
    yield Wish(wish="mute", is_done=True)
    yield Reply(text="締切は延びません。" if lang == "ja" else "The deadline stays as it is.")
    asked = "お電話でのご依頼により。" if lang == "ja" else "As you asked by phone."
    yield Corrected(before=revision.id, reason=asked)
    rude = "汚い言葉があるため。" if lang == "ja" else "It insults another player."
    yield Hidden(part="lore", name=revision.name, owner=revision.owner, reason=rude)
    yield Withdrawn(name=revision.name)
    insults = (
        "二つの応募に、ほかの方への悪口があったため。"
        if lang == "ja"
        else "Two entries insult other players."
    )
    yield Blocked(reason=insults)
    welcome = "初参加を歓迎します。" if lang == "ja" else "Welcome."
    yield Approval(verdict="yes", reason=welcome)
    yield Place(verdict="in")
    yield Announcement(
        subject_ja="開幕の時間について",
        subject_en="When it begins",
        text_ja="**日曜の夜**に始めます。お楽しみに。",
        text_en="It begins on **Sunday night**. See you there.",
    )
    yield Reminder()
    yield Deadline(before=OPENED, after=CLOSES, reason=storm)
    yield ExchangeMoved(before=OPENED, after=CLOSES, reason=storm)
    more = (Difference("capacity", "16", "32"), Difference("points", "3,1,0", "2,1,0"))
    yield Changed(changes=more, reason=storm)
    yield Reopened(reason=storm, seen=False)
    yield Bulletin(first=1, last=2)
    yield NextRound(played=revision.id)
    yield Links()
    yield Follow()
    yield Standings()
    yield Report()
    yield Correction(reason=storm)
    yield Digest()


def of_matches(session: Session, lang: Lang) -> Iterator[tuple[About, Season, Player]]:
    """The letters about matches, each with the season and the reader; the dice are always the same."""
    by = Organiser("olga", OPENED)
    slug = f"festival-{lang}"
    plan = Plan("fest", slug, "文化祭杯", "Festival Cup", closes_at=CLOSES)
    season = seasons.create(session, plan, by)
    beginnings.arrange(session, season, Settings(config={"petit": True}))
    seasons.open_season(session, slug, by)
    names = ("春", "夏") if lang == "ja" else ("Ann", "Ben")
    for name in names:
        player = players.known_as(session, f"{name}@example.com", lang, OPENED)
        origin = Origin(OPENED, proven=True)
        league_entries.submit(session, season, player, Submission(name, "P1"), origin)
    common = session.get_one(Correspondence, season.id)
    common.root = bytes(32)
    seasons.close(session, slug, Organiser("olga", CLOSES))
    runs.start(session, slug, Organiser("olga", CLOSES))
    (match,) = matches.of_season(session, season)
    token, _ = match_claims.claim(session, [match.id], now=CLOSES)
    moved = [advances.move_on(each) for each in exchanges.load(session, [match.id])]
    exchanges.keep(session, token, moved, CLOSES)
    reader = session.get_one(Entry, match.entry_a_id).player
    assert reader
    (chapter,) = (
        each
        for letter in letters.of_player(session, season, reader)
        if isinstance(turn := about(letter), Turn)
        for each in turn.chapters
    )
    yield Turn(chapters=(chapter,)), season, reader
    yield Missing(chapters=(chapter,)), season, reader
    text = f"game {match.game_id}\nturn 1\nreserve none\nthen auto\nend\n"
    good = blocks.take(session, reader, season, text, b"", CLOSES)
    wrong = text.replace("none", "F99").replace("then", "thne")
    yield Orders(readings=tuple(good)), season, reader
    faulty = blocks.take(session, reader, season, wrong, b"", CLOSES)
    yield Orders(readings=tuple(faulty)), season, reader
    assert chapter.deadline
    later = chapter.deadline + EXTENSION
    yield Extended(matches=(match.game_id,), before=chapter.deadline, after=later), season, reader


def page(session: Session, lang: Lang) -> str:
    """The page in this language."""
    field = [
        Character(each["name"], each["build"], each["owner"], each["lore"], lang=each["lang"])
        for each in json.loads(SAMPLE.read_text("utf-8"))
    ]
    season, run = a_finished_season(session, field, slug=f"cup-{lang}")
    entry = entries.numbered(session, season, 1 if lang == "ja" else 2)
    assert entry
    assert entry.player
    assert entry.current
    text = HEAD[lang]
    for sample in samples(entry.current, lang):
        is_over = isinstance(sample, _OVER)
        season.state = SeasonState.PUBLISHED if is_over else SeasonState.OPEN
        letter = letters.write(
            session,
            sample,
            entry.player,
            f"{sample.slug}:{lang}",
            now=OPENED,
            lang=lang,
            season=_second(session, season) if isinstance(sample, NextRound) else season,
            run=run if is_over or isinstance(sample, Bulletin) else None,
            revision=entry.current,
        )
        text += shown(session, letter, lang)
    for number, (matter, of, reader) in enumerate(of_matches(session, lang)):
        key = f"{matter.slug}:{lang}:{number}"
        letter = letters.write(session, matter, reader, key, now=CLOSES, lang=lang, season=of)
        text += shown(session, letter, lang, is_again=number == 3)
    return text


def _second(session: Session, before: Season) -> Season:
    """The next round, in which little may be changed."""
    titles = {"title_ja": "第一回飛脚杯 第2ラウンド", "title_en": "First Hikyaku Cup, round 2"}
    season = a_season(session, slug=f"{before.slug}-2", state=SeasonState.DRAFT, **titles)
    session.add(Round(season_id=season.id, before_id=before.id, number=2, added=2, changes=1))
    session.flush()
    return season


def shown(session: Session, letter: Letter, lang: Lang, *, is_again: bool = False) -> str:
    """The letter below its name."""
    secret = translations(lang).gettext("(the player's secret)")
    words = in_words(draft(session, letter), secret)
    label = translations(lang).gettext(kind_of(letter).label)
    head = "" if is_again else f"\n## {label}\n"
    return f"{head}\n**{words.subject}**\n\n```text\n{words.text.strip()}\n```\n"


def pages() -> dict[str, str]:
    """Both pages by their file."""
    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{Path(folder) / 'letters.db'}")
        migrate(database)
        with database.writing() as session:
            return {
                f"letters{'.ja' if lang == 'ja' else ''}.md": page(session, lang) for lang in LANGS
            }


if __name__ == "__main__":
    for name, text in pages().items():
        (FOLDER / name).write_text(text, "utf-8")
