"""The table of cups: series of seasons."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from app.engine import Lang
from app.store.tables.columns import moment


class Cup(SQLModel, table=True):
    """A series of seasons, its editions."""

    slug: str = Field(primary_key=True, max_length=64)
    title_ja: str = Field(max_length=200)
    title_en: str = Field(max_length=200)
    created_at: datetime = moment()

    def title(self, lang: Lang) -> str:
        """Its title in this language."""
        return self.title_ja if lang == "ja" else self.title_en
