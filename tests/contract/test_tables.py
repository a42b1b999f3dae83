"""The generic table carries a whole game: ids are unique, what answers name is there, the look knows its words.

Labels of legal actions are for people: they have no id of a card that the seat sees on the table.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api_schema.input.names import camel
from api_schema.ports.matches import LegalActionSet
from domain.games import discover
from domain.kernel.audience import FULL, SPECTATOR, seat
from domain.kernel.catalogue import CardInfo
from domain.kernel.decide import Decision
from domain.kernel.facts import as_seen
from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.names import OF_TABLES
from domain.kernel.prompts import Prompt, Template, expand, size
from domain.kernel.references import Named
from domain.kernel.table import Table, TableCard, names_on
from service.matches.texts import describe
from tests.contract.games import shared
from tests.kit.lanes import by_lane
from tests.kit.modes import InMode, in_each_mode
from tests.kit.modes import name_of as mode_name
from tests.kit.noninterference import LEGAL, PairedMatch
from tests.kit.play import whole
from tests.toy_game import GAME as TOY

DRAWN = frozenset({"c4", "cape_and_cowl", "capcom_crossovers", "scp", "trf"})
"""The games whose tables are whole."""
SEEDS = range(40, 40 + by_lane(commit=4, nightly=200))
GAMES = [game for game in discover().values() if game.slug in DRAWN]
IN_EVERY_MODE: list[InMode] = in_each_mode([*discover().values(), TOY])
in_every_mode = pytest.mark.parametrize("variant", IN_EVERY_MODE, ids=mode_name)
MOST_LISTED = 200
SMALL = 4096
"""Bytes of an answer in which every prompt comes as its templates."""


def steps(game: CardGame, options: Any) -> Iterator[Decision]:
    """Every step of some matches by chance, from the start on."""
    for step in chain.from_iterable(whole(game, seed, options=options) for seed in shared(game, SEEDS)):
        if step.state.board_or_none is not None:
            yield step


def seen(game: CardGame, state: State, viewer: str) -> Table:
    return game.table(game.view(state, viewer), state.cards)


def lying(table: Table) -> Iterator[TableCard]:
    """Every card on a table."""
    for zone in chain(table.zones, *(player.zones for player in table.players)):
        yield from zone.cards


def viewers(state: State) -> list[str]:
    return [SPECTATOR, FULL, *(seat(number) for number in range(len(state.seats)))]


def catalogue(game: CardGame) -> list[CardInfo]:
    """The entries of everything that the core sets of a game can put on a table."""
    return [*game.cards(), *game.things(game.core().cards)]


@in_every_mode
def test_the_tables_of_whole_matches(game: CardGame, options: Any) -> None:
    """At every stop, as everybody sees it: what lies there, what can be answered, and what is told of it."""
    paired, known, read = PairedMatch(game), {card.id for card in catalogue(game)}, set[str]()
    for step in steps(game, options):
        state = step.state
        tables = {viewer: seen(game, state, viewer) for viewer in viewers(state)}
        open_to_all = {card.id for card in lying(tables[SPECTATOR]) if card.name is not None}
        for table in tables.values():
            ids_are_unique_and_what_they_name_is_there(table, known)
            assert [card for card in lying(table) if card.hidden != (card.id not in open_to_all)] == []
        for prompt in state.prompts.values():
            every_reference_of_an_answer_is_there(game, state, prompt, tables[seat(prompt.seat)])
        for number in {prompt.seat for prompt in state.prompts.values()}:
            match = paired.aggregate(state)
            listed, table = LEGAL.of(match, number), tables[seat(number)]
            templates_alone_say_as_much_in_a_small_answer(listed, LEGAL.of(match, number, 0))
            answers_with_one_label_mean_the_same(game, listed, table)
            read |= labels_of(listed)
        if game in GAMES:
            the_look_names_everything_that_occurs(game, state, tables)
            events_are_told_with_names_and_no_ids(game, step, tables)
    assert [label for label in sorted(read) if re.search(r"\b[a-z][0-9a-f]{10}\b|True|False", label)] == []
    assert len(read) > len(game.actions) // 2


def labels_of(listed: LegalActionSet) -> set[str]:
    """But of cards of another's hand that is looked at: they lie on no table."""
    return {one.label for asked in listed.prompts if asked.prompt.kind != "choose_cards" for one in asked.actions}


def ids_are_unique_and_what_they_name_is_there(table: Table, known: set[str]) -> None:
    cards = [card.id for card in lying(table) if card.id is not None]
    groups = [group.id for group in table.groups]
    assert len({*cards, *groups}) == len(cards) + len(groups), sorted(cards)
    ends = {*cards, *groups, *(f"seat:{player.seat}" for player in table.players)}
    assert {card.host for card in lying(table)} - {None} <= {*cards}
    assert {card.group for card in lying(table)} - {None} <= {*groups}
    assert {*chain.from_iterable(group.members for group in table.groups)} <= {*cards}
    assert {*chain.from_iterable((link.source, link.to) for link in table.links)} <= ends
    assert {*chain.from_iterable(effect.about for effect in table.effects)} <= ends
    assert {one.card for one in table.pending} - {None} <= {*cards, *groups}
    assert {card.card for card in lying(table)} - {None} <= known
    assert {effect.source for effect in table.effects} - {None} <= known


def named(template: Template) -> Iterator[tuple[str, object]]:
    """(field, value) for everything that answers of a template may say."""
    for name, value in template.fixed.items():
        values = value if isinstance(value, list | tuple) else [*value] if isinstance(value, Mapping) else [value]
        yield from ((name, one) for one in values if one is not None)
    for parameter in template.parameters:
        yield from ((parameter.name, option) for option in parameter.options)


def things_on(table: Table) -> dict[Named, set[object]]:
    """All that values can name, by kind."""
    things: set[object] = {card.value or card.id for card in lying(table)}
    groups, seats = {group.id for group in table.groups}, {player.seat for player in table.players}
    return {"card": things, "place": things, "group": {*groups}, "seat": {*seats}}


def is_there(things: Mapping[Named, Container[object]], names: tuple[Named, ...], value: object) -> bool:
    """Whether a client finds on the table what a value names."""
    return any(
        isinstance(value, {"word": str, "number": int}[kind])
        if kind in ("word", "number")
        else (str(value) if kind == "place" else value) in things[kind]
        for kind in names
    )


def every_reference_of_an_answer_is_there(game: CardGame, state: State, prompt: Prompt, table: Table) -> None:
    """On the table of the seat that is asked."""
    things = things_on(table)
    for template in game.options(state, prompt):
        references = game.references[template.type]
        missing = [one for one in named(template) if not is_there(things, references[one[0]], one[1])]
        assert missing == [], (prompt.kind, template.type)


def templates_alone_say_as_much_in_a_small_answer(listed: LegalActionSet, short: LegalActionSet) -> None:
    for whole_, brief in zip(listed.prompts, short.prompts, strict=True):
        assert brief.actions == ()
        told = [{"type": one.type, **answer} for one in brief.templates for answer in listable(one)]
        left = [{"type": one.type, **answer} for one in whole_.templates for answer in listable(one)]
        wanted = [*(dict(action.action) for action in whole_.actions), *left]
        assert sorted(map(repr, told)) == sorted(map(repr, wanted))
        assert len(msgspec.json.encode(brief)) <= SMALL, brief.prompt.kind


def listable(template: Template) -> Iterator[dict[str, object]]:
    """Its answers, if they are few enough to be compared one by one."""
    return expand(template) if size(template) <= MOST_LISTED else iter(())


def places_on(table: Table, asked: int) -> Mapping[str | None, object]:
    """Where each thing lies, equal cards in equal places alike; what several seats say alike is the own."""
    players = sorted(table.players, key=lambda player: player.seat == asked)
    return {
        card.value or card.id: (zone.name, zone_owner, card.card, card.counters, card.flags, card.host, card.group)
        for zone_owner, zone in [
            *((None, zone) for zone in table.zones),
            *((player.seat, zone) for player in players for zone in player.zones),
        ]
        for card in zone.cards
    }


def meaning(
    places: Mapping[str | None, object], action: Mapping[str, Any], references: Mapping[str, tuple[Named, ...]]
) -> str:
    """What an action says, with equal cards in equal places called alike."""

    def of(name: str, value: Any) -> Any:
        if isinstance(value, list):
            return sorted(repr(of(name, one)) for one in value)
        return places.get(value, value) if "card" in references.get(name, ()) else value

    return repr({name: of(name, value) for name, value in action.items()})


@cache
def camelled(game: CardGame) -> Mapping[str, Mapping[str, tuple[Named, ...]]]:
    """What the fields of each action name, by the names that clients know."""
    return {
        action: {camel(name): kinds for name, kinds in fields.items()} for action, fields in game.references.items()
    }


def answers_with_one_label_mean_the_same(game: CardGame, listed: LegalActionSet, table: Table) -> None:
    names = camelled(game)
    for prompt in listed.prompts:
        by_label: dict[str, set[str]] = {}
        places = places_on(table, listed.seat) if prompt.actions else {}
        for one in prompt.actions:
            by_label.setdefault(one.label, set()).add(meaning(places, one.action, names[one.type]))
        alike = {label: said for label, said in by_label.items() if len(said) > 1}
        assert alike == {}, prompt.prompt.kind


def the_look_names_everything_that_occurs(game: CardGame, state: State, tables: Mapping[str, Table]) -> None:
    missing = set[str]().union(
        *(unknown_words(game, state, prompt) for prompt in state.prompts.values()),
        *(unknown(game.look, table) for table in tables.values()),
    )
    assert missing == set()


def unknown(look: Any, table: Table) -> set[str]:
    """The names of a table that a look doesn't know."""
    zones = [*table.zones, *chain.from_iterable(player.zones for player in table.players)]
    cards = list(lying(table))
    numbers = chain(
        table.stats,
        *(player.stats for player in table.players),
        *(card.counters for card in cards),
        *(group.numbers for group in table.groups),
    )
    used = {
        "zones": {zone.name for zone in zones},
        "numbers": {*numbers},
        "flags": {*chain(*(card.flags for card in cards), *(group.flags for group in table.groups))},
        "groups": {group.kind for group in table.groups},
        "links": {link.kind for link in table.links},
        "kinds": {one.kind for one in table.pending},
        "phases": {table.phase},
        "marks": {*chain(table.marks, *(player.marks for player in table.players))},
        "durations": {effect.until for effect in table.effects} - {None},
    }
    return {f"{part}.{name}" for part, names in used.items() for name in names - getattr(look, part).keys()}


def unknown_words(game: CardGame, state: State, prompt: Prompt) -> set[str]:
    """The actions of a prompt, and the words in them, that the look doesn't know."""
    found = set[str]()
    for template in game.options(state, prompt):
        if template.type not in game.look.actions:
            found.add(f"actions.{template.type}")
        for name, value in named(template):
            if game.references[template.type][name] == ("word",) and value not in game.look.words.get(name, {}):
                found.add(f"words.{name}.{value}")
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_faces_of_cards_have_the_names_of_their_game_and_no_others(game: CardGame) -> None:
    faces = [card.face for card in catalogue(game)]
    assert game.names is not None
    assert {*chain.from_iterable(face.numbers for face in faces)} == {*game.names.printed}
    assert {name for face in faces for name in (*face.lines, *face.tags)} == {*game.names.facts}


def test_a_card_of_a_game_without_a_look_has_a_face_too() -> None:
    assert [(card.face.numbers, card.attributes) for card in catalogue(TOY)][6] == ({"value": 7}, {"value": "7"})


FIELDS = frozenset(TableCard.__struct_fields__)
FIRST = {"zone": "zones", "TableZone": "zones", "TablePending": "kinds"}
"""What the first argument of a call names."""


def written(game: CardGame) -> Iterator[tuple[str, str]]:
    """(part, name) for each name that the code of a game's tables writes down; flags and marks are held alike."""
    source = Path(import_module(f"{game.package}.tables").__file__ or "").read_text("utf-8")
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(ast.Name("holding"), keywords=keywords):
                yield from (("holding", str(one.arg)) for one in keywords)
            case ast.Call(ast.Name(name), [ast.Constant(str(first)), *_]) if name in FIRST:
                yield FIRST[name], first
            case ast.Call(ast.Name("TableLink"), [_, _, ast.Constant(str(kind))]):
                yield "links", kind
            case ast.Call(ast.Name("TableGroup"), keywords=keywords):
                yield from (("groups", str(one.value.value)) for one in keywords
                            if one.arg == "kind" and isinstance(one.value, ast.Constant))  # fmt: skip
            case ast.Dict(keys, values):
                pairs = zip(keys, values, strict=True)
                names = (key.value for key, value in pairs if isinstance(key, ast.Constant) and not is_told(value))
                yield from (("numbers", str(name)) for name in names if name not in FIELDS)


def is_told(value: ast.expr) -> bool:
    """Whether code has this value, so that it is no number of a match."""
    return isinstance(value, ast.Constant | ast.UnaryOp)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_name_that_tables_write_down_is_a_name_of_the_game(game: CardGame) -> None:
    names = game.names
    assert names is not None
    known = {part: {*getattr(names, part)} for part in (*OF_TABLES, "numbers")}
    known["holding"] = known["flags"] | known["marks"]
    found = list(written(game))
    assert len({part for part, _ in found}) > 3
    assert [(part, name) for part, name in found if name not in known[part]] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_question_action_and_card_has_its_words(game: CardGame) -> None:
    assert [kind for kind, asked in game.questions.items() if any(not one.text for one in asked.values())] == []
    assert [action.__name__ for action in game.actions if not action.told] == []
    assert {action.__struct_config__.tag for action in game.actions} == {*game.look.actions}
    fits = [any(all(card.attributes.get(k) == v for k, v in face.when.items()) for face in game.look.faces)
            for card in catalogue(game)]  # fmt: skip
    assert all(fits)
    weighed = {event.type for event in game.events} & {*game.look.events}
    assert len(weighed) > len(game.events) // 4


def events_are_told_with_names_and_no_ids(game: CardGame, step: Decision, tables: Mapping[str, Table]) -> None:
    for viewer, table in tables.items():
        things = names_on(table, game.seat_name)
        assert game.names_on is None or game.names_on(step.state, viewer) == things
        for fact in step.facts:
            text = describe(game, as_seen(fact, viewer), step.state.cards, things)
            assert not re.search(r"\b[a-z][0-9a-f]{10}\b|\bNone\b", text), text
