"""Players of the demonstration who answer the letters about their matches, by mail and as the house would play."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

from sqlmodel import Session

from app.engine.matches.orders.blocks import OrderBlock, split
from app.league.matches import views
from app.league.matches.views import Task
from app.store import entries
from app.store.matches import matches
from app.store.tables import Season

Tasks = Mapping[tuple[str, str], Task]
"""Matches that wait for orders, by the address of their player and the match's name."""


@dataclass(slots=True)
class Correspondents:
    """Those of a season, with the letters in this folder; all answer but the player of the `guest`.

    Where there is one, only their opponents are ready before the deadline: all other matches wait for it.
    """

    folder: Path
    guest: str = ""
    _seen: set[str] = field(default_factory=set)

    def answers(self, session: Session, season: Season, *, is_guest_away: bool) -> list[bytes]:
        """What they answer to new letters, a mail to each, with orders for all matches that wait for them.

        `is_guest_away`: they answer for the guest as well.
        """
        tasks: dict[tuple[str, str], Task] = {}
        for entry in entries.of_season(session, season):
            is_guest = entry.current is not None and entry.current.name == self.guest
            if entry.player and (is_guest_away or not is_guest):
                for task in views.tasks(session, entry.player):
                    if task.is_asked and not task.has_plan:
                        tasks[entry.player.address, task.game_id] = task
        if not tasks:
            return []
        return [*self._written(session, tasks, everybody_is_ready=is_guest_away)]

    def _written(
        self, session: Session, tasks: Tasks, *, everybody_is_ready: bool
    ) -> Iterator[bytes]:
        addresses = {f"\nTo: {address}\r\n".encode() for address, _ in tasks}
        new = [path for path in self.folder.iterdir() if path.name not in self._seen]
        self._seen |= {path.name for path in new}
        for path in new:
            raw = path.read_bytes()
            if not any(each in raw for each in addresses):
                continue
            letter = BytesParser(policy=policy.SMTP).parsebytes(raw)
            body = letter.get_body(("plain",))
            _, game, blocks = str(body.get_content() if body else "").partition("\ngame ")
            to = str(letter["To"])
            said = [
                self._orders(session, task, block, everybody_is_ready)
                for block in split(game + blocks).blocks
                if (task := tasks.get((to, block.match))) and task.turn == block.turn
            ]
            if said:
                yield answer(letter, "\n\n".join(said))

    def _orders(
        self, session: Session, task: Task, block: OrderBlock, everybody_is_ready: bool
    ) -> str:
        """The block with the orders of the house, as far as it can tell them before."""
        (match,) = matches.by_ids(session, [task.match_id])
        look = views.look(session, match, task.seat)
        lines = [
            look.game.format(look.game.autopilot(look.view, decision, options), look.view)
            for decision, options in look.decisions
        ]
        if everybody_is_ready or self.guest in look.names.values():
            lines.append("ready")
        head = (f"game {block.match}", f"turn {block.turn}", f"key {block.key}")
        return "\n".join([*head, *lines, "then auto", "end"])


def answer(letter: EmailMessage, text: str = "") -> bytes:
    """Its reader's answer to a letter, to the address that it asks for."""
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"] = str(letter["To"])
    mail["To"] = str(letter["Reply-To"])
    mail["Subject"] = f"Re: {letter['Subject']}"
    mail["Message-ID"] = str(letter["Message-ID"]).replace("<", "<re.")
    mail["In-Reply-To"] = str(letter["Message-ID"])
    mail.set_content(text)
    return mail.as_bytes()
