"""A battle in sentences: blocks of lines, laid out as the original lays out its worked battle."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from app.engine import Change, Event, Lang, Side, TellingLine, TellingSheet, Tone, Words
from app.games.shiden_issen_2 import events as log, sentences as say
from app.games.shiden_issen_2.abilities import STACKING, STATUSES, Skill, Status, Type
from app.games.shiden_issen_2.board import Board, level_of, side_of
from app.games.shiden_issen_2.cards import STANDARD, SkillPool
from app.games.shiden_issen_2.text import helping


def tell(
    events: Iterable[Event],
    home: TellingSheet,
    away: TellingSheet,
    lang: Lang,
    pool: SkillPool = STANDARD,
) -> Iterator[TellingLine]:
    """The battle that these events are, complete, from title to verdict."""
    happened = list(events)
    sheets = {Side.HOME: home, Side.AWAY: away}
    report = _Report(sheets, lang, pool, *finishing(happened))
    for event in happened:
        report.tell_event(event)
    yield from report.lines


def changes(events: Iterable[Event], pool: SkillPool = STANDARD) -> Iterator[Change]:
    """The skills destroyed: each by the one that hit or marked it, else by itself."""
    board = Board(pool)
    causes: dict[log.SlotRef, tuple[log.SlotRef, str]] = {}
    for event in events:
        match event:
            case log.RoundBegan():
                causes = {}
            case log.SkillHit():
                causes[event.skill] = event.source, board.skill(event.source).id
            case log.HeadMarked():
                causes[event.skill] = event.by, board.skill(event.by).id
            case log.SkillSaved() if event.skill in causes:
                causes[event.by] = causes[event.skill]
            case log.SkillDestroyed():
                ref, by = causes.get(event.skill, (event.skill, event.name))
                owner, place = side_of(ref), level_of(ref)
                side, left = side_of(event.skill), event.left
                yield Change(event.n, event.turn, side, left + 1, left, owner, place, by)
        board.apply(event)


def finishing(events: Sequence[Event]) -> tuple[Side | None, int]:
    """The winner, and the event before which it speaks of its finishing blow; of a draw there is neither.

    It uses the skill that hits the last skill of the loser, or its interceptor does; or else that skill
    is destroyed without a blow of the winner's.
    """
    end = next(e for e in reversed(events) if isinstance(e, log.BattleEnded))
    if end.winner == "none":
        return None, 0
    winner = Side(end.winner)
    destroyed = (e for e in reversed(events) if isinstance(e, log.SkillDestroyed))
    fall = next(e for e in destroyed if side_of(e.skill) is not winner)
    blows = (
        e.within
        for e in reversed(events[: fall.n])
        if isinstance(e, log.SkillHit) and (e.turn, e.skill) == (fall.turn, fall.skill)
    )
    return winner, next(blows, fall.n) if fall.why == "damage" else fall.n


class _Report:
    """The walk over the events; `lines` is what has been told."""

    def __init__(
        self,
        sheets: Mapping[Side, TellingSheet],
        lang: Lang,
        pool: SkillPool,
        winner: Side | None,
        finish: int,
    ) -> None:
        self.sheets = sheets
        self.lang = lang
        self.pool = pool
        self.winner = winner
        self.finish = finish
        self.lines: list[TellingLine] = []
        self.board = Board(pool)
        self.gap = 0
        """The number of empty lines before the next line."""
        self.block: object = None
        """The subject of the block that was begun last."""
        self.phase = ""
        self.causes: dict[int, Event] = {}
        """The events inside whose working others may happen."""
        self.changed: set[log.SlotRef] = set()
        """Slots with another skill than their owner named."""

    def tell_event(self, event: Event) -> None:
        """Tell one event, by the state of the board before it; then apply it."""
        self.frame(event)
        self.acts(event)
        self.damage(event)
        self.consequences(event)
        self.board.apply(event)

    # --- the events ---------------------------------------------------------------------------------

    def frame(self, event: Event) -> None:
        """Title, rounds, phases, verdict."""
        match event:
            case log.BattleBegan():
                self.board.lay_out(event.home, event.away)
                self.heading(
                    event,
                    Tone.TITLE,
                    say.TITLE,
                    home=self.name(Side.HOME),
                    away=self.name(Side.AWAY),
                )
                self.heading(event, Tone.TURN, say.BEGIN)
                self.speak(event, "entrance", *Side)
            case log.RoundBegan():
                self.heading(event, Tone.TURN, say.ROUND, 1 + (event.turn > 1), turn=event.turn)
                self.rows(event, with_statuses=True)
            case log.PhaseBegan():
                self.phase = event.phase
                who = "" if event.attacker == "none" else self.name(event.attacker)
                phase = self.words(say.PHASES[event.phase], who=who)
                text = say.EXTRA_PHASE if event.is_extra else Words("{phase}", "{phase}")
                self.heading(event, Tone.PHASE, text, phase=phase)
            case log.OrderDecided():
                self.order(event)
            case log.BattleEnded():
                self.ended(event)

    def order(self, event: log.OrderDecided) -> None:
        """The skills compared, and the side that goes first."""
        self.compared(event, Side.HOME, event.home, event.home_speed)
        self.compared(event, Side.AWAY, event.away, event.away_speed)
        self.gap = 1
        if event.first == "none":
            self.line(event, Tone.EFFECT, say.EQUAL)
            return
        first = Side(event.first)
        if event.by == "stun":
            self.line(event, Tone.NOTE, say.STUNNED, who=self.name(first.enemy))
        if event.by == "initiative":
            self.line(event, Tone.NOTE, say.SEIZED, who=self.name(first))
        self.line(event, Tone.EFFECT, say.FIRST, who=self.name(first))

    def compared(self, event: Event, side: Side, ref: log.SlotRef, speed: int) -> None:
        """Tell which skill's speed is compared."""
        if not ref:
            self.line(event, Tone.NOTE, say.COMPARED_NOTHING, who=self.name(side))
            return
        flavour = self.flavour(ref)
        if flavour and self.lang == "en":
            flavour += " "
        name = self.called(self.board.skill(ref))
        values = {"flavour": flavour, "name": name, "level": level_of(ref), "speed": speed}
        self.line(event, Tone.NOTE, say.COMPARED, who=self.name(side), **values)

    def ended(self, event: log.BattleEnded) -> None:
        """The last rows, and the winner."""
        self.heading(event, Tone.TURN, say.VERDICT, 2)
        self.rows(event, with_statuses=False)
        if event.winner != "none":
            self.line(event, Tone.VERDICT, say.WON, who=self.name(event.winner))
        elif event.reason in ("loop", "cap"):
            self.line(event, Tone.VERDICT, say.DRAWN_WITHOUT_END)
        else:
            self.line(event, Tone.VERDICT, say.DRAWN)
        if self.winner:
            self.gap = 1
            self.speak(event, "defeat", self.winner.enemy)
            self.speak(event, "victory", self.winner)

    def acts(self, event: Event) -> None:
        """Skills in use, and the attachments and statuses that help them."""
        match event:
            case log.AttachmentWorked():
                self.causes[event.n] = event
                self.begin("before")
                self.line(event, Tone.ACT, say.WORKED, **self.owned(event.skill))
            case log.Passed():
                self.begin(event.n)
                self.line(event, Tone.ACT, say.PASSED, who=self.name(event.side))
            case log.SkillUsed():
                self.causes[event.n] = event
                self.begin(event.n)
                self.finishes(event)
                self.line(event, Tone.ACT, say.USED, **self.owned(event.skill))
            case log.AttachmentHelped():
                is_attack = self.board.skill(event.skill).type is Type.ATTACK
                adds = helping(self.board.skill(event.attachment), is_attack=is_attack)
                self.line(
                    event,
                    Tone.NOTE,
                    say.ADDS,
                    1,
                    skill=self.tag(event.attachment),
                    adds=adds.to(self.lang),
                )
            case log.StatusHelped():
                text = say.STRENGTHENS[Status(event.status)]
                self.line(event, Tone.NOTE, text, 1, points=event.points, speed=event.speed)
            case log.AttackSlowed():
                self.line(event, Tone.NOTE, say.SLOWED, 1)

    def damage(self, event: Event) -> None:
        """Damage, the skills it hits, and their answers."""
        match event:
            case log.DamageAnnounced():
                values = {"points": event.points, "speed": event.speed}
                self.line(event, Tone.EFFECT, say.DAMAGE, 1, foe=self.name(event.target), **values)
            case log.DamageVoided():
                text = say.BY_NO_MIND if event.by == Status.NO_MIND else say.BY_BARRIER
                self.hits(event, Tone.ANSWER, text, foe=self.name(event.target), left=event.left)
            case log.SkillHit():
                self.hits(event, Tone.BLOW, say.HIT, **self.owned(event.skill))
            case log.InterceptorTooSlow():
                self.hits(event, Tone.NOTE, say.TOO_SLOW, **self.owned(event.skill))
            case log.InterceptorHeldBack():
                self.hits(
                    event,
                    Tone.NOTE,
                    say.HELD_BACK,
                    by=self.tag(event.by),
                    **self.owned(event.skill),
                )
            case log.InterceptorFired():
                self.causes[event.n] = event
                self.finishes(event, 1)
                self.hits(
                    event, Tone.ANSWER, say.FIRED, speed=event.speed, **self.owned(event.skill)
                )
            case log.PlainHitUnbroken():
                self.hits(event, Tone.NOTE, say.UNBROKEN, skill=self.tag(event.skill))
            case log.AttackInterrupted():
                self.hits(event, Tone.EFFECT, say.INTERRUPTED, **self.owned(event.skill))

    def consequences(self, event: Event) -> None:
        """Statuses, changes, destruction."""
        match event:
            case log.StatusGained():
                self.begin_after(event, otherwise="effects")
                text = say.GAINED_SOME if event.status in STACKING else say.GAINED
                status = self.status(event.status, event.count)
                self.line(
                    event,
                    Tone.EFFECT,
                    text,
                    who=self.name(event.side),
                    status=status,
                    count=event.count,
                )
            case log.StatusLifted():
                self.begin_after(event, otherwise="destruction")
                text = say.LIFTED_SOME if event.status in STACKING else say.LIFTED
                self.line(
                    event,
                    Tone.EFFECT,
                    say.LIFTED_IN_PART if event.left else text,
                    who=self.name(event.side),
                    status=self.status(event.status, event.count),
                    count=event.count,
                    left=event.left,
                )
            case log.HeadMarked():
                self.begin("effects")
                side = side_of(event.skill)
                skill = self.words(say.NAME, name=self.called(self.pool.by_id[event.name]))
                self.line(
                    event,
                    Tone.EFFECT,
                    say.MARKED,
                    who=self.name(side.enemy),
                    foe=self.name(side),
                    skill=skill,
                )
            case log.SkillChanged():
                self.begin("effects")
                into = self.words(say.NAME, name=self.called(self.pool.by_id[event.after]))
                self.line(event, Tone.EFFECT, say.CHANGED, into=into, **self.owned(event.skill))
                self.changed.add(event.skill)
            case log.SkillSaved():
                self.begin("destruction")
                self.line(
                    event, Tone.EFFECT, say.SAVED, by=self.tag(event.by), **self.owned(event.skill)
                )
            case log.SkillDestroyed():
                self.causes[event.n] = event
                self.begin("destruction")
                self.finishes(event)
                tone = Tone.BLOW if event.left else Tone.FALL
                self.line(event, tone, say.DESTROYED, **self.owned(event.skill))

    # --- lines and blocks ---------------------------------------------------------------------------

    def words(self, words: Words, **values: object) -> str:
        """The sentence in our language."""
        return words.to(self.lang).format(**values)

    def line(
        self, event: Event, tone: Tone, words: Words, depth: int = 0, /, **values: object
    ) -> None:
        """Add a line, after the empty ones that are due."""
        self.add(event, tone, self.words(words, **values), depth)

    def add(self, event: Event, tone: Tone, text: str, depth: int) -> None:
        """Add this text as a line, after the empty ones that are due."""
        if self.lines:
            last = self.lines[-1]
            self.lines += [TellingLine(last.n, last.turn, 0, Tone.BLANK, "")] * self.gap
        self.gap = 0
        self.lines.append(TellingLine(event.n, event.turn, depth, tone, text))

    def speak(self, event: Event, moment: str, *sides: Side, depth: int = 0) -> None:
        """Let the characters of these sides speak their lines for this moment."""
        for side in sides:
            if words := self.sheets[side].says(moment, self.lang):
                self.add(event, Tone.SPEECH, words, depth)

    def finishes(self, event: Event, depth: int = 0) -> None:
        """Let the winner speak if this is its finishing blow."""
        if event.n == self.finish and self.winner:
            self.speak(event, "finish", self.winner, depth=depth)

    def heading(
        self, event: Event, tone: Tone, words: Words, gap: int = 1, /, **values: object
    ) -> None:
        """Add a heading: a separate block, after this many empty lines."""
        self.gap = gap
        self.line(event, tone, words, **values)
        self.gap = 1
        self.block = None

    def begin(self, block: object) -> None:
        """Start this block, unless the next lines continue it. The end phase is one block."""
        if self.phase == "end":
            block = "end"
        if self.block not in (None, block):
            self.gap = 1
        self.block = block

    def begin_after(self, event: Event, otherwise: str) -> None:
        """Put the next lines into the block of the attachment or destruction that caused them, else into `otherwise`."""
        match self.causes.get(event.within):
            case log.AttachmentWorked():
                self.begin("before")
            case log.SkillDestroyed():
                self.begin("destruction")
            case _:
                self.begin(otherwise)

    def hits(self, event: Event, tone: Tone, words: Words, **values: object) -> None:
        """Add a line to the hits of a skill. The acts of an interceptor are one step deeper."""
        cause = self.causes[event.within]
        intercepts = isinstance(cause, log.InterceptorFired)
        self.begin(("hits", cause.within if intercepts else cause.n))
        self.line(event, tone, words, 2 if intercepts else 1, **values)

    def rows(self, event: Event, *, with_statuses: bool) -> None:
        """Show both sides now."""
        for side in Side:
            skills = "".join(
                self.words(say.ON_BOARD, name=self.called(skill))
                for skill in self.board.slots[side]
            )
            statuses = self.under(side) if with_statuses else ""
            text = say.ROW_UNDER if statuses else say.ROW
            self.line(
                event, Tone.BOARD, text, skills=skills, who=self.name(side), statuses=statuses
            )
        self.gap = 1

    # --- names --------------------------------------------------------------------------------------

    def name(self, side: Side) -> str:
        """The name of the character."""
        return self.sheets[side].name

    def called(self, skill: Skill) -> str:
        """The official name of the skill."""
        return Words(skill.ja, skill.en).to(self.lang)

    def flavour(self, ref: log.SlotRef) -> str:
        """Return the owner's name for the skill in this slot; none for a skill that came by a change."""
        return "" if ref in self.changed else self.sheets[side_of(ref)].named(level_of(ref))

    def tag(self, ref: log.SlotRef) -> str:
        """The skill in this slot, with its level and its owner's name for it."""
        flavour = self.flavour(ref)
        text = say.TAG_WITH_FLAVOUR if flavour else say.TAG
        name = self.called(self.board.skill(ref))
        return self.words(text, flavour=flavour, name=name, level=level_of(ref))

    def owned(self, ref: log.SlotRef) -> dict[str, str]:
        """The owner of a skill, and its name."""
        return {"who": self.name(side_of(ref)), "skill": self.tag(ref)}

    def status(self, status: str, count: int = 1) -> str:
        """The name of a status; several of it in the plural."""
        named = Status(status)
        words = say.SEVERAL.get(named) if count > 1 else None
        return (words or STATUSES[named]).to(self.lang)

    def under(self, side: Side) -> str:
        """Return the statuses of a side in short, with a number if stacked."""
        has = self.board.statuses.get(side, {})
        counted = [(status, has[status]) for status in Status if status in has]
        if self.lang == "ja":
            return "".join(f"{say.LETTERS[s]}{n if n > 1 else ''}" for s, n in counted)
        return ", ".join(f"{self.status(s)}{f' {n}' if n > 1 else ''}" for s, n in counted)
