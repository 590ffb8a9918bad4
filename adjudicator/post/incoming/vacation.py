"""Letters that a program writes while its owner is away: by what they show themselves."""

import re

from adjudicator.post.incoming.headers import Head, words

_FIELDS = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-mail-autoreply")
_PREFIX = r"\A(?:\s*(?:re|aw|sv|antw|fwd?|wg)\s?[:：]|\s*\[[^\]]{0,80}\])*\s*"
_AUTOMATIC = (
    r"(?:auto(?:mat\w*|maat\w*|màtic\w*|mātisk\w*)?|автомат\w*|avtomat\w*|otomatik|otomatis|αυτόματ\w*"
    r"|samodejn\w*|tự động|อัตโนมัติ|אוטומטית?|تلقائي|자동|自動|自动)"
)
_ANSWER = (
    r"(?:re\b|repl(?:y|ies)|response|antwort|antwoord|svar|vastau?s|réponse|respuesta|risposta|resposta"
    r"|odpověď|odpoveď|odpowied\w*|odgovor|válasz|răspuns|yanıt|cevap|ответ|відповідь|отговор"
    r"|απάντηση|atbilde|atsakymas|balasan|jawaban|trả lời|ตอบกลับ|회신|응답|답장|תשובה|رد|返信|応答"
    r"|回[复覆]|答[复覆])"
)
_SUBJECTS = re.compile(
    _PREFIX + rf"(?:{_AUTOMATIC}[ -]?{_ANSWER}|automaatvastus|{_ANSWER} ?{_AUTOMATIC}|auto:"
    r"|out[ -]of[ -](?:the[ -])?office|ooo:|(?:on )?vacation(?: reply|:)|away from (?:my|the) "
    r"|(?:i am |i'm |currently )(?:on (?:vacation|holiday|leave)|away|out of)"
    r"|abwesend|abwesenheit|urlaubs|außer haus|nicht im büro"
    r"|absen(?:t|ce) d[ue]|message d.absence|en vacances"
    r"|fuera de (?:la )?oficina|ausente"
    r"|fuori (?:sede|ufficio)|ausência|fora do escritório"
    r"|afwezig|frånvar|fravær|poissa|nieobecno|автоответ|不在|부재)",
    re.IGNORECASE,
)


def vacation_field(head: Head) -> str:
    """Name the header field by which a program says that it answers for its owner; or ``""``."""
    for name in _FIELDS:
        if any(value.strip().casefold() != "no" for value in head.get(name, [])):
            return name
    replies = any("auto_reply" in value.casefold() for value in head.get("precedence", []))
    return "precedence" if replies else ""


def seems_vacation(head: Head) -> bool:
    """Say whether a letter looks like one, by signs that letters of persons may have too."""
    if "x-auto-response-suppress" in head:
        return True
    return bool(_SUBJECTS.match(words(head.one("subject"))))
