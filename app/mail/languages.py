"""In which language somebody wants to be answered."""

import re

from app.engine import Lang

_JAPANESE = re.compile("[\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uff01-\uff9f]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
_NOT_PROSE = re.compile(r"[a-z]{2,10}://\S*|\S{1,64}@\S*")
_HINT = re.compile(r"\bja\b|2022-jp|shift_?jis|euc-?jp|\+0900\b", re.IGNORECASE)
# A letter says less than a kana or kanji: an English card name has nine of them.
_LETTERS_A_SIGN = 4


def language_of(*texts: str, hint: str = "") -> Lang:
    """The language of the first text that has letters in it, else what the hint (some headers) says.

    Japanese with English labels and cards in it is Japanese; English with cards in one-character
    notation is English.
    """
    for text in texts:
        prose = _NOT_PROSE.sub(" ", text)
        signs, letters = len(_JAPANESE.findall(prose)), len(_LATIN.findall(prose))
        if signs or letters:
            return "ja" if signs * _LETTERS_A_SIGN >= letters else "en"
    return "ja" if _HINT.search(hint) else "en"
