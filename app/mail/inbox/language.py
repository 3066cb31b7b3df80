"""The language in which a mail is answered."""

import re

from app.engine import Lang

_JAPANESE = re.compile("[\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uff01-\uff9f]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
_NOT_PROSE = re.compile(r"[a-z]{2,10}://\S*|\S{1,64}@\S*")
_HINT = re.compile(r"\bja\b|2022-jp|shift_?jis|euc-?jp|\+0900\b", re.IGNORECASE)
# A letter says less than a kana or kanji: an English card name has nine of them.
_LETTERS_A_SIGN = 4
_MOST_LETTERS = 11
# The language of so many characters is that of the rest; to look for addresses takes 64 steps for each of them.
_MOST_READ = 32 * 1024


def language_of(*texts: str, hint: str = "") -> Lang:
    """The language of the first text that has letters in it, else that of the hint (some headers).

    Japanese with English labels and cards in it is Japanese; English with cards in one-character
    notation is English. An OK is of no language, where anything else says one.
    """
    found: Lang | None = None
    for text in texts:
        signs, letters = _counted(text)
        if signs or letters:
            found = "ja" if signs * _LETTERS_A_SIGN >= letters else "en"
            if not _is_brief(signs, letters):
                return found
    return found or ("ja" if _HINT.search(hint) else "en")


def is_brief(text: str) -> bool:
    """Whether it is too short to be of any language: a word that people of all languages know."""
    return _is_brief(*_counted(text))


def _is_brief(signs: int, letters: int) -> bool:
    return not signs and letters <= _MOST_LETTERS


def _counted(text: str) -> tuple[int, int]:
    """How many kana and kanji it has, and how many letters."""
    prose = text[:_MOST_READ]
    # To look for addresses takes far longer than to see that there are none.
    if "@" in prose or "://" in prose:
        prose = _NOT_PROSE.sub(" ", prose)
    return len(_JAPANESE.findall(prose)), len(_LATIN.findall(prose))
