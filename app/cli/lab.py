"""A round robin of a pasted list: read, played, ranked."""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from difflib import get_close_matches
from multiprocessing import active_children
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

from app.cli import metagame
from app.cli.console import output, voice
from app.cli.console.installation import said
from app.cli.console.options import say_json, say_table
from app.cli.console.progress import counted
from app.engine import Build, Lang, Ruleset
from app.engine.lists import MAX_LIST_BYTES, decode
from app.engine.workshop.problems import explain
from app.errors import CardsUnreadable, ListUnreadable, Problem, SeasonRefused
from app.games.house import with_cards
from app.league.desk import imports
from app.league.entries.characters import name_key
from app.text.characters import nfc
from app.tournament import lab, spreadsheets
from app.tournament.blocks import full_rows, play_blocks
from app.tournament.full_table import Entrant, FullTable, opponents
from app.tournament.lab import LabCharacter
from app.tournament.scoring import Scoring

MAX_CHARACTERS: Final = 10_000
"""The table has a byte for each pair, and is held in memory twice."""


def run(
    rules: Ruleset,
    field: Sequence[LabCharacter],
    csv: str | None,
    lang: Lang,
    *,
    force: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Play the field, write the cross table where `csv` says, print the ranking."""
    names = [entrant.name for entrant in field]
    to_file = csv if csv != "-" else None
    with output.written(to_file, force=force) if to_file else nullcontext() as file:
        rows = rows_of_battles(rules, field, quiet=quiet)
        if file:
            file.writelines(spreadsheets.lines(names, rows))
    if csv == "-":
        output.print_lines(spreadsheets.lines(names, rows))
        return
    table = FullTable.of(rules, Scoring(), [each.build for each in field], rows)
    if as_json:
        say_json(lab.result(table, field).model_dump())
    else:
        say_ranking(table, field, lang)


# --- the list -----------------------------------------------------------------------------------


def read_field(rules: Ruleset, file: str, lang: Lang) -> list[LabCharacter]:
    """The characters of that file, or everything that is wrong with it."""
    data = read_bytes(file)
    try:
        listed = lab.read(rules, decode(data))
    except ListUnreadable as refusal:
        sentences = [lab.explain(rules, problem, lang) for problem in refusal.problems]
        raise voice.Refused(sentences) from None
    if len(listed) > MAX_CHARACTERS:
        most = f"a round robin can have at most {MAX_CHARACTERS:,}"
        raise voice.Refused([f"The list has {len(listed):,} characters; {most}."])
    return lab.named(rules, listed, lang)


def with_house_cards(
    game: str, file: str, lang: Lang | None, version: str | None = None
) -> Ruleset:
    """The newest rules of the game, or that version, with the house cards of a file.

    Or everything that is wrong with it.
    """
    try:
        return with_cards(game, decode(read_bytes(file, "file of house cards")), version)
    except CardsUnreadable as refusal:
        told_in = lang or voice.language()
        raise voice.Refused([explain(each, told_in) for each in refusal.problems]) from None


def read_bytes(file: str, what: str = "list") -> bytes:
    """The content of the file, or of standard input for `-`; at most the size of a list. `what` it should be."""
    try:
        if file == "-":
            if sys.stdin is None:
                raise voice.Refused(["Standard input is closed."])
            data = sys.stdin.buffer.read(MAX_LIST_BYTES + 1)
        else:
            with Path(file).open("rb") as source:
                data = source.read(MAX_LIST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise voice.Refused([f"There is no file {file}."]) from None
    except IsADirectoryError:
        raise voice.Refused([f"{file} is a folder, not a {what}."]) from None
    except OSError as error:
        raise voice.Refused([f"{file} cannot be read: {error.strerror}."]) from None
    if len(data) > MAX_LIST_BYTES:
        raise voice.Refused([f"{file} is too long: a {what} has at most 10 MiB."])
    return data


def read_text(file: str) -> str:
    """The text of the file, or of standard input for `-`, in any encoding of a table. Raises `ListUnreadable`."""
    return nfc(imports.text_of(read_bytes(file)))


def index_of(field: Sequence[Entrant], entry: str) -> int:
    """The index of the entrant of that name or number. Raises `SeasonRefused`."""
    keys = [name_key(each.name) for each in field]
    numbers = [str(each.number) for each in field]
    for known, wanted in ((keys, name_key(entry)), (numbers, entry.strip())):
        if wanted in known:
            return known.index(wanted)
    near = get_close_matches(name_key(entry), keys, n=1)
    names = tuple(field[keys.index(each)].name for each in near)
    raise SeasonRefused([Problem("unknown-entry", entry=entry, suggestions=names)])


# --- the battles --------------------------------------------------------------------------------


def rows_of_battles(rules: Ruleset, field: Sequence[LabCharacter], *, quiet: bool) -> list[bytes]:
    """Each character's outcomes against all others; those of one team have not met."""
    builds = [entrant.build for entrant in field]
    halves: list[bytes] = []
    with counted(len(builds) * (len(builds) - 1) // 2, quiet=quiet) as done:
        for block in played(rules, builds):
            halves += block
            done(sum(map(len, block)))
    return lab.teams_apart(full_rows(halves), [entrant.team for entrant in field])


def played(rules: Ruleset, builds: Sequence[Build]) -> Iterator[list[bytes]]:
    """The blocks of `play_blocks`. Ctrl-C ends it at once, and its processes silently.

    Only during the first block it does nothing: the processes start then, and a signal that is
    ignored here at that moment they ignore for good.
    """
    blocks = play_blocks(rules.slug, rules.rules_version, builds)
    with _ctrl_c(signal.SIG_IGN):
        first = next(blocks, None)
    with _ctrl_c(_end_children):
        if first:
            yield first[1]
        for _, block in blocks:
            yield block


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


# --- better builds ------------------------------------------------------------------------------


def say_more(
    rules: Ruleset,
    field: Sequence[LabCharacter],
    lang: Lang,
    improve: str | None,
    *,
    seed: int | None,
    battles: int | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Print the best changes of the character that `improve` names, or else the answers to the whole field."""
    index = None
    if improve is not None:
        with said():
            index = index_of(field, improve)
    rows = rows_of_battles(rules, field, quiet=quiet)
    table = FullTable.of(rules, Scoring(), [each.build for each in field], rows)
    if index is None:
        order = [line.entry for line in table.standings]
        metagame.say_answers(rules, field, order, lang, seed=seed, battles=battles, as_json=as_json)
        return
    met = [field[at] for at in opponents(table, index)]
    metagame.say_changes(
        rules, field[index], met, lang, scoring=table.scoring, battles=battles, as_json=as_json
    )


# --- the ranking --------------------------------------------------------------------------------


def say_ranking(table: FullTable, field: Sequence[LabCharacter], lang: Lang) -> None:
    """Print the ranking, best first."""
    rows = lab.ranking(table, field, lang)
    say_table(rows, right=set(range(len(rows[0]))) - {1})
