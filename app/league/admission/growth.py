"""What may change from one round of a competition to the next: told before, checked with each submission, told in receipts."""

from collections.abc import Iterator, Sequence
from typing import Final

from sqlmodel import Session

from app.engine import Build, Lang, Ruleset
from app.errors import Problem
from app.games import ruleset
from app.i18n import N_, translations
from app.league import characters, visibility
from app.store import entries
from app.store.series import rounds
from app.store.tables import Entry, Player, Revision, Round, Season
from app.tournament.growth import Growth, growth

_STAYS: Final = N_(
    "An entry that its player does not change takes part as it was in the round before."
)


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
        yield Problem("not-in-round-before", words=visibility.title_of(season))
        return
    game = ruleset(season.game, season.rules_version)
    before, found = _growth(season, earlier, build, game)
    slots = (game.terms.slots.ja, game.terms.slots.en)
    if rule.changes is not None and len(found.changed) > rule.changes:
        counts = (str(rule.changes), str(len(found.changed)))
        yield Problem("changes-over", words=(*counts, *slots))
        names = {card.id: card.name for card in game.cards}
        for place in found.changed:
            name = names.get(card := before.cards[place - 1])
            called = (name.ja, name.en) if name else (card, card)
            if game.match:
                yield Problem("changed-one", words=called)
            else:
                yield Problem("changed-place", words=(str(place), *called))
    if rule.added is not None and found.added > rule.added:
        most = len(before.cards) + rule.added
        sizes = (str(rule.added), str(most), str(len(build.cards)))
        yield Problem("added-over", words=(*sizes, *slots))


def rule_of(session: Session, season: Season, lang: Lang) -> list[str]:
    """What players may change in this round, in sentences; empty for a season of its own, and for a first round."""
    rule = rounds.of(session, season)
    if rule is None:
        return []
    _ = translations(lang).gettext
    terms = ruleset(season.game, season.rules_version).terms.to(lang)
    numbers = {"changes": rule.changes, "added": rule.added}
    return [_(each) % (terms | numbers) for each in (_changes(rule), _added(rule), _STAYS)]


def _changes(rule: Round) -> str:
    if rule.changes is None:
        return N_("All of the build of the round before may be changed.")
    if rule.changes == 0:
        return N_("The build of the round before stays: none of its %(slots)s may be changed.")
    return N_(
        "Of the %(slots)s of the round before at most %(changes)s may be replaced, moved or left out."
    )


def _added(rule: Round) -> str:
    if rule.added is None:
        return N_("As many %(slots)s may be added as the rules allow.")
    if rule.added == 0:
        return N_("A build may not have more %(slots)s than in the round before.")
    return N_("Up to %(added)s %(slots)s may be added to those of the round before, in any place.")


def told(session: Session, season: Season, revision: Revision, lang: Lang) -> str:
    """How far this revision is from the round before, in a sentence; empty where it continues nothing."""
    rule = rounds.of(session, season)
    earlier = rounds.played_before(session, revision.entry) if rule else None
    if rule is None or earlier is None:
        return ""
    _ = translations(lang).gettext
    game = ruleset(season.game, season.rules_version)
    build = game.read_build(revision.build)
    _before, found = _growth(season, earlier, build, game)
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
        "Against the round before: %(changed)s changed (allowed: %(changes)s), %(slots)s more: %(added)s (allowed: %(most)s)."
    )
    return _(sentence) % words


def _growth(season: Season, earlier: Revision, build: Build, game: Ruleset) -> tuple[Build, Growth]:
    """The build of the round before, and what has become of it."""
    before = ruleset(season.game, earlier.rules_version).read_build(earlier.build)
    before = Build(tuple(cards_of(before, game)))
    return before, growth(before.cards, cards_of(build, game))


def cards_of(build: Build, game: Ruleset) -> Sequence[str]:
    """Its cards in the order in which changes are counted: where a game makes decks of builds, their order says nothing."""
    return build.cards if game.match is None else sorted(build.cards)
