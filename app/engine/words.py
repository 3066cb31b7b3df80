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

    def filled(self, **blanks: object) -> "Words":
        """The text with its placeholders filled; `Words` are filled in by language."""
        texts = (
            text.format(
                **{
                    name: each[at] if isinstance(each, Words) else each
                    for name, each in blanks.items()
                }
            )
            for at, text in enumerate(self)
        )
        return Words(*texts)
