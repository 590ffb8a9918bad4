"""Notes and notices in each case: what a game master and a webhook read of what happened."""

import pytest

from adjudicator.campaign.letters.letters import note_text

VOTE = {"number": 1, "what": "draw", "winners": ["Oda", "Mori"], "for_it": ["Oda"], "against": []}
CLOCK = {"phase_title": "War", "phase": "2 war", "grace": "", "late": [], "before": "", "ends": ""}
DONE = {"campaign": "judo", "done": "1 plan", "phase_title": "War", "over": False}
WANTED = {"campaign": "judo", "holder": "Oda", "phase_title": "War"}
SAID = [
    ("webhook", "carried_out", {**DONE, "ends": "noon", "waits_for": ["Oda", "Mori"]}, "judo: 1 plan is carried out, and the reports are out. Next: War, until noon; it waits for Oda and Mori."),
    ("webhook", "carried_out", {**DONE, "ends": "", "waits_for": []}, "judo: 1 plan is carried out, and the reports are out. Next: War."),
    ("webhook", "carried_out", {**DONE, "over": True}, "judo: 1 plan is carried out, and the reports are out. The game is over."),
    ("webhook", "begun", {"campaign": "judo", "phase_title": "War", "ends": "noon"}, "judo has begun: War, until noon."),
    ("webhook", "wanted", {**WANTED, "ends": "noon", "link": "https://x.example"}, "judo: orders of Oda are wanted for War, until noon. https://x.example"),
    ("webhook", "wanted", {**WANTED, "ends": "", "link": ""}, "judo: orders of Oda are wanted for War."),
    ("webhook", "missing_orders", {**WANTED, "ends": "noon", "link": ""}, "judo: orders of Oda are still missing for War, which ends noon."),
    ("webhook", "missing_orders", {**WANTED, "ends": "", "link": ""}, "judo: orders of Oda are still missing for War."),
    ("notes", "full", {"campaign": "judo", "hours": 1}, "All seats of judo are taken. It is dealt when every player has sent a word, in 1 hour at the latest; “begin”, or “adjudicator begin judo”, deals at once."),
    ("notes", "full", {"campaign": "judo", "hours": 2}, "All seats of judo are taken. It is dealt when every player has sent a word, in 2 hours at the latest; “begin”, or “adjudicator begin judo”, deals at once."),
    ("notes", "substitute", {"who": "Ann", "record": ""}, "Ann waits for a seat."),
    ("notes", "substitute", {"who": "Ann", "record": "Kept all."}, "Ann waits for a seat. Kept all."),
    ("notes", "declined", {"campaign": "judo", "address": "a@b.c", "held_by": [], "letter": "L", "refused": False, "why": "spam"}, "a@b.c did not get the letter L: it came back because of what it is (spam). “adjudicator report judo” shows it."),
    ("notes", "declined", {"campaign": "judo", "address": "a@b.c", "held_by": ["Oda"], "letter": "L", "refused": True, "why": "spam"}, "a@b.c (Oda) did not get the letter L: it was refused because of what it is (spam). “adjudicator report judo --seat Oda” shows it."),
    ("roll-call", "note", {"absent": ["Oda"]}, "No word has come from Oda by the time of the deal. The seat is free, and the game is dealt when all are taken again."),
    ("roll-call", "note", {"absent": ["Oda", "Mori"]}, "No word has come from Oda and Mori by the time of the deal. The seats are free, and the game is dealt when all are taken again."),
    ("call-off", "note", {"waits": ["Oda"], "phase_title": "War", "phase": "2 war"}, "Oda is no longer ready, so “War” (2 war) is not carried out yet."),
    ("call-off", "note", {"waits": ["Oda", "Mori"], "phase_title": "War", "phase": "2 war"}, "Oda, Mori are no longer ready, so “War” (2 war) is not carried out yet."),
    ("decision", "note", {**VOTE, "outcome": "rejected", "secret": False}, "Proposal 1 (a draw of Oda and Mori) is rejected. For it: Oda; against it: nobody."),
    ("decision", "note", {**VOTE, "for_it": [], "against": ["Mori"], "outcome": "lapsed", "secret": False}, "Proposal 1 (a draw of Oda and Mori) is not carried: its time is over. For it: nobody; against it: Mori."),
    ("decision", "note", {**VOTE, "outcome": "carried", "secret": True}, "Proposal 1 (a draw of Oda and Mori) is carried."),
    ("deadline", "note", {**CLOCK, "why": "moved", "ends": "noon"}, "The deadline is now noon, for “War” (2 war)."),
    ("deadline", "note", {**CLOCK, "why": "moved", "ends": "noon", "before": "dusk"}, "The deadline is now noon, no longer dusk, for “War” (2 war)."),
    ("deadline", "note", {**CLOCK, "why": "moved", "before": "dusk"}, "There is no deadline any more for “War” (2 war); it was dusk. The phase waits until every seat is ready."),
    ("deadline", "note", {**CLOCK, "why": "bank", "late": ["Oda"], "ends": "noon"}, "Oda is late: a day of that seat’s time bank is drawn. The deadline is now noon, for “War” (2 war)."),
    ("deadline", "note", {**CLOCK, "why": "bank", "late": ["Oda", "Mori"], "ends": "noon"}, "Oda and Mori are late: a day of each of their time banks is drawn. The deadline is now noon, for “War” (2 war)."),
]  # fmt: skip


@pytest.mark.parametrize(("letter", "block", "facts", "said"), SAID)
def test_a_note_says_what_is_so(letter, block, facts, said):
    assert " ".join(note_text(letter, block, facts).split()) == said
