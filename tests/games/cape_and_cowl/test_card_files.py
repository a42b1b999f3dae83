"""Card files that can't be used, and what is said about them (CNC-601 to CNC-618, CNC-450)."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.cape_and_cowl import GAME
from domain.games.cape_and_cowl.cardfiles import READER, Known
from domain.games.cape_and_cowl.definitions import AttackType, Definition
from domain.games.cape_and_cowl.rules.continuous import Given
from domain.games.cape_and_cowl.words import VOCABULARY
from domain.kernel.cardfile import CardFault
from domain.kernel.cardsets import OwnSet, card_id, hash_of

HEAD = 'set = "tests"\nname = "Tests"\n'
STRIKE = '{ name = "Strike", type = "Fire", strength = 9 }'
TOP = '{ name = "Strike", type = "Fire", strength = 50, cost = 2 }'
KEYS = {
    "character": {"class": '"Hero"', "hp": "10", "attacks": f"[{STRIKE}]"},
    "city": {"cp": "5"},
    "event": {"abilities": '[{ when = "play", do = "draw(me, 1)" }]'},
}


def card(kind: str = "character", name: str = "Bo", cid: str = "bo", **keys: str | None) -> str:
    """A card of a file, its `[[card]]` the first line; keys as they are written (`class_` too), None leaves one out."""
    table: dict[str, str | None] = {
        "id": f'"{cid}"',
        "name": f'"{name}"',
        "kind": f'"{kind}"',
        "rarity": '"C"',
        "cost": "1",
        **KEYS.get(kind, {}),
        **{key.rstrip("_"): value for key, value in keys.items()},
    }
    return "\n".join(["[[card]]", *(f"{key} = {value}" for key, value in table.items() if value is not None), ""])


def ability(when: str, do: str, cost: int | None = None) -> str:
    """The one Ability of a card."""
    paid = "" if cost is None else f", cost = {cost}"
    return f'[{{ when = "{when}", do = "{do}"{paid} }}]'


def own_type(name: str, effect: str | None = "draw(me, 1)") -> str:
    return f'[[type]]\nname = "{name}"\n' + ("" if effect is None else f'effect = "{effect}"\n')


def load(text: str) -> OwnSet[Known]:
    """The set of a player's own in this file."""
    return READER.read_own(GAME.core(), text, "tests.toml")


def read(text: str) -> Definition:
    """The one card of a good file."""
    (loaded,) = load(text).cards.values()
    assert isinstance(loaded, Definition)
    return loaded


def types(text: str) -> list[AttackType]:
    """The types of a good file."""
    return [kind for kind in load(text).others.values() if isinstance(kind, AttackType)]


def faults(text: str) -> list[str]:
    """What is said about a file of a player's own."""
    with pytest.raises(CardFault) as caught:
        load(text)
    return [str(fault) for fault in caught.value.faults]


def core_faults(*texts: str) -> list[str]:
    """What is said about the files of a core set."""
    with pytest.raises(CardFault) as caught:
        READER.read_core([(f"tests{place}.toml" if place else "tests.toml", text) for place, text in enumerate(texts)])
    return [str(fault) for fault in caught.value.faults]


def fault(body: str) -> str:
    """The one fault of the second card of a file, without the place of the card."""
    (found,) = faults(HEAD + card("city", "Ann", "ann") + body)
    begins = "tests.toml:10: card 'Bo', key "
    assert found.startswith(begins), found
    return found.removeprefix(begins)


@pytest.mark.parametrize("kind", ["character", "city", "event"])
def test_a_good_file(kind: str) -> None:
    text = HEAD + card(kind) + card(kind, "Ann", "ann")
    assert [(shown.id, shown.name, shown.attributes["kind"]) for shown in load(text).listed] == [
        (card_id(hash_of(text), 1), "Bo", kind),
        (card_id(hash_of(text), 2), "Ann", kind),
    ]


# The words of a text


@pytest.mark.parametrize(
    ("do", "column", "told"),
    [
        ("drw(me, 1)", 1, "unknown effect 'drw'; did you mean 'draw'?"),
        ("draw(mee, 1)", 6, "unknown players 'mee'; did you mean 'me'?"),
        ("draw(me, 1), damage(pick(op_char), 5)", 26, "unknown cards 'op_char'; did you mean"),
        ("damage(pik(opp_char), 5)", 8, "unknown target 'pik'; did you mean 'pick'?"),
        ("damage(opp_char, 5)", 8, "unknown target 'opp_char'; known here: all, attacker, pick, random, self"),
        ("damage(pick(opp_char[vilain]), 5)", 22, "unknown condition 'vilain'; did you mean 'villain'?"),
        ("gain_cp(me, cnt(my_char))", 13, "unknown number 'cnt'; did you mean 'count'?"),
        ("status(pick(opp_char), frozn, round)", 24, "'frozn' is no name; did you mean 'frozen'?"),
        ("set_class(pick(my_char), heroo, stay)", 26, "'heroo' is no to; did you mean 'hero'?"),
        ("search(card_is(batmn), 1)", 16, "'batmn' is no card; did you mean 'batman'?"),
        ("limit_mod(me, charcters, 1, round)", 15, "'charcters' is no limit; did you mean 'characters'?"),
        ("attack_mod(all(my_char), 5, turm)", 29, "'turm' is no duration; did you mean 'turn'?"),
        ("attack_mod(all(my_char), 5, turn, Fyre)", 35, "'Fyre' is no types; did you mean 'Fire'?"),
        ("recover(anything, 1, deck)", 22, "'deck' is no to; known here: hand, bottom"),
        ("draw(me)", 1, "draw needs 'n': who, n"),
        ("draw(me, 1, 2)", 13, "draw takes at most 2 of who, n"),
        ("draw(me, n=1, m=1)", 17, "draw has no such parameter: 'm'; it takes who, n"),
        ("draw(me, 1", 5, "this can't be read"),
        ("draw('me', 1)", 6, "only whole numbers and words are known here, not 'me'"),
        ("protector(self)", 1, "unknown effect 'protector'"),
    ],
)
def test_words_that_are_unknown_are_told_with_the_right_spelling(do: str, column: int, told: str) -> None:
    said = fault(card(abilities=ability("act", do, 1)))
    assert said.startswith(f"'abilities[1]', column {column}: ")
    assert told in said


@pytest.mark.parametrize(
    ("do", "column", "told"),
    [
        ("draw(me, -1)", 10, "n is a number from 0 to 50, not -1"),
        ("draw(me, 51)", 10, "n is a number from 0 to 50, not 51"),
        ("damage_cp(opp, -20)", 16, "n is a number from 0 to 200, not -20"),
        ("gain_ap(me, 201)", 13, "n is a number from 0 to 200, not 201"),
        ("attack_mod(all(my_char), 51, turn)", 26, "n is a number from -50 to 50, not 51"),
        ("cp_damage_mod(me, 5, round)", 19, "n is a number from -50 to 0, not 5"),
        ("combo(pick(my_char), 2)", 22, "n is a number from 1 to 1, not 2"),
        ("roll(on(0, 2, draw(me, 1)))", 9, "low is a number from 1 to 6, not 0"),
        ("roll(on(1, 7, draw(me, 1)))", 12, "high is a number from 1 to 6, not 7"),
        ("roll(on(count(my_char), 2, draw(me, 1)))", 9, "low is a number from 1 to 6"),
        ("draw(me, [1, 2])", 10, "a number is expected here"),
        ("draw(me, set())", 10, "a number is expected here"),
        ("roll(on(1, 6, []))", 15, "an effect can't be empty"),
        ("or_else((), draw(me, 1))", 9, "an effect can't be empty"),
        ("[]", 1, "an effect can't be empty"),
        ("draw(me, 1.5)", 10, "only whole numbers and words are known here, not 1.5"),
    ],
)
def test_numbers_lie_within_their_bounds(do: str, column: int, told: str) -> None:
    assert fault(card(abilities=ability("act", do, 1))) == f"'abilities[1]', column {column}: {told}"


@pytest.mark.rule("CNC-328", "CNC-615")
@pytest.mark.parametrize(
    ("do", "column", "told"),
    [
        ("draw(me, 1)", 1, "unknown modifier 'draw'"),
        ("attack_mod(pick(my_char), 5)", 12, "unknown cards 'pick'"),
        ("protektor(self)", 1, "unknown modifier 'protektor'; did you mean 'protector'?"),
        ("damage_taken(self, 3)", 20, "n is a number from -50 to 0, not 3"),
        ("immune(self, Fyre)", 14, "'Fyre' is no what; did you mean 'Fire'?"),
        ("immune(self)", 1, "name types or statuses"),
        ("cost_mod(me, play_chracter, -1)", 14, "did you mean 'play_character'?"),
        ("attack_mod(self, 5, vs=undamaged)", 24, "'undamaged' is no vs; did you mean 'damaged'?"),
        ("acts(self, 0)", 12, "n is a number from 1 to 50, not 0"),
        ("attack_mod(self, 5), hidden(opp_city)", 29, "'hidden' is about Characters, 'opp_city' names City cards"),
        ("damage_taken(host, -1)", 14, "'host' has no meaning here; it can stand in guard"),
        ("hp_mod(my_char[hp >= 20], -1)", 16, "maximum HP can't depend on HP"),
        ("hp_mod(self, count(my_char[hp < 5]))", 28, "maximum HP can't depend on HP"),
        ("attack_mod(opp_char_or_city, -5)", 12, "'opp_char_or_city' has no meaning here; it can stand in type"),
        ("guard(self)", 1, "'guard' has no meaning here; it can stand in guard"),
    ],
)
def test_passive_texts(do: str, column: int, told: str) -> None:
    said = fault(card(abilities=ability("passive", do)))
    assert said.startswith(f"'abilities[1]', column {column}: ")
    assert told in said


# What the grammar can say and the rules can't mean


@pytest.mark.parametrize(
    ("when", "do", "column", "told"),
    [
        (
            "enter",
            "draw(me, 1), damage(attacker, 2)",
            21,
            "'attacker' has no meaning here; it can stand in when_damaged",
        ),
        ("when_destroyed", "status(attacker, poisoned)", 8, "'attacker' has no meaning here"),
        ("enter", "this_to_bottom()", 1, "'this_to_bottom' has no meaning here; it can stand in play"),
        ("after_attack", "refund_ap()", 1, "'refund_ap' has no meaning here; it can stand in type"),
        ("after_attack", "extra_attack_damage(pick(opp_char), 5)", 1, "it can stand in type"),
        ("enter", "status(pick(opp_char), frozen)", 1, "frozen needs a duration: round"),
        ("enter", "draw(me, 1), status(self, silenced)", 14, "silenced needs a duration: round"),
        ("enter", "status(self, shielded, round)", 1, "shielded lasts until something ends it"),
        ("enter", "status(pick(opp_char), poisoned, round)", 1, "poisoned lasts until something ends it"),
        ("enter", "set_class(self, choose, stay)", 1, "a Class is chosen with an action (CNC-525)"),
        ("start", "recover(hero, 1, hand), recover(villain, 1, hand)", 25, "a text has one 'recover'"),
        ("start", ", ".join(["heal(pick(my_char), 1)"] * 3), 54, "a text has at most 2 targets"),
        ("start", "roll(on(5, 2, draw(me, 1)))", 1, "on(5, 2, ...) names no face of the die"),
        ("start", "roll(on(1, 3, draw(me, 1)), on(3, 6, draw(opp, 1)))", 1, "or one that was named before"),
        ("start", "damage(all(opp_city), 5)", 12, "'damage' is about Characters, 'opp_city' names City cards"),
        ("start", "disable(pick(opp_char), round)", 14, "'disable' is about City cards, 'opp_char' names Characters"),
        ("start", "damage(pick(opp_char[count(random(my_char)) > 0]), 5)", 28, "unknown cards 'random'"),
    ],
)
def test_combinations_without_a_meaning(when: str, do: str, column: int, told: str) -> None:
    said = fault(card(abilities=ability(when, do)))
    assert said.startswith(f"'abilities[1]', column {column}: ")
    assert all(part in said for part in told.split(" (CNC-525)"))


@pytest.mark.parametrize(
    ("when", "do", "cost"),
    [
        ("when_damaged", "damage(attacker, 2)", None),
        ("enter", "status(pick(opp_char), frozen, round)", None),
        ("enter", "status(self, shielded)", None),
        ("enter", "set_class(self, villain, stay)", None),
        ("act", "set_class(pick(my_char), choose, stay)", 0),
        ("act", "heal(pick(my_char), 1), damage(pick(opp_char), 1)", 2),
        ("start", "roll(on(1, 3, draw(me, 1)), on(4, 6, draw(opp, 1)))", None),
        ("passive", "immune(self, [Fire, poisoned]), attack_mod(self, 5, vs=damaged)", None),
        ("passive", "attack_mod(self, -5), attack_mod(my_char[hp <= 10], 5, types=[Ice, Fire])", None),
    ],
)
def test_combinations_with_a_meaning(when: str, do: str, cost: int | None) -> None:
    loaded = read(HEAD + card(abilities=ability(when, do, cost)))
    assert [one.when for one in loaded.abilities] == [when]


@pytest.mark.rule("CNC-519", "CNC-520")
@pytest.mark.parametrize(
    ("when", "do", "told"),
    [
        ("guard", "attack_mod(my_char, 5)", "a guard says guard(host) (CNC-520)"),
        ("guard", "guard(my_char)", "'guard' is about City cards, 'my_char' names Characters"),
        ("passive", "guard(host)", "'host' has no meaning here; it can stand in guard"),
        ("each_turn", "damage(self, 5)", "'damage' is about Characters, 'self' names City cards"),
    ],
)
def test_texts_of_city_cards(when: str, do: str, told: str) -> None:
    assert told in fault(card("city", abilities=ability(when, do)))


def test_an_event_is_no_card_in_play() -> None:
    said = fault(card("event", abilities=ability("play", "draw(me, 1), heal(self, 5)")))
    assert said.startswith("'abilities[1]', column 19: 'self' has no meaning here; it can stand in passive, act, enter")


# What a card has


@pytest.mark.rule("CNC-601", "CNC-602", "CNC-603", "CNC-604", "CNC-605", "CNC-606")
@pytest.mark.parametrize(
    ("body", "told"),
    [
        (card("charakter"), "'kind': unknown name 'charakter'; did you mean 'character'?"),
        (card(class_='"Heroe"'), "'class': unknown name 'Heroe'; did you mean 'Hero'?"),
        (card(class_='"Anti Hero"'), "'class': unknown name 'Anti Hero'; did you mean 'Anti-Hero'?"),
        (card(class_='["Hero", "Villain"]'), "'class': Expected `str"),
        (card(rarity='"X"'), "'rarity': unknown name 'X'; known here: C, R, U"),
        (card(rarity=None), "'rarity': every card but the Porter has a commonality: C, U or R"),
        (card(hp="51"), "'hp': Expected `int` <= 50"),
        (card(hp="0"), "'hp': Expected `int` >= 1"),
        (card(hp='"10"'), "'hp': Expected `int"),
        (card(hp=None), "'hp': a Character has 'hp', no other card has"),
        (card(cp="5"), "'cp': a City card has a CP value, 0 or more, no other card has"),
        (card(cost="-1"), "'cost': Expected `int` >= 0"),
        (card(cost="21"), "'cost': Expected `int` <= 20"),
        (card(cost="1.5"), "'cost': Expected `int"),
        (card(attacks=None), "'attacks': a Character has an Attack or an Ability (CNC-604)"),
        (card(attacks=f"[{STRIKE.replace('Fire', 'Fyre')}]"), "'attacks': 'Fyre' is no type; did you mean 'Fire'?"),
        (card(attacks=f"[{STRIKE.replace('9', '51')}]"), "'attacks': Expected `int` <= 50"),
        (card(attacks=f"[{STRIKE.replace('9', '-1')}]"), "'attacks': Expected `int` >= 0"),
        (card(attacks='[{ name = "Strike", type = "Fire" }]'), "'attacks': Object missing required field `strength`"),
        (card(attacks='[{ name = "Strike", strength = 9 }]'), "'attacks': Object missing required field `type`"),
        (
            card(attacks=f"[{STRIKE.replace('strength', 'strenght')}]"),
            "unknown key 'strenght'; did you mean 'strength'?",
        ),
        (
            card(attacks="[" + STRIKE.replace('"Fire"', '["Fire", "Ice"]') + "]"),
            "'attacks': Expected `str`, got `array`",
        ),
        (card(abilities='[{ when = "entr", do = "draw(me, 1)" }]'), "unknown name 'entr'; did you mean 'enter'?"),
        (card(abilities='[{ when = "enter", doo = "draw(me, 1)" }]'), "unknown key 'doo'; did you mean 'do'?"),
        (card(abilities='[{ when = "enter" }]'), "'abilities': Object missing required field `do`"),
        (card(name=""), "'name': Expected `str` of length >= 1"),
        (card(rarety='"C"'), "'rarety': unknown key; did you mean 'rarity'?"),
        (card("city", cp=None), "'cp': a City card has a CP value"),
        (card("city", cp="-1"), "'cp': Expected `int` >= 0"),
        (card("city", hp="5"), "'hp': a Character has 'hp', no other card has"),
        (card("city", attacks=f"[{STRIKE}]"), "'attacks': only a Character has Attacks"),
        (card("event", cp="5"), "'cp': a City card has a CP value, 0 or more, no other card has"),
        (card("event", abilities=None), "'abilities': an Event says once what happens when it is played"),
    ],
)
def test_what_a_card_of_its_kind_has(body: str, told: str) -> None:
    (found,) = faults(HEAD + body)
    assert told in found
    assert found.startswith("tests.toml:3: card ")


@pytest.mark.rule("CNC-602", "CNC-603")
@pytest.mark.parametrize("key", ["id", "name", "kind", "cost"])
def test_every_card_has_an_id_a_name_a_kind_and_a_cost(key: str) -> None:
    lines = [line for line in card().splitlines() if not line.startswith(f"{key} =")]
    (found,) = faults(HEAD + "\n".join(lines))
    assert f"key {key!r}: Object missing required field `{key}`" in found


@pytest.mark.rule("CNC-602")
@pytest.mark.parametrize(
    ("kind", "when", "fits"),
    [
        ("city", "start", "passive, enter, each_turn, friend_destroyed, guard"),
        ("city", "play", "passive, enter, each_turn, friend_destroyed, guard"),
        ("character", "each_turn", "passive, act, enter, start, after_attack, when_damaged, when_destroyed"),
        ("character", "play", "passive, act, enter"),
        ("event", "enter", "play"),
    ],
)
def test_parts_of_a_text_that_a_kind_has_not(kind: str, when: str, fits: str) -> None:
    said = fault(card(kind, abilities=ability(when, "draw(me, 1)")))
    assert said.startswith(f"'abilities': 'when' of a {kind} is one of {fits}")
    assert f"not {when!r}" in said


@pytest.mark.rule("CNC-325", "CNC-328")
@pytest.mark.parametrize(
    ("when", "do", "cost"),
    [
        ("passive", "protector(self)", 1),
        ("passive", "protector(self)", 0),
        ("enter", "draw(me, 1)", 1),
        ("when_damaged", "draw(me, 1)", 1),
        ("act", "draw(me, 1)", None),
    ],
)
def test_an_act_has_a_cost_and_nothing_else_has(when: str, do: str, cost: int | None) -> None:
    said = fault(card(abilities=ability(when, do, cost)))
    assert said == "'abilities[1]', column 1: an act has a cost, nothing else has (CNC-325, CNC-328)"


@pytest.mark.rule("CNC-325")
def test_an_attack_costs_1_unless_it_says_otherwise() -> None:
    dear = STRIKE.replace("9", "9, cost = 3")
    loaded = read(HEAD + card(attacks=f"[{STRIKE}, {dear}]"))
    assert [attack.cost for attack in loaded.attacks] == [1, 3]


@pytest.mark.rule("CNC-313")
def test_an_event_happens_once() -> None:
    twice = '[{ when = "play", do = "draw(me, 1)" }, { when = "play", do = "draw(opp, 1)" }]'
    assert "an Event says once" in fault(card("event", abilities=twice))


@pytest.mark.rule("CNC-618", "CNC-410")
@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"hp": "50", "cost": "1", "attacks": None, "abilities": ability("start", "draw(me, 1)")}, ["'cost'"]),
        ({"hp": "50", "cost": "2"}, ["'attacks'"]),
        ({"hp": "50", "cost": "1"}, ["'cost'", "'attacks'"]),
        ({"cost": "1", "attacks": f"[{TOP}]"}, ["'cost'"]),
        ({"cost": "2", "attacks": f"[{TOP}, {STRIKE}]"}, ["'attacks'"]),
        ({"cost": "2", "attacks": f"[{TOP.replace('2', '1')}]"}, ["'attacks'"]),
        ({"hp": "50", "cost": "2", "attacks": f"[{TOP}]"}, []),
        ({"hp": "49", "cost": "0", "attacks": f"[{STRIKE.replace('9', '49, cost = 0')}]"}, []),
    ],
)
def test_the_top_tier_is_dear(keys: dict[str, Any], told: list[str]) -> None:
    text = HEAD + card(**keys)
    if not told:
        loaded = read(text)
        assert loaded.top_tier is (keys.get("hp") == "50")
        return
    found = faults(text)
    assert [key for one in found for key in told if f"key {key}: " in one] == told
    assert all("(CNC-618)" in one for one in found)


# A set of cards


@pytest.mark.rule("CNC-616")
def test_ids_are_unique_also_over_several_files() -> None:
    (found,) = core_faults(HEAD + card("city"), HEAD + card("event", "Bo again"))
    assert found.startswith("tests1.toml:3: card 'Bo again', key 'id': 'bo' is taken")


@pytest.mark.rule("CNC-616", "CNC-617")
@pytest.mark.parametrize("name", ["batman", "the_porter"])
def test_the_names_of_the_core_set_are_taken(name: str) -> None:
    (found,) = faults(HEAD + card(cid=name, rarity=None if name == "the_porter" else '"C"'))
    assert f"key 'id': {name!r} is taken" in found


@pytest.mark.rule("CNC-617")
def test_nobody_writes_another_porter() -> None:
    assert "'porter' is the word of the Porter alone" in fault(card("city", abilities=ability("passive", "porter(me)")))


@pytest.mark.rule("CNC-450", "CNC-433")
@pytest.mark.parametrize(
    ("types", "told"),
    [
        (own_type("Sand", None), "type 'Sand', key 'effect': a type has one effect (CNC-450); only Physical has none"),
        (own_type("Sand", "drw(me, 1)"), "type 'Sand', key 'effect', column 1: unknown effect 'drw'"),
        (own_type("Sand", "draw(me, 1), damage(attacker, 5)"), "type 'Sand', key 'effect', column 21: 'attacker' has"),
        (own_type("Fire"), "type 'Fire', key 'name': 'Fire' is taken"),
        (own_type("Physical", None), "type 'Physical', key 'name': 'Physical' is taken"),
    ],
)
def test_attack_types(types: str, told: str) -> None:
    (found,) = faults(HEAD + card() + types)
    assert found.startswith(f"tests.toml:12: {told}")


@pytest.mark.rule("CNC-450")
def test_names_of_types_are_unique() -> None:
    (found,) = faults(HEAD + card() + own_type("Sand") + own_type("Sand", "gain_cp(me, 5)"))
    assert found.startswith("tests.toml:15: type 'Sand', key 'name': 'Sand' is taken")


@pytest.mark.rule("CNC-450")
def test_an_own_type_is_for_own_attacks_and_texts() -> None:
    text = card(attacks=f"[{STRIKE.replace('Fire', 'Sand')}]", abilities=ability("passive", "immune(self, Sand)"))
    written = HEAD + text + own_type("Sand", "extra_attack_damage(pick(opp_char), 5)")
    assert [(kind.id, kind.name) for kind in types(written)] == [(card_id(hash_of(written), "t1"), "Sand")]
    assert [attack.type for attack in read(written).attacks] == [card_id(hash_of(written), "t1")]


@pytest.mark.rule("CNC-R67")
def test_a_card_has_room_for_so_much() -> None:
    strikes = card(attacks=f"[{', '.join([STRIKE] * 11)}]")
    assert "length <= 10" in fault(strikes)
    holds = ability("passive", ", ".join(["attack_mod(self, 1)"] * 21))
    assert fault(card(abilities=holds)) == "'abilities': a card has at most 20 passive words, not 21"
    full = ability("passive", ", ".join(["attack_mod(self, 1)"] * 20))
    loaded = read(HEAD + card(attacks=f"[{', '.join([STRIKE] * 10)}]", abilities=full))
    assert (len(loaded.attacks), len(loaded.passives)) == (10, 20)


@pytest.mark.rule("CNC-450")
def test_an_own_type_follows_the_rule_for_own_types_whatever_it_says() -> None:
    loaded = types(HEAD + card() + own_type("Sand", "gain_cp(me, 5)") + 'rule = "CNC-1"\n')
    assert [kind.rule for kind in loaded] == ["CNC-450"]


def test_a_file_shows_all_its_faults_at_once() -> None:
    worse = card(name="Cy", cid="cy", hp=None, cp="5", attacks=f"[{STRIKE.replace('Fire', 'Fyre')}]")
    found = faults(HEAD + card(abilities=ability("start", "drw(me, 1)")) + card("event", "Di") + worse)
    assert [one.split(":")[1] for one in found] == ["13", "3", "20", "20", "20"]
    said = ["'bo' is taken", "'drw'", "'Fyre'", "'hp'", "'cp'"]
    assert [part in one for part, one in zip(said, found, strict=True)] == [True] * 5


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("set = ", "this is no TOML"),
        (HEAD, "cards are written as [[card]] tables"),
        (card(), "key 'set' is needed at the head of the file"),
    ],
)
def test_files_that_hold_no_card_set(text: str, told: str) -> None:
    assert told in faults(text)[0]


def test_the_core_set_is_read_by_the_same_rules() -> None:
    (core,) = GAME.core().sets
    assert (core.id, len(core.cards)) == ("core", len(GAME.cards()))
    (found,) = core_faults(HEAD + card("city", rarity=None))
    assert "'rarity': every card but the Porter" in found


def test_what_a_passive_text_says_has_a_place_for_every_argument_of_its_words() -> None:
    words = [word for (group, _), word in VOCABULARY.words.items() if group == "modifier"]
    said = {parameter.name for word in words for parameter in word.parameters}
    assert said == set(Given.__struct_fields__)
