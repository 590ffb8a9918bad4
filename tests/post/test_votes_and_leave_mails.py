"""Votes, absences and the emergency, asked for by mail."""

import re

import msgspec
import pytest
import toy

from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases.endings import proposals
from adjudicator.store.letter_records import Absence, Ballot, Disposition, Note


@pytest.fixture(autouse=True)
def _allowed(monkeypatch):
    meta = msgspec.structs.replace(toy.Game.meta, votes=("draw", "concession"))
    monkeypatch.setattr(toy.Game, "meta", meta)


def asked(post, body, **more):
    """Send a letter; return what became of it and the last answer, on one line."""
    disposition = post.take(body, **more)
    letters = post.out("answer" if disposition.outcome == "answered" else "refusal")
    return disposition, " ".join(letters[-1].content.text.split()) if letters else ""


def open_votes(post):
    return [
        (each.what, each.winners) for each in proposals(State(post.store, post.campaign, post.now))
    ]


@pytest.mark.parametrize(
    "body",
    ["draw with all", "Please propose a draw of Oda and Takeda."],
)
def test_a_draw_is_proposed_and_agreed_to(post, body):
    disposition, said = asked(post, body)
    assert (disposition.outcome, open_votes(post)) == ("answered", [("draw", ("Oda", "Takeda"))])
    assert "Proposal 1: a draw of Oda and Takeda. 2 of 2 must agree" in said
    assert "You voted yes." in said
    (told,) = post.out("proposal")
    assert told.seat == "Takeda"
    disposition, _ = asked(post, "vote yes", seat="Takeda")
    assert (disposition.outcome, len(post.out("answer"))) == ("answered", 1)
    assert [each.content.text.count("You voted yes.") for each in post.out("decision")] == [1, 1, 0]
    assert post.campaign.ended


@pytest.mark.parametrize(
    ("body", "yes"),
    [("Vote: yes, please", True), ("vote 1 no", False), ("vote yes on proposal 1", True)],
)
def test_a_vote_in_many_words(post, body, yes):
    asked(post, "draw Takeda")
    assert asked(post, "vote yes 2", seat="Takeda")[0].outcome == "refused"  # there is but one
    disposition, _ = asked(post, body, seat="Takeda")
    assert disposition.outcome == "answered", disposition.why
    assert [each.yes for each in post.store.rows(Ballot, seat="Takeda")] == [yes]


def test_who_proposed_withdraws_it_and_all_are_told_and_not_who(post):
    assert "No proposal of yours is open" in asked(post, "withdraw")[1]
    asked(post, "draw")
    assert "No proposal of yours is open" in asked(post, "withdraw", seat="Takeda")[1]
    assert "“withdraw 1”" in asked(post, "withdraw 2")[1]
    asked(post, "withdraw\nhide 3")  # the word takes orders back, too
    assert open_votes(post)
    disposition, _ = asked(post, "Please withdraw my proposal")
    assert (disposition.outcome, disposition.answered, open_votes(post)) == ("answered", (), [])
    told = post.out("decision")
    assert [each.seat for each in told] == ["Oda", "Takeda"]
    assert all("Proposal 1 is withdrawn" in each.content.subject for each in told)
    assert "is withdrawn by who made it" in " ".join(told[1].content.text.split())
    assert "Oda proposed" not in told[1].content.text
    assert "No proposal is open" in asked(post, "vote yes", seat="Takeda")[1]
    asked(post, "draw")  # the second in a day
    kept = post.store.rows(Disposition)
    assert {x.code for x in kept if x.outcome != "taken"} == {"vote"}
    said = " ".join(f"{x.why} {x.subject}" for x in kept) + str(post.store.rows(Note))
    assert not re.search("proposal of yours|have made", said)  # of who proposed


def test_what_is_open_can_be_asked(post):
    for said in ("vote", "vote?", "Could you show me the vote?", "status\nvote?"):
        assert "No proposal is open." in asked(post, said)[1], said
    asked(post, "draw")
    _, said = asked(post, "vote", seat="Takeda")
    assert "Proposal 1: a draw of Oda and Takeda. 2 of 2 must agree" in said
    assert "You have not voted." in said


@pytest.mark.parametrize(
    "body",
    ["concede", "concede to Takeda", "Concede the victory to tak", "propose concession to Takeda"],
)
def test_a_concession_of_one_of_two_ends_the_game(post, body):
    assert asked(post, body)[0].outcome == "answered"
    assert post.campaign.why_ended == "All others have conceded the victory to Takeda."


def test_what_cannot_be_done_is_refused_and_changes_nothing(post):
    for body, code in {
        "vote yes": "vote",
        "concede to Mori": "vote",
        "draw Taekda": "vote",
        "absence 31 Feb": "absence-unread",
        "vacation from tomorrow": "absence-unread",
        "absence 2027-01-01 to 2027-02-28": "absence-cap",
        "absence none": "absence-none",
        "pause": "emergency-no-clock",
    }.items():
        disposition, _ = asked(post, body)
        assert (disposition.outcome, disposition.code) == ("refused", code), body
    for nasty in (
        "vote " + "yes " * 60,
        "propose draw " + "a and " * 25,
        "absence \u202e\x00 to \ud7ff",
    ):
        assert post.take(nasty).outcome in ("refused", "taken"), nasty
    assert not open_votes(post)
    assert not post.store.count(Absence)
    assert not post.campaign.settings.paused


def test_an_absence_is_declared_told_and_taken_back(post):
    disposition, said = asked(post, "Vacation 2026-12-20 to 2026-12-31")
    assert disposition.outcome == "answered"
    assert "Oda is away from Sun 20 Dec 2026 to Thu 31 Dec 2026." in said
    assert "You can still be absent for 2 days of 14." in said
    assert [each.seat for each in post.out("absence")] == ["Takeda"]
    assert "Oda is away" in asked(post, "Absence?", seat="Takeda")[1]
    assert "Nobody is away." in asked(post, "Absence: none")[1]


def test_who_is_away_over_a_deadline_gets_one_letter_with_the_new_one(timed):
    disposition, _ = asked(timed, "away tomorrow")
    assert (disposition.outcome, timed.out("answer")) == ("answered", [])
    own, _ = timed.out("absence")
    assert "You can still be absent for 13 days of 14." in " ".join(own.content.text.split())
    assert timed.state.deadline > timed.closes


def test_the_clock_is_stopped_by_a_letter(post):
    post.change(change_settings, deadline="every 2 days at 20:00", early=False)
    from adjudicator.campaign.phases.adjudicate import adjudicate

    adjudicate(post.store, post.name, post.now)
    disposition, _ = asked(post, "Emergency!")
    assert disposition.outcome == "answered"
    assert post.campaign.settings.paused
    assert len(post.out("pause")) == 2


def test_status_says_who_is_away_and_what_is_voted_on(post):
    asked(post, "absence 20 Dec to 24 Dec")
    asked(post, "draw")
    _, said = asked(post, "status", seat="Takeda")
    assert "Oda is away from Sun 20 Dec 2026 to Thu 24 Dec 2026." in said
    assert "Proposal 1 is voted on; “vote” says more." in said
    asked(post, "vote yes", seat="Takeda")
    said = asked(post, "status")[1]
    assert "It was ended before its time: The players have agreed on a draw" in said


@pytest.mark.parametrize(
    ("body", "votes"),
    [
        ("no", [False]),
        ("Nein.\n\nTakeda player", [False]),
        ("No problem for me, I agree.", []),
        ("No, I do not want a draw.", []),
        ("Yes!", [True]),
        ("yes\nBob", [True]),
        ("да", [True]),
        ("Yes, if Oda gives me Kai", []),
        ("No problem, yes", []),
        ("Why a draw, of all things?", []),
    ],
)
def test_plain_words_answer_the_proposal_that_they_answer(post, body, votes):
    asked(post, "draw Takeda")
    (told,) = post.out("proposal")
    assert told.asks == "vote 1"
    answers = [f"In-Reply-To: {told.message_id}"]
    post.take(body, seat="Takeda", sender="Bob <bob@example.org>", fields=answers)
    assert [each.yes for each in post.store.rows(Ballot, seat="Takeda")] == votes


@pytest.mark.parametrize(
    "body",
    ["Yes, I agree.", "yes please", "I vote no", "Ok. Best, Bob", "Count me in!", "yes 2"],
)
def test_a_vote_among_other_words_is_asked_back_and_shown_to_nobody(post, body):
    asked(post, "draw Takeda")
    (told,) = post.out("proposal")
    more = {"seat": "Takeda", "fields": [f"In-Reply-To: {told.message_id}"]}
    disposition, said = asked(post, body, **more)
    assert (disposition.code, disposition.answered) == ("vote", ("takeda@example.org",))
    assert "“vote yes 1” or “vote no 1”" in said
    assert not any(body in each.content.text for each in post.out("note"))
    assert not post.store.count(Ballot, seat="Takeda")
    asked(post, "vote no", seat="Takeda")  # then nothing is open
    assert post.take(body, **more, id="later").code == "passed-on"


@pytest.mark.parametrize("answers", [True, False])
def test_a_yes_or_a_no_beside_orders_is_told_and_is_no_vote(post, answers):
    asked(post, "draw Takeda")
    (told,) = post.out("proposal")
    fields = [f"In-Reply-To: {told.message_id}"] if answers else ()
    for body, line in {
        "yes\nready": "vote yes 1",
        "hide 3\nready\n\nNo!": "vote no 1",
        "Yes.\nboast 2\nready": "vote yes 1",
        "hide 4\n\nyes\n\nTakeda player": "vote yes 1",
    }.items():
        assert post.take(body, seat="Takeda", fields=fields).code == "orders"
        assert f"“{line}”" in " ".join(post.out("receipt")[-1].content.text.split()), body
        assert not post.is_ready("Takeda")
    assert not post.store.count(Ballot, seat="Takeda")
    post.take("vote no 1\nhide 3\nready", seat="Takeda", fields=fields)
    assert [each.yes for each in post.store.rows(Ballot, seat="Takeda")] == [False]
    assert post.is_ready("Takeda")
    post.take("yes\nhide 3\nready", seat="Takeda", fields=fields)  # nothing is open
    assert post.is_ready("Takeda")


def test_the_answer_to_what_asks_back_is_a_vote(post):
    asked(post, "draw Takeda")
    (told,) = post.out("proposal")
    asked(post, "Why not?", seat="Takeda", fields=[f"In-Reply-To: {told.message_id}"])
    (refusal,) = post.out("refusal")
    assert refusal.content.subject.endswith("Your letter was not taken")
    asked(post, "yes", seat="Takeda", fields=[f"In-Reply-To: {refusal.message_id}"])
    assert post.campaign.ended


def test_a_program_that_answers_a_proposal_is_not_answered(post):
    asked(post, "draw Takeda")
    (told,) = post.out("proposal")
    fields = [f"In-Reply-To: {told.message_id}", "Auto-Submitted: auto-replied"]
    assert post.take("I am away.", seat="Takeda", fields=fields).outcome == "ignored"
    assert not post.out("refusal")


def test_a_misspelt_order_in_an_answer_to_a_proposal_is_asked_back_as_one(post):
    asked(post, "draw Takeda")
    (told,) = post.out("proposal")
    more = {"seat": "Takeda", "fields": [f"In-Reply-To: {told.message_id}"]}
    disposition, _ = asked(post, "hied 3\nYes, I am fine with it", **more)
    assert disposition.code == "orders"
    assert "hide 3" in post.out("receipt")[-1].content.text


def test_a_yes_to_another_letter_is_no_vote(post):
    asked(post, "draw Takeda")
    (opening,) = [each for each in post.out("opening") if each.seat == "Takeda"]
    (told,) = post.out("proposal")

    def answer(letter, body):
        return post.take(body, seat="Takeda", fields=[f"In-Reply-To: {letter.message_id}"])

    assert answer(opening, "yes").code == "vote"
    assert "“vote yes 1”" in post.out("refusal")[-1].content.text
    assert not any("> yes" in each.content.text for each in post.out("note"))
    assert not post.store.count(Ballot, seat="Takeda")
    assert post.take("", seat="Takeda", fields=["Subject: No!"]).code == "vote"
    assert not any("No!" in each.content.text for each in post.out("note"))
    assert answer(told, "hide 3").code == "orders"


@pytest.mark.parametrize("body", ["vote yes", "vote yes 9", "I agree, on the whole", "no"])
def test_no_subject_of_a_vote_is_kept_for_it_may_say_how_somebody_votes(post, body):
    asked(post, "draw with all")
    (told,) = post.out("proposal")
    fields = [f"In-Reply-To: {told.message_id}", "Subject: Re: no from me"]
    found, _ = asked(post, body, seat="Takeda", fields=fields)
    assert found.code.startswith("vote") or found.outcome == "refused"
    assert found.subject == ""
    assert not any("from me" in each.text for each in post.store.rows(Note))
