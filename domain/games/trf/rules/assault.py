"""The assault on planets after the fights, and captures (TRF-450 to TRF-462)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Board, Planet
from domain.games.trf.frames import Env
from domain.games.trf.match import Batch
from domain.games.trf.rules import continuous, leaving, piles, resources
from domain.games.trf.rules.units import fleeter_of, named, unit_of
from domain.kernel.audience import seat as seat_audience
from domain.kernel.frames import Frame
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal


def assignable(board: Board) -> tuple[str, ...]:
    """TRF-450 TRF-451 TRF-454 TRF-612 TRF-R55 Unblocked attacking units with a Fleeter that were not sent yet."""
    attack = board.attack
    if attack is None or attack.cancelled:
        return ()
    sent = {unit for unit, _ in board.assault}
    free = (fleeter_of(board, unit.cards) for unit in attack.attackers if not unit.blocked)
    return tuple(card.iid for card in free if card is not None and card.iid not in sent and card.fight is None)


def targets(board: Board) -> tuple[str, ...]:
    """TRF-450 TRF-452 TRF-453 TRF-R30 The DP's shield planets; without any, the homeworld."""
    defender = board.defender()
    planets = [] if defender is None else board.players[defender].planets
    shields = tuple(planet.iid for planet in planets if not planet.home)
    return shields or tuple(planet.iid for planet in planets)


def templates(board: Board, seat: int) -> Iterator[Template]:
    """TRF-451 TRF-709 Which unit may go where; confirming always."""
    could, where = assignable(board), targets(board)
    if could and where:
        parameters = (Parameter("unit", "card", could), Parameter("planet", "card", where))
        yield Template("assign_assault", {}, parameters, "Send a unit to a planet", ("TRF-451",))
    yield Template("confirm_assault", {}, (), "Send no further unit", ("TRF-455",))


def refuse(board: Board, seat: int, action: a.AssignAssault) -> Refusal | None:
    """TRF-450 TRF-451 TRF-452 TRF-454 TRF-455 Why this unit can't be sent there, or None."""
    if action.unit not in assignable(board):
        return _refuse_unit(board, action.unit)
    if action.planet in targets(board):
        return None
    planet = board.planet(action.planet)
    if planet is not None and planet.home and planet.owner == board.defender():
        return illegal("TRF-452", "other planets shield the homeworld", "planet")
    return illegal("TRF-450", "name a planet of the player who is attacked", "planet")


def _refuse_unit(board: Board, name: str) -> Refusal:
    if any(unit == name for unit, _ in board.assault):
        return illegal("TRF-455", "it was sent already, which can't be taken back", "unit")
    unit, attacker = named(board, name), board.attacker_of(name)
    if unit and attacker is not None and not attacker.blocked and fleeter_of(board, attacker.cards) is None:
        return illegal("TRF-454", "an Individual alone can't take planets", "unit")
    return illegal("TRF-450", "name an unblocked attacking unit by its Fleeter", "unit")


def assign(batch: Batch, seat: int, action: a.AssignAssault) -> None:
    """TRF-451 TRF-455 One more unit, which the others see once all are confirmed."""
    event = e.AssaultAssigned(seat=seat, unit=action.unit, planet=action.planet)
    batch.emit(event, {seat_audience(seat): ("unit", "planet")})


def confirm(batch: Batch) -> None:
    """TRF-455 The assignments are open."""
    board = batch.board
    batch.emit(e.AssaultConfirmed(seat=board.active, assignments=board.assault))


def compare(batch: Batch) -> None:
    """TRF-456 TRF-458 TRF-459 TRF-524 TRF-651 All planets are compared, then the captured ones leave together.

    TRF-R31 TRF-R66 No die is rolled; a sum too low does nothing, and no surplus goes elsewhere.
    """
    board = batch.board
    by = board.active
    sent: dict[str, list[str]] = {}
    for unit, target in board.assault:
        sent.setdefault(target, []).append(unit)
    there = [(planet, units) for iid, units in sent.items() if (planet := board.planet(iid)) is not None]
    captured = [(planet, units) for planet, units in there if _check(batch, planet, units)]
    triggers: list[Frame] = [frame for _ in captured for frame in leaving.texts(board, by, "i_capture")]
    for planet, units in sorted(captured, key=lambda one: one[0].entered):
        cards = tuple(card.iid for name in units for card in unit_of(board, name))
        env = Env(planet.owner, planet.cid, planet.iid, cards=cards)
        triggers += leaving.texts_of(board, env, "captured")
    to_hand = [continuous.replaces_capture(board, planet) for planet, _ in captured]
    for (planet, _), kept in zip(captured, to_hand, strict=True):
        _capture(batch, planet, by, to_hand=kept)
    batch.push(*triggers)


def _check(batch: Batch, planet: Planet, units: list[str]) -> bool:
    """TRF-456 TRF-457 Whether the capture values sent to a planet are enough."""
    board = batch.board
    total = sum(continuous.capture(board, unit_of(board, name), planet) for name in units)
    needed = continuous.defense(board, planet)
    event = e.PlanetCaptureChecked(
        seat=planet.owner, iid=planet.iid, card=planet.cid, sum=total, needed=needed, captured=total >= needed
    )
    batch.emit(event)
    return total >= needed


def _capture(batch: Batch, planet: Planet, by: int, *, to_hand: bool) -> None:
    """TRF-460 TRF-461 TRF-635 TRF-R32 It leaves play; the attacker gains nothing from it."""
    resources.cut(batch, planet)
    if not to_hand:
        batch.emit(e.PlanetCaptured(seat=planet.owner, iid=planet.iid, card=planet.cid, by=by))
        return
    new, source = piles.IDS.new(batch, str(planet.owner))
    event = e.PlanetCaptured(
        seat=planet.owner, iid=planet.iid, card=planet.cid, by=by, to_hand=True, hand=new, draws=(source,)
    )
    batch.emit(event, {seat_audience(planet.owner): ("hand", "draws")})
