"""What somebody wants who writes to us: said in the first line or in the subject, in Japanese or English."""

import re
import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from app.mail.inbox.message import Mail
from app.mail.labels import label_of
from app.mail.requests.entry_form import EntryForm


class Request(StrEnum):
    """What a mail asks for."""

    ENTER = "enter"
    CHECK = "check"  # whether it could be entered, without entering it
    SHOW = "show"  # my entry
    WITHDRAW = "withdraw"
    FORM = "form"  # to fill in
    HELP = "help"
    RULES = "rules"
    CARDS = "cards"
    STANDINGS = "standings"
    RESULTS = "results"  # my report again
    JAPANESE = "japanese"
    ENGLISH = "english"
    MUTE = "mute"
    UNMUTE = "unmute"
    SPAR = "spar"
    NOTHING = "nothing"  # that we understand


_ENTRY: Final = "((この|私の|自分の|現在の|今の)?(エントリー|応募|登録|参加|参加登録|キャラ(クター)?)(の|を|は)?)"
_LETTERS: Final = "(all|these|the|your|me)*(letters?|e?mails?|mailings?|messages)"
_REQUESTED: Final = "(下さい|ください|ほしい(です)?|欲しい(です)?|(もらえ|いただけ|頂け)(ます|ません)(でしょう)?か)?"
_JAPANESE: Final = "(japanese|日本語|にほんご|ja|jp)"
_ENGLISH: Final = "(english|英語|えいご|en)"
_LANGUAGE: Final = "(language|lang|言語|ことば|言葉)[:=はを]?"

# Compared without blanks, punctuation and politeness, in small half-width letters. The order counts.
_WORDS: Final = [
    (request, re.compile(pattern))
    for request, pattern in {
        Request.UNMUTE: f"unmute|subscribe|resume{_LETTERS}?|startletters|(配信|メール|お知らせ|通知)?(を)?再開"
        "|(ミュート|配信停止)(を|の)?解除|また送って(ください|下さい)?",
        Request.MUTE: f"mute|unsubscribe(me)?|(stop|nomore){_LETTERS}?|(stop|dont|donot)send(ing)?(me)?(any)?(more)?{_LETTERS}"
        "|(remove|take)me(from|off)(your|this)?(mailing)?list|ミュート|(メール(を|は)?)?送らないで"
        "|(配信|メール|メルマガ|お知らせ|通知|案内)(は|を|の)?(停止|解除|不要|いりません|要りません|とめて|止めて|やめて)",
        Request.WITHDRAW: "(withdraw(al)?|cancel(lation)?|retract|remove|delete)(entry|character|it)?|take(entry|character|it)out"
        f"|dropout|quit|{_ENTRY}?(取り?下げ(る)?|辞退|棄権|取り?消し?|とりけし|とりさげ|キャンセル|削除)",
        Request.CHECK: "(check(ing)?|dryrun|validate|try)(entry|build|it|this)?(only)?|test(only)?|doesthiswork|isthis(valid|allowed|legal)"
        f"|(構成|ビルド|内容|この構成|これで(大丈夫|問題ない)か|{_ENTRY})?(の|を)?(チェック|確認|お試し|試し|テスト)(のみ|だけ)?",
        Request.SHOW: "((can|could)you)?(please)?(show|view|see|send)(me)?(my)?(current)?(entry|character|build|it)(please)?|show|view|see|(entry|myentry)?status"
        "|what(did|have)i(send|sent)|(what(s|is)?)?(my|current)+(entry|character|build)|didyou(get|receive)(my)?(entry|mail|character|it)"
        f"|{_ENTRY}?(内容|状況)(の|を)?(確認|照会|表示|見せて)?|{_ENTRY}?(照会|表示|(見せて|送って|教えて){_REQUESTED})"
        f"|(ちゃんと|無事に?)?(メール(は|が)?|{_ENTRY})?(届(い|き)|登録され|受け?付けられ)(てい?|まし)(ます|た)か",
        Request.RULES: "rules?|rulebook|(ゲーム|大会)?(の)?ルール(ブック)?|規則|遊び方",
        Request.CARDS: "((full|complete)?list(of)?)?(all)?(cards?|skills?)(list)?|(what|which)(cards|skills)(arethere|exist|doyouhave)"
        "|(カード|スキル)(の)?(一覧|リスト|表)?|どんな(カード|スキル)が(あり|使え)ますか",
        Request.FORM: "(blank|empty|entry)?(form|template)|((応募|エントリー)(の|用)?)?(フォーム|用紙|テンプレ(ート)?|雛形|ひな形)",
        Request.HELP: "help|info(rmation)?|usage|guide|instructions|how|howdoes(this|it)work"
        "|how(to|do(i|we)|can(i|we))?(enter|write|play|use|join|takepart|participate|signup|register|submit)?(by(e?mail))?"
        "|commands?|ヘルプ|使い方|つかいかた|書き方|かきかた|説明(書)?|(参加|応募|エントリー)(の)?(方法|の?仕方|のしかた)"
        "|((参加|応募|エントリー)(し|を|する|たい|には|に|の|です|が)*)?(どうやって|どうすれば|どうしたら)(いい|良い|よい)?"
        "(参加|応募|エントリー)?(する|できる)?(の|ん)?(です)?か?",
        Request.STANDINGS: "standings?|rankings?|table|leaguetable|leaderboard|(list(of)?)?(players|entrants|participants)(list)?|whois(in|playing)"
        "|順位(表)?|ランキング|成績表|(参加|出場)者(の)?(一覧|リスト|表)?",
        Request.RESULTS: "(battle)?(results?|reports?)(again)?|resend(results?|report)?"
        "|(戦い|対戦|戦績|試合|バトル)?(の)?(結果|報告|レポート|戦績|成績)(報告)?(の|を)?(再送|再送信|もう一度)?|再送(信)?",
        Request.SPAR: "spar|sparring(match|session)?|practi[cs]e(match|battle|fight)?|scrimmage"
        "|スパー(リング)?|模擬戦|練習(試合|戦|対戦)?|手合わせ|腕試し|力試し|組手",
        Request.JAPANESE: f"{_LANGUAGE}{_JAPANESE}|(in)?{_JAPANESE}(で|に|へ)?(変更|切り替え)?",
        Request.ENGLISH: f"{_LANGUAGE}{_ENGLISH}|(in)?{_ENGLISH}(で|に|へ)?(変更|切り替え)?",
        Request.ENTER: "(replace|change|update|edit|modify|correct(ion)?|enter|submit|join|entry|apply)(entry|build|it)?"
        f"|{_ENTRY}?(変更|差し?替え|修正|更新|訂正)|エントリー|応募|参加|登録|(参加|応募)?申し?込み?",
    }.items()
]
_WITH_A_BUILD: Final = frozenset({Request.CHECK, Request.SPAR})
_ABOUT_AN_ENTRY: Final = frozenset({Request.ENTER, Request.CHECK, Request.SHOW, Request.FORM})
_AGAINST_A_BUILD: Final = frozenset({Request.WITHDRAW})
_LONGEST: Final = 80
_MOST_GREETINGS: Final = 4
_LONGEST_ANSWER: Final = 1000

_PREFIXES: Final = re.compile(
    r"\s*((re|fwd?|aw|sv|返信|転送)\s*(\[\d+\])?\s*[:：]|\[[^\]]{0,60}\])\s*", re.IGNORECASE
)
_ANSWER: Final = re.compile(r"\s*(re|aw|sv|返信)\s*(\[\d+\])?\s*[:：]", re.IGNORECASE)
_POLITE: Final = re.compile(
    r"\b(please|pls|thanks?( you)?|thx|hello|hi|dear( all)?|sorry( but)?|unfortunately|just|i( would|'d)? (like|want|wish) to"
    r"|i (have|need|want) to|(could|can|may|would) (you|i|we)( please)?( (have|get|see|write|know|tell (me|us)))?"
    r"|(send|give|show|tell) (me|us)( about)?|send|what('s| is| are)|the|my|an?|current(ly)?|again)\b"
    r"|^\s*(すみません|すいません|申し訳(あり|ござい)ません|恐れ入ります|お手数です|残念です)(が|けど)?[、,。.\s]*|^\s*(今後|もう|やはり|やっぱり|(現在|今)の)[は、,]?"
    r"|、?(を|は|が|の件|について)?(教えて|送って|見せて|知らせて)?"
    r"((を|で|に)?(お願い|おねがい|御願い)(いた|致)?(します|申し上げます)|(して)?(下さい|ください)"
    r"|(を|に)?(希望|依頼)(いた|致)?(します|です)?|(させて)?(いただき|頂き)(ます|たいです)|(し|を)?たい(の)?(です)?が?"
    r"|(が|して)?(ほしい|欲しい)(です)?|(もらえ|いただけ|頂け)(ます|ません)(でしょう)?か|教えて|(は|とは)(?=[?。\s]*$)"
    r"|の件|について|いた(します|しました)|致します|します|です|ます)[。.!！?\s]*$",
    re.IGNORECASE,
)
_GREETING: Final = re.compile(
    r"\s*(hello|hi|hey|dear|good (morning|evening|afternoon)|こんにち[はわ]|こんばん[はわ]|おはよう|はじめまして|初めまして"
    r"|いつも|お世話に|お疲れ|主催者|運営|(this is|my name is|i am|i'm)\b|\S{1,20}(と申します|(です|でございます)[。.!！]?\s*$))",
    re.IGNORECASE,
)
_NOT_SAID: Final = re.compile(r"[\W_]+")

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


def request_of(mail: Mail, form: EntryForm) -> Request:
    """What this mail asks for; `form` is what its text fills in.

    A build is an entry, unless a word beside it says that it shall only be checked or tried. With neither a
    word nor a build, a mail asks for the form if it is empty, and otherwise for nothing that we understand.
    """
    asked = list(_asked(mail, form))
    if form.build_text is not None:
        return next((each for each in asked if each in _WITH_A_BUILD), Request.ENTER)
    if _fills_in(form) and (not asked or asked[0] in _ABOUT_AN_ENTRY):
        return Request.ENTER
    if not asked or asked[0] is Request.ENTER:
        return Request.FORM if _is_empty(mail) or _asked_first(mail.text) else Request.NOTHING
    return Request.SHOW if asked[0] is Request.CHECK else asked[0]


def contradicts(mail: Mail, form: EntryForm) -> bool:
    """Whether it takes back what it sends."""
    return form.build_text is not None and any(
        each in _AGAINST_A_BUILD for each in _asked(mail, form)
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
    """Whether an answer to "Was it you?" says no, and nothing that could mean yes. Nothing is not a no.

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


def said_in(line: str) -> Request | None:
    """What this line asks for, if it asks for anything and says nothing else."""
    if len(line) > _LONGEST:
        return None
    words = unicodedata.normalize("NFKC", line).casefold()
    while (found := _PREFIXES.match(words)) and found.end():
        words = words[found.end() :]
    # As it is, without the polite beginning and end, and without the end of the end: 「再開してください」
    for said in (
        words,
        polite := _POLITE.sub(" ", words.strip()),
        _POLITE.sub(" ", polite.strip()),
    ):
        squeezed = _NOT_SAID.sub("", said)
        for request, pattern in _WORDS:
            if squeezed and pattern.fullmatch(squeezed):
                return request
    return None


def _asked(mail: Mail, form: EntryForm) -> Iterator[Request]:
    """First what the text says, then the subject. That of an answer is not its sender's, if he says anything else."""
    is_ours = bool(mail.text.strip()) and form.build_text is None and _ANSWER.match(mail.subject)
    for request in (_asked_first(mail.text), None if is_ours else _asked_in(mail.subject)):
        if request:
            yield request


def _asked_first(text: str) -> Request | None:
    """What the first line of the text asks for that does more than greet."""
    lines = [line for line in text.split("\n") if line.strip()]
    for line in lines[:_MOST_GREETINGS]:
        request, label = _asked_in(line), label_of(line)
        goes_on = _GREETING.match(line) or (label and label.field == "season")
        if request or not goes_on:
            return request
    return None


def _asked_in(line: str) -> Request | None:
    return None if label_of(line) else said_in(line)


def _fills_in(form: EntryForm) -> bool:
    return bool(form.name or form.lore or form.owner or form.flavour or form.lines or form.labels)


def _is_empty(mail: Mail) -> bool:
    lines = [line for line in mail.text.split("\n") if line.strip()]
    return not lines or (len(lines) == 1 and said_in(lines[0]) is not None)
