"""Cards that nobody would think of: random texts in the vocabulary, as far as the card format lets them pass."""

from __future__ import annotations

import tomllib
from random import Random
from typing import Any

import msgspec

from domain.games.scp import cardfiles, validation
from domain.games.scp.cardfiles import core
from domain.games.scp.definitions import FITS, AbilityTable, CardTable, CardType, When
from domain.games.scp.validation import KEYS, PARTS
from domain.games.scp.views import NAMED_ICONS
from domain.games.scp.words import VOCABULARY
from domain.kernel.cardfile import CardEntry
from domain.kernel.drafts import Draft
from domain.kernel.effects.compiler import Compiler
from domain.kernel.effects.grammar import EffectFault
from domain.kernel.effects.vocabulary import Group, WordParameter
from tests.games.scp.custom import DEFAULTS
from tests.kit.mutations import toml_value

TRIES = 80
"""So many texts are thought up for a part before it is left."""
NEVER = ("win_match",)
"""Words after which there is nothing more to see."""
PLAIN: dict[When, str] = {
    "event": 'when = "event", window = "own_turn", do = "draw(you, 1)"',
    "complication": 'when = "complication", target = "members", do = "mod_group(-1)"',
    "mission": 'when = "mission", requires = "unsecured_total >= 0"',
    "success": 'when = "success", do = "draw(you, 1)"',
    "failure": 'when = "failure", do = "mill(you, 1)"',
}
"""What stands where no invented text passed."""
NAMED = {"subtype": ("Construct", "Human"), "card": ("E17", "P15"), "icon": NAMED_ICONS}
KINDS = ("personnel", "gear", "finance", "resource", "scp", "tapped", "untapped", "unsecured", "secured", "contained")


class Inventor:
    """Texts by chance."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def word(self, group: Group, depth: int) -> str:
        names = [name for name in VOCABULARY.names(group) if name not in NEVER]
        found = [word for name in names if (word := VOCABULARY.find(group, name)) is not None]
        flat = [word for word in found if not any(one.kind in ("condition", "effects") for one in word.parameters)]
        word = self.random.choice(found if depth < 3 else flat or found)
        given = [self.given(one, depth + 1) for one in word.parameters if one.required or self.random.random() < 0.5]
        return f"{word.name}({', '.join(given)})" if given else word.name

    def given(self, parameter: WordParameter, depth: int) -> str:
        match parameter.kind:
            case "choice":
                text = self.random.choice(NAMED[parameter.names] if parameter.names else parameter.choices)
            case "choices":
                text = f"[{', '.join(self.random.sample(parameter.choices, self.random.randint(1, 3)))}]"
            case "number":
                written = self.random.random() < 0.65
                text = str(self.random.choice((0, 1, 1, 2, 3, 20))) if written else self.number(depth)
            case "cards":
                text = self.cards(depth)
            case "target":
                text = self.target(depth)
            case "condition":
                text = self.condition(depth)
            case "effects":
                text = f"[{self.sequence('effect', depth + 1)}]"
            case _:
                text = self.word("players", depth)
        return text

    def number(self, depth: int) -> str:
        word = self.word("number", depth)
        return f"{self.random.randint(0, 5)} - {word}" if self.random.random() < 0.3 else word

    def cards(self, depth: int) -> str:
        base = self.word("cards", depth)
        more = f" and {self.condition(depth + 2)}" if self.random.random() < 0.4 else ""
        return f"{base}[{self.random.choice(KINDS)}{more}]" if self.random.random() < 0.75 else base

    def target(self, depth: int) -> str:
        word = self.random.choice(("all", "one", "one", "own_choice", "self", "host", "tgt", "tgt"))
        return f"{word}({self.cards(depth)})" if word in ("all", "one", "own_choice") else word

    def condition(self, depth: int) -> str:
        kind = self.random.random()
        if kind < 0.1:
            return f"not {self.word('condition', depth)}"
        if kind < 0.4:
            return f"{self.number(depth)} {self.random.choice(('>=', '<=', '=='))} {self.random.randint(0, 6)}"
        return self.word("condition", depth)

    def sequence(self, group: Group, depth: int = 0) -> str:
        return ", ".join(self.word(group, depth) for _ in range(self.random.choice((1, 1, 2, 3))))

    def part(self, kind: CardType, when: When) -> str:
        """A part of a text, as it is written in a card file."""
        keys, chance = KEYS[when], self.random.random
        told: dict[str, str | bool] = {"when": when}
        if when != "mission":
            told["do"] = self.sequence("modifier" if when in ("static", "restrict") else "effect")
        told |= {"may": True} if "may" in keys and chance() < 0.5 else {}
        if "cost" in keys and chance() < 0.6 and (told.get("may") or when in ("act", "event")):
            told["cost"] = self.sequence("cost")
        if "window" in keys:
            told["window"] = self.random.choice(("own_turn", "own_turn", "attempt", "response", "defend"))
        if when == "complication" or ("target" in keys and chance() < 0.5):
            told["target"] = self.cards(0)
        if "status" in keys and kind == "scp" and chance() < 0.5:
            told["status"] = self.random.choice(("unsecured", "secured", "contained"))
        for key, often in (("only_if", 0.2), ("requires", 1), ("which", 1)):
            told |= {key: self.condition(0)} if key in keys and chance() < often else {}
        return ", ".join(f"{key} = {toml_value(value)}" for key, value in told.items())

    def parts(self, kind: CardType) -> list[str]:
        """The parts of a card of this type that pass."""
        whens = PARTS.get(kind) or tuple(self.random.choice(FITS[kind]) for _ in range(self.random.randint(1, 3)))
        kept: list[str] = []
        for when in whens:
            others = [PLAIN[one] for one in whens if one in PLAIN and one != when]
            thought = (self.part(kind, when) for _ in range(TRIES))
            found = next((text for text in thought if passes(kind, text, others)), PLAIN.get(when))
            kept += [found] if found else []
        return kept

    def facts(self, kind: CardType) -> dict[str, Any]:
        """What is printed on it beside the text: small numbers, so that it is played."""
        pick = self.random.choice
        more: dict[CardType, dict[str, Any]] = {
            "scp": {"secure": pick((0, 1, 4)), "contain": pick((0, 1, 3)), "escalation": pick((1, 2, 4, 6))},
            "personnel": {"cost": pick((0, 1)), "skills": ["covert", "terminate"], "icons": [pick(NAMED_ICONS)]},
            "gear": {"cost": pick((0, 1)), "mode": pick(("attached", "standalone"))},
            "finance": {"cost": pick((0, 1)), "production": pick((0, 1, 20))},
        }
        return more.get(kind, {})


def passes(kind: CardType, text: str, others: list[str]) -> bool:
    """Whether the card format lets a part of a text pass on a card with these other parts."""
    written = {"id": "x", "name": "x", "types": [kind], **DEFAULTS[kind]}
    table = tomllib.loads(f"abilities = [{', '.join(f'{{ {part} }}' for part in (text, *others))}]")
    card = msgspec.convert({**written, **table}, CardTable)
    given: AbilityTable = card.abilities[0]
    if any(validation.check_ability(card, given)):
        return False
    draft = Draft(
        CardEntry("invented.toml", 1, card, {}), "x", "tests", 1, None, Compiler(VOCABULARY, core().names), []
    )
    try:
        cardfiles._ability(draft, given, 1)
    except EffectFault:
        return False
    return True
