"""Webhooks from the command line: other sites that hear what happens to the seasons."""

from typing import Annotated, Literal

import typer

from app.cli.console import voice
from app.cli.console.installation import database, organiser, said
from app.cli.console.options import say_table
from app.engine import Lang

commands = typer.Typer(help="Tell other sites what happens in the seasons.", no_args_is_help=True)

Number = Annotated[
    int, typer.Argument(metavar="NUMBER", help="The number of the webhook, as in `webhook list`.")
]


@commands.command(
    epilog=voice.examples(
        "hikyaku webhook add https://example.com/hooks/7 --shape signed --lang ja"
    )
)
def add(
    url: Annotated[
        str, typer.Argument(metavar="URL", help="The address to post to, beginning with https://.")
    ],
    shape: Annotated[
        Literal["signed", "text"],
        typer.Option(
            help="signed: signed JSON for programs. text: a sentence as Discord takes it."
        ),
    ] = "signed",
    lang: Annotated[Lang, typer.Option(help="The language of its sentences and links.")] = "en",
) -> None:
    """Add a webhook, which is told when a season opens, closes within a day, is published or is undone.

    The secret that signs its messages is printed once.
    """
    from app.league.people import webhooks

    with said(), database() as at, at.writing() as session:
        webhook = webhooks.add(session, url, shape, lang, organiser())
        voice.say(str(webhook.id), *([webhook.secret] if shape == "signed" else []))


@commands.command("list", epilog=voice.examples("hikyaku webhook list"))
def list_() -> None:
    """List the webhooks, and whether the last message to each arrived."""
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
    """Send a test message to a webhook. The worker sends it on its next turn."""
    from app.league.people import webhooks

    with said(), database() as at, at.writing() as session:
        webhooks.test(session, number, organiser())
    voice.say("It is on its way.")


@commands.command(epilog=voice.examples("hikyaku webhook remove 1"))
def remove(number: Number) -> None:
    """Remove a webhook. It gets no more messages."""
    from app.league.people import webhooks

    with said(), database() as at, at.writing() as session:
        webhooks.remove(session, number, organiser())
    voice.say("It gets no more messages.")
