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
from app.league import sparring
from app.letters.contents import draft
from app.letters.secrets import in_words
from app.mail.requests.phrases import BOOK
from app.store import entries, letters
from app.store.database import Database
from app.store.letter_kinds import (
    About,
    Announcement,
    Approval,
    Blocked,
    Bout,
    Changed,
    Checked,
    Confirmation,
    Corrected,
    Correction,
    Deadline,
    Difference,
    Digest,
    ExchangeMoved,
    Follow,
    Help,
    Hidden,
    Links,
    Opened,
    Problems,
    Receipt,
    Reminder,
    Reopened,
    Reply,
    Report,
    Shown,
    Spar,
    Standings,
    Understood,
    Wish,
    Withdrawn,
)
from app.store.tables import Revision, SeasonState
from app.store.upkeep.migrations import migrate
from tests.support.seasons import CLOSES, OPENED, Character, a_finished_season

SAMPLE: Final = FOLDER.parent / "sample" / "form.json"
HEAD: Final = {
    "en": "# The letters\n\nEvery kind of letter that players get, as plain text; mail programs show the same as a page.\n",
    "ja": "# お届けする便り\n\nプレイヤーに届く便りを、種類ごとにテキストで載せます。メールソフトでは、同じ内容がページの形で表示されます。\n",
}
_OVER: Final = (Report, Correction, Digest, Standings)


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
    yield Spar(game=game.slug, name=revision.name, build=revision.build, bouts=bouts)
    yield Confirmation()
    yield Receipt()
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
    yield Links()
    yield Follow()
    yield Standings()
    yield Report()
    yield Correction(reason=storm)
    yield Digest()


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
    for about in samples(entry.current, lang):
        is_over = isinstance(about, _OVER)
        season.state = SeasonState.PUBLISHED if is_over else SeasonState.OPEN
        letter = letters.write(
            session,
            about,
            entry.player,
            f"{about.slug}:{lang}",
            now=OPENED,
            lang=lang,
            season=season,
            run=run if is_over else None,
            revision=entry.current,
        )
        secret = translations(lang).gettext("(the player's secret)")
        words = in_words(draft(session, letter), secret)
        label = translations(lang).gettext(about.label)
        text += f"\n## {label}\n\n**{words.subject}**\n\n```text\n{words.text.strip()}\n```\n"
    return text


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
