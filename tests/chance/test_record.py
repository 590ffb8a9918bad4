"""Dice files: what players check, and every way in which one could be tampered with."""

import json

import pytest
from msgspec.structs import replace

from adjudicator.chance import Draw, Stream, beacon_key, commitment, phase_key
from adjudicator.chance.keys import promise
from adjudicator.chance.record import (
    DiceRecord,
    PhaseDice,
    RecordError,
    check_chain,
    other_games,
    read_record,
    reason,
    seal_of,
)

SECRET = bytes(range(32))
NAMES = ("setup", "1 plan", "1 war", "2 plan", "2 war")
WORDS = {"Oda": "a heron", "Takeda": "7"}
BEACON = "3 17 22"


def phase(number, before, name="", words=WORDS, beacon=BEACON):
    """A phase as the program records it, after one with that seal."""
    name, orders = name or NAMES[number], f"{number:x}" * 64
    closed = phase_key(SECRET, name, orders, words)
    key = beacon_key(closed, beacon)
    stream = Stream(key)
    stream.dice(5, 12, "a battle")
    stream.shuffle("abcd", "an order")
    stream.dice(2, 12, "a second battle")
    made = PhaseDice(
        number=number,
        phase=name,
        before=before,
        key=key.hex(),
        words=words,
        beacon=beacon,
        closed=closed.hex() if beacon else "",
        program="0.2",
        rules=1,
        draws=tuple(stream.drawn),
        fingerprint=orders,
    )
    return replace(made, seal=seal_of("sekigahara", made))


def whole():
    phases = []
    for number in range(len(NAMES)):
        phases.append(phase(number, phases[-1].seal if phases else commitment(SECRET)))
    return DiceRecord("sekigahara", commitment(SECRET), tuple(phases), SECRET.hex())


RECORD = whole()
REPORTS = {
    each.phase: DiceRecord("sekigahara", commitment(SECRET), (replace(each, fingerprint=""),))
    for each in RECORD.phases
}
"""What the reports brought, phase by phase."""


def faults(record, seals=()):
    return [fault for link in check_chain({"it": record}, seals) for fault in link.faults]


def with_phase(place, /, **changes):
    """The whole record with one phase changed."""
    phases = list(RECORD.phases)
    phases[place] = replace(phases[place], **changes)
    return replace(RECORD, phases=tuple(phases))


def sealed_anew(record):
    """The record with all seals worked out again, as a careful forger would."""
    phases = []
    for each in record.phases:
        new = replace(each, before=phases[-1].seal if phases else each.before)
        phases.append(replace(new, seal=seal_of(record.campaign, new)))
    return replace(record, phases=tuple(phases))


def other_dice(draw):
    return draw._replace(came=tuple(face % 12 + 1 for face in draw.came))


ONE = RECORD.phases[1]
FIRST, LOT, SECOND = ONE.draws
FORGED = {
    "a die": with_phase(1, draws=(other_dice(FIRST), LOT, SECOND)),
    "a lot": with_phase(1, draws=(FIRST, LOT._replace(came=LOT.came[::-1]), SECOND)),
    "the last dice cut": with_phase(1, draws=(FIRST, LOT, SECOND._replace(came=SECOND.came[:1]))),
    "no draw": with_phase(1, draws=()),
    "a draw without dice": with_phase(1, draws=(Draw("nothing", 12, ()), *ONE.draws)),
    "words exchanged": with_phase(1, words={"Oda": "7", "Takeda": "a heron"}),
    "a word of nobody's": with_phase(1, words={**WORDS, "Mori": "me too"}),
    "another public number": with_phase(1, beacon="3 17 23"),
    "no public number, nor what was closed": with_phase(1, beacon="", closed=""),
    "another key": with_phase(1, key=RECORD.phases[2].key),
    "no key": with_phase(1, key=""),
    "other orders": with_phase(1, fingerprint="f" * 64),
    "another program": with_phase(1, program="0.1"),
    "other rules": with_phase(1, rules=2),
    "another name": with_phase(1, phase="1 war"),
    "another number": with_phase(1, number=7),
    "another seal": with_phase(1, seal="0" * 64),
    "another seal before": with_phase(1, before="0" * 64),
    "another campaign": replace(RECORD, campaign="nagashino"),
    "another commitment": replace(RECORD, commitment=commitment(b"another")),
    "another secret": replace(RECORD, secret="00" * 32),
    "a phase twice": replace(RECORD, phases=(*RECORD.phases[:2], ONE, *RECORD.phases[2:])),
    "a phase left out": replace(RECORD, phases=(*RECORD.phases[:2], *RECORD.phases[3:])),
    "the first phase left out": replace(RECORD, phases=RECORD.phases[1:]),
    "phases exchanged": replace(
        RECORD, phases=(RECORD.phases[0], *RECORD.phases[2:0:-1], *RECORD.phases[3:])
    ),
}


def test_an_honest_record_has_no_faults_before_and_after_the_secret_is_known():
    assert faults(RECORD) == []
    assert faults(RECORD, [each.seal for each in RECORD.phases]) == []
    assert faults(replace(RECORD, secret="")) == []
    for record in REPORTS.values():
        assert faults(record) == []


@pytest.mark.parametrize("how", FORGED)
def test_whatever_is_changed_is_found_in_the_file_alone(how):
    assert faults(FORGED[how]) != []
    assert faults(replace(FORGED[how], secret="")) != [] or how in (
        "other orders",
        "the first phase left out",
        "another secret",
    )


FILES_OF_THE_GAME = {each: record for each, record in REPORTS.items() if each != "setup"}


@pytest.mark.parametrize(
    "how",
    [
        each
        for each in FORGED
        if each not in ("another secret", "another seal", "another seal before")
    ],
)
def test_who_works_out_all_seals_anew_is_found_by_the_reports(how):
    forged = sealed_anew(FORGED[how])
    files = {"forged": forged, **FILES_OF_THE_GAME}
    found = [fault for link in check_chain(files) for fault in link.faults]
    assert found != [] or other_games(files) != []


def test_a_record_that_is_cut_short_and_sealed_anew_lacks_the_seal_of_the_last_report():
    cut = sealed_anew(replace(RECORD, phases=RECORD.phases[:-1]))
    assert faults(cut) == []
    last = RECORD.phases[-1].seal
    assert "no phase has the seal" in faults(cut, [last])[0]
    assert faults(RECORD, [last.upper()]) == []


def test_reports_alone_are_a_chain():
    links = check_chain({name: REPORTS[name] for name in NAMES})
    assert [link.faults for link in links] == [()] * 5
    forged = replace(REPORTS["1 war"], phases=(replace(RECORD.phases[2], before="0" * 64),))
    links = check_chain({**REPORTS, "1 war": sealed_anew(forged)})
    broken = [link.dice.phase for link in links if link.faults]
    assert "1 war" in broken
    assert any("the chain breaks" in fault for link in links for fault in link.faults)


@pytest.mark.parametrize("order", [("1 plan", "1 war"), ("1 war", "1 plan")])
def test_files_are_compared_in_whatever_order_they_come(order):
    other = replace(REPORTS["1 war"], phases=(replace(RECORD.phases[2], before="0" * 64),))
    files = {**REPORTS, "1 war": sealed_anew(other)}
    assert any(link.faults for link in check_chain({name: files[name] for name in order}))
    assert not any(link.faults for link in check_chain({name: REPORTS[name] for name in order}))


CHANGED = {
    "number": 8,
    "phase": "1 other",
    "before": "0" * 64,
    "key": "ab",
    "words": {"Oda": "a heron"},
    "beacon": "4",
    "closed": "cd",
    "program": "0.1",
    "rules": 2,
    "draws": (*ONE.draws[:2], SECOND._replace(of=20)),
}


def test_a_seal_covers_all_that_a_record_says_but_what_is_told_later():
    fields = set(PhaseDice.__struct_fields__)
    assert set(CHANGED) == fields - {"fingerprint", "seal"}
    seals = {seal_of("sekigahara", replace(ONE, **{field: CHANGED[field]})) for field in CHANGED}
    assert len({ONE.seal, seal_of("nagashino", ONE), *seals}) == 2 + len(CHANGED)
    assert seal_of("sekigahara", replace(ONE, fingerprint="ff", seal="")) == ONE.seal


def test_words_cannot_be_read_as_draws():
    """Written one behind the other, both rows of texts would be the same."""
    words = replace(ONE, words={"2": "a die", "3": "5", "4": "6"}, draws=())
    draws = replace(ONE, words={}, draws=(Draw("a die", 3, (5,)), Draw("4", 6, (0,))))
    assert seal_of("sekigahara", words) != seal_of("sekigahara", draws)


@pytest.mark.parametrize(
    ("beacon", "closed", "is_right"),
    [
        (BEACON, ONE.closed, True),
        (BEACON, ONE.key, False),
        (BEACON, "", False),
        ("", ONE.closed, False),
    ],
)
def test_a_public_number_leads_from_the_key_of_the_closed_phase_to_that_of_its_dice(
    beacon, closed, is_right
):
    changed = replace(ONE, beacon=beacon, closed=closed, fingerprint="")
    record = DiceRecord("sekigahara", commitment(SECRET), (changed,))
    (link,) = check_chain({"it": sealed_anew(record)})
    assert link.faults == (() if is_right else (str(reason("fault.beacon")),))
    assert link.promise == (promise(bytes.fromhex(closed)) if closed else "")


def test_what_a_file_says_twice_is_a_gap_and_no_quarrel_with_itself():
    twice = replace(FORGED["a phase twice"], secret="")
    assert faults(sealed_anew(twice)) == [str(reason("fault.gap", number=1, before=1))]


def test_where_the_chain_breaks_is_said():
    gap = replace(RECORD, phases=(*RECORD.phases[:2], *RECORD.phases[3:]))
    (link,) = [link for link in check_chain({"it": gap}) if link.faults]
    assert link.dice.phase == "2 plan"
    assert "phase 3 stands after phase 1" in link.faults[0]


def test_a_key_that_does_not_follow_is_said():
    wrong = sealed_anew(with_phase(2, fingerprint="cd" * 32))
    (fault,) = faults(wrong)
    assert fault == (
        "the key does not follow from the secret, the orders, the words and the public number"
    )


def test_files_of_another_game_are_named():
    other = replace(RECORD, campaign="nagashino")
    again = replace(RECORD, commitment=commitment(b"another"))
    assert other_games({"a": RECORD, "b": other, "c": again}) == ["b", "c"]
    assert other_games({"a": RECORD, "b": REPORTS["1 war"]}) == []
    assert other_games({}) == []


def test_a_record_survives_writing_and_reading():
    assert read_record(RECORD.encode()) == RECORD
    assert read_record(json.dumps(json.loads(RECORD.encode())).encode()) == RECORD


DATA = RECORD.encode()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"\x00\xff",
        b"[" * 100_000,
        DATA.replace(b'"key": "', b'"key": "zz'),
        b" " * (16 * 1024 * 1024 + 1),
        DATA.replace(b'"phase": "1 war"', b'"phase": "1 war", "phase": "1 war"'),
        DATA.replace(b'"phase": "1 war"', b'"phase": "9 war", "phase": "1 war"'),
        DATA.replace(b'"campaign"', b'"notes": "all is right", "campaign"'),
        DATA.replace(b'"Oda": "a heron"', b'"Oda": "a crane", "Oda": "a heron"'),
    ],
)
def test_what_is_no_dice_file_is_refused(data):
    with pytest.raises(RecordError):
        read_record(data)
