"""A round robin of a pasted list: read, played, ranked."""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager, nullcontext
from multiprocessing import active_children
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

from app.cli.console import output, voice
from app.cli.console.options import say_json, say_table
from app.cli.console.progress import counted
from app.engine import Build, Lang, Ruleset, Words
from app.engine.lists import MAX_LIST_BYTES, decode
from app.errors import ListUnreadable
from app.tournament import lab, spreadsheets
from app.tournament.blocks import full_rows, play_blocks
from app.tournament.full_table import FullTable
from app.tournament.lab import Character
from app.tournament.scoring import Scoring

MAX_CHARACTERS: Final = 10_000
"""The table has a byte for each pair, and is held in memory twice."""

_NO_FILE = Words("{file}というファイルはありません。", "There is no file {file}.")
_FOLDER = Words(
    "{file}はフォルダです。リストのファイルを指定してください。", "{file} is a folder, not a list."
)
_UNREADABLE = Words("{file}を開けません({why})。", "{file} cannot be read: {why}.")
_NO_INPUT = Words("標準入力が閉じています。", "Standard input is closed.")
_TOO_LONG = Words(
    "{file}は長すぎます。リストは10 MiBまでです。", "{file} is too long: a list has at most 10 MiB."
)
_TOO_MANY = Words(
    "{count}キャラクターもいます。総当たりは{most}キャラクターまでです。",
    "The list has {count:,} characters; a round robin takes at most {most:,}.",
)
_DIED = Words(
    "対戦を計算するプロセスが落ちました。メモリー不足かもしれません。",
    "A process that played battles has died, perhaps for want of memory.",
)


def run(
    rules: Ruleset,
    field: Sequence[Character],
    csv: str | None,
    lang: Lang,
    *,
    as_json: bool,
    quiet: bool,
) -> None:
    """Play the field, write the cross table where `csv` says, print the ranking."""
    names = [entrant.name for entrant in field]
    with output.written(csv, lang) if csv not in {None, "-"} else nullcontext() as file:
        rows = rows_of_battles(rules, field, lang, quiet=quiet)
        if file:
            file.writelines(spreadsheets.lines(names, rows))
    if csv == "-":
        output.print_lines(spreadsheets.lines(names, rows))
        return
    table = FullTable.of(rules, Scoring(), [each.build for each in field], rows)
    if as_json:
        say_json(lab.as_plain_data(table, field))
    else:
        say_ranking(table, field, lang)


# --- the list -----------------------------------------------------------------------------------


def read_field(rules: Ruleset, file: str, lang: Lang) -> list[Character]:
    """The characters of that file, or everything that is wrong with it."""
    data = read_bytes(file, lang)
    try:
        listed = lab.read(rules, decode(data))
    except ListUnreadable as refusal:
        sentences = [lab.explain(rules, problem, lang) for problem in refusal.problems]
        raise voice.Refused(sentences, lang) from None
    if len(listed) > MAX_CHARACTERS:
        raise voice.Refused(
            [_TOO_MANY.to(lang).format(count=len(listed), most=MAX_CHARACTERS)], lang
        )
    return lab.named(rules, listed, lang)


def read_bytes(file: str, lang: Lang) -> bytes:
    """What is in the file, or in standard input for `-`; no more than a list may have."""
    try:
        if file == "-":
            if sys.stdin is None:
                raise voice.Refused([_NO_INPUT.to(lang)], lang)
            data = sys.stdin.buffer.read(MAX_LIST_BYTES + 1)
        else:
            with Path(file).open("rb") as source:
                data = source.read(MAX_LIST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise voice.Refused([_NO_FILE.to(lang).format(file=file)], lang) from None
    except IsADirectoryError:
        raise voice.Refused([_FOLDER.to(lang).format(file=file)], lang) from None
    except OSError as error:
        sentence = _UNREADABLE.to(lang).format(file=file, why=error.strerror)
        raise voice.Refused([sentence], lang) from None
    if len(data) > MAX_LIST_BYTES:
        raise voice.Refused([_TOO_LONG.to(lang).format(file=file)], lang)
    return data


# --- the battles --------------------------------------------------------------------------------


def rows_of_battles(
    rules: Ruleset, field: Sequence[Character], lang: Lang, *, quiet: bool
) -> list[bytes]:
    """Each character's outcomes against everybody; those of one team have not met."""
    builds = [entrant.build for entrant in field]
    halves: list[bytes] = []
    with counted(len(builds) * (len(builds) - 1) // 2, lang, quiet=quiet) as done:
        for block in played(rules, builds, lang):
            halves += block
            done(sum(map(len, block)))
    return lab.teams_apart(full_rows(halves), [entrant.team for entrant in field])


def played(rules: Ruleset, builds: Sequence[Build], lang: Lang) -> Iterator[list[bytes]]:
    """The blocks of `play_blocks`. Ctrl-C ends at once, and the processes that play without a word.

    Only during the first block it does nothing: that is when the processes start, and what is
    ignored here at that moment they ignore for good.
    """
    blocks = play_blocks(rules.slug, rules.rules_version, builds)
    try:
        with _ctrl_c(signal.SIG_IGN):
            first = next(blocks, None)
        with _ctrl_c(_end_children):
            if first:
                yield first[1]
            for _, block in blocks:
                yield block
    except BrokenExecutor:
        raise voice.Refused([_DIED.to(lang)], lang) from None


@contextmanager
def _ctrl_c(
    handler: Callable[[int, FrameType | None], NoReturn] | signal.Handlers,
) -> Iterator[None]:
    """Ctrl-C does this for a while."""
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is handler:
            signal.signal(signal.SIGINT, before)


def _end_children(_signal: int, _frame: FrameType | None) -> NoReturn:
    """End the processes first: the pool that started them would wait until all work is done."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # pressed again, it would disturb the ending
    for process in active_children():
        process.kill()
    raise KeyboardInterrupt


# --- the ranking --------------------------------------------------------------------------------


def say_ranking(table: FullTable, field: Sequence[Character], lang: Lang) -> None:
    """Print the ranking, best first."""
    rows = lab.ranking(table, field, lang)
    say_table(rows, right=set(range(len(rows[0]))) - {1})
