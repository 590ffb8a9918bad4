"""Blank out what a letter repeats of the letter it answers, in one pass over its lines.

Lines are blanked and never removed, so a finding's line number is that of the letter as sent.
What is quoted with ``>`` goes line by line, so that orders above, below and between survive. What
a program repeats without ``>``, under a separator or a block of header lines, reaches to the end.
"""

import re

LONGEST = 400  # of a line that may be an attribution; orders are no longer than that either
_ATTRIBUTION_LINES = 4

_QUOTED = re.compile(r"\s{0,40}[>＞]")
_DEVICE = r"(?:i?phone|ipad|android|outlook|samsung|galaxy|huawei|xiaomi|yahoo|proton|gmx|mobil)"
_ORNAMENT = re.compile(
    r"\s*(?:[-_=*~]{5,}|sent from my .*|get outlook for .*|von meinem .* gesendet|.*から送信"
    r"|(?:发自|發自|[从從]我的).{0,40}"
    r"|-{5}BEGIN PGP SIGNED MESSAGE-{5}|Hash: SHA[\d, SHA]{1,30}"
    r"|(?:sent (?:from|with|via)|envoyé|enviado|enviada|inviato|verzonden|verstuurd|skickat|sendt"
    r"|wysłan[eo]|gesendet|lähetetty|odesláno|отправлено)"
    rf"\b.{{0,60}}{_DEVICE}.{{0,80}})\s*",
    re.IGNORECASE,
)
_SIGNATURE = re.compile(r"-{5}BEGIN PGP SIGNATURE-{5}\s*")
_SEPARATOR = re.compile(
    r"\s*[-_=*]{3,}\s*(?:original message|forwarded message|reply message"
    r"|ursprüngliche nachricht|originalnachricht|original-nachricht|weitergeleitete nachricht"
    r"|message (?:d'origine|original|transféré)|mensaje (?:original|reenviado)"
    r"|messaggio (?:originale|inoltrato)|mensagem (?:original|encaminhada)"
    r"|oorspronkelijk bericht|doorgestuurd bericht|ursprungligt meddelande"
    r"|vidarebefordrat meddelande|oprindelig meddelelse|videresendt meddelelse"
    r"|opprinnelig melding|videresendt melding|alkuperäinen viesti|välitetty viesti"
    r"|(?:wiadomość oryginalna|oryginalna wiadomość)|wiadomość przekazana|původní zpráva"
    r"|přeposlaná zpráva|eredeti üzenet|továbbított üzenet|orijinal mesaj|özgün ileti"
    r"|исходное сообщение|пересылаемое сообщение|пересланное сообщение|вихідне повідомлення"
    r"|原始邮件|原始郵件|转发邮件|轉寄郵件|邮件原件|원본 메일|원본 메시지|전달된 메시지"
    r"|元のメッセージ|元のメール|転送メッセージ|original ?メッセージ)\b[^\w]{0,80}",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"\s*(?:on|am|le|el|il|op|den|på|em|dnia)\s|\s*\d{4}(?:年|[-/.]\d{1,2}[-/.])", re.IGNORECASE
)
_CLOSES = re.compile(
    r"(?:wrote|writes|(?:schrieb(?:en)?|schreef|skrev)(?: .{1,200})?|a écrit|escribió|ha scritto"
    r"|escreveu|va escriure|napisał(?:a|\(a\))?|napsal(?:a|\(a\))?|kirjoitti(?: .{1,200})?|ezt írta"
    r"|írta|a scris|pisze|yazdı|έγραψε|пишет|написала?|написал\(а\)|写道|寫道|작성|さんは書きました"
    r"|のメール|[>＞])"
    r"\s*[:：]\s*$",
    re.IGNORECASE,
)
_COLON = re.compile(r"[:：]$")
_ADDRESS = re.compile(r"[^\s<>()@]{1,64}@[^\s<>()@]{1,189}")
_DATE = re.compile(
    r"(?<!\d)(?:\d{4}(?!\d)|\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2}(?!\d)|\d{4}\s?[年년])(?![@\w]*@)"
)
_CLOCK = re.compile(r"(?<!\d)\d{1,2}[:.h]\d{2}(?!\d)")
_DIRECTIONS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_FIRST_FIELDS = (
    "from|von|de|da|van|från|fra|lähettäjä|od|от|від|feladó|kimden|expéditeur|remitente|mittente"
    "|差出人|送信者|发件人|發件人|寄件者|보낸 사람|보낸사람|από"
)
_OTHER_FIELDS = (
    "sent|date|to|cc|subject|reply-to|gesendet|datum|an|betreff|envoyé|à|objet|enviado(?: el)?"
    "|fecha|para|asunto|inviato|data|a|oggetto|enviada(?: em)?|enviado em|assunto|verzonden|aan"
    "|onderwerp|skickat|till|ämne|sendt|til|emne|dato|kopi|kopia|lähetetty|vastaanottaja|aihe"
    "|päivämäärä|wysłano|do|temat|dw|odesláno|komu|předmět|отправлено|дата|кому|копия|тема"
    "|відправлено|küldve|elküldve|címzett|tárgy|gönderilme(?: tarihi)?|tarih|kime|konu|bilgi"
    "|送信日時|日時|日付|宛先|件名|发送时间|日期|收件人|抄送|主题|發送時間|傳送日期|收件者|主旨"
    "|보낸 날짜|날짜|받는 ?사람|참조|제목|στάλθηκε|ημερομηνία|προς|θέμα"
)
_FIELD = re.compile(
    rf"\s*\*?(?:(?P<first>{_FIRST_FIELDS})|{_OTHER_FIELDS})\s?\*?\s?[:：]\*?\s*\S",
    re.IGNORECASE,
)


def without_quotes(text: str) -> tuple[str, str]:
    """Return the text with what is quoted blanked, and a note on what was cut (``""`` if nothing).

    Work is linear in the text: a fixed number of looks at each line, each line cut to a length.
    """
    lines = text.splitlines()
    kept: list[str] = []
    number = 0
    while number < len(lines):
        line = lines[number]
        if _SIGNATURE.fullmatch(line):
            return "\n".join(kept), ""
        if _QUOTED.match(line) or _ORNAMENT.fullmatch(line[:LONGEST]):
            kept.append("")
            number += 1
            continue
        height = _heading(lines, number)
        if height and not _goes_on_quoted(lines, number + height):
            cut = sum(1 for line in lines[number + height :] if line.strip())
            some, were = ("1 line", "was") if cut == 1 else (f"{cut} lines", "were")
            note = f"{some} below “{line.strip()[:60]}” {were} taken as quoted and not read"
            return "\n".join(kept), note if cut else ""
        kept += [""] * height if height else [line]
        number += height or 1
    return "\n".join(kept), ""


def quotes(text: str, own: str) -> str:
    """Return the lines of a text that are blank in what ``without_quotes`` made of it."""
    kept = own.split("\n")
    lines = enumerate(text.splitlines())
    return "\n".join(line for at, line in lines if at >= len(kept) or not kept[at])


def part_quotes(quoted: str) -> tuple[str, str]:
    """Part quoted lines into those that are marked with ``>`` and the others."""
    marked: list[str] = []
    others: list[str] = []
    for line in quoted.splitlines():
        (marked if _QUOTED.match(line) else others).append(line)
    return "\n".join(marked), "\n".join(others)


def _heading(lines: list[str], start: int) -> int:
    """Return how many lines from here introduce what is quoted: 0 if these do not."""
    line = lines[start]
    if not line or len(line) > LONGEST or line.isspace():
        return 0
    if _SEPARATOR.fullmatch(line):
        following = start + 1
        while following < min(start + 3, len(lines)) and not lines[following].strip():
            following += 1
        return following - start + _fields(lines, following)
    if (":" in line or "：" in line) and (field := _FIELD.match(line)):
        count = _fields(lines, start)
        return count if count >= 3 and field["first"] else 0
    if _OPENS.match(line) and (height := _attribution(lines, start)):
        return height
    if _CLOSES.search(line) and _goes_on_quoted(lines, start + 1):
        return 1
    return _dated_attribution(lines, start)


def _fields(lines: list[str], start: int) -> int:
    count = 0
    while start + count < len(lines) and count < 8 and _FIELD.match(lines[start + count][:LONGEST]):
        count += 1
    return count


def _attribution(lines: list[str], start: int) -> int:
    for height in range(1, min(_ATTRIBUTION_LINES, len(lines) - start) + 1):
        line = lines[start + height - 1]
        if not line.strip() or len(line) > LONGEST:
            return 0
        if _CLOSES.search(line):
            return height
    return 0


def _dated_attribution(lines: list[str], start: int) -> int:
    """Return the height of an attribution that is known by what it holds, in whatever language: a
    date and a time, a mail address or the word for writing, and a colon at its end."""
    text = ""
    for height, line in enumerate(lines[start : start + _ATTRIBUTION_LINES - 1], 1):
        if not line.strip() or len(line) > LONGEST:
            return 0
        text += _DIRECTIONS.sub("", line).rstrip()
        if height == 1 and not (_DATE.search(text) or _ADDRESS.search(text)):
            return 0
        wrote = _COLON.search(text) and (_ADDRESS.search(text) or _CLOSES.search(text))
        if wrote and _DATE.search(text) and _CLOCK.search(text):
            return height
    return 0


def _goes_on_quoted(lines: list[str], start: int) -> bool:
    """Say whether the next lines with words are quoted with ``>``, and so show where they end."""
    for line in lines[start : start + 4]:
        if line.strip():
            return bool(_QUOTED.match(line))
    return False
