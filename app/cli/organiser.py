"""Organisers, the users of the desk, from the command line."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Literal

import typer

from app.cli.console import voice
from app.cli.console.installation import database, said, settings
from app.cli.console.options import say_table

commands = typer.Typer(help="Manage the organisers.", no_args_is_help=True)

_Role = Literal["owner", "organiser", "helper"]


class _Scope(StrEnum):
    ENTRIES = "entries"
    SEASONS = "seasons"


Address = Annotated[str, typer.Argument(metavar="ADDRESS", help="The organiser's mail address.")]
Name = Annotated[str, typer.Option(metavar="NAME", help="The name in the organisers' log.")]


@commands.command(
    epilog=voice.examples(
        "hikyaku organiser add olga@example.com --name Olga",
        "hikyaku organiser add pat@example.com --name Pat --role helper",
    )
)
def add(
    address: Address,
    name: Name = "organiser",
    role: Annotated[
        _Role | None,
        typer.Option(
            metavar="ROLE",
            help="owner, organiser or helper. Without it, the first is an owner and others are organisers.",
        ),
    ] = None,
) -> None:
    """Make a person an organiser, and print a link that signs in one browser, once."""
    from app.league.people.organisers import LINK_LIFETIME, appoint
    from app.league.people.players import address_problems
    from app.league.problems import explain
    from app.store.tables import Role

    if problems := list(address_problems(address, settings().mail_address)):
        raise voice.Refused([explain(problem, "en") for problem in problems])
    with said(), database() as at, at.writing() as session:
        token = appoint(session, address, name, datetime.now(UTC), Role(role) if role else None)
    voice.say(
        f"{settings().base_url}/{voice.language()}/in/{token}",
        f"It works once, within {LINK_LIFETIME.days} days.",
    )


@commands.command("list", epilog=voice.examples("hikyaku organiser list"))
def list_() -> None:
    """List the organisers and their roles."""
    from app.store.players import organisers

    with database() as at, at.reading() as session:
        found = [(each.address, each.role or "", each.desk_name) for each in organisers(session)]
    if found:
        say_table(found)
    else:
        voice.say("There is no organiser yet: hikyaku organiser add ADDRESS")


@commands.command(epilog=voice.examples("hikyaku organiser role pat@example.com organiser"))
def role(
    address: Address,
    role: Annotated[_Role, typer.Argument(metavar="ROLE", help="owner, organiser or helper.")],
) -> None:
    """Change the role of an organiser; a letter tells them."""
    from app.league.people.organisers import change_role, organiser_at
    from app.store.tables import Role

    with said(), database() as at, at.writing() as session:
        change_role(session, organiser_at(session, address), Role(role), datetime.now(UTC))
    voice.say(f"{address}: {role}.")


@commands.command(epilog=voice.examples("hikyaku organiser remove olga@example.com"))
def remove(address: Address) -> None:
    """Remove an organiser, and sign out all their browsers and programs."""
    from app.league.people.organisers import dismiss

    with said(), database() as at, at.writing() as session:
        ended = dismiss(session, address, datetime.now(UTC))
    voice.say(f"Signed out: {ended}.")


@commands.command(
    epilog=voice.examples(
        "hikyaku organiser token olga@example.com --name backup-script",
        "hikyaku organiser token olga@example.com --name cup-bot --may entries --may seasons",
    )
)
def token(
    address: Address,
    name: Name = "program",
    may: Annotated[
        list[_Scope] | None,
        typer.Option(
            metavar="SCOPE",
            help="What the program may do besides reading: entries or seasons. May be repeated.",
        ),
    ] = None,
) -> None:
    """Print a token for a program of an organiser, valid for a year. Without --may it only reads."""
    from app.league.people.organisers import Right, grant_token

    scopes = [Right(each.value) for each in may or []]
    with said(), database() as at, at.writing() as session:
        granted = grant_token(session, address, name, datetime.now(UTC), scopes)
    voice.say(granted)


@commands.command(epilog=voice.examples("hikyaku organiser log --most 50"))
def log(
    most: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many lines, newest first.")
    ] = 100,
) -> None:
    """Show the security log: sign-ins, wrong links, limits hit, requests for sealed things.

    A client is a digest of a network address. It is the same for the same network, and does not
    show the address.
    """
    from app.store.security import security_log

    with database() as at, at.reading() as session:
        found = security_log.latest(session, most)
    say_table(
        (
            f"{each.at:%Y-%m-%d %H:%M:%S}",
            each.event,
            f"x{each.count}" if each.count > 1 else "",
            each.client,
            " ".join(f"{name}={value}" for name, value in security_log.facts(each).items()),
        )
        for each in found
    )


@commands.command(epilog=voice.examples("hikyaku organiser sessions olga@example.com"))
def sessions(address: Address) -> None:
    """List the browsers and programs of an organiser: number, kind, since when, last used."""
    from app.league.people.organisers import speaking_for

    with said(), database() as at, at.reading() as session:
        found = speaking_for(session, address, datetime.now(UTC))
    say_table(
        (
            str(each.id),
            {"organiser": "browser", "api": "program"}.get(each.purpose.value, each.purpose.value),
            each.browser or each.label,
            f"{each.created_at:%Y-%m-%d %H:%M}",
            f"{each.seen_at:%Y-%m-%d %H:%M}",
        )
        for each in found
    )


@commands.command(
    "sign-out", epilog=voice.examples("hikyaku organiser sign-out olga@example.com 17")
)
def sign_out(
    address: Address,
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="NUMBER", help="A number from `organiser sessions`. Without it, all."
        ),
    ] = None,
) -> None:
    """Sign out one browser or program of an organiser, or all of them."""
    from app.league.people.organisers import sign_out as end

    with said(), database() as at, at.writing() as session:
        ended = end(session, address, datetime.now(UTC), number)
    voice.say(f"Signed out: {ended}.")


@commands.command(
    "forget-factor", epilog=voice.examples("hikyaku organiser forget-factor olga@example.com")
)
def forget_factor(address: Address) -> None:
    """Remove the second factor of an organiser who lost their phone, and sign out their browsers."""
    from app.league.people.organisers import forget_factor as forget

    with said(), database() as at, at.writing() as session:
        had_one = forget(session, address, datetime.now(UTC))
    voice.say("The second factor is gone." if had_one else f"{address} has no second factor.")
