"""The pages of documentation, in a terminal."""

import io
import re
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from inspect import getsource
from typing import Annotated, Any, Final

import typer

from app.cli.console import voice
from app.cli.console.installation import key
from app.cli.console.options import LangOption, say_table
from app.docs import LISTS, MOVED, pages

commands = typer.Typer()

WIDEST: Final = 100
_LINK: Final = re.compile(r"\[([^\]]+)\]\(([\w-]+)(?:\.ja)?\.md(?:#[^)]*)?\)")


@commands.command("help", epilog=voice.examples("hikyaku help", "hikyaku help run-a-site"))
def show(
    topic: Annotated[
        str | None,
        typer.Argument(metavar="TOPIC", help="The page. Without it, all pages are listed."),
    ] = None,
    lang: LangOption = None,
) -> None:
    """Show a page of the documentation, or list the pages there are."""
    from app.letters.examples import document

    told_in = lang or voice.language()
    found = pages(told_in)
    if topic is None:
        say_table((each.topic, each.purpose) for each in found.values())
    elif (topic := MOVED.get(topic, topic)) in found:
        if topic == "letters":
            key()  # or it says why there is none: the letters have secrets to hide
        voice.write(_laid_out(document(topic, told_in).text))
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


# --- lists that are made when they are shown --------------------------------------------------------


def _commands() -> str:
    """Every command in Markdown: its help, what it can be given, examples."""
    from app.cli import program

    return "".join(_told("hikyaku", typer.main.get_command(program), "##"))


def _told(words: str, command: Any, marks: str) -> Iterator[str]:
    """The part of this command under a heading with these marks, or of each command of a group."""
    for name, each in getattr(command, "commands", {}).items():
        if hasattr(each, "commands"):
            yield f"\n## {words} {name}\n"
            yield from _told(f"{words} {name}", each, "###")
            continue
        context = typer.Context(each, info_name=f"{words} {name}")
        yield f"\n{marks} {words} {name}\n\n{each.help}\n\n"
        yield f"```text\n{each.get_usage(context).removeprefix('Usage: ')}\n```\n"
        given = [record for of in each.params if (record := of.get_help_record(context))]
        if given:
            yield "\n"
            yield from (f"- `{what}`: {meaning}\n" for what, meaning in given)
        examples = re.findall(r"^  (.*)", each.epilog or "", re.MULTILINE)
        if examples:
            yield "\n```text\n" + "".join(f"{line}\n" for line in examples) + "```\n"


def _settings() -> str:
    """Every setting in Markdown: its name, its default, its meaning."""
    from app.settings import ROOT, Settings

    told = dict(
        re.findall(r'^    (\w+): .+\n    "{3}([^"]+)"{3}', getsource(Settings), re.MULTILINE)
    )
    lines = ["\n"]
    for name, field in Settings.model_fields.items():
        default = f"`{field.default}`".replace(f"{ROOT}/", "") if field.default else "none"
        meaning = " ".join(told[name].split())
        lines.append(f"- `HIKYAKU_{name.upper()}`, default {default}. {meaning}\n")
    return "".join(lines)


LISTS.update(commands=_commands, settings=_settings)
