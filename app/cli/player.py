"""Players from the command line: the data kept about one, shown and erased; and addresses that are blocked."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from app.cli.console import voice
from app.cli.console.installation import database, organiser, said
from app.cli.console.options import JsonOption, say_json, say_table

if TYPE_CHECKING:
    from sqlmodel import Session

    from app.store.tables import Player

commands = typer.Typer(
    help="Say what is kept about a player, erase it, and block an address.", no_args_is_help=True
)

Address = Annotated[str, typer.Argument(metavar="ADDRESS", help="The player's mail address.")]


@commands.command(epilog=voice.examples("hikyaku player show alice@example.com --json"))
def show(address: Address, as_json: JsonOption = False) -> None:
    """Show what is kept about a person, without builds and lore.

    Players see those on their own page.
    """
    from app.store.security import personal_data

    with database() as at, at.reading() as session:
        facts = personal_data.of(session, _player(session, address))
    if say_json(facts, as_json):
        return
    say_table([[name, _told(value)] for name, value in facts.items()])


@commands.command(
    epilog=voice.examples(
        "hikyaku player page alice@example.com --hide",
        "hikyaku player page alice@example.com --show",
    )
)
def page(
    address: Address,
    hide: Annotated[bool, typer.Option("--hide/--show", help="Hide it, or take that back.")] = True,
) -> None:
    """Hide a player's page across seasons, whatever they chose, or show it again."""
    with database() as at, at.writing() as session:
        player = _player(session, address)
        player.owner_page_hidden_at = datetime.now(UTC) if hide else None
    voice.say("Hidden." if hide else "Shown, if the player wants one.")


@commands.command(epilog=voice.examples("hikyaku player group 3 --hide"))
def group(
    number: Annotated[
        int,
        typer.Argument(
            metavar="NUMBER", help="The number of the group, as in the address of its page."
        ),
    ],
    hide: Annotated[bool, typer.Option("--hide/--show", help="Hide it, or take that back.")] = True,
) -> None:
    """Hide the name of a group, or show it again."""
    from app.store.own import groups

    with database() as at, at.writing() as session:
        if not (found := groups.find(session, number)):
            raise voice.Refused([f"There is no group {number}."])
        found.hidden_at = datetime.now(UTC) if hide else None
    voice.say("Hidden." if hide else "Shown.")


@commands.command(epilog=voice.examples("hikyaku player forget alice@example.com --yes"))
def forget(
    address: Address,
    yes: Annotated[
        bool, typer.Option("--yes", help="Erase now. Without this, only show what would be erased.")
    ] = False,
) -> None:
    """Erase a person: address, mails, letters, sign-ins, and entries without a number.

    A character with a number stays in its season's record under its public name, without player,
    owner, home page, lore and words. Backups keep their copies until you delete them. More in
    app/docs/privacy.md.
    """
    from app.store.security import personal_data, security_log
    from app.store.security.security_log import SecurityEvent

    with database() as at:
        with at.reading() as session:
            player = _player(session, address)
            facts = personal_data.of(session, player)
        stay = [each for each in facts["entries"] if each["stays"]]
        gone = [each for each in facts["entries"] if not each["stays"]]
        voice.say(
            f"Mails: {facts['mails']}, letters: {facts['letters']}, sign-ins: {facts['sign_ins']}.",
            f"Entries withdrawn: {_told(gone)}.",
            f"Entries that stay without a player: {_told(stay)}.",
        )
        if facts["organiser"]:
            raise voice.Refused(
                [f"{address} is an organiser. First run: hikyaku organiser remove {address}"]
            )
        if not yes:
            raise voice.Refused(
                ["Nothing was erased yet. To erase it, repeat the command with --yes."]
            )
        with at.writing() as session:
            personal_data.erase(session, _player(session, address))
            now = datetime.now(UTC)
            security_log.note(session, SecurityEvent.ERASED, now=now, client="command line")
        at.fold_in()
    voice.say("Erased.")


@commands.command(
    epilog=voice.examples(
        "hikyaku player block mallory@example.com --reason 'Insults in three entries.'"
    )
)
def block(
    address: Address,
    reason: Annotated[
        str, typer.Option(metavar="TEXT", help="The reason. It is in the letter to the player.")
    ] = "",
) -> None:
    """Block a player's mailbox: it cannot enter or change anything. Its mails are kept and listed.

    Its entries stay. hikyaku season withdraw takes them out.
    """
    from app.league.people import blocks

    with said(), database() as at, at.writing() as session:
        blocks.block(session, _player(session, address), organiser(tell=reason))
    voice.say(f"{address} is blocked.")


@commands.command(
    epilog=voice.examples(
        "hikyaku player address alice@example.com new@example.org --reason 'She asked for it.'",
        "hikyaku player address alice@example.com new@example.org --do stand-in --reason 'Her mailbox is gone.'",
        "hikyaku player address alice@example.com --do object --reason 'She did not ask.'",
    )
)
def address(
    address: Address,
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new mail address.")] = "",
    act: Annotated[
        Literal["ask", "stand-in", "object", "allow", "refuse"],
        typer.Option(
            "--do",
            help="ask: both mailboxes. stand-in: for a lost old mailbox. object: to that. allow: as a second organiser. refuse: drop it.",
        ),
    ] = "ask",
    reason: Annotated[str, typer.Option(metavar="TEXT", help="The reason for the log.")] = "",
) -> None:
    """Change a player's address after a yes from both mailboxes.

    If you stand in for a lost old mailbox, it changes in three days, unless anyone objects.
    """
    from app.league.people import addresses

    with said(), database() as at, at.writing() as session:
        player = _player(session, address)
        addresses.by_organiser(session, player, act, new, organiser(reason))
    voice.say("Done.")


@commands.command(epilog=voice.examples("hikyaku player unblock mallory@example.com"))
def unblock(address: Address) -> None:
    """Lift the block of a mailbox. Its player gets a letter."""
    from app.league.people import blocks

    with said(), database() as at, at.writing() as session:
        found = blocks.of_address(session, address)
        if not found:
            raise voice.Refused([f"{address} is not blocked."])
        blocks.lift(session, found, organiser())
    voice.say(f"{address} is no longer blocked.")


@commands.command(epilog=voice.examples("hikyaku player blocked --json"))
def blocked(as_json: JsonOption = False) -> None:
    """List the blocked addresses, latest first."""
    from app.store.limits import blocks

    with database() as at, at.reading() as session:
        found = [
            {
                "address": each.player.address if each.player else "(an erased player)",
                "since": each.at.isoformat(),
                "by": each.by,
                "reason": each.reason,
            }
            for each in blocks.every(session)
        ]
    if as_json:
        say_json(found)
    elif found:
        say_table([list(each.values()) for each in found])
    else:
        voice.say("No address is blocked.")


def _player(session: "Session", address: str) -> "Player":
    from app.store import players

    player = players.with_address(session, address)
    if not player:
        raise voice.Refused([f"No player has the address {address}."])
    return player


def _told(value: Any) -> str:
    """A fact in words: a list, an entry, or the wishes that a player has."""
    match value:
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(map(_told, value)) or "none"
        case {"season": season, "state": state, "name": name}:
            return f"{season} ({state}): {name}"
        case dict():
            return ", ".join(name for name, is_wanted in value.items() if is_wanted) or "none"
    return str(value)
