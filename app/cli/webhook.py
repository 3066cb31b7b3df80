"""Webhooks from the command line: other sites that hear what happens to the seasons."""

from typing import Annotated, Literal

import typer

from app.cli.console import voice
from app.cli.console.installation import database, organiser, said
from app.cli.console.options import say_table
from app.engine import Lang

commands = typer.Typer(help="Tell other sites what happens to the seasons.", no_args_is_help=True)

Number = Annotated[int, typer.Argument(metavar="NUMBER", help="As `webhook list` shows it.")]


@commands.command(
    epilog=voice.examples(
        "hikyaku webhook add https://example.com/hooks/7 --shape signed --lang ja"
    )
)
def add(
    url: Annotated[str, typer.Argument(metavar="URL", help="Where to post, from https:// on.")],
    shape: Annotated[
        Literal["signed", "text"],
        typer.Option(help="Signed JSON for programs, or a sentence as Discord takes it."),
    ] = "signed",
    lang: Annotated[Lang, typer.Option(help="The language of its sentences and links.")] = "en",
) -> None:
    """Add a webhook: it hears when a season opens, closes within a day, is published, or is undone.

    The secret with which its messages are signed is printed once.
    """
    from app.league.people import webhooks

    with said(), database() as at, at.writing() as session:
        webhook = webhooks.add(session, url, shape, lang, organiser())
        voice.say(str(webhook.id), *([webhook.secret] if shape == "signed" else []))


@commands.command("list", epilog=voice.examples("hikyaku webhook list"))
def list_() -> None:
    """List the webhooks, and what became of the last message to each."""
    from app.league.people.webhooks import host_of
    from app.store.work import webhooks

    with database() as at, at.reading() as session:
        rows = []
        for webhook in webhooks.standing(session):
            last = next(iter(webhooks.latest(session, webhook, 1)), None)
            outcome = (last.event, last.state.value, last.answer) if last else ("", "", "")
            rows.append((str(webhook.id), host_of(webhook), webhook.shape.value, *outcome))
    if not rows:
        voice.say("There is no webhook yet: hikyaku webhook add URL")
    else:
        say_table(rows, right=[0])


@commands.command(epilog=voice.examples("hikyaku webhook test 1"))
def test(number: Number) -> None:
    """Send a test to a webhook, with the worker's next turn."""
    from app.league.people import webhooks

    with said(), database() as at, at.writing() as session:
        webhooks.test(session, number, organiser())
    voice.say("It is on its way.")


@commands.command(epilog=voice.examples("hikyaku webhook remove 1"))
def remove(number: Number) -> None:
    """Remove a webhook: it hears nothing more."""
    from app.league.people import webhooks

    with said(), database() as at, at.writing() as session:
        webhooks.remove(session, number, organiser())
    voice.say("It hears nothing more.")
