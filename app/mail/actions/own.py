"""Mails about what players have across seasons: sentences, a line each, to their own address; the mail that asks for it; and another address."""

import re
from collections.abc import Iterator
from typing import Final

from sqlmodel import Session

from app.errors import OwnRefused, Problem
from app.games import ruleset, slugs
from app.league.own import acts, shelf
from app.league.people import addresses, blocks
from app.league.people.tokens import OPENS_OWN
from app.mail.actions.organiser import pass_on
from app.mail.case.batch import begun, deliverer_in, opened
from app.mail.case.case import Case, MailOutcome, Note
from app.mail.labels import begins_closing, greets
from app.mail.reading.contents import Contents, MailDesk
from app.mail.reading.phrases import BOOK
from app.notices.answers import AddressNote, OwnAnswer
from app.store import letters
from app.store.limits import buckets
from app.store.tables import Mail as Kept, MailAction, Player
from app.text.characters import shown

_ANSWERED_A_DAY: Final = 60
"""Mails of one player; what more comes is done without an answer."""
_SHORT: Final = 2
"""How many words can be a greeting without a mark at their end."""
_MOST_LINES: Final = 40
_LONGEST: Final = 200
"""Of a line without a build."""
_NAME: Final = r"[「“\"]?(?P<said>.+?)[」”\"]?(?:さん)?"
_I: Final = r"(?:(?:i|we)(?:['’](?:m|re|ll be)| am| are| will be)? )?"
_DECK: Final = r"(?:the |my )?(?:deck|build|デッキ|構成)[ 　]*"
_SENTENCES: Final = tuple(
    (act, re.compile(pattern, re.IGNORECASE))
    for act, *patterns in (
        ("challenge", rf"challenge {_NAME} with {_DECK}(?P<deck>.+)"),
        ("challenge", rf"{_DECK}[「“]?(?P<deck>.+?)[」”]?で{_NAME}に挑戦\S*"),
        ("accept", rf"accept(?: {_NAME}(?:['’]s challenge)?)?", rf"{_NAME}の挑戦を受け\S*"),
        ("decline", rf"decline(?: {_NAME}(?:['’]s challenge)?)?", rf"{_NAME}の挑戦を断\S*"),
        ("drop", rf"drop {_DECK}{_NAME}", rf"{_DECK}{_NAME}を(?:削除|片付け|消)\S*"),
        ("active", rf"activate {_DECK}{_NAME}", rf"{_DECK}{_NAME}を(?:有効|アクティブ)に\S*"),
        ("inactive", rf"deactivate {_DECK}{_NAME}", rf"{_DECK}{_NAME}を(?:無効|非アクティブ)に\S*"),
        ("keep", rf"(?:keep |save )?{_DECK}(?P<said>[^:：]+[:：](?s:.+))"),
        ("found", rf"(?:i |want to )*found (?:a |the |my )?group(?: called| named)?:? *{_NAME}"),
        ("found", rf"グループ{_NAME}を(?:作|つく|結成|設立)\S*"),
        ("invite", rf"invite {_NAME}", rf"{_NAME}を(?:グループに)?招待\S*"),
        ("let-go", rf"let go (?:of )?{_NAME}", rf"let {_NAME} go", rf"{_NAME}を外\S*"),
        ("hand-over", rf"hand (?:it |the group |the lead )?over to {_NAME}", rf"{_NAME}に譲\S*"),
        ("leave", r"(?:i )?leave(?: the| my)?(?: group)?", r"(?:グループを)?(?:抜け|脱退)\S*"),
        ("back", r"留守[をは](?:やめ|取り消|終わ)\S*"),
        ("away", rf"{_I}away (?P<said>.+)", r"(?P<said>.*?)(?:留守|不在)\S*"),
        ("back", rf"{_I}back(?: (?:again|home|now|early|already))*", r"\S*(?:戻|帰)(?:り|って)\S*"),
        ("yes", r"yes[, ]*(?:please|thanks|thank you|i join|i accept)?", r"はい|(?:入|参加し)ます"),
        ("no", r"no[, ]*(?:thanks|thank you)?", r"いいえ|(?:お断りし|入り|参加し)ます?ません"),
        ("yes", rf"yes[,:]? (?:to )?{_NAME}", rf"はい[、:：]?{_NAME}"),
        ("no", rf"no[,:]? (?:to )?{_NAME}", rf"いいえ[、:：]?{_NAME}"),
    )
    for pattern in patterns
)
"""What a line can say, the first that it says wholly; `said` is whom or what it is about."""


def take(
    session: Session, kept: Kept, said: Contents, desk: MailDesk, note: Note
) -> tuple[MailAction, Note]:
    """What the mail says is done, line by line, and answered once; at the address that is everybody's it is only answered."""
    mail, token = said.mail, said.secret[1] if said.secret else ""
    rows = opened(session, desk, "own", token)
    sender, note = begun(session, kept, said, note, "own")
    player = session.get_one(Player, rows[0]) if rows else sender
    kept.player_id = player.id
    if blocks.of(session, player):
        return MailAction.BLOCKED, note
    done, problems, game = list[Problem](), [*mail.problems], ""
    if not rows and token != OPENS_OWN:
        problems.append(Problem("token-invalid"))
    for line in _lines(mail.text) if rows and not problems else ():
        act, game, words = _read(session, line)
        try:
            with session.begin_nested():
                done.append(acts.act(session, player, act, game, words, now=kept.received_at))
        except OwnRefused as refusal:
            problems += refusal.problems
    key = f"own-mails:{player.id}"
    wait = buckets.take(session, key, capacity=_ANSWERED_A_DAY, now=kept.received_at)
    if not wait:
        letters.write(
            session,
            OwnAnswer(said=tuple(done), problems=tuple(problems), game=game or None),
            player,
            f"own-answer:mail:{kept.id}",
            now=kept.received_at,
            lang=mail.lang,
            answers=kept,
            deliverer=None if rows else deliverer_in(session, mail, sender, desk).name,
        )
    return MailAction.PROBLEMS if problems else MailAction.ANSWERED, note


def _lines(text: str) -> Iterator[str]:
    """What is said, a line each, up to the words that end the mail; lines below that of a build belong to it."""
    lines = [each.strip() for each in text.split("\n") if each.strip()][:_MOST_LINES]
    ends = next((at for at, line in enumerate(lines) if begins_closing(line)), len(lines))
    whole: list[str] = []
    for line in lines[:ends]:
        is_short = len(line.split()) <= _SHORT or line[-1] in ",、!！。"
        if whole and _found(whole[-1])[0] == "keep" and not _found(line)[0]:
            whole[-1] += f"\n{line}"
        elif not (is_short and greets(line)):
            whole.append(line)
    yield from whole


def _read(session: Session, line: str) -> tuple[str, str, str]:
    """The act that the line asks for, the game that it names or whose build it has, and the object
    of the act.
    """
    game, words = _game_in(line.rstrip("!.。！ "))
    act, said = _found(words)
    if act == "keep" and not game:
        game = shelf.game_of(session, said)
    return act, game, said


def _found(words: str) -> tuple[str, str]:
    """The act that these words ask for (empty if none), and its object."""
    if (asked := BOOK.request_in(words)) and asked.slug == "address":
        return "move", (asked.part("address") or "").strip()
    for act, pattern in _SENTENCES:
        if act != "keep" and len(words) > _LONGEST:
            continue
        if found := pattern.fullmatch(words):
            said = found.groupdict()
            return act, "\n".join(said[each] for each in ("said", "deck") if said.get(each))
    return "", shown(words)


def _game_in(line: str) -> tuple[str, str]:
    """The game that the line names at its end or its beginning, empty if it names none; and the line without it."""
    for game in map(ruleset, slugs()):
        for title in (game.slug, game.title.ja, game.title.en):
            name = re.escape(title)
            around = rf"(?: in {name}|[ 　]?[(（]{name}[)）])$|^{name}で[、 ]?"
            if found := re.search(around, line, re.IGNORECASE):
                return game.slug, line[: found.start()] or line[found.end() :]
    return "", line


# --- another address ------------------------------------------------------------------------------------


def ask_for_address(case: Case) -> MailOutcome:
    """The player's present mailbox is asked whether it was them; the new one is once it has said yes. An address of a house is for a human."""
    own = [each.part("address") or "" for each in case.request.said if each.slug == "address"]
    typed = [words for words in own if {"@", "＠"} & {*words}]
    if not typed:
        return pass_on(case)
    now, by = case.kept.received_at, case.budget
    change = addresses.ask(case.session, case.player, typed[0], now=now, deliverer=by)
    return MailOutcome(MailAction.HELD, addresses.question(change))


def take_answer(
    session: Session, kept: Kept, said: Contents, desk: MailDesk, note: Note
) -> tuple[MailAction, Note]:
    """A mailbox answers yes or no to the question sent there, and hears the outcome. Silence is no
    answer.
    """
    mail, now, request = said.mail, kept.received_at, said.request
    sender, note = begun(session, kept, said, note, "address")
    if blocks.of(session, sender):
        return MailAction.BLOCKED, note
    is_clear = (request.agrees and not request.is_silent) or request.declines
    number, place = opened(session, desk, "move", said.secret[1] if said.secret else "") or (0, 0)
    says_yes = request.agrees if is_clear and not mail.problems else None
    reader, told = addresses.answer(session, number, place, says_yes=says_yes, now=now)
    if reader and told.code == "address-done":
        kept.player_id = reader.id
        return MailAction.ANSWERED, note
    letters.write(
        session,
        AddressNote(step="told", said=(told,)),
        reader or sender,
        f"{told.code}:{number}:{place}:{sender.id}",
        now=now,
        lang=mail.lang,
        answers=kept,
        deliverer=None if reader else deliverer_in(session, mail, sender, desk).name,
    )
    return MailAction.ANSWERED, note
