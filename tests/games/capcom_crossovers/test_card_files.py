"""Card files that can't be used, and what is said about them (CAP-R88)."""

from __future__ import annotations

import pytest

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers.board import Board
from domain.games.capcom_crossovers.cardfiles import READER
from domain.games.capcom_crossovers.definitions import Ability, Definition, Move, Printed
from domain.games.capcom_crossovers.loadouts import Loadout, Options
from domain.kernel.cardfile import CardFault
from domain.kernel.cardsets import Library, OwnSet, card_id, hash_of
from domain.kernel.game import LoadoutContext, reader_of

HEAD = 'set = "tests"\nname = "Tests"\n'
STATS = {
    "hp": "80",
    "strength": "6",
    "speed": "3",
    "agility": "6",
    "endurance": "9",
    "combo": "5",
    "bap": "2",
    "defense_bonus": "2",
}


def entry(
    name: str,
    cards: str = "J",
    type_: str = "C",
    damage: int | None = 7,
    priority: int | None = 3,
    more: str = "",
) -> str:
    """A move as it is written; `more` are further keys."""
    keys = {"damage": damage, "priority": priority}
    written = "".join(f", {key} = {value}" for key, value in keys.items() if value is not None)
    further = f", {more}" if more else ""
    return f'{{ id = "{name}", name = "{name}", cards = "{cards}", type = "{type_}", cp = 1{written}{further} }}'


def avoids(name: str, cards: str = "K", type_: str = "E", more: str = "", kinds: str = '"special"') -> str:
    """An avoid move."""
    return entry(name, cards, type_, None, None, f"avoid = [{kinds}]" + (f", {more}" if more else ""))


def does(when: str, do: str) -> str:
    """The effects of a move that does one thing."""
    return f'effects = [{{ when = "{when}", do = "{do}" }}]'


def part(when: str, do: str, more: str = "") -> str:
    """A part of an ability; `more` are further keys."""
    return f'{{ when = "{when}", do = "{do}"{f", {more}" if more else ""} }}'


def throw(name: str) -> str:
    return entry(f"{name}_grab", "pair", "A")


HEAL = part("turn_start", "heal(self, 1)")


def card(*moves: str, parts: tuple[str, ...] = (HEAL,), cid: str = "bo", name: str = "Bo", **keys: str) -> str:
    """A character of a file, its `[[card]]` the first line, with a throw; keys as they are written."""
    written = ", ".join([*moves, throw(cid)])
    table = {"id": f'"{cid}"', "name": f'"{name}"', **STATS, "moves": f"[{written}]", **keys}
    lines = [f"{key} = {value}" for key, value in table.items()]
    lines += ["[card.ability]", f'id = "{cid}_rest"', 'name = "Rest"']
    return "\n".join(["[[card]]", *lines, 'text = "Rests."', f"parts = [{', '.join(parts)}]", ""])


def faults(text: str) -> list[str]:
    """What is said about a file of a player's own."""
    with pytest.raises(CardFault) as caught:
        own_set(text)
    return [str(fault) for fault in caught.value.faults]


def core_faults(*texts: str) -> list[str]:
    """What is said about the files of a core set."""
    with pytest.raises(CardFault) as caught:
        READER.read_core([(f"tests{place}.toml" if place else "tests.toml", text) for place, text in enumerate(texts)])
    return [str(fault) for fault in caught.value.faults]


def fault(body: str) -> str:
    """The one fault of the second character of a file, without the place of the character."""
    (found,) = faults(HEAD + card(cid="ann", name="Ann") + body)
    begins = "tests.toml:20: card 'Bo', key "
    assert found.startswith(begins), found
    return found.removeprefix(begins)


def own_set(text: str) -> OwnSet[Printed]:
    """A set beside the core set."""
    return READER.read_own(GAME.core(), text, "tests.toml")


def characters(text: str) -> list[Definition]:
    """The characters of a set."""
    return [one for one in own_set(text).cards.values() if isinstance(one, Definition)]


def loaded(*moves: str, parts: tuple[str, ...] = (HEAL,), **keys: str) -> Definition:
    """The one character of a set."""
    (found,) = characters(HEAD + card(*moves, parts=parts, **keys))
    return found


# A set of players' own


@pytest.mark.rule("CAP-R88")
def test_ids_of_an_own_set_hold_nothing_that_its_maker_wrote() -> None:
    text = HEAD + card(entry("zap")) + card(entry("whirl"), avoids("flee"), cid="ann", name="Ann")
    own, (bo, ann) = own_set(text), (card_id(hash_of(text), 1), card_id(hash_of(text), 2))
    assert list(own.cards) == [bo, ann]
    assert list(own.others) == [f"{bo}a", f"{bo}m1", f"{bo}m2", f"{ann}a", f"{ann}m1", f"{ann}m2", f"{ann}m3"]
    assert [one.cid for one in characters(text)[1].moves] == [ann] * 3


def played_with(*texts: str) -> tuple[Board, list[str]]:
    """The board of a match with own sets of these texts; how the ids of each begin."""
    own = [reader_of(GAME).read_own(GAME.core(), text) for text in texts]
    hashes = [one.hash for one in own]
    cards = Library(GAME.core(), own=tuple(own)).cards(GAME.card_set_hash(), hashes)
    return Board().play_with(cards), [card_id(digest, 1).removesuffix("1") for digest in hashes]


def faults_of(board: Board, character: str) -> list[str]:
    """What is wrong with bringing this character to such a match."""
    context = LoadoutContext(Options(), 2, board.cards)
    return [fault.rule for fault in GAME.check_loadout(context, Loadout((character,)))]


@pytest.mark.rule("CAP-R88")
def test_own_characters_their_moves_and_abilities_are_found_by_id() -> None:
    board, (begin,) = played_with(HEAD + card(entry("zap")) + card(entry("whirl"), cid="ann", name="Ann"))
    ann = f"{begin}2"
    assert (board.definition(ann).name, board.move(f"{ann}m1").name) == ("Ann", "whirl")
    assert [board.cards[one].name for one in (ann, f"{ann}m1", f"{ann}a")] == ["Ann", "whirl", "Rest"]
    assert board.cards[f"{ann}a"] is board.definition(ann).ability
    assert board.move(f"{ann}m1") is board.definition(ann).moves[0]
    assert faults_of(board, ann) == []
    assert faults_of(board, f"{ann}m1") == ["CAP-102"]


def test_what_comes_with_the_game_is_found_by_id() -> None:
    board, _ = played_with()
    assert (board.definition("ryu").name, board.move("hadouken").name) == ("Ryu", "Hadouken")
    assert [board.cards[one].name for one in ("ryu", "hadouken", "iron_focus")] == ["Ryu", "Hadouken", "Iron Focus"]
    assert board.cards["iron_focus"] is board.definition("ryu").ability
    assert faults_of(board, "hadouken") == ["CAP-102"]


@pytest.mark.parametrize("strange", ["nobody", "0123456789ab-1", "basic", ""])
def test_nothing_is_found_by_an_unknown_id(strange: str) -> None:
    board, _ = played_with()
    for find in (board.definition, board.move, board.cards.__getitem__):
        with pytest.raises(LookupError):
            find(strange)


def test_nothing_is_found_by_the_id_of_something_else() -> None:
    board, (begin,) = played_with(HEAD + card(entry("zap")))
    cid = f"{begin}1"
    for find, others in (
        (board.definition, ("hadouken", "iron_focus", f"{cid}m1", f"{cid}a")),
        (board.move, ("ryu", "iron_focus", cid, f"{cid}a")),
    ):
        for other in others:
            with pytest.raises(LookupError):
                find(other)


@pytest.mark.rule("CAP-R88")
@pytest.mark.parametrize(
    ("body", "told"),
    [
        (card(cid="ryu", name="Ryu"), "card 'Ryu', key 'id': id 'ryu' is taken"),
        (card(entry("hadouken")), "key 'moves[1]': id 'hadouken' is taken"),
        (card(entry("iron_focus")), "key 'moves[1]': id 'iron_focus' is taken"),
        (card(entry("zap"), entry("zap", "Q")), "key 'moves[2]': id 'zap' is taken"),
        (card(entry("bo")), "key 'moves[1]': id 'bo' is taken"),
        (card(entry("bo_rest")), "key 'ability': id 'bo_rest' is taken"),
    ],
)
def test_an_id_means_one_thing(body: str, told: str) -> None:
    (found,) = faults(HEAD + body)
    assert told in found
    assert "a set may not use an id twice, nor one of the core set" in found


@pytest.mark.rule("CAP-R88")
def test_ids_are_unique_also_over_several_files() -> None:
    found = core_faults(HEAD + card(), HEAD + card(name="Bo again"))
    assert [one.split(": id ")[0] for one in found] == [
        "tests1.toml:3: card 'Bo again', key 'id'",
        "tests1.toml:3: card 'Bo again', key 'moves[1]'",
        "tests1.toml:3: card 'Bo again', key 'ability'",
    ]


# The words of a text


@pytest.mark.parametrize(
    ("do", "column", "told"),
    [
        ("hal(self, 1)", 1, "unknown effect 'hal'; did you mean 'heal'?"),
        ("heal(slf, 1)", 6, "unknown target 'slf'; did you mean 'self'?"),
        ("heal(self, 1), draw(opponnt, 1)", 21, "unknown players 'opponnt'; did you mean 'opponent'?"),
        ("heal(opponent, 1)", 6, "unknown target 'opponent'"),
        ("draw(opposing_active, 1)", 6, "unknown players 'opposing_active'"),
        ("discard(opponent, 1, randm)", 22, "'randm' is no chooser; did you mean 'random'?"),
        ("modify_stat(self, agilty, 1, until_end_of_turn)", 19, "'agilty' is no stat; did you mean 'agility'?"),
        ("modify_stat(self, hp, 1, until_end_of_turn)", 19, "'hp' is no stat; known here: strength, speed, agility"),
        ("modify_stat(self, combo, 2, until_end_of_trn)", 29, "did you mean 'until_end_of_turn'?"),
        ("modify_stat(self, combo, 2)", 1, "modify_stat needs 'duration'"),
        ("modify_priority(attack_value(special), 1)", 1, "modify_priority needs 'duration'"),
        ("modify_damage(has_attr(R), 1)", 1, "modify_damage needs 'duration'"),
        ("reduce_damage_taken(any_damage, 1)", 1, "reduce_damage_taken needs 'duration'"),
        ("modify_damage(has_attr(X), 1, this_attack)", 24, "'X' is no attr; known here: R, U, H, S, T"),
        ("modify_damage(attack_value(throw), 1, this_attack)", 28, "'throw' is no kind; known here: basic, special"),
        ("modify_damage(attackvalue(basic), 1, this_attack)", 15, "did you mean 'attack_value'?"),
        ("heal(self)", 1, "heal needs 'n': target, n"),
        ("heal(self, 1, 2)", 15, "heal takes at most 2 of target, n"),
        ("heal(self, m=1)", 14, "heal has no such parameter: 'm'; it takes target, n"),
        ("heal(self, 1", 5, "this can't be read"),
        ("heal('self', 1)", 6, "only whole numbers and words are known here, not 'self'"),
        ("heal(self, 1.5)", 12, "only whole numbers and words are known here, not 1.5"),
        ("heal(self, -1)", 12, "n is a number from"),
        ("[]", 1, "an effect can't be empty"),
    ],
)
def test_words_that_are_unknown_are_told_with_the_right_spelling(do: str, column: int, told: str) -> None:
    said = fault(card(parts=(part("turn_start", do),)))
    assert said.startswith(f"'ability.parts[1].do', column {column}: "), said
    assert told in said


@pytest.mark.rule("CAP-506")
@pytest.mark.parametrize(
    ("do", "column", "told"),
    [
        ("heal(self, 1)", 1, "unknown modifier 'heal'"),
        ("modify_stat(self, combo, 2, until_end_of_turn)", 29, "modify_stat takes at most 3 of target, stat, n"),
        ("modify_damage(has_attr(R), 2, this_attack)", 31, "modify_damage takes at most 2 of only, n"),
        ("modify_priorty(used_as_counter, 1)", 1, "did you mean 'modify_priority'?"),
        ("modify_priority(used_as_countr, 1)", 17, "did you mean 'used_as_counter'?"),
        ("modify_stat(self, combo, 2), modify_stat(attacker, combo, 2)", 42, "'attacker' has no meaning here"),
        ("prevent_damage(value, any_damage)", 1, "it can stand in would_be_damaged (CAP-509)"),
        ("prevent_damage(half)", 1, "prevent_damage needs 'only'"),
        ("extra_flip(1), heal(self, 1)", 1, "unknown modifier 'extra_flip'"),
    ],
)
def test_what_is_passive_takes_modifiers_without_a_duration(do: str, column: int, told: str) -> None:
    said = fault(card(parts=(part("passive", do),)))
    assert said.startswith(f"'ability.parts[1].do', column {column}: "), said
    assert told in said


@pytest.mark.parametrize(
    ("key", "text", "column", "told"),
    [
        ("if", "hp_at_mst(30)", 1, "unknown condition 'hp_at_mst'; did you mean 'hp_at_most'?"),
        ("if", "has_attr(R)", 1, "'has_attr' is about attacks; here the match is asked about"),
        ("if", "hp_at_most(9) and not attack_value(basic)", 23, "'attack_value' is about attacks; here the match"),
        ("if", "used_as_counter", 1, "'used_as_counter' is about attacks; here the match"),
        ("if", "any_damage", 1, "'any_damage' is about attacks; here the match"),
        ("attack", "has_atr(R)", 1, "unknown condition 'has_atr'; did you mean 'has_attr'?"),
        ("attack", "has_attr(Q)", 10, "'Q' is no attr; known here: R, U, H, S, T"),
    ],
)
def test_conditions_and_filters(key: str, text: str, column: int, told: str) -> None:
    said = fault(card(parts=(part("damage_dealt", "heal(self, 1)", f'{key} = "{text}"'),)))
    assert said.startswith(f"'ability.parts[1].{key}', column {column}: "), said
    assert told in said


# What the grammar can say and the rules can't mean


@pytest.mark.rule("CAP-456", "CAP-480", "CAP-509", "CAP-512")
@pytest.mark.parametrize(
    ("when", "do", "column", "told"),
    [
        ("turn_start", "heal(self, 1), add_damage(2)", 16, "'add_damage' has no meaning here; it can stand in per"),
        ("dodge_success", "extra_flip(1)", 1, "'extra_flip' has no meaning here; it can stand in dodge_failed"),
        ("damage_dealt", "deal_damage(attacker, 2)", 13, "'attacker' has no meaning here; it can stand in hit, used"),
        ("turn_start", "prevent_damage(value)", 1, "it can stand in would_be_damaged (CAP-509)"),
        ("turn_start", "prevent_damage(half)", 1, "say of which damage and for how long"),
        ("turn_start", "prevent_damage(half, any_damage)", 1, "say of which damage and for how long"),
        ("turn_start", "prevent_damage(half, duration=this_attack)", 1, "say of which damage and for how long"),
    ],
)
def test_words_without_a_meaning_at_a_time(when: str, do: str, column: int, told: str) -> None:
    said = fault(card(parts=(part(when, do),)))
    assert said.startswith(f"'ability.parts[1].do', column {column}: "), said
    assert told in said


ASKED = 'may = true, limit = "turn", cost = "discard(1, number_card)"'


@pytest.mark.rule("CAP-509")
@pytest.mark.parametrize(
    ("do", "told"),
    [
        ("heal(self, 1)", "would_be_damaged does prevent_damage(value) and nothing else (CAP-509)"),
        ("prevent_damage(half, any_damage, this_attack)", "would_be_damaged does prevent_damage(value)"),
        ("prevent_damage(value), heal(self, 1)", "would_be_damaged does prevent_damage(value)"),
        ("prevent_damage(value), prevent_damage(value)", "damage is prevented once"),
        ("prevent_damage(value, any_damage)", "prevent_damage(value) has no filter and no duration (CAP-509)"),
        ("prevent_damage(value, duration=this_attack)", "prevent_damage(value) has no filter and no duration"),
    ],
)
def test_who_would_be_damaged_prevents_the_value_of_a_card(do: str, told: str) -> None:
    said = fault(card(parts=(part("would_be_damaged", do, ASKED),)))
    assert said.startswith("'ability.parts[1].do', column "), said
    assert told in said


@pytest.mark.rule("CAP-509", "CAP-R82")
@pytest.mark.parametrize(
    ("when", "cost", "told"),
    [
        ("any_time", "discard(1, number_card)", "must not tell what a hand holds; say discard(n, any) (CAP-R82)"),
        ("any_time", "discard(1, number)", "'number' is no cards; did you mean 'number_card'?"),
        ("any_time", "dicard(1, any)", "unknown cost 'dicard'; did you mean 'discard'?"),
        ("any_time", "discard(0, any)", "n is a number from 1"),
        ("would_be_damaged", "discard(1, any)", "say discard(1, number_card) (CAP-509)"),
        ("would_be_damaged", "discard(2, number_card)", "say discard(1, number_card) (CAP-509)"),
    ],
)
def test_costs(when: str, cost: str, told: str) -> None:
    asked = when == "would_be_damaged"
    do, more = ("prevent_damage(value)", ", may = true") if asked else ("heal(self, 1)", "")
    said = fault(card(parts=(part(when, do, f'limit = "turn", cost = "{cost}"{more}'),)))
    assert said.startswith("'ability.parts[1].cost', column "), said
    assert told in said


@pytest.mark.rule("CAP-502", "CAP-505", "CAP-506", "CAP-507", "CAP-509")
@pytest.mark.parametrize(
    ("given", "told"),
    [
        (part("any_time", "heal(self, 1)", 'limit = "turn", may = true'), "'may' is for what happens by itself"),
        (part("passive", "modify_stat(self, combo, 2)", "may = true"), "'may' is for what happens by itself"),
        (part("passive", "modify_stat(self, combo, 2)", 'limit = "turn"'), "what is passive always holds"),
        (part("passive", "modify_stat(self, combo, 2)", 'cost = "discard(1, any)"'), "a cost is paid for 'any_time'"),
        (part("turn_start", "heal(self, 1)", 'may = true, cost = "discard(1, any)"'), "a cost is paid for 'any_time'"),
        (part("turn_start", "heal(self, 1)", 'attack = "has_attr(R)"'), "it can stand in damage_dealt"),
        (part("any_time", "heal(self, 1)"), "without a limit and a cost it could be used for ever"),
        (
            part("would_be_damaged", "prevent_damage(value)", ASKED.replace("may = true, ", "")),
            "it has may = true, a limit and a cost",
        ),
        (
            part("would_be_damaged", "prevent_damage(value)", ASKED.replace('limit = "turn", ', "")),
            "it has may = true, a limit and a cost",
        ),
        (
            part("would_be_damaged", "prevent_damage(value)", 'may = true, limit = "turn"'),
            "it has may = true, a limit and a cost",
        ),
    ],
)
def test_what_a_part_has_by_its_time(given: str, told: str) -> None:
    said = fault(card(parts=(HEAL, given)))
    assert said.startswith("'ability.parts[2]': "), said
    assert told in said


@pytest.mark.rule("CAP-501")
@pytest.mark.parametrize(
    ("given", "told"),
    [
        (part("any_time", "heal(self, 1)", 'limit = "game"'), "one part of 'any_time': 'use_ability' names the"),
        (part("would_be_damaged", "prevent_damage(value)", ASKED), "one part of 'would_be_damaged': 'absorb' names"),
    ],
)
def test_what_is_named_by_the_ability_alone_is_there_once(given: str, told: str) -> None:
    said = fault(card(parts=(given, given)))
    assert said.startswith("'ability': "), said
    assert told in said


@pytest.mark.parametrize(
    "given",
    [
        part("any_time", "modify_stat(self, combo, 2, until_end_of_turn)", 'limit = "game", if = "hp_at_most(30)"'),
        part("any_time", "prevent_damage(half, attack_value(super) or has_attr(R), this_attack)", 'limit = "turn"'),
        part("any_time", "draw(self, 1), heal(self, 1)", 'cost = "discard(2, any)", if = "draw_pile_at_least(1)"'),
        part("passive", "modify_stat(self, combo, 2), modify_damage(has_attr(R) and not hp_at_most(30), -2)"),
        part("passive", "prevent_damage(half, used_as_counter), reduce_damage_taken(any_damage, 1)"),
        part("damage_dealt", "discard(opponent, 1, owner)"),
        part("damage_dealt", "deal_damage(opposing_active, 1)", 'attack = "has_attr(R)", may = true, limit = "turn"'),
        part("dodge_failed", "extra_flip(1)", 'may = true, limit = "game"'),
        part("dodge_success", "modify_priority(attack_value(basic), 1, until_end_of_turn)"),
        part("turn_start", "reset_cp(self)", 'if = "hp_at_most(30) or not draw_pile_at_least(5)"'),
        part("would_be_damaged", "prevent_damage(value)", ASKED + ', if = "hp_at_most(30)"'),
    ],
)
def test_parts_with_a_meaning(given: str) -> None:
    (found,) = loaded(parts=(given,)).ability.parts
    assert (found.condition is not None) == (" if = " in given)
    assert (found.attack is not None) == (" attack = " in given)
    assert (found.cost is not None) == (" cost = " in given)
    assert bool(found.calls) == (found.when == "passive") == (found.block == -1)


# Moves


@pytest.mark.rule("CAP-305", "CAP-306", "CAP-307", "CAP-308")
@pytest.mark.parametrize(
    ("cards", "kind", "rank", "n", "extra"),
    [
        ("J", "special", "J", 1, (None, 0)),
        ("Q", "special", "Q", 1, (None, 0)),
        ("2K", "special", "K", 2, (None, 0)),
        ("A", "super", "A", 1, (None, 0)),
        ("4A", "super", "A", 4, (None, 0)),
        ("K + 0-1 K", "special", "K", 1, ("K", 1)),
        ("2J + 0-2 J", "special", "J", 2, ("J", 2)),
        ("2A + 0-4 Q", "super", "A", 2, ("Q", 4)),
    ],
)
def test_cards_of_a_move(cards: str, kind: str, rank: str, n: int, extra: tuple[str | None, int]) -> None:
    found = loaded(entry("zap", cards)).moves[0]
    assert (found.kind, found.rank, found.n, (found.extra_rank, found.extra_max)) == (kind, rank, n, extra)


@pytest.mark.rule("CAP-305", "CAP-306", "CAP-307", "CAP-308", "CAP-801")
@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("", "they are written as 'J', 'Q', 'K', 'A', '2A', 'K + 0-1 K', 'pair'"),
        ("10", "'10' are no cards"),
        ("j", "'j' are no cards"),
        ("5A", "'5A' are no cards"),
        ("J+0-1 J", "'J+0-1 J' are no cards"),
        ("J + 1-2 J", "'J + 1-2 J' are no cards"),
        ("J + 0-0 J", "'J + 0-0 J' are no cards"),
        ("pair + 0-1 J", "'pair + 0-1 J' are no cards"),
        ("x" * 60, f"'{'x' * 40}' are no cards"),
        ("K + 0-4 K", "a deck has 4 cards of a rank (CAP-801)"),
        ("3A + 0-2 A", "a deck has 4 cards of a rank (CAP-801)"),
    ],
)
def test_cards_that_no_move_has(cards: str, told: str) -> None:
    said = fault(card(entry("zap", cards)))
    assert said.startswith("'moves[1].cards', column 1: "), said
    assert told in said


@pytest.mark.rule("CAP-307", "CAP-456", "CAP-610", "CAP-910", "CAP-920")
@pytest.mark.parametrize(
    ("given", "told"),
    [
        (entry("zap", damage=None), "an attack has damage and priority, an avoid move 'avoid' (CAP-456, CAP-610)"),
        (entry("zap", priority=None), "an attack has damage and priority"),
        (entry("zap", type_="E", damage=None, priority=None), "an attack has damage and priority"),
        (avoids("zap", more="damage = 3"), "an avoid move has neither damage nor priority (CAP-456)"),
        (avoids("zap", more="priority = 3"), "an avoid move has neither damage nor priority (CAP-456)"),
        (avoids("zap", type_="C"), "an avoid move is usable only as an answer: type E, not C (CAP-456)"),
        (avoids("zap", more='attrs = ["R"]'), "an avoid move is no attack and has no attributes (CAP-456)"),
        (avoids("zap", more='mark = "VC"'), "mark 'VC' stands at a special with damage and priority (CAP-910)"),
        (avoids("zap", "A", more='mark = "TS"'), "mark 'TS' stands at a super with damage (CAP-920)"),
        (entry("zap", "A", more='mark = "VC"'), "mark 'VC' stands at a special with damage and priority (CAP-910)"),
        (entry("zap", "Q", more='mark = "TS"'), "mark 'TS' stands at a super with damage (CAP-920)"),
    ],
)
def test_an_attack_and_an_avoid_move(given: str, told: str) -> None:
    said = fault(card(given))
    assert said.startswith("'moves[1]': "), said
    assert told in said


@pytest.mark.rule("CAP-307", "CAP-910", "CAP-920", "CAP-971")
@pytest.mark.parametrize(
    ("body", "told"),
    [
        (card(moves="[]"), 'a character has one throw, cards = "pair", not 0 (CAP-307)'),
        (card(entry("grab", "pair")), 'a character has one throw, cards = "pair", not 2 (CAP-307)'),
        (
            card(entry("zap", more='mark = "VC"'), entry("zop", "Q", more='mark = "VC"')),
            "at most one move has mark 'VC', not 2 (CAP-910)",
        ),
        (
            card(entry("zap", "A", more='mark = "TS"'), entry("zop", "2A", more='mark = "TS"')),
            "at most one move has mark 'TS', not 2 (CAP-920)",
        ),
        (card(entry("zap", more='mark = "VC"'), boss="true"), "a boss has no partner, so its moves have no mark"),
    ],
)
def test_a_moves_list(body: str, told: str) -> None:
    said = fault(body)
    assert said.startswith("'moves': "), said
    assert told in said


@pytest.mark.rule("CAP-307", "CAP-456")
def test_a_throw_avoids_nothing() -> None:
    assert fault(card(moves=f"[{avoids('grab', 'pair')}]")) == (
        "'moves[1]': a throw is an attack; it avoids nothing (CAP-307)"
    )


@pytest.mark.rule("CAP-402", "CAP-454")
def test_an_attack_of_type_e_needs_no_opener() -> None:
    found = loaded(entry("zap", type_="E")).moves[0]
    assert (found.type, found.damage, found.priority, found.avoid) == ("E", 7, 3, ())


@pytest.mark.rule("CAP-308", "CAP-456", "CAP-482")
@pytest.mark.parametrize(
    ("given", "key", "told"),
    [
        (avoids("zap", more=does("hit", "heal(self, 1)")), "", "an avoid move hits nobody; say 'used' (CAP-456)"),
        (entry("zap", more=does("used", "heal(self, 1)")), "", "does something when it hits; say 'hit' (CAP-482)"),
        (entry("zap", more=does("per_extra", "add_damage(2)")), "", "the move has no additional cards"),
        (avoids("zap", more=does("per_extra", "heal(self, 1)")), "", "the move has no additional cards"),
        (
            entry("zap", "J + 0-1 J", more=does("per_extra", "heal(self, 1)")),
            ".do', column 1",
            "add_damage(n), not 'heal' (CAP-480)",
        ),
        (
            entry("zap", "J + 0-1 J", more=does("per_extra", "add_damage(2), draw(self, 1)")),
            ".do', column 16",
            "add_damage(n), not 'draw' (CAP-480)",
        ),
        (
            avoids("zap", "J + 0-1 J", more=does("per_extra", "add_damage(2)")),
            ".do', column 1",
            "an avoid move has no damage to add to; say deal_damage(attacker, n) (CAP-456)",
        ),
        (entry("zap", more=does("hit", "add_damage(2)")), ".do', column 1", "it can stand in per_extra"),
        (entry("zap", more=does("hit", "extra_flip(1)")), ".do', column 1", "it can stand in dodge_failed"),
        (entry("zap", more=does("hit", "prevent_damage(value)")), ".do', column 1", "it can stand in would_be_damaged"),
        (entry("zap", more=does("hit", "reset_pc(self)")), ".do', column 1", "did you mean 'reset_cp'?"),
        (entry("zap", more=does("hit", "modify_stat(self, combo, 1)")), ".do', column 1", "needs 'duration'"),
        (entry("zap", more=does("hit", "modify_damage(any_damage, 1)")), ".do', column 1", "needs 'duration'"),
    ],
)
def test_effects_of_a_move(given: str, key: str, told: str) -> None:
    said = fault(card(given))
    assert said.startswith(f"'moves[1].effects[1]{key}"), said
    assert told in said


def test_a_move_says_once_what_it_does_at_a_time() -> None:
    twice = 'effects = [{ when = "hit", do = "heal(self, 1)" }, { when = "hit", do = "draw(self, 1)" }]'
    said = fault(card(entry("zap", more=twice)))
    assert said == "'moves[1].effects[2]': a move says once what it does with 'hit'; write it into one 'do'"


@pytest.mark.rule("CAP-308", "CAP-456", "CAP-R83")
def test_effects_of_moves_with_a_meaning() -> None:
    do = ("draw(self, 1)", "deal_damage(attacker, 8)")
    both = f'effects = [{{ when = "used", do = "{do[0]}" }}, {{ when = "per_extra", do = "{do[1]}" }}]'
    found = loaded(
        entry("zap", "J + 0-2 J", more=does("per_extra", "add_damage(2), add_damage(1)")),
        entry("zop", "Q", more=does("hit", "discard(opponent, 1, random), heal(self, 1)")),
        avoids("flee", "K + 0-1 K", more=both, kinds='"basic", "ranged"'),
    )
    zap, zop, flee, _ = found.moves
    assert (zap.extra_damage, zap.hit, zap.used, zap.per_extra) == (3, None, None, None)
    assert zop.hit is not None
    assert [call.word for call in found.blocks[zop.hit]] == ["discard", "heal"]
    assert flee.used is not None
    assert flee.per_extra is not None
    assert [call.text for call in found.blocks[flee.per_extra]] == ["deal_damage(attacker, 8)"]
    assert (flee.avoid, flee.damage, flee.priority) == (("basic", "ranged"), None, None)


# What a character has


@pytest.mark.rule("CAP-802", "CAP-R72", "CAP-R88")
@pytest.mark.parametrize("strength", [0, 1, 10, 20])
def test_strength_is_2_to_9(strength: int) -> None:
    said = fault(card(strength=str(strength)))
    assert said == f"'strength': every character has Strength 2 to 9, not {strength} (CAP-802)"


@pytest.mark.rule("CAP-802")
@pytest.mark.parametrize("strength", [2, 9])
def test_the_least_and_the_greatest_strength(strength: int) -> None:
    assert loaded(strength=str(strength)).stats.strength == strength


@pytest.mark.rule("CAP-501", "CAP-610")
@pytest.mark.parametrize(
    ("body", "told"),
    [
        (card(hp="0"), "'hp': Expected `int` >= 1"),
        (card(hp="1000"), "'hp': Expected `int` <= 999"),
        (card(hp='"80"'), "'hp': Expected `int`"),
        (card(speed="0"), "'speed': Expected `int` >= 1"),
        (card(agility="-1"), "'agility': Expected `int` >= 0"),
        (card(endurance="55"), "'endurance': Expected `int` <= 54"),
        (card(combo="21"), "'combo': Expected `int` <= 20"),
        (card(bap="21"), "'bap': Expected `int` <= 20"),
        (card(defense_bonus="21"), "'defense_bonus': Expected `int` <= 20"),
        (card(boss='"yes"'), "'boss': Expected `bool`"),
        (card(id='"Bo Peep"'), "'id': Expected `str` matching regex"),
        (card(name=""), "'name': Expected `str` of length >= 1"),
        (card(stregth="6"), "'stregth': unknown key; did you mean 'strength'?"),
        (card(entry("zap").replace('"C"', '"F"')), "'moves': unknown name 'F'; known here: A, B, C, D, E"),
        (card(entry("zap", more='attrs = ["X"]')), "'moves': unknown name 'X'"),
        (card(entry("zap", more='mark = "TC"')), "'moves': unknown name 'TC'"),
        (card(entry("zap", more='atrs = ["R"]')), "'moves': unknown key 'atrs'; did you mean 'attrs'?"),
        (card(entry("zap", damage=201)), "'moves': Expected `int` <= 200"),
        (card(entry("zap", priority=-1)), "'moves': Expected `int` >= 0"),
        (card(entry("zap").replace("cp = 1, ", "")), "'moves': Object missing required field `cp`"),
        (card(avoids("zap", kinds='"spezial"')), "'moves': unknown name 'spezial'; did you mean 'special'?"),
        (card(entry("zap", more=does("hits", "heal(self, 1)"))), "'moves': unknown name 'hits'; did you mean 'hit'?"),
        (card(parts=(part("anytime", "heal(self, 1)"),)), "'ability': unknown name 'anytime'; did you mean 'any_time'"),
        (card(parts=(part("turn_start", "heal(self, 1)", 'limt = "turn"'),)), "did you mean 'limit'?"),
        (card(parts=(part("turn_start", "heal(self, 1)", 'limit = "round"'),)), "'ability': unknown name 'round'"),
        (card(parts=()), "'ability': Expected `array` of length >= 1"),
        (card(parts=(HEAL,) * 11), "'ability': Expected `array` of length <= 10"),
        (card(*(entry(f"zap{n}") for n in range(40))), "'moves': Expected `array` of length <= 40"),
    ],
)
def test_what_a_character_has(body: str, told: str) -> None:
    (found,) = faults(HEAD + body)
    assert found.startswith("tests.toml:3: card "), found
    assert told in found


@pytest.mark.parametrize("key", [*STATS, "id", "name", "moves"])
def test_every_character_has_a_name_stats_and_moves(key: str) -> None:
    written = card().splitlines()
    written.remove(next(line for line in written if line.startswith(f"{key} =")))
    (found,) = faults(HEAD + "\n".join(written))
    assert f"key {key!r}: Object missing required field `{key}`" in found


@pytest.mark.rule("CAP-501")
def test_every_character_has_an_ability() -> None:
    (found,) = faults(HEAD + card().partition("[card.ability]")[0])
    assert "key 'ability': Object missing required field `ability`" in found


@pytest.mark.rule("CAP-508")
def test_a_character_has_room_for_so_much() -> None:
    holds = ", ".join(["modify_stat(self, combo, 1)"] * 10)
    full = (part("passive", holds), part("passive", holds))
    assert sum(len(one.calls) for one in loaded(parts=full).ability.parts) == 20
    more = part("passive", "modify_stat(self, combo, 1)")
    assert fault(card(parts=(*full, more))) == "'ability': a character has at most 20 passive words, not 21"
    assert len(loaded(*(entry(f"zap{n}") for n in range(39)), parts=(HEAL,) * 10).moves) == 40


def test_a_file_shows_all_its_faults_at_once() -> None:
    broken = card(
        entry("zap", "X", damage=None, more=does("used", "hal(self, 1)")),
        parts=(part("any_time", "hal(self, 1)", 'if = "hp(1)", cost = "discard(1, number_card)"'),),
        strength="1",
    )
    found = faults(HEAD + broken + card(cid="cy", name="Cy", strength="10"))
    told = ["parts[1].do'", "parts[1].cost'", "parts[1].if'", "moves[1].cards'", "moves[1]'", "effects[1]'", ".do'"]
    assert [one in said for one, said in zip([*told, "'strength'", "'strength'"], found, strict=True)] == [True] * 9
    assert [one.split(":")[1] for one in found] == ["3"] * 8 + ["20"]


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
    kinds = [type(one) for one in GAME.core().cards.values()]
    assert kinds.count(Definition) == kinds.count(Ability) == len(core.cards)
    assert kinds.count(Move) == sum(len(card.moves) for card in core.cards)
    (found,) = core_faults(HEAD + card(strength="10"))
    assert "'strength': every character has Strength 2 to 9, not 10 (CAP-802)" in found
