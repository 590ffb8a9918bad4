"""What letters of a few paragraphs can say, and notes: facts, and what else each of them may be."""

from difflib import unified_diff
from typing import Any, NamedTuple

from letters_variants import known
from letters_written import SETTING

from adjudicator import reports
from adjudicator.reports import Setting
from adjudicator.reports.text import Text

PUBLIC = known(seat="", player="", token="")
ELSEWHERE = known(seat="Takeda")
UNREACHED = known(address="")


class Case(NamedTuple):
    """A letter or a note, its facts, and other values of some facts, each for itself."""

    facts: dict[str, Any]
    others: dict[str, tuple[Any, ...]]
    setting: Setting | None = None


def case(facts, setting=None, **others):
    return Case(facts, others, setting)


def in_setting(facts, **others):
    return Case(facts, others, SETTING)


DUE = "Tue 24 Nov 2026 20:00 GMT"
PHASE = {"phase": "2 plan", "phase_title": "Plans"}
ASKED = {"campaign": "sekigahara", "title": "Ikusa", "code": "abcd", "unread": 0}
CARED = {"holder": "Mori", "who": "Bo", "own": "Ueda", "until": "noon"}
PROPOSAL = {
    "number": 3,
    "what": "draw",
    "winners": ["Oda"],
    "needed": 2,
    "voters": 3,
    "ends": DUE,
    "withdrawn": False,
}
OPEN = {"phase": "2 plan", "campaign": "sekigahara", "unread": (), "seated": True}
AWAY = {"holder": "Mori", "first": "3 May", "last": "3 May"}
LONGER = {**AWAY, "last": "5 May"}
LEAVE = {**LONGER, "left": 1, "most": 9}
CHESS = {"title": "Chess", "commitment": "ab" * 32, "players": ["White (free)"], "word": ""}
CHESS |= {"random": True, "source": "", "gather": 0, "roll_call": False, "reveals": True}
CHESS |= {"rule": "mon, thu 20:00", "zone": "Europe/Rome", "options": [("quick", True, "Short.")]}
GAME = {
    "name": "judo",
    "title": "Ikusa",
    "over": False,
    "phase": "begins soon",
    "free": ["Oda", "Mori"],
}
FULL = {**GAME, "free": []}
PRESS = {"writer": "the player of Oda", "to": ["Mori"], "broadcast": False, "lines": ["Peace?"]}
PIECE = {"diary": False, "to": ["Mori"], "signed": True, "lines": ["Peace?"]}
DIARY = {**PIECE, "diary": True}
RECORD = {"asked": 2, "missed": 1, "kept": 50, "games": 1, "others": 1, "ended": 0, "left": 0}
RECORD |= {"taken_over": 0, "most": 9, "address": "a@b.org", "told": "", "attached": "", "key": "k"}
FAILURE = {"what": "a letter", "tries": 1, "why": "No."}
FINDING = {"line": 2, "read": "atack", "message": "What is it?", "fix": "attack Omi"}
BATTLE = {"battle": "Omi", "won": "40 %"}
HAPPENED = {"subject": "2 war", "text": "A battle."}
WANTED = {"phase": "3 plan", "phase_title": "Plans", "ends": DUE, "address": "j@b.org"}
WANTED |= {"holder": "Oda", "token": "abcd"}
HAPPENINGS = {"name": "judo", "letters": [HAPPENED], "wanted": [WANTED]}
QUIET = {
    **HAPPENINGS,
    "letters": [],
    "wanted": [{**WANTED, "ends": "", "address": "", "token": ""}],
}
STATUS = {"phase": "War", "over": False, "why": "", "ends": DUE, "paused": False, "seated": False}
STATUS |= {"orders": 1, "ready": None, "suspended": False, "unread": ()}
STATUS |= dict.fromkeys(("awaited", "away", "cared", "bank", "votes", "free"), ())

LETTERS = {
    "absence": in_setting(
        {**PHASE, **LONGER, "moved": False, "ends": DUE},
        first=("5 May",), moved=(True,),
    ),
    "absence of the reader": in_setting(
        {**PHASE, **LEAVE, "holder": "Oda", "moved": True, "ends": DUE}, first=("5 May",), left=(2,),
    ),
    "address-asked": in_setting({"holder": "Oda", "address": "a@b.org", "old": ""}, old=("c@d.org",)),
    "board": case({**OPEN, "whole": True, "told": True}, whole=(False,)),
    "board of a part": case({**OPEN, "whole": False, "told": True}, told=(False,)),
    "call-off": in_setting({**PHASE, "waits": ["Oda"], "ends": DUE}, waits=(["Oda", "Mori"],), ends=("",)),
    "called-off": in_setting({"campaign": "judo", "free": ["Oda", "Mori"], "like": ""}, like=("aikido",)),
    "caretaker-asked": case(
        {**ASKED, "holder": "Oda", "asker": "master", "until": "noon"}, asker=("player",),
    ),
    "caretaker-begins": in_setting(
        {**PHASE, "holder": "Mori", "until": "noon", "regent": "", "ends": DUE},
        regent=("steady",), ends=("",),
    ),
    "caretaker-now": case(
        {**OPEN, "asked": "", "ended": False, "holder": "Oda", "until": "noon", "cared": []},
        asked=("Bo",), ended=(True,),
        cared=([CARED], [{**CARED, "who": ""}], [{**CARED, "who": "", "own": ""}]),
    ),
    "caretaker": in_setting(
        {**CARED, "what": "begins"},
        own=("",), who=("",),
        what=("time", "player", "master", "caretaker", "regent", "hands", "rules"),
    ),
    "caretaker of whom no name is told": in_setting({**CARED, "who": "", "own": "", "what": "begins"}),
    "caretaker who is the reader": in_setting({**CARED, "what": "time", "own_care": True}),
    "caretaker, to who is no more": in_setting({**CARED, "what": "time", "own_care": False}),
    "changes": case(
        {**OPEN, "phases": ["1 war"], "asked": False, "is_new": True, "told": True, "changed": []},
        phases=([], ["1 war", "2 plan"]), asked=(True,), is_new=(False,), told=(False,),
        changed=(
            [{"new": "Oda", "old": "Mori", "places": ["Kai", "Ise"]}],
            [{"new": "Oda", "old": "", "places": ["Kai"]}],
            [{"new": "", "old": "Mori", "places": ["Kai"]}],
        ),
    ),
    "closed": in_setting(
        {"phase": "2 plan", "begun": True, "words": ["Oda: heron"], "source": "lotto", "promise": "ab"},
        begun=(False,),
    ),
    "closed before the deal": in_setting(
        {"phase": "", "begun": False, "words": ["Oda: heron", "Mori: frog"], "source": "lotto", "promise": "ab"},
        words=([],),
    ),
    "commitment": in_setting(
        CHESS,
        random=(False,), word=("a heron",), players=(["White: Ann", "Black (free)"],), rule=("none",), options=([],),
        reveals=(False,), gather=(1, 24), roll_call=(True,), source=("lotto",),
    ),
    "commitment where who sends no word loses his seat": in_setting(
        {**CHESS, "roll_call": True, "gather": 1, "random": False}, gather=(24,), word=("a heron",),
    ),
    "commitment, to who orders by files": case(CHESS, UNREACHED),
    "commitment, to those who watch": case(CHESS, PUBLIC),
    "confirm-again": case(
        {**ASKED, "asks": "undo", "own": "heron", "holder": "Oda", "address": "1 war"},
        asks=("rollback", "care", "address", "join", "takeover", "observe", "unobserve"),
    ),
    "confirm-again of any seat": case(
        {**ASKED, "asks": "takeover", "own": "heron", "holder": "", "address": ""},
    ),
    "confirm-rollback": case(
        {**ASKED, "phase": "2 plan", "undone": ["2 plan"]}, undone=(["2 plan", "2 war"],),
    ),
    "confirm": case(
        {**ASKED, "asks": "join", "holder": "Oda", "phase": "", "commitment": "ab"},
        asks=("takeover", "observe", "unobserve", "wait"), phase=("1 war",), unread=(1, 2),
    ),
    "confirm a seat under way": case(
        {**ASKED, "asks": "takeover", "holder": "Oda", "phase": "1 war", "commitment": "ab"},
    ),
    "confirmed": case(
        {"done": "waits", "campaign": "judo", "holder": "Oda", "address": "1 war"},
        done=(
            "observes", "left", "half", "address", "late", "again", "gone", "agreed", "moved-on",
            "unwanted", "no",
        ),
    ),
    "confirmed of any seat": case({"done": "gone", "campaign": "judo", "holder": "", "address": ""}),
    "corrected": in_setting(
        {**PHASE, "why": "a slip", "lines": ["Kai: Oda"], "ends": DUE}, lines=([],), ends=("",),
    ),
    "corrected, to all": case({**PHASE, "why": "a slip!", "lines": [], "ends": ""}, PUBLIC),
    "deadline": in_setting(
        {**PHASE, "ends": DUE, "before": "", "why": "", "late": ["Oda"], "grace": ""},
        ends=("",), before=("dawn",), why=("bank", "hurry", "outage", "jump", "jump back"), grace=("dusk",),
    ),
    "deadline, as two are late": in_setting(
        {**PHASE, "ends": DUE, "before": "", "why": "bank", "late": ["Oda", "Mori"], "grace": ""},
    ),
    "deadline that there is no more": in_setting(
        {**PHASE, "ends": "", "before": "dawn", "why": "", "late": [], "grace": ""},
    ),
    "decision": in_setting(
        {**PROPOSAL, "outcome": "carried", "own": "", "why": "All want it.", "for_it": ["Oda"], "against": [], "secret": True},
        what=("concession",), winners=(["Oda", "Mori"],), outcome=("rejected", "lapsed", "withdrawn"), secret=(False,),
    ),
    "decision of an open vote": in_setting(
        {**PROPOSAL, "outcome": "lapsed", "own": "no", "why": "", "for_it": [], "against": ["Oda"], "secret": False},
        outcome=("withdrawn",),
    ),
    "diary": case({"entries": [{"phase": "1 war", "lines": ["Beware."]}], "campaign": "judo"}, entries=([],)),
    "digest": case(
        {"games": [HAPPENINGS], "zone": "UTC"},
        games=([QUIET], [HAPPENINGS, {**QUIET, "name": "kendo"}], [QUIET] * 4),
    ),
    "done": case({"text": "It is done.", "unread": (), "campaign": "judo"}, unread=(["Gus"], ["no, 3 days"] * 7)),
    "ended": in_setting({**PHASE, "why": "enough", "begun": True}, begun=(False,), why=("Enough!",)),
    "fills": in_setting({"campaign": "judo", "by": DUE, "free": ["Oda"]}, free=(["Oda", "Mori"],)),
    "fills where nobody joins by mail": case({"campaign": "judo", "by": DUE, "free": ["Oda"]}, UNREACHED),
    "handed-over": in_setting(
        {"holder": "Mori", "regent": "", "new_player": "Bo", "record": "", "gone": False,
         "plays_on": False},
        regent=("steady",), new_player=("",), record=("Kept all.",), gone=(True,),
    ),
    "handed-over, to who had it": in_setting(
        {"holder": "Mori", "regent": "", "new_player": "", "record": "", "gone": True,
         "plays_on": False},
        regent=("steady",), plays_on=(True,),
    ),
    "help": case(
        {**OPEN, "requests": [("help [TOPIC]", "what can be asked " * 6), ("press to <NAME>", "a letter")], "master": False, "listed": 1}, master=(True,), listed=(0,),
    ),
    "help-topic": case(
        {**OPEN, "topic": "attack", "requests": [("help", "this")], "listed": 0, "entries": [[["attack Kai", "an attack"]]]},
        listed=(1,), requests=([],), entries=([],),
    ),
    "history": case(
        {**OPEN, "request": "history", "before": 0, "phases": [{"phase": "1 war", "at": DUE, "missing": []}]},
        unread=(["hide 3"], ["hide 3"] * 7), before=(1, 2), phases=([], [{"phase": "1 war", "at": DUE, "missing": ["Oda", "Mori"]}]),
    ),
    "introduction": case({"games": [GAME]}, games=([FULL], [])),
    "invitation": case(
        {**ASKED, "player": "Bo", "instead": "", "players": ["Oda (free)"], "random": True, "commitment": "ab", "begun": False},
        begun=(True,), player=("",), instead=("kendo",), random=(False,),
    ),
    "joined": in_setting({"holder": "Mori", "new_player": "Bo", "record": "Kept all."}, new_player=("",)),
    "late-seats": case(
        {**OPEN, "over": False, "paused": False, "silent": ["Oda", "Mori"], "phase": "War", "ends": DUE, "awaited": [("plan", ["Oda", "Mori"])], "late": True, "held": False, "grace": ""},
        over=(True,), paused=(True,), silent=([],), held=(True,), grace=("dusk",), awaited=([],),
    ),
    "late-seats, where nobody is": case(
        {**OPEN, "over": False, "paused": False, "silent": [], "phase": "War", "ends": DUE, "awaited": [], "late": False, "held": False, "grace": ""},
        ends=("",), late=(True,), over=(True,),
    ),
    "leave": case({**OPEN, "away": [AWAY], "left": 1, "most": 9}, away=([], [LONGER]), left=(2,), most=(0,)),
    "letters": case({**OPEN, "mode": "daily", "hour": 7, "zone": "Asia/Tokyo"}, mode=("mine", "all")),
    "list": case({**OPEN, "games": [GAME]}, games=([FULL], [])),
    "luck": case(
        {**OPEN, "what": "hits", "thrown": True, "over": True}, what=("",), thrown=(False,), over=(False,),
    ),
    "map": case({**OPEN, "anew": []}, anew=(["two are other", "one is not there"],)),
    "new-address": case({**ASKED, "asker": "a@b.org", "holder": "Oda", "address": "c@d.org", "new": True}, new=(False,)),
    "note": case({"about": "a letter", "text": "Look.", "rules": False, "quoted": ["one", "two"], "to": ""},
        rules=(True,), quoted=([],), to=("Oda",),
    ),
    "notify": case({**OPEN, "state": "asked", "host": "ntfy.sh"}, state=("confirmed", "refused", "off")),
    "odds": case(
        {**OPEN, "findings": [], "why": "", "first": BATTLE, "standing": True, "orders": ["attack Omi"], "about": ["Oda attacks Mori."]},
        standing=(False,), first=(None,), why=("Nothing is known.",),
        findings=([FINDING], [{**FINDING, "line": 0}], [{**FINDING, "line": 0, "read": "", "fix": ""}]),
    ),
    "odds of other orders": case(
        {**OPEN, "findings": [], "why": "", "first": None, "standing": False, "orders": [], "about": []},
        why=("Nothing is known.",),
    ),
    "offer": case({**ASKED, "player": "Bo", "holder": "Oda", "phase": "1 war"}, player=("",), phase=("",)),
    "passed-on": in_setting(
        {"phase": "1 war", "holder": "Oda", "wrote": "Ann", "lines": ["one " * 30, "- two", "", "<i>three</i>"], "orders": 1, "missing": False, "suspended": "", "strange": [], "closed": [], "wants_word": False, "wishes": []},
        phase=("",), holder=("",), wrote=("",), closed=(["a.doc cannot be read."],), orders=(0, 2), missing=(True,), suspended=("You are not ready.",),
        strange=(["a file", "a box"],), wishes=(["help", "status"],),
    ),
    "passed-on before the deal": in_setting(
        {"phase": "", "holder": "Oda", "wrote": "", "lines": ["Hello"], "closed": [], "strange": [], "wishes": [], "wants_word": True},
        wants_word=(False,),
    ),
    "pause": in_setting({"until": "", "by": "", "begun": True}, until=(DUE,), by=("Mori",), begun=(False,)),
    "press": in_setting(
        {**PRESS, "answerable": True, "gm_reads": True},
        writer=("",), to=(["Mori", "Oda"],), broadcast=(True,), answerable=(False,), gm_reads=(False,),
    ),
    "press-sent": case(
        {**OPEN, "pieces": [PIECE], "gm_reads": True, "private": True, "unread_files": [], "closed": []},
        gm_reads=(False,), private=(False,), unread_files=(["a.txt"], ["a.txt", "b.txt"]), closed=(["a.zip was not sent on"],),
        pieces=([DIARY], [PIECE, DIARY], [{**PIECE, "to": []}], [{**PIECE, "signed": False}]),
    ),
    "proposal": in_setting(
        {**PROPOSAL, "proposer": "", "may": True, "secret": True},
        proposer=("Mori",), what=("concession",), winners=(["Oda", "Mori"],), may=(False,), secret=(False,),
    ),
    "receipt-bare": case({"orders": ["a <b>", "c"], "fingerprint": "ff", "campaign": "judo"}, orders=([],)),
    "record": case(
        {**OPEN, **RECORD},
        asked=(0, 1), games=(2,), others=(2,), told=("master", "everybody"), attached=("record.json",),
    ),
    "record of who has left": case({**OPEN, **RECORD, "asked": 0, "left": 1}, left=(2,)),
    "regent": in_setting({"holder": "Mori", "missed": 1}, missed=(2,)),
    "regent of the reader": in_setting({"holder": "Oda", "missed": 1}, missed=(2,)),
    "regent, to those who watch": case({"holder": "Oda", "missed": 1}, PUBLIC),
    "remind": case({**OPEN, "own": True, "hours": [24, 2]}, own=(False,), hours=([],)),
    "report": case({**OPEN}, phase=("",)),
    "unread": case({**OPEN, "request": "emergency", "seated": True, "unread": ["The house is on fire."]}, unread=(["a", "b"],), seated=(False,)),
    "refusal": case(
        {"orders": False, "lines": [], "strange": [], "suspended": "", "why": "No", "unread": ["two"], "request": "back", "seated": True,
         "lost": []},
        lost=(["hide 3", "boast <b>"],), lines=(["hide 3", "<b>"],),
        orders=(True,), strange=(["a file", "a box"],), suspended=("You are not ready.",),
        why=("No!", "No: “so.”", "Say “help”"),
    ),
    "resigned": in_setting(
        {"holder": "Mori", "why": "", "begun": True, "by_master": False, "stays": False, "who": "Bo",
         "may_return": True, "plays_on": False},
        by_master=(True,), why=("I move house",), begun=(False,), stays=(True,), holder=("Oda",),
    ),
    "resume": in_setting({**PHASE, "ends": DUE}, ends=("",)),
    "resigned, to who had it": in_setting(
        {"holder": "Oda", "why": "", "begun": False, "by_master": False, "stays": False, "who": "Bo",
         "may_return": False, "plays_on": False},
        plays_on=(True,), by_master=(True,), why=("I move house",), may_return=(True,), begun=(True,),
    ),
    "rollback": in_setting(
        {**PHASE, "undone": ["2 war"], "ends": DUE, "public": False, "back": []},
        back=(["Oda"], ["Oda", "Mori"]), undone=(["2 war", "3 plan"],), ends=("",), public=(True,),
    ),
    "roll-call": in_setting({"absent": ["Mori"]}, absent=(["Mori", "Ueda"], ["Oda", "Mori"])),
    "secret": in_setting(
        {"random": True, "secret": "cd", "commitment": "ab", "players": ["Oda: Ann", "Mori: Bo"]}, random=(False,),
    ),
    "status-before": case(
        {**OPEN, "over": False, "why": "", "title": "Ikusa", "deal": "", "players": ["Oda: Ann"], "words": [], "commitment": "ab"},
        deal=(DUE,), words=(["Oda", "Mori"],), over=(True,),
    ),
    "status-before of what was ended": case({**OPEN, "over": True, "why": "Enough."}, why=("",)),
    "status": in_setting(
        STATUS,
        ends=("",), paused=(True,),
        awaited=([("plan", ["Oda"])], [("plan", ["Mori", "Oda", "Ueda"]), ("bids", ["Ueda"])]),
        away=([AWAY], [LONGER]), cared=([CARED], [{**CARED, "who": ""}], [{**CARED, "who": "", "own": ""}]),
        bank=([("Oda", 3)], [("Oda", 3), ("Mori", 2)]), votes=([1], [1, 2]), free=(["Mori"], ["Mori", "Ueda"]),
        over=(True,),
    ),
    "status of who plays": in_setting(
        {**STATUS, "seated": True}, orders=(0,), ready=(True, False), suspended=(True,),
    ),
    "status of what was ended": in_setting({**STATUS, "over": True, "why": "Enough."}),
    "summary": case({**OPEN, "rounds": [("1 war", ["Oda 3"])], "column": "provinces"}, rounds=([],), column=("",)),
    "unused": in_setting({"about": "2 plan", "orders": ["attack Kai"]}, orders=([],)),
    "vote": case(
        {**OPEN, "voted": None, "open": []},
        open=(
            [{**PROPOSAL, "own": "", "may": False, "secret": True, "proposer": "", "for_it": [], "against": []}],
            [{**PROPOSAL, "own": "yes", "may": True, "secret": False, "proposer": "Mori", "for_it": ["Oda"], "against": []}],
            [{**PROPOSAL, "own": "", "may": True, "secret": False, "proposer": "", "for_it": [], "against": ["Oda"]}],
            [{**PROPOSAL, "what": "concession", "own": "", "may": True, "secret": True, "proposer": "", "for_it": [], "against": []}],
        ),
        voted=(
            {**PROPOSAL, "own": "no", "may": True, "secret": True, "proposer": "", "for_it": [], "against": []},
            {**PROPOSAL, "own": "yes", "may": True, "secret": True, "proposer": "", "for_it": [], "against": [], "withdrawn": True},
        ),
    ),
    "zone": case({**OPEN, "new_zone": "Asia/Tokyo", "time": DUE, "ends": DUE}, ends=("",)),
}  # fmt: skip
"""By the letter; what stands behind its name says of whom or of what."""


CHANGED = {
    "address": ("j@b.org", ""),
    "deadline": ("none", "2d"),
    "steps_deadline": ("same", "none", "2d"),
    "early": (True, False),
    "grace": (0, 1, 2),
    "grace_locked": (True, False),
    "bank": (0, 1, 2),
    "hurry": (0, 1, 2),
    "last_call": (0, 1, 2),
    "least": (0, 1, 2),
    "remind": ("0", "", "24, 2"),
    "longest_pause": (0, 1, 2),
    "odds": (True, False),
    "roll_call": (True, False),
    "fill_days": (0, 1, 2),
    "least_kept": (0, 80),
    "press": ("", "none", "all"),
    "anonymous": (True, False),
    "gm_reads": (True, False),
    "press_stops": (0, 1, 2),
    "votes": ("off", "all", "two thirds", "majority"),
    "secret_votes": (True, False),
    "vote_days": (1, 2),
    "absence": (0, 1, 2),
    "absences": (1, 2),
    "emergency": (0, 1, 2),
    "substitutes": (True, False),
    "caretakers": ("nobody", "guests", "everybody"),
    "names": ("seats", "players", "nobody"),
    "publish": ("now", "after the end", "never"),
    "reveal": ("after the end", "never"),
    "regent": ("strong",),
    "misses": (0, 1, 2),
}
"""The settings that players are told of, and what each may be."""

LETTER = {"sender": "a@b.org", "subject": "Orders", "why": "it is empty", "letter": "judo-7"}
MAIL = {"address": "a@b.org", "own": False, "held_by": ["Oda", "Mori"], "refused": False, "why": ""}
MAIL |= {"letter": "judo-7", "campaign": "judo"}
NOTES = {
    "not_answered": case(LETTER, sender=("",), subject=("",), why=("Why?",)),
    "refused": case(LETTER, sender=("",), subject=("",)),
    "limit": case(LETTER, sender=("",)),
    "bounced": case(MAIL, own=(True,), held_by=([],), refused=(True,), why=("no such box",)),
    "came_back": case(
        {**LETTER, "is_bounce": True, "recipients": ["c@d.org", "e@f.org"]}, is_bounce=(False,), why=("",),
    ),
    "came_back without a subject": case({**LETTER, "is_bounce": False, "recipients": ["c@d.org"], "subject": ""}),
    "declined": case(MAIL, held_by=([],), refused=(True,), why=("spam",)),
    "unreachable": case(MAIL, refused=(True,), why=("no such box",)),
    "unread": case({**PHASE, "campaign": "judo", "why": ""}, why=("no answer",)),
    "closed": case({**PHASE, "campaign": "judo", "source": "lotto", "begun": True}, begun=(False,)),
    "missing": case({**PHASE, "campaign": "judo", "silent": ["Oda", "Mori"], "held": False}, held=(True,)),
    "restored": case(
        {"campaign": "judo", "since": DUE, "letters": 1, "phases": [], "refused": [], "lost": [], "known": True, "held": 0},
        letters=(2,), phases=(["1 war", "2 plan"],), refused=(["one", "two"],), lost=(["one", "two"],),
        known=(False,), held=(1, 2),
    ),
    "report_failed": case({**PHASE, "what": "result", "holder": "Oda", "error": "no"}, holder=("",)),
    "joined": case({"who": "Ann", "holder": "Oda", "record": ""}, record=("Kept all.",)),
    "full": case({"campaign": "judo", "hours": 1}, hours=(2,)),
    "substitute": case({"who": "Ann", "record": ""}, record=("Kept all.",)),
}  # fmt: skip
"""What the game master is told, where it is not always the same; see ``notes.j2``."""

DONE = {"phase": "1 war", "campaign": "judo", "source": "", "missing": [], "set_aside": []}
DONE |= {"opens": "2 plan", "ends": ""}
CLOCK = {
    "campaign": "judo",
    "begun": True,
    "phase": "1 war",
    "ends": DUE,
    "paused": False,
    "until": "",
}
CLOCK |= {"rule": "2d"}
ANSWERS = {
    "process": case(DONE, source=("lotto",), missing=(["Oda", "Mori"],), set_aside=(["Oda", "Mori"],), ends=(DUE,)),
    "preview": case(DONE, missing=(["Oda", "Mori"],), set_aside=(["Oda", "Mori"],)),
    "begin": case({**DONE, "source": "lotto"}, opens=("",)),
    "clock": case(CLOCK, begun=(False,), ends=("",), paused=(True,)),
    "clock that stands still": case({**CLOCK, "paused": True}, until=(DUE,)),
    "retried": case({"failures": [FAILURE]}, failures=([], [{**FAILURE, "tries": 2}] * 2)),
    "reminded": case(
        {"names": ["Oda", "Mori"], "unreached": []}, names=([],), unreached=(["Takeda"],)
    ),
    "seats": case({"people": [("Oda", "Ann"), ("Mori", "free")]}),
    "guests": case(
        {"guests": [{"role": "observer", "address": "a@b.org", "name": "Ann"}] * 2, "asked": []},
        guests=([], [{"role": "observer", "address": "a@b.org", "name": ""}]),
        asked=([{"request": "join", "address": "a@b.org", "name": "Ann", "until": DUE}] * 2,),
    ),
    "masters": case({"masters": [{"address": "a@b.org"}] * 2}, masters=([], [{"address": "a@b.org", "token": "t"}])),
}  # fmt: skip
"""What a game master is answered who has asked for something by mail; see ``done.j2``."""

MUST = {
    "role": "must",
    "by": DUE,
    "title": "War",
    "waits": [],
    "phase": {"later": [], "lap": False, "heeds": [], "turn": False},
}
MAY, OTHERS, OVER = ({**MUST, "role": role} for role in ("may", "others", "over"))
LAPS = {**MUST, "phase": {**MUST["phase"], "later": ["3 move"]}}
LAP = {**MUST, "phase": {**LAPS["phase"], "lap": True}}
TURN = {**OTHERS, "phase": {**MUST["phase"], "turn": True}}
HEEDED = {**OTHERS, "phase": {**MUST["phase"], "heeds": ["Oda"]}}
FREE = {**MUST, "by": ""}
TWO = {**MUST, "waits": ["Mori", "Ueda"]}
NEXT = {"next": MUST, "called": "war turn"}
IDLE = {**NEXT, "next": OTHERS}
READY = {**NEXT, "ready": True, "later": False, "ahead": False, "not_ready": ""}
SHARED = {
    "changed": case(
        {"args": [{"new": "Oda", "old": "Mori", "provinces": ["Kai", "Ise"]}]},
        args=([{"new": "Oda", "old": "", "provinces": ["Kai"]}], [{"new": "", "old": "Mori", "provinces": ["Kai"]}]),
    ),
    **{
        f"acted, {actor or 'himself'}": case({}, known(actor=actor))
        for actor in ("master", "caretaker", "player", "c@d.org", "")
    },
    "known": in_setting(
        {"args": [{"secret": ("Oda",)}]}, args=([{"secret": ("Oda", "Mori")}], [{"secret": ()}]),
    ),
    "wanted": in_setting(NEXT, next=(FREE, MAY, OVER)),
    "wanted, late": case(NEXT, known(late=True), next=(FREE,)),
    "wanted in a pause": case(NEXT, known(paused=True)),
    "wanted by files": case(NEXT, UNREACHED, next=(FREE,)),
    "wanted of a regent": case(NEXT, known(regents=("Oda",))),
    "wanted of nobody": case(NEXT, PUBLIC, next=(FREE, OVER)),
    "wanted_short": in_setting(NEXT, next=(FREE, MAY)),
    "wanted_short in the end": in_setting({**NEXT, "next": {**OVER, "by": ""}}),
    "wanted_short of a regent": case(NEXT, known(regents=("Oda",))),
    "wanted_short of nobody": case(IDLE, PUBLIC),
    "due": in_setting({}),
    "due, late": case({}, known(late=True)),
    "due in a pause": case({}, known(deadline=None, paused=True)),
    "due when all are ready": case({}, known(deadline=None)),
    "due by files": case({}, known(deadline=None, address="")),
    "waits": in_setting(NEXT, next=(TWO, MAY, {**TWO, "role": "may"}, {**TWO, "role": "others"}, OTHERS)),
    "waits for others": case({**NEXT, "next": {**TWO, "role": "others"}}, PUBLIC),
    "how_to_answer": in_setting({"args": [True]}, args=([False],)),
    "how_to_answer by files": case({"args": [True]}, UNREACHED),
    "replacing": in_setting(NEXT, next=(LAPS,)),
    "replacing in a turn": in_setting({**NEXT, "next": LAPS}, next=(LAP, {**LAPS, "role": "may"})),
    "replacing by files": case({**NEXT, "next": LAPS}, UNREACHED),
    "fewer_letters": in_setting({**NEXT, "next": MAY}, next=(MUST,)),
    "fewer_letters for others": in_setting(IDLE),
    "fewer_letters for nobody": case(IDLE, PUBLIC),
    "fewer_letters by files": case(IDLE, UNREACHED),
    "readiness": in_setting(READY, ready=(False, None), later=(True,), ahead=(True,), next=(OTHERS, TURN)),
    "readiness for a later phase": in_setting({**READY, "later": True}, ahead=(True,), ready=(False,)),
    "readiness in a pause": case(READY, known(paused=True)),
    "readiness, which he has not said": in_setting(
        {**READY, "ready": False}, not_ready=("Something was not read.",), next=(LAPS, OTHERS),
    ),
    "readiness, where he is heeded": in_setting({**READY, "next": HEEDED}, ready=(False,)),
    "readiness of no turn": in_setting({**READY, "ready": False, "next": {**LAPS, "role": "may"}}),
    "player": in_setting({"args": ["Oda", "Ann"]}, args=(["Mori", "Ann"], ["Mori", ""], ["Mori", None])),
    "kept_orders": in_setting({"args": [0]}, args=([1], [2])),
    "read": in_setting({"args": [FINDING]}, args=([{**FINDING, "line": 0}],)),
    "remark": in_setting(
        {"args": [{**FINDING, "severity": "error"}]},
        args=([{**FINDING, "severity": "warning"}], [{**FINDING, "severity": "error", "fix": ""}]),
    ),
    "usual_options": in_setting({"options": {"chosen": []}}, options=({"chosen": ["quick"]},)),
    "value": in_setting({"args": [True]}, args=([False], ["short"], [3])),
    "key_words": in_setting({"drawn": True, "seal": ""}, drawn=(False,), seal=("ef",)),
    "deal_words": in_setting({"drawn": True}, drawn=(False,)),
    "words_in_key": in_setting({"dice_words": [("Oda", "heron")]}, dice_words=([("Oda", "heron"), ("Mori", "frog")],)),
    "seal_words": in_setting({"key": "cd"}, key=("",)),
    "letter_name": in_setting({"args": ["result", "2 war"]}, args=(["rollback", ""], ["late", ""], ["opening", ""])),
}  # fmt: skip
"""What all letters share; see ``words.j2``."""


def shared(title, facts, setting):
    """Return the lines that a macro of ``words.j2`` says."""
    said = reports.templates.speak(Text({}), {**facts, "setting": setting or SETTING})["say"]
    words = getattr(said, template_of(title))(*facts.get("args", ()))
    return [" ".join(str(words).split())]


def template_of(title):
    """Return the name of the letter that a title is about."""
    return title.split()[0].rstrip(",")


def letter(title, facts, setting):
    """Return the lines of a letter, and of the note of it if its template has one."""
    name = template_of(title)
    report = reports.notice(setting, name, facts)
    lines = [report.subject, "", *report.text.splitlines()]
    if "{% block note %}" in (reports.templates.FOLDER / "letters" / f"{name}.j2").read_text(
        "utf-8"
    ):
        lines += ["", "The game master is told:", reports.phrase(name, "note", facts)]
    return lines


def phrase(letter):
    """Return how the lines of a phrase of that letter are found."""
    return lambda title, facts, _: [reports.phrase(letter, title.split()[0], facts)]


def can_say(cases, lines_of):
    """Return what each case says, and how that is different if one of its facts is."""
    told = []
    for title, (facts, others, setting) in cases.items():
        plain = lines_of(title, facts, setting)
        told += [f"# {title}", "", *plain, ""]
        for fact, values in others.items():
            for value in values:
                said = lines_of(title, {**facts, fact: value}, setting)
                change = [*unified_diff(plain, said, n=0, lineterm="")][2:]
                assert change, (title, fact, value)
                told += [
                    f"## {fact}: {value!r}"[:72],
                    "",
                    *(x for x in change if x[:2] != "@@"),
                    "",
                ]
    return "\n".join(told)


def settings():
    """Return what is said of each setting that has changed."""
    facts = [{name: value} for name, values in CHANGED.items() for value in values]
    letters = [reports.notice(None, "settings", {"changed": each}) for each in facts]
    return "\n".join(
        f"{each}\n\n{letter.text}" for each, letter in zip(facts, letters, strict=True)
    )


NEWS = {"campaign": "judo", "done": "1 war", "over": False, "phase_title": "2 plan", "ends": DUE}
NEWS |= {"waits_for": ["Oda", "Mori"], "missing": ["Oda", "Mori"], "holder": "Oda", "link": ""}
NOTICES_OF = {
    "carried_out": case(NEWS, over=(True,), ends=("",), waits_for=([],)),
    "begun": case(NEWS, ends=("",)),
    "reminder": case(NEWS, ends=("",)),
    "wanted": case(NEWS, ends=("",), link=("https://b.org",)),
    "missing_orders": case(NEWS, ends=("",), link=("https://b.org",)),
}
"""What a webhook is told; see ``webhook.j2``."""

ENDS = {
    "why": case(PROPOSAL, what=("concession",), winners=(["Oda", "Mori"],)),
}
"""Why a vote ended a game; see ``decision.j2``."""


def written(title):
    """Yield the letter of this title, and how it is otherwise if one of its facts is."""
    facts, others, setting = LETTERS[title]
    for changed in ({}, *({fact: value} for fact, values in others.items() for value in values)):
        yield reports.notice(setting, template_of(title), {**facts, **changed})


SAID = {
    "letters": lambda: can_say(LETTERS, letter),
    "all of them": lambda: can_say(SHARED, shared),
    "notes": lambda: can_say(NOTES, phrase("notes")),
    "answers to the game master": lambda: can_say(ANSWERS, phrase("done")),
    "votes": lambda: can_say(ENDS, phrase("decision")),
    "notices": lambda: can_say(NOTICES_OF, phrase("webhook")),
    "settings": settings,
}
