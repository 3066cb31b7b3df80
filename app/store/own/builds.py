"""Builds that players keep."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from app.store.tables import OwnBuild, Player


def of_player(session: Session, player: Player) -> Sequence[OwnBuild]:
    """Those of this player, game by game, by their names."""
    question = select(OwnBuild).where(OwnBuild.player_id == player.id)
    return session.exec(question.order_by(col(OwnBuild.game), col(OwnBuild.name_key))).all()


def called(session: Session, player: Player, game: str, name_key: str) -> list[OwnBuild]:
    """Those of this player under this name: one of this game, or one of each where none is named."""
    found = of_player(session, player)
    return [each for each in found if each.name_key == name_key and game in ("", each.game)]


def at_page(session: Session, page: str) -> OwnBuild | None:
    """The one that this address shows."""
    return session.exec(select(OwnBuild).where(OwnBuild.page == page)).first()
