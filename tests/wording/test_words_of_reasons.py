"""What a reason says in one case and in the other: of one and of several, with a fact and without."""

import pytest

from adjudicator.wording.words import put_into_words

SAID = [
    ("boards", "not-joined", {"start": "Omi", "apart": ["Kai"], "more": False}, "not all joined: no way leads from Omi to Kai"),
    ("boards", "not-joined", {"start": "Omi", "apart": ["Kai"], "more": True}, "not all joined: no way leads from Omi to Kai, …"),
    ("campaign", "lost-letters", {"count": 1}, "1 letter had been written that is not there"),
    ("campaign", "lost-letters", {"count": 2}, "2 letters had been written that are not there"),
    ("cli", "erased", {"address": "a@b.c", "names": [], "rows": 2}, "a@b.c: erased in 2 places."),
    ("cli", "erased", {"address": "a@b.c", "names": ["Ann", "Bo"], "rows": 2}, "a@b.c and Ann, Bo: erased in 2 places."),
    ("cli", "examined", {"wrong": 0, "points": 3}, "All is well."),
    ("cli", "examined", {"wrong": 1, "points": 3}, "1 of 3 points failed."),
    ("cli", "put-away", {"name": "judo", "archived": True, "file": ""}, "judo has been put away."),
    ("cli", "put-away", {"name": "judo", "archived": False, "file": ""}, "judo is listed again."),
    ("cli", "no-games", {"db": "db", "some": True}, "db holds no game that is not put away; --all lists those too. “adjudicator new” sets one up."),
    ("cli", "no-games", {"db": "db", "some": False}, "db holds no game yet. “adjudicator new” sets one up."),
    ("cli", "no-deadline", {"seat": "Oda", "campaign": "judo", "phase": "2 war"}, "Oda has no deadline in judo: it waits in 2 war."),
    ("cli", "no-deadline", {"seat": "", "campaign": "judo", "phase": ""}, "Nobody has a deadline in judo: it is over."),
    ("cli", "pages-written", {"what": "", "changed": 1, "removed": 0}, "all campaigns: 1 file written."),
    ("cli", "pages-written", {"what": "judo", "changed": 2, "removed": 3}, "judo: 2 files written, 3 removed."),
    ("cli", "waits-for", {"names": ["Oda"], "begun": False, "free": True}, "still waits for: players for Oda"),
    ("cli", "waits-for", {"names": ["Oda"], "begun": False, "free": False}, "still waits for: words from Oda"),
    ("cli", "waits-for", {"names": ["Oda"], "begun": True, "free": False}, "still waits for: Oda"),
    ("cli", "waits-for", {"names": [], "begun": True, "free": False}, "still waits for: nobody"),
    ("letters", "press-late", {"hours": 1}, "In the last hour before a deadline no press goes out among players. Nothing of the letter was taken; send orders without press, and the press when the next phase has opened."),
    ("letters", "press-late", {"hours": 2}, "In the last 2 hours before a deadline no press goes out among players. Nothing of the letter was taken; send orders without press, and the press when the next phase has opened."),
    ("letters", "vote-gone", {"names": ["Oda"]}, "Oda is no longer in the game and cannot win it."),
    ("letters", "vote-gone", {"names": ["Oda", "Mori"]}, "Oda, Mori are no longer in the game and cannot win it."),
    ("letters", "absence-cap", {"wanted": 1, "left": 2}, "That is 1 more day, and you have 2 days of absence left. Nothing was changed."),
    ("letters", "absence-cap", {"wanted": 3, "left": 1}, "That is 3 more days, and you have 1 day of absence left. Nothing was changed."),
    ("letters", "absence-cap-of-all", {"left": 1}, "The game waits on so many days in all; 1 is left. Nothing was changed; ask the game master."),
    ("letters", "absence-cap-of-all", {"left": 2}, "The game waits on so many days in all; 2 are left. Nothing was changed; ask the game master."),
    ("letters", "press-unreached", {"names": ["Oda"], "everybody": False}, "No letter reaches Oda: there is no address. Nothing of the letter was taken."),
    ("letters", "press-unreached", {"names": [], "everybody": True}, "There is nobody else whom a letter reaches. Nothing of the letter was taken."),
    ("letters", "press-unreached", {"names": [], "everybody": False}, "No letter reaches whoever wrote that any more. Nothing of the letter was taken."),
    ("mailboxes", "no-login", {"refused": True, "why": "bad"}, "the login was refused: bad"),
    ("mailboxes", "no-login", {"refused": False, "why": "bad"}, "the login could not be checked: bad"),
    ("samurai-swords", "won", {"colours": ["pink"], "provinces": 1}, "pink owns 1 province"),
    ("samurai-swords", "won", {"colours": ["pink", "gray"], "provinces": 9}, "pink and gray together own 9 provinces"),
    ("samurai-swords", "won-lot", {"seat": "pink", "provinces": 9, "equals": 1, "units": 4}, "pink owns 9 provinces at the first elimination; the lot decided"),
    ("samurai-swords", "won-lot", {"seat": "pink", "provinces": 9, "equals": 2, "units": 4}, "pink owns 9 provinces at the first elimination, and 4 units; the lot decided"),
    ("samurai-swords", "about-to-win", {"colours": ["pink"], "seat": "pink", "provinces": 9, "needs": 9}, "pink owns 9 provinces and wins with 9 or more at the end of this round."),
    ("samurai-swords", "about-to-win", {"colours": ["pink", "gray"], "seat": "north", "provinces": 9, "needs": 9}, "pink and gray together own 9 provinces: north wins with 9 or more at the end of this round."),
    ("site", "state-over", {"winners": ""}, "over"),
    ("site", "state-over", {"winners": "Oda"}, "over, won by Oda"),
    ("site", "waits-for", {"seats": ""}, "Regents play every seat that is asked."),
    ("site", "waits-for", {"seats": "Oda"}, "It waits for Oda."),
    ("cli", "deadline", {"closes": "noon", "due": "", "paused": False, "held": False, "closed": ""}, "deadline: noon"),
    ("cli", "deadline", {"closes": "noon", "due": "nobody", "paused": True, "held": True, "closed": ""}, "deadline: noon (due: it waits for nobody) (paused)"),
    ("cli", "deadline", {"closes": "noon", "due": "dusk", "paused": False, "held": True, "closed": "a draw"}, "deadline: noon (due: dusk) (held: too many are missing) (closed; it waits for a draw)"),
    ("cli", "of-seat", {"ready": True, "word": True, "suspended": False, "out_of_reach": None, "bank": 0}, "ready"),
    ("cli", "of-seat", {"ready": False, "word": True, "suspended": False, "out_of_reach": None, "bank": 1}, "word sent; time bank: 1 day"),
    ("cli", "of-seat", {"ready": False, "word": False, "suspended": True, "out_of_reach": None, "bank": 2}, "ready suspended; time bank: 2 days"),
    ("shogun", "supply", {"seat": "blue", "supply": 1, "wanted": 3}, "blue has only 1 army in supply, not 3"),
    ("shogun", "supply", {"seat": "blue", "supply": 0, "wanted": 3}, "blue has no armies in supply"),
]  # fmt: skip


@pytest.mark.parametrize(("room", "code", "facts", "said"), SAID)
def test_a_reason_says_what_is_so(room, code, facts, said):
    assert put_into_words(room, code, facts) == said
