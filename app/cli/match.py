"""The record of a match: told, checked, played again."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.console import voice
from app.cli.console.options import JsonOption, LangOption

if TYPE_CHECKING:
    from app.engine.matches.proof import Proof
    from app.engine.matches.record import Fault

commands = typer.Typer(help="Read the record of a match.", no_args_is_help=True)

RecordFile = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="The record, one JSON line each; - for standard input.",
        show_default=False,
    ),
]


@commands.command(epilog=voice.examples("hikyaku match show demo-1.jsonl --lang en"))
def show(file: RecordFile, lang: LangOption = None) -> None:
    """Tell the story of a match that is over and revealed, from its record.

    Of a match that is not revealed, only the head can be shown.
    """
    from app.engine import plain
    from app.engine.matches import record
    from app.engine.matches.game import SEATS
    from app.store import entrants

    told_in = lang or voice.language()
    proof = _proof(file)
    head = proof.head
    if head is None:
        raise voice.Refused([_sentence(fault) for fault in proof.faults])
    names = {seat: head["seats"][seat] for seat in SEATS}
    if record.is_numbered(head):  # names stand in the season's record alone
        names = {seat: entrants.other_name(int(it), told_in) for seat, it in names.items()}
    voice.say(f"{head['game_id']} ({head['rules']}): {names['A']} - {names['B']}")
    held = [*proof.held]
    if held:
        last = held[-1].match
        game = last.game
        heard = [event for each in held for event, _ in each.steps if event.audience != "server"]
        voice.write(plain(game.tell(heard, names, told_in)))
        voice.say(game.diagram(game.view(last.state, None), names, told_in))
        if over := last.ended:
            reason = game.reasons[over.reason].to(told_in) if over.reason in game.reasons else ""
            scores = ", ".join(f"{names[seat]} {over.score[seat]}" for seat in SEATS)
            voice.say(f"{scores} ({reason or over.reason})")
    _refuse(proof)
    if not proof.is_revealed:
        voice.complain(["The record has no line “reveal”, so the match itself cannot be told."])


@commands.command(epilog=voice.examples("hikyaku match verify demo-1.jsonl"))
def verify(file: RecordFile, as_json: JsonOption = False) -> None:
    """Check a record: its chain, its draws, its builds, its moves.

    The exit code is 1 if a line is wrong, and 3 if something cannot be proven. Before the last line
    reveals the seed and the builds, only the chain can be proven. If its head is withheld, names
    and nonces cannot.
    """
    proof = _proof(file)
    lines = len(proof.record.lines)
    held = f"{voice.many(lines, 'line')}: the chain is whole"
    if proof.is_revealed:
        draws = sum(line is not None and line["t"] == "chance" for line in proof.record.lines)
        held += f", {voice.many(draws, 'draw')} drawn again, every move legal, the result right"
    wrong = [_sentence(fault) for fault in proof.faults]
    unproven = [each.en for each in proof.unproven]
    facts: dict[str, object] = {"lines": lines, "revealed": proof.is_revealed}
    if as_json:
        facts["faults"] = [{"line": fault.line, "fault": fault.words.en} for fault in proof.faults]
    voice.judge(facts, wrong, unproven, f"{held}.", as_json=as_json)


@commands.command(epilog=voice.examples("hikyaku match replay demo-1.jsonl --json"))
def replay(
    file: RecordFile,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object a line.")] = False,
) -> None:
    """Replay a revealed record and print the digest of the state after each line, then the result.

    The exit code is 1 if a line is wrong. Everything before the first wrong line is printed.
    """
    from app.engine.matches import record

    proof = _proof(file)
    for each in proof.held:
        match = each.match
        if each.kind in {"head", "chance", "move", "admin"}:
            step = {"n": match.n, "digest": match.digest}
            voice.say(_compact(step) if as_json else f"{match.n:>6} {match.digest}")
        elif each.kind == "over" and match.ended:
            score, reason = record.score(match.ended), match.ended.reason
            scores = " ".join(f"{seat} {points}" for seat, points in score.items())
            result = {"score": score, "reason": reason}
            voice.say(_compact(result) if as_json else f"{scores} {reason}")
    if proof.faults:
        raise voice.Refused([_sentence(proof.faults[0])])
    if not proof.is_revealed:
        line = len(proof.record.lines) + 1
        raise voice.Refused(
            [f"Line {line}: the line “reveal” is missing, so the record cannot be replayed."]
        )


def _proof(file: str) -> "Proof":
    from app.cli.lab import read_bytes
    from app.engine.matches.proof import prove
    from app.games import match_game

    return prove(read_bytes(file, "record"), match_game)


def _refuse(proof: "Proof") -> None:
    if proof.faults:
        raise voice.Refused([_sentence(fault) for fault in proof.faults])


def _sentence(fault: "Fault") -> str:
    return f"Line {fault.line}: {fault.words.en}"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
