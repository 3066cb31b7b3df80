"""A row that must be there once, whoever comes first."""

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, SQLModel


def add_if_new(session: Session, row: SQLModel) -> bool:
    """Add the row; False if one with its key was there, or has been committed meanwhile by somebody else.

    The transaction goes on in either case.
    """
    session.flush()  # what fails here is not about this row
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:
        return False
    return True
