"""Words that messages are made of."""

from adjudicator.wording.english import plural


def test_plurals_follow_english():
    nouns = {"day": "days", "army": "armies", "spearman": "spearmen", "key": "keys"}
    assert {noun: plural(noun) for noun in nouns} == nouns
