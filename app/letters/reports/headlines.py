"""A player's season in a headline, a first paragraph, and three lines to post."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from app.engine import AWAY, DRAW, HOME, NOT_PLAYED, Lang, positions, winners
from app.i18n import N_, number, ordinal, translations
from app.league.results.results import FinishedRun
from app.letters.render import one_line
from app.letters.tellings.highlights import Drama, HighlightReason
from app.text.columns import shortened, width
from app.tournament.standings import Standing

NAME_COLUMNS: Final = 40
"""Names in lists and tellings are shortened beyond this: they come again and again."""
_SUBJECT_NAME: Final = 24
_BEST: Final = 5
"""How many are the best of a field, if it is at least twice as large as `_SMALL`."""
_SMALL: Final = 6
_FEW: Final = 4
"""A quarter of a field is few."""
MOST_POSTED: Final = 280
"""Columns: as many as 140 Japanese characters take."""

_POSTS: Final = {
    HighlightReason.CHAMPION_FELL: N_("And the champion, “%(opponent)s”, lost to it:"),
    HighlightReason.RUNNER_UP_FELL: N_("The final, so to speak, against “%(opponent)s”:"),
    HighlightReason.GIANT: N_("And “%(opponent)s” (%(place)s) lost to it:"),
    HighlightReason.REVENGE: N_("An old score with “%(opponent)s” is settled:"),
    HighlightReason.COMEBACK: N_("All seemed lost, and then “%(opponent)s” lost it all:"),
}
_POST_WON: Final = N_("Its finest hour, against “%(opponent)s” (%(place)s):")
_POST_LOST: Final = N_("See for yourselves what “%(opponent)s” (%(place)s) did to it:")
_POST_DRAWN: Final = N_("See for yourselves how “%(opponent)s” (%(place)s) was held to a draw:")


def short(run: FinishedRun, index: int, columns: int = NAME_COLUMNS) -> str:
    """The participant's name, shortened for repeated use."""
    return shortened(one_line(run.participants[index].name), columns)


def place(run: FinishedRun, standing: Standing, lang: Lang) -> str:
    """`Champion`, `Runner-up`, `3rd`; where the place is shared, `Joint champion`, `Joint runner-up`."""
    _ = translations(lang).gettext
    is_alone = run.alone_on(standing.place) is not None
    if standing.place == 1:
        return _("Champion") if is_alone else _("Joint champion")
    if standing.place == 2:
        return _("Runner-up") if is_alone else _("Joint runner-up")
    return ordinal(standing.place, lang)


def tally(standing: Standing, lang: Lang) -> str:
    """`18 wins, 21 losses`, `18勝21敗`; draws where there are any."""
    words = translations(lang)
    _, ngettext = words.gettext, words.ngettext
    if (
        not standing.wins + standing.draws + standing.losses
    ):  # nobody was met, or they fell off a hill
        return _("no battle that counts")
    told = ngettext("%(num)s loss", "%(num)s losses", standing.losses) % {"num": standing.losses}
    if standing.draws:
        drawn = ngettext("%(num)s draw", "%(num)s draws", standing.draws) % {"num": standing.draws}
        told = _("%(some)s, %(more)s") % {"some": drawn, "more": told}
    won = ngettext("%(num)s win", "%(num)s wins", standing.wins) % {"num": standing.wins}
    return _("%(some)s, %(more)s") % {"some": won, "more": told}


def headline(run: FinishedRun, me: int, told: Sequence[Drama], lang: Lang) -> str:
    """What happened to this character, and its place, in one line."""
    return next(_feats(run, me, told, lang))


def _feats(run: FinishedRun, me: int, told: Sequence[Drama], lang: Lang) -> Iterator[str]:
    """The feats of a character, greatest first. The last one applies to every character."""
    _, ngettext = translations(lang).gettext, translations(lang).ngettext
    standing, row = run.standing(me), run.row(me)
    name = {"place": place(run, standing, lang)}
    won = ngettext("%(place)s with %(num)s win", "%(place)s with %(num)s wins", standing.wins) % {
        **name,
        "num": standing.wins,
    }
    if standing.place == 1:
        if len(run.standings) == 1:
            yield _("%(place)s, as nobody else came") % name
        if row.count(NOT_PLAYED) < len(row) and not standing.losses:
            yield (
                _("%(place)s, unbeaten") if standing.draws else _("%(place)s with every battle won")
            ) % name
        if standing.losses == 1:
            yield _("%(place)s with a single loss") % name
        yield won
    is_high = 2 * standing.place <= len(run.standings) + 1
    for drama in told:
        if drama.why is HighlightReason.CHAMPION_FELL:
            if winners(run.row(drama.opponent)).count(AWAY) == 1:
                yield _("%(place)s, and the only one to beat the champion") % name
            elif is_high:
                yield _("%(place)s, and the champion lost to you") % name
            else:
                yield _("%(place)s, and yet the champion lost to you") % name
    if len(run.standings) >= 2 * _SMALL and standing.place > _BEST < run.standings[_BEST].place:
        best = [row[each.entry] for each in run.standings[:_BEST] if row[each.entry] != NOT_PLAYED]
        beaten = sum(byte & 3 == HOME for byte in best)
        num = {**name, "num": _BEST, "won": beaten}
        if len(best) == _BEST and all(byte & 3 != AWAY for byte in best):
            yield _("%(place)s, and unbeaten by the top %(num)s") % num
        if 2 * beaten > len(best):
            yield _("%(place)s, with %(won)s of the top %(num)s beaten") % num
    for drama in told:
        if drama.why is HighlightReason.GIANT and drama.opponent == run.alone_on(2):
            yield _("%(place)s, and the runner-up lost to you") % name
        elif drama.why is HighlightReason.GIANT:
            num = {**name, "num": number(run.standing(drama.opponent).place)}
            yield _("%(place)s, and number %(num)s lost to you") % num
        elif drama.why is HighlightReason.REVENGE:
            yield _("%(place)s, with an old score settled") % name
        elif drama.why is HighlightReason.COMEBACK:
            amount = run.game.life.amount(drama.deficit, lang)
            yield _("%(place)s, with a comeback from %(amount)s down") % {**name, "amount": amount}
    if standing.wins > standing.losses:
        yield won
    if best_win := next((each for each in run.standings if row[each.entry] & 3 == HOME), None):
        loser = short(run, best_win.entry, _SUBJECT_NAME)
        yield _("%(place)s, with %(name)s beaten") % {**name, "name": loser}
    if drawn := winners(row).count(DRAW):
        yield ngettext(
            "%(place)s with %(num)s draw",
            "%(place)s with %(num)s draws",
            drawn,
        ) % {**name, "num": drawn}
    if standing.wins:
        yield won
    yield _("%(place)s, and the first win is still to come") % name


def _ended(byte: int, winner: int) -> bool:
    return byte != NOT_PLAYED and byte & 3 == winner


def opening(run: FinishedRun, me: int, season: str, lang: Lang) -> list[str]:
    """The first paragraph, in sentences: the place, the champion, the best win and the worst loss."""
    return [each for each in _opening(run, me, season, lang) if each]


def _opening(run: FinishedRun, me: int, season: str, lang: Lang) -> Iterator[str]:
    _ = translations(lang).gettext
    standing, row = run.standing(me), run.row(me)
    about = {
        "name": short(run, me),
        "season": season,
        "place": ordinal(standing.place, lang),
        "count": number(len(run.standings)),
    }
    level = run.level(me)
    others = len(level) - 1
    if standing.place == 1 and others:
        yield translations(lang).ngettext(
            "“%(name)s” shares the first place of %(season)s with %(num)s other.",
            "“%(name)s” shares the first place of %(season)s with %(num)s others.",
            others,
        ) % {**about, "num": number(others)}
    elif standing.place == 1:
        yield _("“%(name)s” has won %(season)s. No character stands above it.") % about
    else:
        yield _("“%(name)s” came %(place)s of %(count)s in %(season)s.") % about
    if reached := run.reached[lang].get(me):
        came = N_("It came %(reached)s.") if reached[0].isdigit() else N_("It %(reached)s.")
        yield _(came) % {"reached": reached}
    champion, runner_up = run.alone_on(1), run.alone_on(2)
    if champion not in (None, me) and row[champion] != NOT_PLAYED:
        yield _against_champion(run, row[champion], champion, lang)
    ended = winners(run.row_by_rank(me))
    beaten = [run.order[at] for at in islice(positions(ended[: level.start], HOME), 2)]
    worst = ended.rfind(AWAY, level.stop)

    def who(other: int) -> dict[str, str]:
        return {"name": short(run, other), "place": ordinal(run.standing(other).place, lang)}

    if champion in beaten and len(beaten) > 1:
        yield _("It beat “%(name)s” (%(place)s) as well.") % who(beaten[1])
    elif beaten and champion not in beaten:
        yield _("It beat “%(name)s” (%(place)s), and nobody who came higher.") % who(beaten[0])
    elif champion == me and runner_up is not None and _ended(row[runner_up], HOME):
        yield _("The runner-up, “%(name)s”, lost to it.") % who(runner_up)
    if worst >= 0 and ended.count(AWAY) == standing.losses == 1:
        yield _("The only one to beat it was “%(name)s” (%(place)s).") % who(run.order[worst])
    elif worst >= 0:
        yield _("It lost to “%(name)s” (%(place)s), and to nobody who came lower.") % who(
            run.order[worst]
        )


def _against_champion(run: FinishedRun, byte: int, champion: int, lang: Lang) -> str:
    words = translations(lang)
    _, ngettext = words.gettext, words.ngettext
    about = {"name": short(run, champion)}
    if byte & 3 == DRAW:
        return _("It held the champion, “%(name)s”, to a draw.") % about
    if byte & 3 == AWAY:
        return _("The champion, “%(name)s”, was too strong for it.") % about
    others = winners(run.row(champion)).count(AWAY) - 1
    if not others:
        return _("It alone beat the champion, “%(name)s”: no other character did.") % about
    if (others + 1) * _FEW <= len(run.standings):
        return ngettext(
            "It beat the champion, “%(name)s”, as only %(num)s other did.",
            "It beat the champion, “%(name)s”, as only %(num)s others did.",
            others,
        ) % {**about, "num": number(others)}
    return _("It beat the champion, “%(name)s”.") % about


def post(
    run: FinishedRun, me: int, told: Sequence[Drama], season: str, page: str, lang: Lang
) -> list[str]:
    """Three lines as people post them: the result, the battle, the link. Together no wider than `MOST_POSTED`."""
    lines: list[str] = []
    for columns in (NAME_COLUMNS, 24, 12):
        lines = _post(run, me, told, (season, page), lang, columns)
        if sum(map(width, lines)) <= MOST_POSTED:
            break
    return lines


def _post(
    run: FinishedRun,
    me: int,
    told: Sequence[Drama],
    of: tuple[str, str],
    lang: Lang,
    columns: int,
) -> list[str]:
    _ = translations(lang).gettext
    season, page = of
    standing, mine = run.standing(me), run.participants[me].number
    first = _("“%(name)s” came %(place)s of %(count)s in %(season)s: %(tally)s.")
    if run.alone_on(1) == me:
        first = _("“%(name)s” is the champion of %(season)s, the best of %(count)s: %(tally)s.")
    lines = [
        first
        % {
            "name": short(run, me, columns),
            "place": ordinal(standing.place, lang),
            "count": number(len(run.standings)),
            "season": shortened(season, columns),
            "tally": tally(standing, lang),
        }
    ]
    if not told:
        return [*lines, f"{page}/entries/{mine}"]
    drama = told[0]
    other = run.participants[drama.opponent].number
    plain = _POST_WON if drama.is_won else _POST_LOST if drama.winner else _POST_DRAWN
    about = {
        "opponent": short(run, drama.opponent, columns),
        "place": ordinal(run.standing(drama.opponent).place, lang),
    }
    if run.phases and drama.why is HighlightReason.RUNNER_UP_FELL:  # there was a final to speak of
        return [*lines, _(plain) % about, f"{page}/battles/{mine}-{other}"]
    return [*lines, _(_POSTS.get(drama.why, plain)) % about, f"{page}/battles/{mine}-{other}"]
