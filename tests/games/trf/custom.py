"""What scenarios need beyond the core set: cards for rules that no core card reaches, dice that show what they must."""

from __future__ import annotations

from typing import Any

from domain.games.trf import GAME
from domain.games.trf.cardfiles import READER
from domain.kernel import draws as fair
from domain.kernel.draws import Draws
from tests.games.trf.table import Table
from tests.kit.mutations import toml_value
from tests.kit.scenario import SEED

DEFAULTS: dict[str, dict[str, Any]] = {
    "account": {"faction": "jedi"},
    "planet": {"meters": 100, "words": 100, "capture_value": 4, "homeworld_value": 9},
    "character": {"class": "fleeter", "faction": "universal", "cost": 100, "combat": 3, "capture": 2},
    "ooc": {"cost": 10},
}


def card(game: Table, kind: str, *abilities: str, **facts: Any) -> str:
    """Given: a card beside the core set; its card id. `abilities` as they stand in a card file (`when = "passive",
    do = "..."`).
    """
    prefix = f"test{len(game.cards)}"
    written = {**DEFAULTS[kind], **facts}
    if written.get("class") == "individual":
        written.pop("capture")
    keys = [f"{key} = {toml_value(value)}" for key, value in written.items()]
    texts = f"abilities = [{', '.join(f'{{ {ability} }}' for ability in abilities)}]"
    table = ["[[card]]", 'id = "card"', f'name = "{prefix}"', f'kind = "{kind}"', *keys, texts]
    text = "\n".join(['set = "test"', 'name = "Test"', *table])
    (found,) = READER.read_own(GAME.core(), text).cards.values()
    game.cards[found.cid] = found
    return found.cid


def dice(game: Table, purpose: str, seat: int, *values: int) -> None:
    """Given: the player's next dice of a purpose (first_player, bicker, combat, effect) show these.

    As many rolls are over as it takes to come to such a row.
    """
    name = f"{purpose}:{seat}"
    seats = fair.combine(tuple(place.seed for place in game.state.seats))
    draws = Draws(SEED, game.state.match, seats, {})
    wanted = [value - 1 for value in values]
    rolled: list[object] = []
    while rolled[-len(wanted) :] != wanted:
        rolled.append(draws.below(name, 6).value)
    game.state.draws = {**game.state.draws, name: len(rolled) - len(wanted)}


def fight_dice(game: Table, bicker: int, attacker: int, defender: int, *, sides: tuple[int, int] = (0, 1)) -> None:
    """Given: the next fight's bickering die, and the dice of attacker and defender side."""
    dice(game, "bicker", sides[0], bicker)
    dice(game, "combat", sides[0], attacker)
    dice(game, "combat", sides[1], defender)
