"""How `make mutants` changes cards of SCP-CCG."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from domain.games.scp.cardfiles import READER, core, written
from domain.games.scp.definitions import SKILLS, Definition
from domain.games.scp.views import NAMED_ICONS
from tests.kit.mutations import Change, Table, toml

SWAPS: Mapping[str, Sequence[str]] = {
    "you": ["each_other", "each"],
    "each": ["you", "each_other"],
    "each_other": ["you", "opp"],
    "opp": ["you", "each_other"],
    "active": ["you", "each"],
    "controller": ["each", "active"],
    "tgt_controller": ["you", "each_other"],
    "tgt_player": ["you", "each_other"],
    "mine": ["theirs", "any"],
    "theirs": ["mine", "any"],
    "any": ["mine", "theirs"],
    "members": ["involved", "mine", "defenders", "any"],
    "involved": ["members", "defenders"],
    "self": ["host", "scp"],
    "host": ["self", "members", "mine"],
    "one": ["all", "own_choice"],
    "all": ["one"],
    "own_choice": ["one", "all"],
    "personnel": ["gear", "finance"],
    "gear": ["personnel"],
    "finance": ["gear"],
    "event": ["complication", "gear"],
    "complication": ["event"],
    "unsecured": ["secured", "contained"],
    "secured": ["unsecured", "contained"],
    "contained": ["secured", "unsecured"],
    "tapped": ["untapped"],
    "untapped": ["tapped"],
    "defending": ["untapped", "tapped"],
    "secured_this_turn": ["contained_this_turn", "destroyed_this_turn", "no_complication"],
    "contained_this_turn": ["secured_this_turn"],
    "destroyed_this_turn": ["contained_this_turn"],
    "no_complication": ["secured_this_turn"],
    "draw": ["mill"],
    "mill": ["draw"],
    "recover": ["return_to_hand"],
    "gain_resources": ["lose_resources"],
    "lose_resources": ["gain_resources"],
    "add_finance_token": ["remove_finance_token"],
    "remove_finance_token": ["add_finance_token"],
    "add_build": ["remove_build"],
    "remove_build": ["add_build"],
    "tap": ["untap"],
    "untap": ["tap"],
    "wound": ["heal", "destroy"],
    "heal": ["repair", "wound"],
    "repair": ["heal"],
    "destroy": ["tap", "return_to_hand"],
    "return_to_hand": ["destroy"],
    "add_escalation": ["remove_escalation"],
    "remove_escalation": ["add_escalation"],
    "remove_from_attempt": ["tap", "wound"],
    "cancel_attempt": ["negate"],
    "negate": ["cancel_attempt"],
    "peek_scp": ["reveal_scp"],
    "reveal_scp": ["peek_scp"],
    "own_turn": ["attempt"],
    "attempt": ["own_turn"],
    "response": ["own_turn"],
    "defend": ["attempt"],
    "start": ["end"],
    "end": ["start", "each_end"],
    "each_end": ["end"],
    "escalation": ["each_end"],
    "revealed": ["outbreak", "secured"],
    "outbreak": ["revealed", "each_end"],
    "attempt_failed": ["secured"],
    "you_secure": ["you_reveal"],
    "you_reveal": ["you_secure", "you_destroy"],
    "you_destroy": ["you_secure"],
    "secure": ["raid"],
    "raid": ["secure", "contain"],
    "contain": ["destroy", "secure"],
    "attached": ["standalone"],
    "standalone": ["attached"],
    **{one: [more] for names in (SKILLS, NAMED_ICONS) for one, more in zip(names, (*names[1:], names[0]), strict=True)},
}
"""What is tried instead of a word, beside the other choices of a parameter, which the vocabulary knows."""
PRINTED = frozenset({"subtitle", "affiliation", "subtypes", "complication_type", "mission_type"})
"""Terms, SCP-606, SCP-614: what is printed and matters only where a rule or another card names it."""
KEYWORDS = ("unique", "indestructible", "attrition_immune")
ASKED_FOR = ("Construct", "Suit")
"""SCP-308 SCP-443 Subtypes that rules name."""
NAMES: Mapping[str, Sequence[str]] = {
    "icon": NAMED_ICONS,
    "card": tuple(core().cards),
    "subtype": tuple(sorted({written(label) for card in core().cards.values() for label in card.subtypes})),
}


def compiled(card: Definition, table: Table) -> Definition:
    """The card with another table. Raises CardFault for what can't be a card.

    It is read as a set of its own, which may name the cards of the core set but not take an id of theirs.
    """
    text = f'set = "{card.set}"\nname = "Mutants"\n[[card]]\n{toml({**table, "id": "mutant"})}'
    (made,) = READER.read_own(core(), text).cards.values()
    return replace(made, cid=card.cid, number=card.number, source=table)


def more(table: Table) -> Iterator[Change]:
    """Keywords and windows that a card does not have, and subtypes that rules ask for."""
    for place, label in enumerate(table.get("subtypes", ())):
        if label in ASKED_FOR:
            rest = [*table["subtypes"][:place], *table["subtypes"][place + 1 :]]
            yield Change(f"subtypes.{place + 1}", json.dumps(label), "", {**table, "subtypes": rest})
    for keyword in KEYWORDS:
        if keyword not in table.get("keywords", ()):
            yield _added(table, "keywords", keyword)
    for window in ("secure", "raid", "contain"):
        if "windows" in table and window not in table["windows"]:
            yield _added(table, "windows", window)


def _added(table: Table, key: str, value: str) -> Change:
    before = table.get(key, [])
    after = [*before, value]
    return Change(key, json.dumps(before), json.dumps(after), {**table, key: after})
