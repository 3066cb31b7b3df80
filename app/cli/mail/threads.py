"""Mails that wait for a human: listed, read in their thread, answered, settled."""

from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.console import voice
from app.cli.console.installation import ReasonOption, database, key, organiser, said, settings
from app.cli.console.options import JsonOption, say_json, say_table
from app.i18n import moment

if TYPE_CHECKING:
    from sqlmodel import Session

    from app.letters.threads import ThreadPost
    from app.store.tables import Player, Revision

commands = typer.Typer()

Writer = Annotated[
    int, typer.Argument(metavar="PLAYER", help="The number of the player, as in `mail waiting`.")
]


@commands.command(epilog=voice.examples("hikyaku mail waiting"))
def waiting(as_json: JsonOption = False) -> None:
    """List the players whose mails wait for an organiser, longest-waiting first."""
    from app.league.desk import threads
    from app.store import mails

    with database() as at, at.reading() as session:
        found = [
            {"player": each.player.id, "name": threads.called(session, each.player)}
            | {"mails": each.mails, "since": each.since.isoformat()}
            for each in mails.writers(session)
        ]
    if as_json:
        say_json(found)
    elif found:
        voice.say("`hikyaku mail thread PLAYER` shows one, `mail answer PLAYER` answers it.")
        say_table([[*found[0]], *([str(value) for value in each.values()] for each in found)], [0])
    else:
        voice.say("No mail is waiting for an answer.")


@commands.command(epilog=voice.examples("hikyaku mail thread 17"))
def thread(player: Writer, as_json: JsonOption = False) -> None:
    """Show a player's mails and the letters to them, in order, without sealed entries."""
    from app.letters.threads import thread_of
    from app.store import entries

    with said(), database() as at, at.reading() as session:
        key()
        writer = _player(session, player)
        posts = thread_of(session, writer, organiser("", ""))
        held = [each.name for each in entries.held_of(session, writer)]
    if as_json:
        say_json([asdict(post) | {"at": post.at.isoformat()} for post in posts])
        return
    for post in posts:
        voice.say("", _heading(post), "")
        voice.say("(sealed until the deadline)" if post.is_sealed else post.text or "(no text)")
    if held:
        voice.say("", "Held until confirmed: " + ", ".join(held))


def _heading(post: "ThreadPost") -> str:
    who = f"letter: {post.kind}" if post.kind else "mail"
    waits = ", waits for you" if post.waits else ""
    return f"--- {who} {post.id}, {_when(post.at)}{waits}: {post.subject}"


def _when(at: datetime) -> str:

    return moment(at, "en", settings().zone)


@commands.command(
    epilog=voice.examples(
        "hikyaku mail answer 17 --text 'The deadline stays.'", "hikyaku mail answer 17 < answer.txt"
    )
)
def answer(
    player: Writer,
    text: Annotated[
        str, typer.Option(metavar="TEXT", help="Your answer. Without it, standard input is read.")
    ] = "",
) -> None:
    """Answer a player in the thread of their last mail. This settles their waiting mails."""
    from app.cli.lab import read_text
    from app.league.desk import threads

    words = text or read_text("-")
    with said(), database() as at, at.writing() as session:
        letter = threads.answer(session, _player(session, player), words, organiser("", ""))
        number = letter.id
    voice.say(f"Letter {number} is on its way.")


@commands.command(epilog=voice.examples("hikyaku mail settle 17"))
def settle(player: Writer, reason: ReasonOption = "") -> None:
    """Settle a player's waiting mails without an answer."""
    from app.league.desk import threads

    with said(), database() as at, at.writing() as session:
        settled = threads.settle(session, _player(session, player), organiser(reason, ""))
    voice.say(f"Settled: {voice.many(settled, 'mail')}.")


@commands.command(
    epilog=voice.examples(
        "hikyaku mail confirm 17 'Mister Tuesday'", "hikyaku mail confirm 17 'Mister Tuesday' --no"
    )
)
def confirm(
    player: Writer,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the held character.")],
    no: Annotated[
        bool, typer.Option("--no", help="The player said no: drop the character.")
    ] = False,
    reason: ReasonOption = "",
) -> None:
    """Confirm a held character for its player, or drop it with --no.

    Anyone can write from another person's address. Do this only if you are sure that the player
    said so.
    """
    from app.league.desk import threads

    with said(), database() as at, at.writing() as session:
        writer, by = _player(session, player), organiser(reason, "")
        revision = _held(session, writer, name)
        (threads.drop if no else threads.confirm)(session, writer, revision, by)
    voice.say(f"“{name}” is dropped." if no else f"“{name}” counts now.")


def _held(session: "Session", player: "Player", name: str) -> "Revision":
    from app.store import entries

    held = entries.held_of(session, player)
    found = next((each for each in reversed(held) if each.name == name), None)
    if not found:
        names = ", ".join(each.name for each in held) or "nothing"
        raise voice.Refused([f"“{name}” is not held for player {player.id}. Held: {names}."])
    return found


def _player(session: "Session", number: int) -> "Player":
    from app.store.tables import Player

    if not (found := session.get(Player, number)):
        raise voice.Refused([f"There is no player {number}. `hikyaku mail waiting` lists them."])
    return found
