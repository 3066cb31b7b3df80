"""Letters about turns: what each match asks and what the house would do, then what has happened, the board, and what else there is."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from functools import cache, partial
from itertools import repeat
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlmodel import Session

from app.engine import Lang
from app.engine.matches.board import MatchBoard
from app.engine.matches.diagram import brief, diagram
from app.engine.matches.game import Action
from app.engine.matches.orders.wording import in_language
from app.engine.telling import TellingLine, Tone, addressed
from app.i18n import N_, day, lang_of, translations
from app.league.matches import views
from app.league.matches.settings import settings_of
from app.league.matches.views import MatchNews
from app.letters import durations, rounds
from app.letters.matches import between, block, clock, samples_of, short, zone_of
from app.notices.news import Chapter, Missing, Turn
from app.store import letters
from app.store.tables import Letter, Player, Season
from app.text.columns import WIDTH, aligned, height, shortened, width

MOST_LINES: Final = 160
"""Of plain text, with five matches."""
MOST_TOLD: Final = 30
"""How many matches are told in full. For all others only the questions."""
_FRAME: Final = 30
"""Lines above the matches and below."""
_HEADING: Final = 3
_LEAST: Final = 8
_REST: Final = 3
"""Of these, kept for the story."""
_LEAST_WHOLE: Final = 32
"""With fewer lines no board is drawn in text."""
_TOLD_ELSEWHERE: Final = frozenset({"shuffled"})
_MORE: Final = 4
_MOST_FATES: Final = 2 * WIDTH - 16
_DETAILS: Final = (9, 1, 0)
"""How many notes of each card are shown if a board is told in a few lines."""
_LESS: Final = (Tone.NOTE, Tone.BOARD, Tone.PHASE, Tone.TURN, Tone.EFFECT, Tone.ANSWER)
"""What is left out of a story that is too long, in this order."""
_YOU: Final = {"ja": "あなた", "en": "You"}
_THEY: Final = {"ja": "相手", "en": "They"}
_MARKS: Final = {"ja": ("：", "、"), "en": (": ", ", ")}
_END: Final = {**dict.fromkeys(".!?:;", " "), **dict.fromkeys("。！？：、", ""), "】": ""}
"""What follows a sentence that ends so, in a story that runs on."""
_STOP: Final = {"ja": "。", "en": ". "}
_OUTCOMES: Final = {
    Fraction(1): N_("won"),
    Fraction(1, 2): N_("drawn"),
    Fraction(0): N_("lost"),
}


@dataclass(frozen=True, slots=True)
class MatchTelling:
    """A match in a letter, by its `number` there.

    First what it asks: how it stands, what is to be written, the order that the house would give and why, and the block to
    write into; empty where nothing is asked. Then what has happened, what became of orders, how it looks, what else may be done.
    """

    number: int
    game_id: str
    between: str
    """The opponent; where a player may have several characters, the own one and the opponent."""
    state: str
    stands: str = ""
    asks: str = ""
    best: Action | None = None
    order: str = ""
    why: str = ""
    block: str = ""
    is_absent: bool = False
    has_missed: bool = False
    story: Sequence[str] = ()
    is_cut: bool = False
    fates: Sequence[str] = ()
    rows: Sequence[str] = ()
    long_story: Sequence[str] = ()
    """As HTML has it, where lines are not counted."""
    board: MatchBoard | None = None
    is_whole: bool = False
    """Whether there is room for all of the board, and for what can be done with each card."""
    samples: Sequence[str] = ()
    nameless: Mapping[str, str] = field(default_factory=dict)
    """Cards for whose names there was no room, by id."""
    seal: str = ""

    @property
    def lines(self) -> int:
        """Of all that is told of what has happened and may be done."""
        told = (*self.story, " ".join(self.fates), *self.rows, _also(self.samples))
        return _lines(*told) + 2 * self.is_whole

    @property
    def filled(self) -> str:
        """The block with the order of the house in it."""
        head, _, _ = self.block.rpartition("\n;")
        return "\r\n".join((*head.split("\n"), *(self.order or "then auto").split("\n"), "end"))

    @property
    def suggested(self) -> str:
        """The order in a line of prose, which is broken between its lines alone: no line of a letter is an order."""
        return " /\N{NO-BREAK SPACE}".join(
            self.order.replace(" ", "\N{NO-BREAK SPACE}").split("\n")
        )


_Account = Callable[[int], MatchTelling]
"""A match with all that there is to tell of it, once it is known in about how many lines."""


def turn(session: Session, letter: Letter, about: Turn) -> dict[str, Any]:
    """All matches with news: what they ask on top, and as much of what has happened as the letter has room for."""
    lang = lang_of(letter.lang)
    season = session.get_one(Season, letter.season_id)
    news = views.news(session, about.chapters, lang)
    found = [*_asking(season, about.chapters, news, lang)]
    asked = [each for each in about.chapters if each.is_asked]
    deadlines = sorted({each.deadline for each in asked if each.deadline})
    is_first = letters.is_first(session, letter)
    game = news[0].look.game if is_first and news else None
    primer = game.primer.to(lang) if game else ""
    beginning = rounds.beginning(session, season, about.chapters, lang)
    is_short = session.get_one(Player, letter.player_id).wants_short_report
    if not is_short and 0 < len(found) <= MOST_TOLD:
        accounts = [*map(_account, found, about.chapters, news, repeat(lang))]
        left = MOST_LINES - _FRAME - sum(map(_height, found)) - _lines(primer) - 1
        left -= sum(3 + len(each.table) for each in beginning)
        found = [*_all_told(accounts, left)]
        if cards := _nameless(found, lang):
            found = [*_all_told(accounts, left - _lines(cards) - 1)]
    when = clock(session, season, lang)
    moments = {each.look.game.moment(each.look.view) for each in news}
    return {
        "matches": found,
        "asked": len(asked),
        "over": sum(each.over is not None for each in news),
        "has_missed": len(found) > 1 and all(each.has_missed for each in found),
        "deadlines": [when(each) for each in deadlines],
        "until": _until(deadlines[0], letter.created_at, zone_of(session, season), lang)
        if deadlines
        else "",
        "moment": moments.pop().to(lang) if len(moments) == 1 else "",
        "table": aligned([[str(each.number), each.between, each.state] for each in found]),
        "answer": "\r\n\r\n".join(each.filled for each in found if each.block),
        "primer": primer,
        "lesson": f"games/{season.game}/lesson" if game and game.lesson else "",
        "rounds": beginning,
        "deadline_words": [
            *durations.of_rounds(season, settings_of(session, season) if is_first else None, lang)
        ],
        "cards": _nameless(found, lang),
        "is_short": is_short,
        "rules": f"games/{season.game}",
    }


def _all_told(accounts: Sequence[_Account], left: int) -> Iterator[MatchTelling]:
    """Each match with what has happened: about so many lines are left for all of them."""
    for at, account in enumerate(accounts):
        told = account(max(_LEAST, left // (len(accounts) - at) - _HEADING))
        left -= _HEADING + told.lines
        yield told


def _nameless(found: Sequence[MatchTelling], lang: Lang) -> str:
    """What the cards are called that the matches name by their ids alone."""
    names = {id: name for each in found for id, name in each.nameless.items()}
    return (_MARKS[lang][1] if lang == "ja" else "; ").join(
        f"{id} {names[id]}" for id in sorted(names)
    )


def missing(session: Session, letter: Letter, about: Missing) -> dict[str, Any]:
    """The matches without orders, and what each asks."""
    lang = lang_of(letter.lang)
    season = session.get_one(Season, letter.season_id)
    when = clock(session, season, lang)
    news = views.news(session, about.chapters, lang)
    deadlines = {each.deadline for each in about.chapters if each.deadline}
    return {
        "matches": [*_asking(season, about.chapters, news, lang)],
        "count": len(about.chapters),
        "until": when(min(deadlines)) if deadlines else "",
        "soon": _until(min(deadlines), letter.created_at, zone_of(session, season), lang)
        if deadlines
        else "",
        "rules": f"games/{season.game}",
    }


def _asking(
    season: Season, chapters: Sequence[Chapter], news: Sequence[MatchNews], lang: Lang
) -> Iterator[MatchTelling]:
    """Each match with what it asks; `ok 2` of an answer counts them as they stand in the letter."""
    for number, (chapter, each) in enumerate(zip(chapters, news, strict=True), 1):
        look = each.look
        names = {seat: short(name) for seat, name in look.names.items()}
        other = names["B" if chapter.seat == "A" else "A"]
        told = MatchTelling(
            number,
            look.game_id,
            between("" if season.characters == 1 else names[chapter.seat], other),
            _state(chapter, each, lang),
            is_absent=chapter.is_absent and chapter.deadline is not None,
            has_missed=each.has_missed,
            seal=look.seal,
        )
        if chapter.deadline and (chapter.is_asked or chapter.is_absent):
            advice = views.suggested(look)
            told = replace(
                told,
                stands=look.game.stands(look.view).to(lang),
                asks=look.game.asks(look.view).to(lang),
                best=advice.action if advice else None,
                order=advice.order.to(lang) if advice else "",
                why=advice.why.to(lang) if advice else "",
                block=block(chapter, look.game_id, other, lang),
            )
        yield told


def _also(samples: Sequence[str]) -> str:
    """Samples behind a few words, as long as a letter has them."""
    return f"{' ' * 20}{', '.join(samples)}" if samples else ""


def _lines(*texts: str) -> int:
    """How many they are broken into."""
    return sum(height(text) for text in texts if text)


def _height(told: MatchTelling) -> int:
    """The lines that it takes on top of the letter."""
    lines = (
        told.stands,
        told.asks,
        f"{told.suggested} {told.why} {' ' * 20}" if told.order else "",
        *told.block.split("\n"),
    )
    return 2 + _lines(*lines) if told.block else 1


class _Story:
    """What has happened in a match, which is fitted into several numbers of lines until all fits a letter."""

    def __init__(self, lines: Sequence[TellingLine], lang: Lang) -> None:
        self.lang = lang
        lines = [line._replace(text=_spoken(line.text, lang)) for line in lines]
        self.rows = [f"{'  ' * line.depth}{line.text}" for line in lines]
        self.said = [(line, _ended(line.text, lang)) for line in lines]
        self.shorter: list[tuple[list[tuple[str, int]], int]] = []

    def fitted(self, room: int) -> tuple[Sequence[str], bool]:
        """It in lines, or run on where these are too many: without what matters least, and from where there is room."""
        room = max(room, 2)
        if len(self.rows) <= room and _lines(*self.rows) <= room:
            return self.rows, False
        most = room * WIDTH * 15 // 16
        texts = self._run_on(most)
        kept: list[str] = []
        for text, wide in reversed(texts):
            most -= wide
            if most < 0:
                break
            kept.append(text)
        return ["".join(reversed(kept)).strip()], len(kept) < len(texts)

    def _run_on(self, most: int) -> Sequence[tuple[str, int]]:
        """The first way to run on, the fullest first, that is at most so wide; or the shortest."""
        for at, tone in enumerate(("", *_LESS)):
            if at == len(self.shorter):
                self.said = [each for each in self.said if each[0].tone != tone] or self.said
                texts = [*_folded(self.said, self.lang)]
                self.shorter.append((texts, sum(wide for _, wide in texts)))
            texts, wide = self.shorter[at]
            if wide <= most:
                break
        return texts


def _account(told: MatchTelling, chapter: Chapter, news: MatchNews, lang: Lang) -> _Account:
    """The same with what has happened and what may be done, for as many lines as there will be."""
    look, _ = news.look, translations(lang).gettext
    names = {seat: short(name) for seat, name in look.names.items()}
    names[chapter.seat] = _YOU[lang]
    board = _addressed(look.game.board(look.view, names, lang), lang)
    found = samples_of(look, lang, told.best) if told.block else {}
    quoted = [
        _(N_("“{order}” ({label})") if label else N_("“{order}”")).format(
            order=each.replace("\n", " / "), label=label
        )
        for each, label in found.items()
        if each != told.order
    ]
    fates = [*_fates(news, lang)]
    steps = [each for each in news.steps if each.event.what not in _TOLD_ELSEWHERE]
    whose = dict.fromkeys(names, _THEY[lang]) | {chapter.seat: _YOU[lang]}
    lines = [
        line
        for line in look.game.told(steps, whose, lang, chapter.seat)
        if line.text and line.tone not in ("title", "diagram")
    ]
    whole, in_brief = cache(partial(diagram, board, lang)), cache(partial(brief, board, lang))
    return partial(_told, told, board, whole, in_brief, _Story(lines, lang), fates, quoted, lang)


def _told(
    told: MatchTelling,
    board: MatchBoard,
    whole: Callable[[], str],
    in_brief: Callable[[int], Sequence[str]],
    story: _Story,
    fates: Sequence[str],
    samples: Sequence[str],
    lang: Lang,
    room: int,
) -> MatchTelling:
    """The match with as much of its board, its story, the fates of orders and samples as about so many lines hold."""
    rows, quoted = [], [*samples]
    nameless: dict[str, str] = {}
    if room >= _LEAST_WHOLE or not board.parts:
        rows = whole().strip("\n").split("\n")
    is_whole = room >= _LEAST_WHOLE and len(rows) <= room - 2 * _REST
    if not is_whole:
        while quoted and width(", ".join(quoted)) > WIDTH * 13 // 8:
            quoted.pop()
        fates = [
            each for at, each in enumerate(fates) if width("".join(fates[: at + 1])) <= _MOST_FATES
        ]
        least = _lines(*story.fitted(_REST)[0], _also(quoted), " ".join(fates))
        for most in _DETAILS if board.parts else ():
            rows = [*in_brief(most)]
            if _lines(*rows) <= room - least:
                break
        own = next((at for at, row in enumerate(rows) if row.startswith(_YOU[lang])), len(rows))
        for at, row in enumerate(rows[:own]):
            if _lines(*rows) > room - least:
                rows[at] = shortened(row, WIDTH)
        if _lines(*rows) > room - least and board.parts:
            rows[own:] = in_brief(-1)[own:]
            secret = [each for part in board.parts for each in part.zones if each.is_secret]
            nameless = {each.id: each.name for zone in secret for each in zone.all}
        while quoted and _lines(*rows, _also(quoted), " ".join(fates)) > room - 2:
            quoted.pop()
    left = room - _lines(*rows, _also(quoted), " ".join(fates))
    lines, is_cut = story.fitted(left)
    return replace(
        told,
        story=lines,
        is_cut=is_cut,
        fates=fates,
        rows=rows,
        long_story=story.fitted(left + _MORE)[0],
        board=board if board.parts else None,
        is_whole=is_whole,
        samples=quoted,
        nameless=nameless,
    )


def _fates(news: MatchNews, lang: Lang) -> Iterator[str]:
    """What became of the lines of orders, those together of which the same is to be said."""
    _ = translations(lang).gettext
    alike: dict[str, list[str]] = {}
    for order, words in news.fates:
        said = shortened(in_language(order, news.look.game, lang), WIDTH // 2)
        alike.setdefault(words.to(lang), []).append(_(N_("“{order}”")).format(order=said))
    colon, comma = _MARKS[lang]
    return (f"{comma.join(orders)}{colon}{words}" for words, orders in alike.items())


def _folded(
    said: Sequence[tuple[TellingLine, tuple[str, int]]], lang: Lang
) -> Iterator[tuple[str, int]]:
    """Sentences that run on, each with its width; what a side does time and again is said once, where it did so last."""
    often = translations(lang).gettext(N_("{text} ({num} times)"))
    depths = [*(line.depth for line, _ in said[1:]), 0]
    alone = [
        "" if depth or line.depth else line.text
        for (line, _), depth in zip(said, depths, strict=True)
    ]
    times, last = Counter(alone), {act: at for at, act in enumerate(alone)}
    for at, ((_, ended), act) in enumerate(zip(said, alone, strict=True)):
        if not act or times[act] == 1:
            yield ended
        elif at == last[act]:
            yield _ended(often.format(text=act.rstrip(_STOP[lang]), num=times[act]), lang)


def _ended(text: str, lang: Lang) -> tuple[str, int]:
    """A sentence with what follows it in a story that runs on, and its width."""
    said = f"{text}{_END.get(text[-1], _STOP[lang])}"
    return said, width(said)


def _spoken(text: str, lang: Lang) -> str:
    """A sentence that speaks to its reader."""
    return addressed(text) if lang == "en" else text


def _addressed(board: MatchBoard, lang: Lang) -> MatchBoard:
    """The same with sentences that speak to its reader."""
    parts = (
        replace(each, notes=tuple(_spoken(note, lang) for note in each.notes))
        for each in board.parts
    )
    heading = tuple(_spoken(each, lang) for each in board.heading)
    return replace(board, heading=heading, parts=tuple(parts))


def _state(chapter: Chapter, news: MatchNews, lang: Lang) -> str:
    """The state of a match for its player, in a few words."""
    _ = translations(lang).gettext
    if chapter.is_annulled:
        return _(N_("does not count: the opponent has left"))
    if news.over:
        outcome = _(_OUTCOMES[news.over.score[chapter.seat]])
        reason = news.look.game.reasons.get(news.over.reason)
        return (
            _(N_("{words} ({more})")).format(words=outcome, more=reason.to(lang))
            if reason
            else outcome
        )
    return _(N_("your turn")) if chapter.is_asked else _(N_("nothing to do"))


def _until(deadline: datetime, now: datetime, zone: ZoneInfo, lang: Lang) -> str:
    """`tomorrow 13:00`; a day that is neither today nor tomorrow by its date."""
    _ = translations(lang).gettext
    local = deadline.astimezone(zone)
    days = (local.date() - now.astimezone(zone).date()).days
    named = {0: _(N_("today")), 1: _(N_("tomorrow"))}.get(days) or day(deadline, lang, zone)
    hour = f"{local.hour}時" if lang == "ja" and not local.minute else f"{local:%H:%M}"
    return _(N_("{day} {hour}")).format(day=named, hour=hour)
