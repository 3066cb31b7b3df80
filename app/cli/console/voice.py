"""Output of the command line: results on stdout, all else on stderr, sentences instead of tracebacks.

The program speaks English: help, messages, refusals. Words of games and documents (battles, cards,
rules, tables, statistics, problems of builds) are in the language of --lang or the locale.
"""

import io
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import typer

from app.engine import Lang
from app.errors import DomainError, FileBroken, SettingsWrong
from app.text.characters import shown

MOST_LINES: Final = 50
"""The most problems told; the others are counted."""
UNPROVEN: Final = 3
"""A check ends with it where nothing is wrong, and not all can be proven."""
INTERRUPTED: Final = 130
PIPE_BROKEN: Final = 141

_BUG = (
    "This is a bug in hikyaku ({error}). Your command was fine. "
    "Set HIKYAKU_DEBUG=1 to see the details."
)
_TORN = "Some of what you typed is not UTF-8. Type it again, or set your terminal to UTF-8."


class Refused(Exception):
    """The command cannot be done, for reasons that are already sentences."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences = list(sentences)
        super().__init__(*self.sentences)


def language() -> Lang:
    """The language of games and documents on this terminal: Japanese where the locale says so, else English."""
    set_to = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "ja" if next(filter(None, set_to), "").startswith("ja") else "en"


def speak_utf8() -> None:
    """Print UTF-8 in any locale; bytes that are no character are printed as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def as_typed(argument: str) -> str:
    """The argument as UTF-8, if the locale could not decode its bytes."""
    if argument.isprintable():  # stray bytes are kept as surrogates, and those are not
        return argument
    try:
        return os.fsencode(argument).decode()
    except UnicodeError:
        return argument


def say(*lines: str) -> None:
    """Print lines of a result."""
    write("".join(f"{line}\n" for line in lines))


def many(count: int, what: str, plural: str = "") -> str:
    """A count with its noun: no battles, 1 battle, 2,000 battles."""
    number = f"{count:,}" if count else "no"
    return f"{number} {what}" if count == 1 else f"{number} {plural or f'{what}s'}"


def judge(
    facts: Mapping[str, object],
    wrong: Sequence[str],
    unproven: Sequence[str],
    held: str,
    *,
    as_json: bool = False,
) -> None:
    """Print the outcome of a check; `held` says what was done. The exit code is 1 if something is
    wrong, else 3 if something is unproven.
    """
    if as_json:
        told: dict[str, object] = {"holds": not wrong, "proven": not wrong and not unproven}
        told |= {"faults": [*wrong], "unproven": [*unproven], **facts}
        say(json.dumps(told, ensure_ascii=False))
    elif wrong:
        raise Refused(wrong)
    elif unproven:
        say(f"NOT PROVEN: {unproven[0]}", *unproven[1:], held)
    else:
        say(held)
    if wrong or unproven:
        raise typer.Exit(1 if wrong else UNPROVEN)


def write(text: str) -> None:
    """Print a result unchanged."""
    if sys.stdout is None:
        raise Refused(["Nothing can be printed: standard output is closed."])
    sys.stdout.write(text)


def flush() -> None:
    """Send a pipe everything printed so far, while the command goes on."""
    if sys.stdout is not None:
        sys.stdout.flush()


def complain(sentences: Sequence[str]) -> None:
    """Print these faults on stderr, a line each, without characters that steer a terminal."""
    if sys.stderr is None:
        return
    told = [shown(line) for sentence in sentences[:MOST_LINES] for line in sentence.splitlines()]
    if len(sentences) > MOST_LINES:
        told.append(f"And {len(sentences) - MOST_LINES:,} more problems.")
    sys.stderr.write("".join(f"{line}\n" for line in told))


def examples(*lines: str) -> str:
    """The examples below the help of a command."""
    return "\n".join(
        ["\b", "Example:" if len(lines) == 1 else "Examples:", *(f"  {line}" for line in lines)]
    )


def exit_code(work: Callable[[], object]) -> int:
    """Do the work and flush its output; errors are told in sentences. Returns the exit code."""
    try:
        code = work()
        if sys.stdout is not None:
            sys.stdout.flush()
    except Exception as error:  # the last station: nothing may leave as a traceback
        return _failed(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def _failed(error: Exception) -> int:
    """Tell the person who typed the command what this error means."""
    if os.environ.get("HIKYAKU_DEBUG", "0") not in ("", "0"):
        traceback.print_exception(error)
    match error:
        case BrokenPipeError():
            _drop_output()
            return PIPE_BROKEN
        case typer.Abort():
            return INTERRUPTED
        case typer.TyperException():
            complain([_usage(error)])
            return error.exit_code
        case Refused() | SettingsWrong():
            complain(error.sentences)
        case FileBroken():
            complain([error.en, error.ja])
        case DomainError():
            complain(_refusal(error))
        case UnicodeEncodeError() if any(map(_is_torn, sys.argv)):
            complain([_TORN])
        case UnicodeDecodeError():
            complain(["The input is not UTF-8 text."])
        case OSError():
            _drop_output()
            where = f" of {error.filename}" if error.filename else ""
            complain([f"The operating system says{where}: {error.strerror or error}."])
        case MemoryError():
            complain(["There is not enough memory for this."])
        case _:
            complain([_BUG.format(error=type(error).__name__)])
    return 1


def _is_torn(argument: str) -> bool:
    """Whether it has bytes that are not text. They are kept as surrogates, which cannot be written."""
    return any("\ud800" <= char <= "\udfff" for char in argument)


def _usage(error: typer.TyperException) -> str:
    """Why these arguments are no command, and where to read on."""
    context = getattr(error, "ctx", None)
    told = " ".join(error.format_message().split()).replace("?.", "?")
    ended = told if told.endswith((".", "?")) else f"{told}."
    return f"{ended} See {context.command_path} --help." if context else ended


def _refusal(error: DomainError) -> list[str]:
    """A refusal that no command has put into words."""
    from app.cli.console.steps import in_words

    return [in_words(problem) for problem in error.problems] or [f"Refused: {error.code}."]


def _drop_output() -> None:
    """Stdout has no reader, or cannot be written: Python shall not try again while it ends."""
    if sys.stdout is None:
        return
    try:
        descriptor = sys.stdout.fileno()
    except (OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
