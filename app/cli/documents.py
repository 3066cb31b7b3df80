"""The pages of documentation, in a terminal."""

import io
import re
import sys
from difflib import get_close_matches
from typing import Annotated, Final

import typer

from app.cli.console import voice
from app.cli.console.installation import key
from app.cli.console.options import LangOption, say_table

commands = typer.Typer()

WIDEST: Final = 100
_LINK: Final = re.compile(r"\[([^\]]+)\]\(([\w-]+)(?:\.ja)?\.md(?:#[^)]*)?\)")


@commands.command("help", epilog=voice.examples("hikyaku help", "hikyaku help run-a-site"))
def show(
    topic: Annotated[
        str | None, typer.Argument(metavar="TOPIC", help="A page; without it they are listed.")
    ] = None,
    lang: LangOption = None,
) -> None:
    """Show a page of the documentation, or list the pages there are."""
    from app.docs import MOVED, pages

    told_in = lang or voice.language()
    found = pages(told_in)
    if topic is None:
        say_table((each.topic, each.purpose) for each in found.values())
    elif (topic := MOVED.get(topic, topic)) in found:
        page = found[topic]
        if topic == "letters":
            from app.letters.examples import document

            key()  # or it says why there is none: the letters have secrets to hide
            page = document(topic, told_in)
        voice.write(_laid_out(page.text))
    else:
        near = get_close_matches(topic, found, n=1, cutoff=0.7)
        meant = f"Did you mean {near[0]}? " if near else ""
        sentence = f'There is no page "{topic}". {meant}Pages: {", ".join(found)}.'
        raise voice.Refused([f"{sentence} For a command, see hikyaku COMMAND --help."])


def _laid_out(text: str) -> str:
    """The page as a terminal shows it; links to other pages are commands."""
    from rich.console import Console
    from rich.markdown import Markdown

    out = io.StringIO()
    terminal = sys.stdout.isatty()
    console = Console(file=out, force_terminal=terminal or None)
    console.width = min(Console().width, WIDEST)
    console.print(Markdown(_LINK.sub(r"\1 (`hikyaku help \2`)", text), hyperlinks=False))
    return re.sub(r" +$", "", out.getvalue(), flags=re.MULTILINE)
