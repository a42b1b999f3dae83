"""A greedy bot: it tries cards and abilities in thought, and joins, attacks, blocks and sends units by the numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, inf

from domain.games.trf import actions as a
from domain.games.trf.board import Board, Fight, Planet
from domain.games.trf.definitions import Definition
from domain.games.trf.match import State
from domain.games.trf.rules import assault, attacks, continuous
from domain.games.trf.rules.units import Unit, unit_of
from domain.kernel.actions import Action
from domain.kernel.bots import answers, best, named, tried
from domain.kernel.game import CardGame, Pick
from domain.kernel.prompts import Prompt, Template

MOST, WAYS = 64, 4
"""So many ways of one answer are looked at, and so many of them are tried, from the first to the last."""
UNKNOWN = "X03"
"""The card that the bot takes unseen cards for."""
TRIED = named(
    a.ActivatePlanet, a.ActivateAccount, a.ActivateCharacter, a.PlayOoc, a.ChooseCards, a.ChooseOption, a.Pass
)
"""Answers that it tries in thought."""
HOME = 1000.0
"""The worth of a homeworld that falls."""
ROLES = {"attack": "raider", "block": "interceptor"}
"""The keyword that adds to the combat value of who attacks or blocks."""


def choose(game: CardGame, state: State, prompt: Prompt, pick: Pick) -> Action | None:
    """The answer; `pick` breaks ties. None: the default of the prompt."""
    board, seat = state.board, prompt.seat
    if prompt.mode == "standing":
        return None
    offered = game.options(state, prompt)
    plan = PLANS.get(prompt.kind)
    answer = None if plan is None else plan(board, seat, offered)
    if answer is None and prompt.kind not in PLANNED:
        answer = _best(game, state, prompt, _tried(board, prompt, offered), pick)
    if answer is None and any(template.type == "add_attacker" for template in offered):
        answer = _attack(state, seat)
    return answer or game.default(state, prompt)


def _tried(board: Board, prompt: Prompt, offered: Sequence[Template]) -> list[Action]:
    """The acts to try: planets when nothing is left to buy, later no more; no ability for which a fleet would stay at
    home; to pass where a card happens then.
    """
    left_out = LEFT_OUT.get(prompt.kind, (a.ActivatePlanet, a.Pass))
    found: list[Action] = []
    for template in offered:
        ways = list(answers(TRIED, [template], MOST))
        found += ways[:: ceil(len(ways) / WAYS) or 1]
    return [one for one in found if not isinstance(one, left_out) and _is_idle(board, one)]


def _is_idle(board: Board, action: Action) -> bool:
    """Whether no fleet would stay at home for it."""
    if not isinstance(action, a.ActivateCharacter):
        return True
    unit = unit_of(board, action.character)
    return not continuous.can_attack(board, unit) or continuous.capture(board, unit) == 0


def _best(game: CardGame, state: State, prompt: Prompt, offered: Sequence[Action], pick: Pick) -> Action | None:
    """The answer that leads to the best position, if that is better than to do nothing."""
    if not offered:
        return None
    known = _known(state, prompt.seat)
    must = prompt.kind == "prompt_response" or prompt.kind.startswith("choose")
    over = -inf if must else position(known.board, prompt.seat) + 0.5
    return best(((_outcome(game, known, prompt, action), action) for action in offered), pick, over)


def _known(state: State, seat: int) -> State:
    """The state with a filler for all that the seat can't see."""
    copy = state.copy()
    for number, player in enumerate(copy.board.players):
        player.deck.cards = [UNKNOWN] * player.deck.size
        if number != seat:
            player.hand.known = {f"unknown{place}": UNKNOWN for place in range(player.hand.size)}
    return copy


def _outcome(game: CardGame, state: State, prompt: Prompt, action: Action) -> float:
    """The worth of the state after an answer, with dice of its own, if nobody responds."""
    after = tried(game, state, prompt, action, lambda after: not after.board.stack)
    if after.result is not None:
        return HOME if prompt.seat in after.result.placings[0] else -HOME
    return position(after.board, prompt.seat)


def position(board: Board, seat: int) -> float:
    """A player's position against the strongest of the others; fights count for their likely winner, and the assault
    for what it takes.
    """
    others = [_assets(board, other) for other in board.others(seat)]
    fights = sum(_chance(board, fight, seat) for fight in board.fights)
    return _assets(board, seat) - max(others, default=0) + fights + _assaulted(board, seat)


def _assets(board: Board, seat: int) -> float:
    """A player's position, by printed values and the effects of this turn."""
    player = board.players[seat]
    planets = sum(_planet(board.cards[card.cid]) for card in player.planets)
    cards = sum(_printed(board.cards[card.cid]) - 2 * card.damage for card in player.characters)
    changed = (one for card in player.characters for one in card.modifiers)
    lasting = sum(one.n or 3 for one in changed)
    income = sum(meters + 2 * words for meters, words in player.pending) / 30
    spare = player.pool_m / 400 + player.pool_w / 60
    return planets + cards + lasting + income + spare + 5 * player.hand.size + 7 * len(player.persistents)


def _planet(printed: Definition) -> float:
    return printed.meters / 20 + printed.capture_value


def _printed(printed: Definition) -> float:
    return printed.cost / 25 + 2 * printed.combat + printed.capture


def _chance(board: Board, fight: Fight, seat: int) -> float:
    """The worth of a fight to a player: the losing side's cards, if the totals stay as they are."""
    side = fight.side_of(seat)
    if side is None or (fight.bicker is not None and fight.bicker <= continuous.threshold(board, fight)):
        return 0
    ahead = continuous.total(board, fight, "attacker") - continuous.total(board, fight, "defender")
    sure = 1.0 if fight.dice is not None else 0.5
    at_stake = sum(
        board.cards[card.cid].cost / 25 for iid in fight.cards() if (card := board.character(iid)) is not None
    )
    sign = (ahead > 0) - (ahead < 0)
    return sure * at_stake * (sign if side == "attacker" else -sign)


def _assaulted(board: Board, seat: int) -> float:
    """The worth to a player of the planets that fall to what is sent to them now."""
    attack = board.attack
    if not board.assault or attack is None or attack.cancelled or seat not in (board.active, attack.defender):
        return 0
    targets = dict.fromkeys(target for _, target in board.assault)
    there = [planet for iid in targets if (planet := board.planet(iid)) is not None]
    fallen = [planet for planet in there if _sent(board, planet) >= continuous.defense(board, planet)]
    worth = sum(HOME if planet.home else _planet(board.cards[planet.cid]) for planet in fallen)
    return worth if seat == board.active else -worth


def _sent(board: Board, planet: Planet) -> int:
    """The capture value of what was sent to a planet."""
    units = (unit_of(board, unit) for unit, target in board.assault if target == planet.iid)
    return sum(continuous.capture(board, unit, planet) for unit in units)


def _power(board: Board, unit: Unit, role: str) -> int:
    """The combat value of a unit that attacks or blocks."""
    return board.cached(_power_of, unit[0].iid, ROLES[role]) if unit else 0


def _power_of(board: Board, iid: str, keyword: str) -> int:
    return sum(
        continuous.combat(board, card) + continuous.keyword(board, card, keyword) for card in unit_of(board, iid)
    )


def _planet_of(board: Board, seat: int, offered: Sequence[Template]) -> Action | None:
    """The best planet of the hand."""
    hand = board.players[seat].hand.known
    found = answers(named(a.PlayPlanet), offered)
    return max(found, key=lambda action: _planet(board.cards[hand[action.card]]), default=None)


def _buy(board: Board, seat: int, offered: Sequence[Template]) -> Action | None:
    """The best character that can be paid: one that is revived leaves the hand as it is."""
    hand = board.players[seat].hand.known
    found: list[tuple[float, Action]] = []
    for bought in answers(named(a.PlayCharacter), offered):
        found.append((_printed(board.cards[hand[bought.card]]) - 5, bought))
    for back in answers(named(a.Revive), offered):
        card = board.discarded(back.card)
        found += [] if card is None else [(_printed(board.cards[card.cid]), back)]
    return max(found, key=lambda one: one[0], default=(0, None))[1]


def _join(board: Board, seat: int, offered: Sequence[Template]) -> Action | None:
    """Join the strongest Individual without an ability to use to the strongest Fleeter that is as ready to attack."""
    for template in offered:
        if template.type == "join_fleet":
            individuals, fleeters = (
                sorted(
                    (unit_of(board, str(iid)) for iid in one.options), key=lambda unit: -_power(board, unit, "attack")
                )
                for one in template.parameters
            )
            for joining in individuals:
                ready = continuous.can_attack(board, joining)
                able = [unit[0].iid for unit in fleeters if continuous.can_attack(board, unit) == ready]
                if able and all(ability.when != "act" for ability in board.cards[joining[0].cid].abilities):
                    return a.JoinFleet(joining[0].iid, able[0])
    return None


def _attack(state: State, seat: int) -> Action | None:
    """Attack the weakest player with what no single blocker beats; with all if they are the stronger, or in time."""
    board, whom = state.board, attacks.attackable(state, seat)
    mine = [unit_of(board, iid) for iid in attacks.attackers(board, seat)]
    target = min(whom, key=lambda one: _assets(board, one))
    blockers = [unit_of(board, iid) for iid in attacks.blockers(board, target)]
    theirs = [_power(board, unit, "block") for unit in blockers]
    strength = sum(_power(board, unit, "attack") for unit in mine) * (1 + board.turn / 40)
    bold = strength > 1.5 * sum(theirs)
    fit = [unit for unit in mine if bold or _power(board, unit, "attack") > max(theirs, default=0)]
    if fit:
        strongest = max(fit, key=lambda unit: _power(board, unit, "attack"))
        return a.AddAttacker(strongest[0].iid, target if len(whom) > 1 else None)
    return None if board.attack is None else a.ConfirmAttack()


def _block(board: Board, seat: int, offered: Sequence[Template]) -> Action | None:
    """Block where it wins, alone or by two, strongest attackers first; while the homeworld would fall, anywhere."""
    free = sorted(
        (unit_of(board, iid) for iid in attacks.blockers(board, seat)), key=lambda unit: _power(board, unit, "block")
    )
    against: Mapping[str, int] = {iid: _gap(board, iid) for iid in attacks.blockable(board)}
    for iid, gap in sorted(against.items(), key=lambda one: -one[1]):
        if gap < 0:
            continue
        able = [unit for unit in free if _power(board, unit, "block") >= gap] or _pair(board, free, iid, gap)
        if able:
            return a.AssignBlock(able[0][0].iid, iid)
    open_ones = [iid for iid in against if all(other != iid for _, other in board.blocks)]
    coming = sum(continuous.capture(board, unit_of(board, iid)) for iid in open_ones)
    home = board.home(seat)
    alone = len(board.players[seat].planets) == 1
    if free and open_ones and alone and home is not None and coming >= continuous.defense(board, home):
        return a.AssignBlock(
            free[0][0].iid, max(open_ones, key=lambda iid: continuous.capture(board, unit_of(board, iid)))
        )
    return None


def _pair(board: Board, free: list[Unit], attacker: str, gap: int) -> list[Unit]:
    """The two strongest, if they beat an attacking unit that two can block."""
    card = board.character(attacker)
    if card is None or continuous.keyword(board, card, "cloaked"):
        return []
    return free[-2:] if sum(_power(board, unit, "block") for unit in free[-2:]) > gap else []


def _gap(board: Board, attacker: str) -> int:
    """How much combat is missing to beat an attacking unit."""
    blocking = [unit_of(board, blocker) for blocker, other in board.blocks if other == attacker]
    return _power(board, unit_of(board, attacker), "attack") - sum(_power(board, unit, "block") for unit in blocking)


def _assault(board: Board, seat: int, offered: Sequence[Template]) -> Action | None:
    """Fill up the planet that needs least."""
    units = sorted(assault.assignable(board), key=lambda iid: -continuous.capture(board, unit_of(board, iid)))
    planets = [planet for iid in assault.targets(board) if (planet := board.planet(iid)) is not None]
    needs = {planet.iid: continuous.defense(board, planet) - _sent(board, planet) for planet in planets}
    left = {iid: n for iid, n in needs.items() if n > 0}
    return a.AssignAssault(units[0], min(left, key=lambda iid: left[iid])) if units and left else None


PLANNED = ("prompt_planet", "prompt_blocks", "prompt_assault")
"""Prompts that it answers by the numbers alone."""
PLANS: Mapping[str, Callable[[Board, int, Sequence[Template]], Action | None]] = {
    "prompt_planet": _planet_of,
    "prompt_deployment": _buy,
    "prompt_roleplay": _join,
    "prompt_blocks": _block,
    "prompt_assault": _assault,
}
"""The acts that it chooses by the numbers, first."""
LEFT_OUT: Mapping[str, tuple[type[Action], ...]] = {
    "prompt_deployment": (),
    "prompt_response": (),
    "prompt_post": (a.ActivatePlanet, a.ActivateAccount, a.Pass),
}
"""The acts that it does not try, where that differs."""
