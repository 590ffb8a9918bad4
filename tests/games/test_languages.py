"""The languages of all games: every statement of syntax is sound, every example reads and prints."""

from itertools import product

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator.games import registry
from adjudicator.orders import read_orders, scan
from adjudicator.orders.language.syntax import Word, forms_of, slots_of
from adjudicator.orders.language.units import Units, UnitsSlot
from adjudicator.orders.reference import reference

ALL_OF_SHOGUN = {
    "start": "draft",
    "season": "two mails",
    **dict.fromkeys(("tenno", "samurai", "leaders", "chambers"), True),
}
PHASES = {
    "samurai-swords": ["divide", "deploy", "plan", "spy", "muster", "war"],
    "ikusa": ["divide", "deploy", "plan", "spy", "muster", "war"],
    "shogun": ["draft", "plan", "carry out", "leader", "winter"],
    "gekokujo": ["draft", "sow", "reinforce", "pacts", "move", "battle"],
}
ALL_OF_GEKOKUJO = {
    "timing": "moves first",
    "pacts": "own phase",
    "sowing": "own phase",
    **dict.fromkeys(("politics", "warfare", "technology", "rice"), True),
}
OPTIONS = {"shogun": ALL_OF_SHOGUN, "gekokujo": ALL_OF_GEKOKUJO}
EVERY = [
    (name, language)
    for name in PHASES
    for language, _ in registry.find(name).languages(OPTIONS.get(name, {}))
]
NAMES = [f"{name} {language.phase}" for name, language in EVERY]


@pytest.mark.parametrize("name", PHASES)
def test_a_game_states_the_language_of_every_phase(name):
    assert [language.phase for game, language in EVERY if game == name] == PHASES[name]


@pytest.mark.parametrize(("name", "language"), EVERY, ids=NAMES)
def test_every_form_of_every_kind_can_be_read_with(name, language):
    for kind in (*language.kinds, *language.conditions):
        for form in forms_of(kind):
            assert form.regex.pattern


@pytest.mark.parametrize(("name", "language"), EVERY, ids=NAMES)
def test_every_example_is_read_as_its_kind_and_prints_back(name, language):
    for kind in language.kinds:
        assert kind.examples, f"{kind.__name__} has no example"
        understood = read_orders("\n".join(kind.examples), language)
        assert not understood.findings
        for line in understood.orders:
            assert {type(branch.order) for branch in line.branches} == {kind}
        assert str(read_orders(str(understood.orders), language).orders) == str(understood.orders)
    for kind in language.conditions:
        for example in kind.examples:
            when = language.read_when(example)
            assert type(when.any_of[0][0].condition) is kind, example
            assert language.read_when(str(when)) == when


@pytest.mark.parametrize(("name", "language"), EVERY, ids=NAMES)
def test_units_are_read_back_in_every_way_to_say_them(name, language):
    unit = {"gekokujo": "bushi"}.get(name, "spearman")
    some = ((unit, 2),)
    ways = [Units(some), Units(some, every=True), Units(some, up_to=True), Units(every=True)]
    for kind in language.kinds:
        fields = (field for field, slot in slots_of(kind).items() if isinstance(slot, UnitsSlot))
        for field, units in product(fields, ways):
            order, _ = language.find_order(kind.examples[0])
            said = replace(order, **{field: units})
            for text in (str(said), str(said).replace("up to", "at most")):
                assert language.find_order(text) == (said, None)


@pytest.mark.parametrize("name", PHASES)
def test_all_that_is_read_is_printed(name):
    for language, _ in registry.find(name).languages({}):
        for kind in (*language.kinds, *language.conditions):
            fields = {field.name for field in msgspec.structs.fields(kind)}
            assert all(f"<{field}>" in kind.syntax for field in fields), kind


@pytest.mark.parametrize("name", PHASES)
def test_the_reference_names_every_kind(name):
    game = registry.find(name)
    text = reference(game.meta.title, game.languages({}))
    for language, about in game.languages({}):
        assert about in text
        for kind in language.kinds:
            assert f"`{kind.syntax}`" in text


@pytest.mark.parametrize("name", ["ikusa", "shogun", "gekokujo"])
def test_every_province_can_be_written_in_kanji_and_kana(name):
    language, _ = registry.find(name).languages(OPTIONS.get(name, {}))[0]
    provinces = language.names["province"]
    written = {}
    for form in provinces.forms:
        is_kana = all("\u3041" <= letter <= "\u3096" for letter in form)
        is_kanji = all("\u4e00" <= letter <= "\u9fff" for letter in form)
        if is_kana or is_kanji:
            written.setdefault(provinces.find(form), []).append(is_kana)
        if is_kana:
            katakana = "".join(chr(ord(letter) + 0x60) for letter in form)
            assert provinces.find(katakana) == provinces.find(form)
    alike = {"Awa-Boso", "Awa-Shikoku"}  # both are あわ
    assert {each for each in provinces.all if True not in written.get(each, [])} <= alike
    assert all(False in written[each] for each in provinces.all)


@pytest.mark.parametrize("language", [language for _, language in EVERY], ids=NAMES)
def test_no_order_goes_on_with_a_ready_below_it(language):
    forms = [form for kind in language.kinds for form in forms_of(kind)]
    ends = {form.parts[-1] for form in forms if isinstance(form.parts[-1], Word)}
    for words in (words for end in ends for words in end.forms):
        assert scan(f"an order {words}\nready").ready, words
