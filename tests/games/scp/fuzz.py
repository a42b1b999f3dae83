"""What fuzzed cards of SCP-CCG are made of, and the decks and tables that they are played at."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace as changed

from domain.games.scp import definitions as d
from domain.games.scp.board import Phase
from domain.games.scp.loadouts import COPIES, DANGEROUS, SCPS, Loadout, Options
from domain.games.scp.validation import KEYS, KEYWORDS, MAY_HAVE, NEEDS
from domain.games.scp.words.vocabulary import Part
from domain.kernel.cardsets import OwnSet
from domain.kernel.effects.compiler import Compiler
from domain.kernel.effects.subjects import NOTHING, Kinds
from tests.games.scp import own_sets
from tests.games.scp.table import P1
from tests.games.scp.table import Table as Scene
from tests.kit.fuzzed_sets import Tables, Values
from tests.kit.fuzzed_texts import Texts
from tests.kit.mutations import Table

HEAD = ("fuzzed", "Fuzzed")
SAMPLE, NIGHTLY = 30, 3_000
"""Matches that guard a commit, and those of a night."""
NEVER = frozenset({"cost tap"})
"""It takes nothing, and what is paid knows it by its name."""
MANY: Mapping[tuple[d.CardType, ...], int] = {
    ("scp",): 3,
    ("personnel",): 3,
    ("gear",): 2,
    ("finance",): 1,
    ("resource",): 1,
    ("event",): 2,
    ("complication",): 1,
    ("mission",): 2,
    ("event", "complication"): 1,
    ("personnel", "event"): 1,
}
TYPES = [types for types, many in MANY.items() for _ in range(many)]
TABLES = (
    ({"round_limit": 5}, 2),
    ({"round_limit": 5}, 3),
    ({"round_limit": 5}, 5),
    ({"mode": "solitaire", "round_limit": 6, "solitaire_target": 1}, 1),
)
ENDS = ("win_match",)
"""What few cards do: it ends a match before much else has happened."""
SUBTYPES = ("Crockery", "Pastry-Cook")
ICONS = (*d.ICONS, "site_19", "site_7000")


def tables(texts: Texts, values: Values) -> Tables:
    """Cards of all types; their texts may name each other, and their subtypes."""
    own = [f"fuzz_{number}" for number in range(1, len(TYPES) + 1)]
    texts.names["card"].update((name, name) for name in own)
    texts.names["subtype"].update((name.replace("-", "_"), name) for name in SUBTYPES)
    return {"card": [_card(name, types, texts, values) for name, types in zip(own, TYPES, strict=True)]}


def _card(name: str, types: tuple[d.CardType, ...], texts: Texts, values: Values) -> Table:
    keys = [key for kind in types for key in (*NEEDS[kind], *values.some(MAY_HAVE[kind]))]
    table: dict[str, Any] = {"id": name, "name": values.name(), "types": list(types), "text": values.name()}
    drawn = values.of(d.CardTable, *(key for key in keys if key not in ("affiliation", "overcome", "keywords")))
    table |= {key: min(value, 6) if isinstance(value, int) else value for key, value in drawn.items()}
    table |= {key: min(table[key], 3) for key in ("cost", "secure", "contain", "skill") if key in table}
    table |= {"affiliation": "Canteen"} if "affiliation" in keys else {}
    table |= {"escalation": max(1, table["escalation"])} if types == ("scp",) else {}
    if "overcome" in keys:
        table["overcome"] = {"total": 4, **values.of(d.Overcome, *values.some(("skills", "icons")))}
    for where, key in ((table, "icons"), (table, "required_icons"), (table.get("overcome", {}), "icons")):
        if key in where:
            where[key] = values.some(ICONS) or [values.random.choice(ICONS)]
    if "keywords" in keys:
        table["keywords"] = [word for word, fits in KEYWORDS.items() if {*fits} & {*types} and values.some((word,))]
    table["subtypes"] = values.some(SUBTYPES)
    card = msgspec.convert(table, d.CardTable)
    return {**table, "abilities": _abilities(card, texts, values)}


def _abilities(card: d.CardTable, texts: Texts, values: Values) -> list[Any]:
    """The parts that a card of its types has once, and some that it may have."""
    made: list[Any] = []
    if "mission" in card.types:
        made += _mission(card, texts, values)
    for when in ("event", "complication"):
        if when in card.types:
            made.append(_ability(card, when, texts, values) or _plain(when))
    there = [when for kind in card.types if kind in d.IN_PLAY for when in d.FITS[kind]]
    for _ in range(values.random.randint(0, 3) if there else 0):
        ability = _ability(card, values.random.choice(there), texts, values)
        made += [ability] if ability else []
    return made


def _plain(when: str) -> dict[str, Any]:
    more = {"window": "own_turn"} if when == "event" else {"target": "any"}
    return {"when": when, "do": "draw(you, 1)", **more}


def _part(card: d.CardTable, given: d.AbilityTable, target: Kinds = NOTHING, **more: Any) -> Part:
    moments = (frozenset({given.when, given.window or ""}),)
    this = frozenset(kind for kind in d.IN_PLAY if kind in card.types)
    return Part(card=card, given=given, targeted=given, moments=moments, this=this, target=target, **more)


def _ability(card: d.CardTable, when: d.When, texts: Texts, values: Values) -> dict[str, Any] | None:
    """A part of a text: what it needs and costs, then what it does about its target."""
    keys, is_scp = KEYS[when], "scp" in card.types
    given = d.AbilityTable(when)
    for key in ("status", "window", "may"):
        needed = key == "window" and "window" in keys
        if key in keys and (needed or values.some((key,))) and (key != "status" or is_scp):
            given = changed(given, **values.of(d.AbilityTable, key))
    if given.when == "act" and given.window == "defend":
        given = changed(given, window="response")
    if "only_if" in keys and values.some(("only_if",)):
        given = changed(given, only_if=texts.condition(_part(card, given)))
    if when == "destroyed":
        part = Part(**{**vars(_part(card, given)), "about": frozenset({"destroyed"})})
        given = changed(given, which=texts.condition(part))
    given, kinds = _targeted(card, given, texts, values)
    if "cost" in keys and (given.may or when not in d.PHASED) and values.some(("cost",)):
        given = changed(given, cost=_cost(_part(card, given, kinds), texts))
    part = _part(card, given, kinds, chosen=when not in d.HOLDING)
    but = () if values.random.random() < 0.05 else ENDS
    do = texts.calls("modifier", part, most=2) if when in d.HOLDING else texts.effects(part, but)
    return _written(given, do)


def _cost(part: Part, texts: Texts) -> str | None:
    """One word or two different ones."""
    written = {text.partition("(")[0]: text for _ in range(2) if (text := texts.calls("cost", part))}
    return ", ".join(written.values()) or None


def _targeted(card: d.CardTable, given: d.AbilityTable, texts: Texts, values: Values) -> tuple[d.AbilityTable, Kinds]:
    """The part with its target, and the kinds of that."""
    keys = KEYS[given.when]
    if "target" in keys and (given.when == "complication" or values.random.random() < 0.5):
        kinds = frozenset({*d.IN_PLAY, "face_down"}) if given.when == "complication" else NOTHING
        return _with_target(card, given, texts.cards(_part(card, given), kinds), texts)
    if "target_player" in keys and values.some(("target_player",)):
        given = changed(given, target_player=texts.players(_part(card, given)))
    return given, NOTHING


def _with_target(
    card: d.CardTable, given: d.AbilityTable, target: str | None, texts: Texts
) -> tuple[d.AbilityTable, Kinds]:
    if target is None:
        return given, NOTHING
    compiler = Compiler(texts.vocabulary, texts.names)
    compiler.cards(target, _part(card, given))
    return changed(given, target=target), compiler.kinds


def _mission(card: d.CardTable, texts: Texts, values: Values) -> list[Any]:
    """A Mission with all its parts, which are about one target."""
    given, kinds = _targeted(card, d.AbilityTable("mission"), texts, values)
    requires = texts.condition(_part(card, given, kinds, chosen=True)) or "count(mine) > 1"
    made = [_written(changed(given, requires=requires), None)]
    times: tuple[d.When, ...] = ("success", "failure", "restrict")
    for when in times[: values.random.randint(2, 3)]:
        part = _part(card, d.AbilityTable(when), kinds, chosen=True)
        part = Part(**{**vars(part), "targeted": given})
        but = texts.all_but("modifier", "cannot")
        do = texts.calls("modifier", part, but) if when == "restrict" else texts.effects(part, ENDS)
        made.append({"when": when, "do": do or ("cannot(you, raid)" if when == "restrict" else "draw(you, 1)")})
    return made


def _written(given: d.AbilityTable, do: str | None) -> dict[str, Any] | None:
    """The part as a card file writes it; None where nothing could be written for a place that needs it."""
    table: dict[str, Any] = {name: value for name, value in msgspec.structs.asdict(given).items() if value}
    lacking = (given.when == "destroyed" and not given.which) or (given.when == "complication" and not given.target)
    if given.when == "mission":
        return table
    return None if do is None or lacking else {**table, "do": do}


def loadout(own: OwnSet, seat: int, options: Options, random: Random) -> Loadout:
    """Up to three of each of its cards, filled up with those of the core set, and an SCP deck with its SCPs."""
    mine = [cid for cid, card in own.cards.items() if not card.is_("scp")]
    deck = [cid for cid in mine for _ in range(1 if own.cards[cid].unique else 2)]
    deck += [cid for cid in own_sets.COMMONS for _ in range(COPIES)]
    scps = [cid for cid, card in own.cards.items() if card.is_("scp") and card.skill < DANGEROUS]
    return Loadout(tuple(deck[:40]), tuple([*scps, *own_sets.SCPS][:SCPS]))


def given(own: OwnSet, seats: int, data: Mapping[str, Any], random: Random) -> Scene:
    """A table on which its cards lie everywhere."""
    scene = Scene(seats, **data)
    scene.cards |= own.cards
    scps = [cid for cid, card in own.cards.items() if card.is_("scp")]
    cids = [cid for cid in own.cards if cid not in scps]
    deployed = [cid for cid in cids if own.cards[cid].in_play and not own.cards[cid].attached]
    for seat in range(seats):
        scene.player(
            seat,
            pool=random.choice((0, 3, 15)),
            hand=random.choices(cids, k=5),
            deck=random.choices(cids, k=random.choice((6, 20))),
            discard=random.choices(cids, k=3),
            play=deployed,
            queue=[(cid, random.choice((0, 3))) for cid in deployed[:2]],
        )
        staff = [card.iid for card in scene.board.players[seat].play if own.cards[card.cid].is_("personnel")]
        for cid in cids:
            if own.cards[cid].attached and staff:
                scene.asset(seat, cid, host=random.choice(staff))
    for cid in scps:
        scene.scp(cid, random.choice((None, *range(seats))))
    phase: Phase = random.choice(("draw", "mission", "assignment", "retrieval", "retrieval"))
    if phase == "retrieval":
        _assigned(scene, random)
    return scene.start(phase)


def _assigned(scene: Scene, random: Random) -> None:
    """The active player's Personnel are about to attempt an SCP, and who controls it defends."""
    scp = random.choice(scene.board.scps)
    for seat, player in enumerate(scene.board.players):
        staff = [card.iid for card in player.play if scene.cards[card.cid].is_("personnel")]
        if seat == P1:
            scene.assigned("contain" if scp.controller == P1 else "secure", scp.iid, *staff)
        elif seat == scp.controller:
            scene.assigned("defend", scp.iid, *staff)
