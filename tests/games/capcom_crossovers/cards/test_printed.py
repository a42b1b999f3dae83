"""What is printed on the characters of the core set, and its line-ups."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from importlib.resources import files

import pytest

from domain.games.capcom_crossovers import GAME as PLAYED
from domain.games.capcom_crossovers.definitions import Definition, Move

GAME = files("domain.games") / "capcom_crossovers"
RULES = (GAME / "RULES.md").read_text("utf-8")
DECKS = tomllib.loads((GAME / "decks.toml").read_text("utf-8"))
(CORE,) = PLAYED.core().sets
CHARACTERS: dict[str, Definition] = {card.cid: card for card in CORE.cards}
ATTRIBUTES = "RUHST"
CELLS = re.compile(r"`([^`]+)`")


def block(card: Definition, number: int) -> str:
    return ", ".join(call.text for call in card.blocks[number])


def typed(move: Move) -> str:
    """Type with attributes, as in `A(RS)`."""
    attributes = "".join(one for one in ATTRIBUTES if one in move.attrs)
    return f"{move.type}({attributes})" if attributes else move.type


def cards(move: Move) -> str:
    """The cards of a move, out of their numbers."""
    if move.kind == "throw":
        assert (move.rank, move.n, move.extra_max) == (None, 2, 0)
        return "pair"
    base = f"{move.n if move.n > 1 else ''}{move.rank}"
    return f"{base} + 0-{move.extra_max} {move.extra_rank}" if move.extra_max else base


def does(card: Definition, move: Move) -> list[str]:
    """What a move does beside its damage, in the notation of the table."""
    effects = [f"avoid({', '.join(move.avoid)})"] if move.avoid else []
    blocks = {"hit": move.hit, "used": move.used, "per_extra": move.per_extra}
    effects += [f"{when}: {block(card, number)}" for when, number in blocks.items() if number is not None]
    return effects + ([f"per_extra: add_damage({move.extra_damage})"] if move.extra_damage else [])


def test_the_core_set_numbers_its_characters() -> None:
    assert (CORE.id, CORE.name) == ("core", "Core Set")
    assert [card.number for card in CORE.cards] == list(range(1, len(CORE.cards) + 1))
    moves = sum(len(card.moves) for card in CORE.cards)
    assert len(PLAYED.core().cards) == 2 * len(CORE.cards) + moves, "each has an ability"


@pytest.mark.rule("CAP-102", "CAP-501", "CAP-503", "CAP-505", "CAP-507", "CAP-802", "CAP-R72")
@pytest.mark.parametrize("cid", CHARACTERS)
def test_a_character_has_its_stats_and_an_ability(cid: str) -> None:
    card = CHARACTERS[cid]
    assert 2 <= card.stats.strength <= 9
    assert card.ability.text
    assert [part.number for part in card.ability.parts] == list(range(1, len(card.ability.parts) + 1))


@pytest.mark.rule("CAP-305", "CAP-306", "CAP-307")
def test_the_kind_of_a_move_follows_from_its_cards() -> None:
    kinds = {None: "throw", "J": "special", "Q": "special", "K": "special", "A": "super"}
    moves = [move for card in CHARACTERS.values() for move in card.moves]
    assert all(move.kind == kinds[move.rank] for move in moves)
    assert all(sum(move.kind == "throw" for move in card.moves) == 1 for card in CHARACTERS.values())


@pytest.mark.rule("CAP-910", "CAP-920", "CAP-971")
@pytest.mark.parametrize("cid", CHARACTERS)
def test_each_playable_character_has_one_move_of_each_mark_and_a_boss_none(cid: str) -> None:
    marks = Counter(move.mark for move in CHARACTERS[cid].moves if move.mark)
    assert marks == ({} if CHARACTERS[cid].boss else {"VC": 1, "TS": 1})


@pytest.mark.rule("CAP-610")
@pytest.mark.parametrize("cid", CHARACTERS)
def test_whoever_reads_a_card_reads_its_ability_and_every_move(cid: str) -> None:
    card = CHARACTERS[cid]
    ability, *moves = card.text.split("\n")
    assert ability == f"{card.ability.name}: {card.ability.text}"
    for line, move in zip(moves, card.moves, strict=True):
        mark = f" [{move.mark}]" if move.mark else ""
        avoided = ", ".join(move.avoid).replace("_", " ")
        does = f"avoids {avoided}" if avoided else f"{move.damage} damage, priority {move.priority}"
        printed = f"{move.name}{mark}: {cards(move)}, {typed(move)}, {does}, {move.cp} CP."
        assert line == f"{printed} {move.text}".strip()


def test_a_move_that_does_something_more_says_so() -> None:
    for card in CHARACTERS.values():
        for move in card.moves:
            assert bool(move.text) == bool(does(card, move)), move.id


def test_effects_and_modifiers_are_found_by_their_number() -> None:
    for card in CHARACTERS.values():
        written = [call for part in card.ability.parts for call in part.calls]
        written += [call for block in card.blocks for call in block]
        assert list(card.calls.values()) == written
        assert all(card.calls[call.number] is call for call in written)


# Line-ups


@pytest.mark.rule("CAP-803", "CAP-804")
def test_the_line_ups_are_those_of_the_catalogue() -> None:
    listed = re.search(r"^- Ready-made line-ups \(first = starting active\): (.*?)\. Each", RULES, re.MULTILINE)
    assert listed is not None
    pairs = [CELLS.findall(pair) for pair in listed[1].split("; ")]
    written = [deck["characters"] for deck in DECKS.values()]
    assert written == pairs


@pytest.mark.rule("CAP-804")
@pytest.mark.parametrize("deck", DECKS)
def test_a_line_up_is_named_after_its_characters_who_differ(deck: str) -> None:
    given = DECKS[deck]["characters"]
    assert deck == "_".join(given)
    assert DECKS[deck]["name"] == " and ".join(CHARACTERS[cid].name for cid in given)
    assert len(set(given)) == 2
    assert not any(CHARACTERS[cid].boss for cid in given)
