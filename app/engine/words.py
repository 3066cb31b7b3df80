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
        """The same with these in its blanks, each that is `Words` in the language of the text."""
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
