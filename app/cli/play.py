"""`hikyaku play`: a match in the terminal, against the house or between two at one keyboard."""

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from app.cli.console import output, voice
from app.cli.console.options import ForceOption, LangOption, RuleOption, no_such
from app.engine import Lang, Words
from app.errors import BuildUnreadable

if TYPE_CHECKING:
    from app.engine import Build, Ruleset
    from app.engine.matches.course import Advance, CoursePlan
    from app.engine.matches.dice import Dice
    from app.engine.matches.game import (
        Action,
        Game,
        MatchDecision,
        MatchOpponent,
        Options,
        Seat,
    )

commands = typer.Typer()

MATCH: Final = "play"
"""The name of every match that is played here: of a seed there is one."""
MOST_SHOWN: Final = 24
"""How many orders are listed at a time."""
_ENDS: Final = frozenset({"quit", "exit", "終了", "やめる"})

_YOU: Final = Words("あなた", "Player")
_PLAYERS: Final = (Words("先の人", "Player A"), Words("後の人", "Player B"))
_HELP: Final = Words(
    "指示を書いてください。「?」でできる指示の一覧、「? 語」でその語のある指示だけ、空行でおまかせ、resign で投了、quit で終わります。",
    "Write an order. ? lists legal orders, ? WORD those with the word. An empty line lets the house decide, resign gives up, quit ends.",
)
_MANY_LINES: Final = Words(
    "何行でも書けます。空行で確定します。",
    "Write any number of lines. An empty line ends them.",
)
_MORE: Final = Words(
    "ほか{n}通り。「? 語」で絞り込めます。", "{n} more. ? WORD shows those with the word."
)
_SOME: Final = Words("これは一部です。", "These are only some of them.")
_NONE: Final = Words("そのような指示はありません。", "There is no such order.")
_CHOSEN: Final = Words("おまかせ：{order}", "The house chooses: {order}")
_HAND_OVER: Final = Words(
    "{name}に交代してください。Enterで続けます。", "Hand over to {name}, then press Enter."
)
_GIVEN_UP: Final = Words("途中で終わりました。", "The match was left unfinished.")
_SEED: Final = Words("シード: {seed}", "Seed: {seed}")


class _Left(Exception):
    """The player has quit."""


@commands.command(
    epilog=voice.examples(
        "hikyaku play fest",
        "hikyaku play fest --deck D1 --against D2 --seed again --record my.jsonl",
        "hikyaku play fest --rule petit=true --deck P1",
    )
)
def play(
    name: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A game with decisions, such as fest.", show_default=False
        ),
    ],
    deck: Annotated[
        str | None,
        typer.Option(
            help="A sample deck by name, or any build. Without it, the first legal sample deck.",
            show_default=False,
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            help="The deck of the other side. Without it, another sample deck.", show_default=False
        ),
    ] = None,
    house: Annotated[
        str | None,
        typer.Option(
            help="Which player of the house. Without it, the autopilot.", show_default=False
        ),
    ] = None,
    rule: RuleOption = None,
    two: Annotated[bool, typer.Option("--two", help="Two people play at one keyboard.")] = False,
    seed: Annotated[
        str | None,
        typer.Option(help="Any text; the same text deals the same cards.", show_default=False),
    ] = None,
    record_file: Annotated[
        str | None,
        typer.Option(
            "--record", metavar="FILE", help="The file to keep the record in.", show_default=False
        ),
    ] = None,
    lang: LangOption = None,
    force: ForceOption = False,
) -> None:
    """Play a match against the house, or between two at one keyboard.

    Orders are written as in mails. `hikyaku match` can tell, verify and replay the record.
    """
    from app.engine.matches import record
    from app.engine.matches.record import reveal
    from app.games import match_game
    from app.league.eligibility.choices import under

    rules, told_in = under(_rules(name), rule or ()), lang or voice.language()
    game = match_game(name)
    mine = _deck(rules, deck, told_in)
    others = [each for each in rules.starters().values() if each != mine] or [mine]
    rival = _deck(rules, against, told_in) if against else others[0]
    builds: dict[Seat, Any] = {"A": rules.match_build(mine), "B": rules.match_build(rival)}
    opponent = None if two else _opponent(game, house)
    table = _Table(game, rules.config or {}, builds, seed, opponent, lang=told_in)
    with output.written(record_file, force=force) if record_file else nullcontext() as file:
        lines = [*table.play()]
        if file:
            if table.match.ended:
                last = reveal(table.server_seed, builds, table.salts)
                lines.append(record.chained(table.match.h, last))
            file.write(record.written(lines))


def _rules(slug: str) -> "Ruleset":
    from app.games import match_slugs, ruleset

    slugs = match_slugs()
    if slug not in slugs:
        raise no_such("game with decisions", slug, "Games", slugs)
    return ruleset(slug)


def _deck(rules: "Ruleset", text: str | None, lang: Lang) -> "Build":
    """The deck of the house by its name in either language, or the build that the text says.

    Without a text the first one.
    """
    starters = {**rules.starters(), **rules.starters("en")}
    named = {each.casefold(): build for each, build in starters.items()}
    if text is None and named:
        return next(iter(named.values()))
    try:
        return (
            named.get((text or "").casefold())
            or rules.read_build(voice.as_typed(text or "")).nameless()
        )
    except BuildUnreadable as refusal:
        told = [rules.explain(each, lang) for each in refusal.problems]
        told.append(f"Legal decks: {', '.join(rules.starters(lang)) or '–'}.")
        raise voice.Refused(told) from None


def _opponent(game: "Game[Any]", name: str | None) -> "MatchOpponent":
    opponents = game.opponents
    if name is None:
        return next(iter(opponents.values()))
    if name.casefold() not in opponents:
        raise no_such("player of the house", name, "Players of the house", opponents)
    return opponents[name.casefold()]


class _Table:
    """The table of a match: the player in each seat, and the cards dealt."""

    def __init__(
        self,
        game: "Game[Any]",
        config: Mapping[str, Any],
        builds: "Mapping[Seat, Any]",
        seed: str | None,
        opponent: "MatchOpponent | None",
        *,
        lang: Lang,
    ) -> None:
        from secrets import token_hex

        from app.engine.matches import dice, record
        from app.engine.matches.course import Match
        from app.engine.matches.game import SEATS

        self.game, self.opponent, self.lang = game, opponent, lang
        self.two = two = opponent is None
        self.seed = seed or token_hex(8)
        root = sha256(self.seed.encode()).digest()
        self.server_seed = dice.server_seed(root, MATCH)
        self.salts = {seat: sha256(root + seat.encode()).digest() for seat in SEATS}
        accounts = ("player A", "player B") if two else ("player", "house")
        seats = dict(zip(SEATS, accounts, strict=True))
        self.names = {
            seat: words.to(lang)
            for seat, words in zip(
                SEATS, (_YOU, opponent.name) if opponent else _PLAYERS, strict=True
            )
        }
        self.head = record.head(
            game,
            MATCH,
            config=config,
            seats=seats,
            commit=dice.commit(self.server_seed),
            build_commit={
                seat: dice.build_commit(builds[seat], self.salts[seat]) for seat in SEATS
            },
            nonce={seat: dice.default_nonce(builds[seat], seats[seat]) for seat in SEATS},
        )
        self.match: Match[Any] = Match.begin(game, self.head, builds)
        self.dice: Dice = dice.Dice.of(self.server_seed, self.head)
        self.reader: Seat = "A"
        self.helped = False

    # --- the match ----------------------------------------------------------------------------------

    def play(self) -> Iterator[Mapping[str, Any]]:
        """Play to the end, or until the player stops. Yields every line of the record as it comes."""
        from app.engine.matches.course import ASKING, CourseHouse, advance, note

        self.say(_SEED, seed=self.seed)
        yield self.head
        plans: dict[Seat, CoursePlan] = {
            "A": ASKING,
            "B": CourseHouse(self.opponent) if self.opponent else ASKING,
        }
        typed: dict[str, Action] = {}
        while not self.match.ended:
            step = advance(self.match, plans, self.dice, "live", typed)
            yield from self.taken(step)
            try:
                typed = {each.id: self.ask(each) for each in step.waits}
            except _Left:
                self.say(_GIVEN_UP)
                return
            except _Resigned as gone:
                yield from self.taken(note(self.match, "resign", gone.seat))
        over = self.match.ended
        reason = self.game.reasons[over.reason].to(self.lang)
        scores = ", ".join(f"{self.names[seat]} {score}" for seat, score in over.score.items())
        voice.say(f"{scores} ({reason})")

    def taken(self, step: "Advance[Any]") -> Iterator[Mapping[str, Any]]:
        """The lines of that step, once it was told."""
        from app.engine import plain

        self.match = step.match
        heard = step.heard(None if self.two else "A")
        voice.write(plain(self.game.told(heard, self.names, self.lang)))
        yield from step.lines

    # --- the keyboard -------------------------------------------------------------------------------

    def ask(self, decision: "MatchDecision") -> "Action":
        """What the player at this seat decides."""
        game, state, seat = self.game, self.match.state, decision.seat
        if self.two and seat != self.reader:
            self.reader = seat
            voice.say("\f")
            self.read(_HAND_OVER.to(self.lang).format(name=self.names[seat]) + " ")
        view, options = game.view(state, seat), game.legal(state, decision)
        voice.say("", game.diagram(view, self.names, self.lang), "")
        if not self.helped:
            self.say(_HELP)
            self.helped = True
        if decision.kind in game.composed:
            self.say(_MANY_LINES)
        while True:
            typed = self.orders(decision)
            if typed.startswith(("?", "？")):
                self.list(view, options, typed[1:].strip())
            elif not typed:
                chosen = game.autopilot(view, decision, options)
                self.say(_CHOSEN, order=game.ordered(chosen, view).to(self.lang))
                return chosen
            elif (action := self.understood(typed, decision, view, options)) is not None:
                return action

    def orders(self, decision: "MatchDecision") -> str:
        """A line as it was typed, or several where the decision is made from many."""
        first = self.read(f"{self.names[decision.seat]} > ")
        if decision.kind not in self.game.composed or not first or first.startswith(("?", "？")):
            return first
        lines = "\n".join((first, *iter(lambda: self.read("… "), "")))
        return lines.replace(" / ", "\n")  # as they are listed

    def read(self, prompt: str) -> str:
        """A line from the keyboard. Raises `_Left` at its end."""
        voice.flush()
        try:
            typed = input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            voice.say("")
            raise _Left from None
        if typed.casefold() in _ENDS:
            raise _Left
        return typed

    def list(self, view: Any, options: "Options", word: str) -> None:
        """The legal orders, or those that contain the word."""
        from app.engine.matches.orders.wording import in_language

        written = (
            in_language(self.game.format(each, view), self.game, self.lang).replace("\n", " / ")
            for each in options
        )
        found = [each for each in written if word.casefold() in each.casefold()]
        voice.say(*(f"  {each}" for each in islice(found, MOST_SHOWN)))
        if len(found) > MOST_SHOWN:
            self.say(_MORE, n=len(found) - MOST_SHOWN)
        if not found:
            self.say(_NONE)
        elif not options.complete:
            self.say(_SOME)

    def understood(
        self, typed: str, decision: "MatchDecision", view: Any, options: "Options"
    ) -> "Action | None":
        """The action that the orders come to; None, and what is wrong with them was said."""
        from app.league.practice.practice import StepRefused, action_of

        try:
            action = action_of(typed, self.game, view, decision, options, self.match.turn)
        except StepRefused as refusal:
            voice.say(*(words.to(self.lang) for words in refusal.problems))
            return None
        if action is None:
            raise _Resigned(decision.seat)
        return action

    def say(self, words: Words, **values: object) -> None:
        """A sentence in the language of the players."""
        voice.say(words.to(self.lang).format(**values))


class _Resigned(Exception):
    def __init__(self, seat: "Seat") -> None:
        self.seat = seat
