"""What scenarios need beyond the core set: cards for rules that no core card reaches."""

from __future__ import annotations

from typing import Any

from domain.games.scp.cardfiles import READER, core
from tests.kit.mutations import toml_value
from tests.kit.scenario import Scenario

DEFAULTS: dict[str, dict[str, Any]] = {
    "scp": {
        "class": "safe",
        "skill": 1,
        "secure": 4,
        "secure_skills": ["covert"],
        "contain": 3,
        "contain_skills": ["covert"],
        "escalation": 8,
    },
    "personnel": {"affiliation": "Foundation", "subtitle": "Test", "cost": 2, "skill_value": 2},
    "gear": {"cost": 1, "mode": "standalone"},
    "finance": {"cost": 2, "production": 1},
    "resource": {},
    "event": {"cost": 0},
    "complication": {"complication_type": "mundane", "windows": ["secure", "raid", "contain"], "escalation": 0},
    "mission": {"mission_type": "combat", "escalation": 0},
}


def card(game: Scenario, kind: str, *abilities: str, types: list[str] | None = None, **facts: Any) -> str:
    """A card for this scenario; its card id. `abilities` as they stand in a card file (`when = "static", do = "..."`).

    `types`: all its types, if it has more than one.
    """
    title = f"test{len(game.cards)}"
    written = {**DEFAULTS[kind], **facts}
    keys = [f"{key} = {toml_value(value)}" for key, value in written.items()]
    texts = f"abilities = [{', '.join(f'{{ {ability} }}' for ability in abilities)}]"
    table = ["[[card]]", 'id = "card"', f'name = "{title}"', f"types = {toml_value(types or [kind])}", *keys, texts]
    text = "\n".join(['set = "test"', 'name = "Test"', *table])
    (made,) = READER.read_own(core(), text).cards.values()
    game.cards[made.cid] = made
    return made.cid
