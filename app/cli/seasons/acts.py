"""Commands for acts on a season, made from the league's table of acts when one is asked for."""

import sys
from collections.abc import Callable
from contextlib import nullcontext, suppress
from datetime import datetime
from functools import partial
from inspect import Parameter, Signature
from typing import Annotated, Any, Final, Literal, get_args, get_origin

import typer
from sqlmodel import Session

from app.cli.console import voice
from app.cli.console.installation import CupName, SeasonName, database, organiser, said, undone
from app.cli.console.options import say_table
from app.cli.mail.arrivals import read_mail
from app.cli.seasons.plans import moment_of
from app.engine import Ruleset
from app.errors import DomainError, Problem, SeasonRefused
from app.league.acts.act import Need, SeasonAct
from app.league.acts.cups import CUPS
from app.league.acts.table import ACTS
from app.league.desk import rulings
from app.league.desk.rulings import RulingPreview
from app.league.matches.settings import rules_of
from app.league.problems import explain
from app.store import seasons
from app.store.database import Database
from app.store.tables import Season

_MOMENT: Final = "s '2027-03-31 21:00' in HIKYAKU_TIMEZONE."
_YES: Final = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before writing.")]

_TABLES: Final = {"season": (SeasonName, ACTS), "cup": (CupName, CUPS)}


def commands(about: str) -> typer.Typer:
    """A command for every act on a season, or on a cup."""
    made = typer.Typer(rich_markup_mode=None)
    name, table = _TABLES[about]
    for act in filter(lambda act: act.has_command, table.values()):
        epilog = voice.examples(*act.examples) if act.examples else None
        made.command(act.slug, help=act.meaning, epilog=epilog)(_command(act, name))
    return made


def _command(act: SeasonAct, name: Any) -> Callable[..., None]:
    """What does the act, with an argument or an option for everything that it needs."""

    def command(slug: str, *, yes: bool = False, **typed: Any) -> None:
        _carry_out(act, slug, typed, yes=yes)

    parameters = [_parameter("slug", name), *map(_typed, act.needs)]
    if act.may_be_quiet:
        parameters.append(_parameter("yes", _YES, False))
    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return command


def _parameter(name: str, annotation: Any, usual: Any = ...) -> Parameter:
    default = Parameter.empty if usual is ... else usual
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _typed(need: Need) -> Parameter:
    """What the act needs, as it is typed."""
    meaning = need.meaning
    if need.kind is datetime:
        meaning = (
            f"{meaning}, a{_MOMENT}" if meaning[-1:].isalpha() else f"{meaning} A{_MOMENT}".strip()
        )
    kind = need.kind if need.kind in (int, bool) else str
    typed = typer.Option if need.option else typer.Argument
    names = [need.option] if need.option else []
    how = typed(*names, metavar=need.metavar, help=meaning)
    return _parameter(
        need.name, Annotated[kind if need.usual is not None else kind | None, how], need.usual
    )


def _read(need: Need, typed: Any, problems: list[Problem]) -> Any:
    """The typed value, in the type that the act takes."""
    if need.kind is datetime:
        return moment_of(typed, problems) if typed else None
    if get_origin(need.kind) is Literal and typed not in get_args(need.kind):
        what, words = need.meaning.rstrip("."), ", ".join(get_args(need.kind))
        raise voice.Refused([f"{what} must be one of {words}, not {typed!r}."])
    return voice.as_typed(typed) if isinstance(typed, str) else typed


def _carry_out(act: SeasonAct, slug: str, typed: dict[str, Any], *, yes: bool) -> None:
    """It is done; before, it is said what it changes in stages, or to how many it writes."""
    problems: list[Problem] = []
    told = {need.name: _read(need, typed[need.name], problems) for need in act.needs}
    with database() as at, said(_game_of(at, slug) if act.moves_stages else None):
        if problems:
            raise SeasonRefused(problems)
        given = dict(told)
        by = organiser(given.pop("reason", ""), given.pop("tell", ""))

        def do(session: Session) -> Any:
            return act.do(session, slug, by, **given)

        def done() -> Any:
            is_back = act.takes_back or act.moves_stages
            with at.writing() as session:
                with undone(session, slug, called_off=act.calls_off) if is_back else nullcontext():
                    made = do(session)
                state = made.state.value if isinstance(made, Season) else ""
                facts = told | {"slug": slug, "state": state}
                tell = act.done.format_map if isinstance(act.done, str) else partial(act.done, made)
                sentence = tell(facts)
            voice.say(sentence)
            return made

        if act.moves_stages:
            with at.writing() as session:
                season = seasons.by_slug(session, slug)
                found = rulings.preview(session, season, lambda: do(session))
            if found:
                _say(found)
                _ask("Do it?")
        if act.warns:
            with at.reading() as session:
                warned = [*act.warns(session, seasons.by_slug(session, slug))]
            voice.complain([explain(each, "en") for each in warned])
        if act.letters and act.may_be_quiet:
            with at.writing() as session:
                season = seasons.by_slug(session, slug)
                readers = act.letters(session, season) if told["announce"] else 0
                do(session)  # or it is refused before anything is asked
                session.rollback()
            voice.complain([f"{slug}: this will write to {voice.many(readers, 'player')}."])
            if readers and not yes:
                _ask(f"{act.slug.capitalize()} it?")
        made = done()
        if act.waits_for_mail and made.state in act.states:  # to mail of before alone
            read_mail(at)
            done()


def _game_of(at: Database, slug: str) -> Ruleset | None:
    """The game of the season, in whose words an entry is refused; None where it cannot be found."""
    with at.reading() as session, suppress(DomainError):
        return rules_of(session, seasons.by_slug(session, slug))
    return None


def _ask(question: str) -> None:
    if sys.stdin.isatty():
        typer.confirm(question, abort=True, err=True)


def _say(found: RulingPreview) -> None:
    """What would change in stages."""
    before, after = (", ".join(names) for names in found.champions)
    first = f"stays with {after}" if before == after else f"goes from {before} to {after}"
    voice.say(f"The first place {first}.")
    say_table(
        [["number", "name", "place before", "place after"]]
        + [
            [str(each.number), each.name, str(each.before or "–"), str(each.after or "–")]
            for each in found.moved
        ]
    )
    say_table(
        [["stage", "round", "pairings no more", "new pairings"]]
        + [
            [str(each.stage), str(each.round), ", ".join(each.before), ", ".join(each.after)]
            for each in found.repaired
        ]
    )
