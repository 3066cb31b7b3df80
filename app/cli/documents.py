"""The pages of documentation, in a terminal."""

import re
from typing import Annotated, Final

import typer

from app.cli.console import voice
from app.cli.console.options import LangOption
from app.engine import Words

commands = typer.Typer()

WIDEST: Final = 100
_LINK: Final = re.compile(r"\[([^\]]+)\]\((\w+)(?:\.ja)?\.md(?:#[^)]*)?\)")
_UNKNOWN: Final = Words(
    "「{topic}」というページはありません。ページ: {all}。コマンドの使い方は hikyaku コマンド --help です。",
    'There is no page "{topic}". Pages: {all}. For a command, see hikyaku COMMAND --help.',
)


@commands.command("help", epilog=voice.examples("hikyaku help", "hikyaku help running"))
def show(
    topic: Annotated[
        str | None, typer.Argument(metavar="TOPIC", help="A page; without it they are listed.")
    ] = None,
    lang: LangOption = None,
) -> None:
    """Show a page of the documentation, or list the pages there are."""
    from app.docs import pages

    told_in = lang or voice.language()
    found = pages(told_in)
    if topic is None:
        from app.cli.console.options import say_table

        say_table((each.topic, each.purpose) for each in found.values())
    elif topic in found:
        voice.write(_laid_out(found[topic].text))
    else:
        sentence = _UNKNOWN.to(told_in).format(topic=topic, all=", ".join(found))
        raise voice.Refused([sentence], told_in)


def _laid_out(text: str) -> str:
    """The page as a terminal shows it; links to other pages are commands."""
    import io
    import sys

    from rich.console import Console
    from rich.markdown import Markdown

    out = io.StringIO()
    terminal = sys.stdout.isatty()
    console = Console(file=out, force_terminal=terminal or None)
    console.width = min(Console().width, WIDEST)
    console.print(Markdown(_LINK.sub(r"\1 (`hikyaku help \2`)", text), hyperlinks=False))
    return re.sub(r" +$", "", out.getvalue(), flags=re.MULTILINE)
