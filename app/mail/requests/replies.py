"""Yes and no, in answer to "Was it you?"."""

import re
import unicodedata
from typing import Final

_LONGEST_ANSWER: Final = 1000
_COURTESY: Final = re.compile(
    r"\W*(hello|hi|hey|good (morning|evening|afternoon)|dear [^\n,]{1,40}|(many )?thanks|thank you( very much)?|(this is|i'm) \w+|\w+ here"
    r"|こんにち[はわ]|こんばん[はわ]|おはようございます|はじめまして|初めまして|(いつも|大変)?お世話(になって(おり|い)ます|になります|様です)"
    r"|お疲れ様です|(ご連絡|ご確認|お返事|返信)?ありがとうございます|[^\s、。,.!]{1,20}(と申します|でございます|です))[、。,.!\s]+",
    re.IGNORECASE,
)
_YES: Final = re.compile(
    r"\W*(は(あ|ー|〜|~)*い|ハ(ー|〜|~)*イ|うん|ええ|yes|yep|yeah|yup|y|ok(ay)?|おk|オーケー|オッケー|sure|of course|absolutely|definitely|certainly|affirmative|aye"
    r"|confirm(ed|ing)?|correct|right|(all|looks|sounds) good|good to go|count me in|i('m| am) in|i (confirm|did|sent|wrote)|it was me"
    r"|(that|this|it)('s| is| was) (me|mine|correct|right|ok(ay)?|fine)"
    r"|そうです|その通り|((送っ|応募し|出し)たのは)?(間違いなく)?(私|わたし|わたくし|僕|ぼく|俺|自分|本人)(です|だ|が(送|応募|出)|で(合|間違い))"
    r"|間違い(あり|ござい)ません|間違いない|まちがいありません|(それで)?(大丈夫|合って(い)?ます|あって(い)?ます|問題(あり|ござい)ません)"
    r"|承認|確認(しました|いたしました|済み?|ok|です)|了解|承知|わかりました|分かりました|(よろしく|宜しく)|お願い|おねがい"
    r"|(参加|出場|参戦|エントリー)(します|いたします|希望)|出ます|👍|🙆|⭕)(?![a-z])",
    re.IGNORECASE,
)
_DECLINE: Final = re.compile(
    r"\W*(sorry\W+)?(no(pe)?(?=\s*([.,!;:–—-]|\n|\Z))|no,?\s+(?=i\b|it\b|this\b|that\b|thank|sorry)|nah\b"
    r"|(no,?\s*)?((it|that|this)\s+)?(was\s+not|was\s?n[’']?t|is\s+not|is\s?n[’']?t)\s+(me|mine|from me|by me|sent by me)\b"
    r"|not\s+(me|mine|from me|by me|sent by me)\b"
    r"|(no,?\s*)?i\s+(did\s+not|did\s?n[’']?t|have\s+not|have\s?n[’']?t|never)\s+(sent|send|enter(ed)?|submit(ted)?|write|wrote|written|do|did|done|sign(ed)?)\b"
    r"|somebody else|someone else|decline[ds]?\b|reject(ed)?\b"
    r"|い+え|いいえ|いえ|ノー(?!ト)|違(います|いました|う|って)|ちが(います|う)|人違い|なりすまし|拒否|却下|知りません|(心当たり|心あたり|こころあたり)"
    r"(が|は|も)?(ない|無い|ありません|ございません)"
    r"|(まったく|全く)?(身に)?(覚え|おぼえ)(が|は|も)?(ない|無い|ありません|ございません)"
    r"|(これは|それは|送ったのは|応募したのは)?(私|わたし|わたくし|僕|ぼく|俺|自分|本人)(で|じゃ)(は)?(ない|無い|ありません|ございません)"
    r"|(私は|僕は|自分は)?(そのような|そんな)?(もの|メール|応募|エントリー|キャラ(クター)?)?(は|を)?(送って|応募して|出して|エントリーして|登録して)(い)?(ません|ない))",
    re.IGNORECASE,
)
_END: Final = re.compile(r"[。.!\n]")
_NO: Final = re.compile(
    r"\?|ません|ない|なく|いいえ|違[いうっ]|ちが[いう]|やめ|止め|取り?消|取り?下げ|辞退|キャンセル|\b(not?|never|nobody|cancel|withdraw|remove|wasn'?t|isn'?t"
    r"|didn'?t|don'?t|haven'?t)\b|n[’']t\b",
    re.IGNORECASE,
)
_NO_DOUBT: Final = re.compile(
    r"(間違い|まちがい|相違|問題)(は|も)?((あり|ござい)ません|ない|なく)|\bno (doubt|problem|worries)\b",
    re.IGNORECASE,
)


def agrees(text: str) -> bool:
    """Whether an answer to "Was it you?" says yes, and not "Yes, but it was not"; an empty one does.

    Before it may stand what politeness wants.
    """
    said = unicodedata.normalize("NFKC", text.strip()[:_LONGEST_ANSWER]).strip()
    if not said:
        return True
    while not _YES.match(said) and (courtesy := _COURTESY.match(said)):
        if _NO.search(courtesy[0]):
            return False
        said = said[courtesy.end() :]
    first = _END.split(said, maxsplit=1)[0]
    return bool(_YES.match(said)) and not _NO.search(_NO_DOUBT.sub("", first))


def declines(text: str) -> bool:
    """Whether an answer to "Was it you?" says no, and nothing that could mean yes. Silence is not a no.

    Before it may stand what politeness wants.
    """
    said = unicodedata.normalize("NFKC", text.strip()[:_LONGEST_ANSWER]).strip()
    while not _DECLINE.match(said) and (courtesy := _COURTESY.match(said)):
        said = said[courtesy.end() :]
    found = _DECLINE.match(said)
    if not found or "?" in _END.split(said, maxsplit=1)[0]:
        return False
    rest = said[found.end() :]
    is_doubtful = _YES.match(rest) and not _NO.search(_NO_DOUBT.sub("", _END.split(rest)[0]))
    return not is_doubtful
