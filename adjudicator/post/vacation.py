"""Letters that a program writes while its owner is away: by what they show themselves."""

import re

from adjudicator.post.headers import Head, words

_FIELDS = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-mail-autoreply")
_PREFIX = r"\A(?:\s*(?:re|aw|sv|antw|fwd?|wg)\s?[:：]|\s*\[[^\]]{0,80}\])*\s*"
_SUBJECTS = re.compile(
    _PREFIX + r"(?:auto(?:matic|mated|matische?)?[ -]?(?:reply|response|re\b|antwort|antwoord)"
    r"|auto:|autosvar|automatisk[ta]? svar|automaattinen vastaus|autoodpowied|odpowiedź automat"
    r"|out[ -]of[ -](?:the[ -])?office|ooo:|(?:on )?vacation(?: reply|:)|away from (?:my|the) "
    r"|(?:i am |i'm |currently )(?:on (?:vacation|holiday|leave)|away|out of)"
    r"|abwesend|abwesenheits|urlaubs|außer haus|nicht im büro"
    r"|réponse automatique|absen(?:t|ce) d[ue]|message d.absence|en vacances"
    r"|respuesta automática|fuera de (?:la )?oficina|ausente"
    r"|risposta automatica|fuori (?:sede|ufficio)|resposta automática|ausência|fora do escritório"
    r"|afwezig|frånvaro|fravær|poissa|nieobecno|автоответ|自動(?:返信|応答)|不在|自动(?:回复|答复)"
    r"|부재)",
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
