"""What may change from one round of a competition to the next: told before, checked with each submission, told in receipts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from sqlmodel import Session

from app.engine import Build, BuildNotAllowed, Lang, Ruleset
from app.errors import Problem
from app.i18n import N_, translations
from app.league import visibility
from app.league.entries import characters
from app.league.matches.settings import rules_of
from app.store import entries
from app.store.series import rounds
from app.store.tables import Entry, Player, Revision, Round, Season
from app.tournament.blocks import build_of
from app.tournament.growth import Growth, growth

_STAYS: Final = N_("An entry that its player does not change takes part as in the round before.")


def meant(
    session: Session, season: Season, own: Sequence[Entry], player: Player, name: str
) -> Entry | None:
    """The entry of the player's that was left out when the others were carried over, and that a submission of this name brings back.

    None in a season that is no later round, and where it means none of them.
    """
    if rounds.of(session, season) is None:
        return None
    left = [
        (entry, earlier)
        for entry, earlier in rounds.of_player(session, season, player)
        if entry in own and not entries.revisions(session, entry)
    ]
    named = [each for each in left if characters.name_key(each[1].name) == name]
    return next((entry for entry, _ in named or left), None)


def problems(
    session: Session, season: Season, entry: Entry | None, build: Build
) -> Iterator[Problem]:
    """What the round does not allow: an entry that was not in the round before, each change too many, too much added."""
    rule = rounds.of(session, season)
    if rule is None:
        return
    earlier = rounds.played_before(session, entry) if entry else None
    if earlier is None:
        yield Problem("not-in-round-before", season=visibility.title_of(season))
        return
    game = rules_of(session, season)
    before, found = _growth(earlier, build, game)
    slots = game.terms.slots
    if rule.changes is not None and len(found.changed) > rule.changes:
        allowed, changes = str(rule.changes), str(len(found.changed))
        yield Problem("changes-over", allowed=allowed, changes=changes, slots=slots)
        names = {card.id: card.name for card in game.cards}
        for place in found.changed:
            name = names.get(card := before.cards[place - 1])
            called = name or (card, card)
            if game.match:
                yield Problem("changed-one", card=called)
            else:
                yield Problem("changed-place", place=str(place), card=called)
    if rule.added is not None and found.added > rule.added:
        allowed, size = str(len(before.cards) + rule.added), str(len(build.cards))
        yield Problem("added-over", added=str(rule.added), allowed=allowed, size=size, slots=slots)


def within(
    game: Ruleset, added: int | None, changes: int | None, earlier: Iterable[Sequence[str]]
) -> Ruleset:
    """The game as a later round with these bounds is played: it reads what one of these cards of the round before may become."""
    known = [(cards, _copies(cards)) for cards in earlier]
    if added is changes is None or not known:
        return game

    def is_near(cards: Sequence[str]) -> bool:
        own = _copies(cards)
        return any(
            (added is None or len(cards) - len(before) <= added)
            and (
                changes is None
                or (
                    len(before) - len(own & copies) <= changes
                    and len(growth(before, cards).changed) <= changes
                )
            )
            for before, copies in known
        )

    def read(text: str) -> Build:
        build = game.read_build(text)
        if not is_near(cards_of(build, game)):
            raise BuildNotAllowed([], build)
        return build

    return replace(game, read_build=read)


def _copies(cards: Sequence[str]) -> set[tuple[str, int]]:
    """A member for each copy of each card: two sets share at least as many as one build keeps of the other in order."""
    return {(card, cards[:at].count(card)) for at, card in enumerate(cards)}


def rule_of(session: Session, season: Season, lang: Lang) -> list[str]:
    """What players may change in this round, in sentences; empty for a first round, and for other seasons."""
    rule = rounds.of(session, season)
    if rule is None:
        return []
    _ = translations(lang).gettext
    terms = rules_of(session, season).terms.to(lang)
    numbers = {"changes": rule.changes, "added": rule.added}
    return [_(each) % (terms | numbers) for each in (_changes(rule), _added(rule), _STAYS)]


def _changes(rule: Round) -> str:
    if rule.changes is None:
        return N_("The whole build of the round before may be changed.")
    if rule.changes == 0:
        return N_("The %(slots)s of the round before stay. None of them may be changed.")
    return N_(
        "At most %(changes)s of the %(slots)s of the round before may be replaced, moved or left out."
    )


def _added(rule: Round) -> str:
    if rule.added is None:
        return N_("You may add as many %(slots)s as the rules allow.")
    if rule.added == 0:
        return N_("No %(slots)s may be added to those of the round before.")
    return N_(
        "Up to %(added)s %(slots)s may be added to those of the round before, anywhere in the build."
    )


def told(session: Session, season: Season, revision: Revision, lang: Lang) -> str:
    """How far this revision is from the round before, in a sentence; empty where it continues nothing."""
    rule = rounds.of(session, season)
    earlier = rounds.played_before(session, revision.entry) if rule else None
    if rule is None or earlier is None:
        return ""
    _ = translations(lang).gettext
    game = rules_of(session, season)
    build = game.read_build(revision.build)
    _before, found = _growth(earlier, build, game)
    if not found.changed and not found.added:
        return _(N_("The build is that of the round before."))
    none = _(N_("no limit"))
    words = {
        "changed": len(found.changed),
        "changes": none if rule.changes is None else rule.changes,
        "added": found.added,
        "most": none if rule.added is None else rule.added,
        "slots": game.terms.slots.to(lang),
    }
    sentence = N_(
        "Compared with the round before: %(changed)s changed (allowed: %(changes)s), %(slots)s added: %(added)s (allowed: %(most)s)."
    )
    return _(sentence) % words


def _growth(earlier: Revision, build: Build, game: Ruleset) -> tuple[Build, Growth]:
    """The build of the round before, and the changes since."""
    before = Build(cards_before(game, earlier))
    return before, growth(before.cards, cards_of(build, game))


def cards_before(game: Ruleset, earlier: Revision) -> tuple[str, ...]:
    """The cards of a revision of the round before, in the order in which changes are counted."""
    return tuple(cards_of(build_of(game.slug, earlier.rules_version, earlier.build), game))


def cards_of(build: Build, game: Ruleset) -> Sequence[str]:
    """The cards in the order in which changes are counted. If builds become decks, their own order
    means nothing.
    """
    return build.cards if game.match is None else sorted(build.cards)
