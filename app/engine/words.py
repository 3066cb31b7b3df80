"""A text in both languages."""

from typing import Literal, NamedTuple

Lang = Literal["ja", "en"]


class Words(NamedTuple):
    """A text in both languages."""

    ja: str
    en: str

    def to(self, lang: Lang) -> str:
        """The text in that language."""
        return self.ja if lang == "ja" else self.en
