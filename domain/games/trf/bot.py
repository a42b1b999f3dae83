"""A greedy bot: it tries cards and abilities in thought, and attacks, blocks and sends units by the numbers."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from domain.games.trf import actions as a
from domain.games.trf.board import Board, Character, Fight
from domain.games.trf.match import State
from domain.games.trf.prompts import UNASKED
from domain.games.trf.rules import assault, attacks, continuous
from domain.games.trf.rules.units import Unit, unit_of
from domain.kernel.actions import Action
from domain.kernel.bots import answers, best, named, tried
from domain.kernel.game import CardGame, Pick
from domain.kernel.prompts import Prompt

WAYS = 20
"""So many ways of one answer are tried."""
UNKNOWN = "X03"
"""The card that the bot takes unseen cards for."""
BY_NUMBERS = (a.AddAttacker, a.AssignBlock, a.AssignAssault, a.LeaveFleet, a.SkipDraw, a.SkipPlanet)
"""Answers that it never tries in thought."""
TRIED = named(*(kind for kind in UNASKED if kind not in BY_NUMBERS))


def choose(game: CardGame, state: State, prompt: Prompt, pick: Pick) -> Action | None:
    """The answer; `pick` breaks ties. None: the default of the prompt."""
    board = state.board
    if prompt.kind in ("prompt_blocks", "prompt_assault", "standing_pass"):
        plan = {"prompt_blocks": _block, "prompt_assault": _assault}.get(prompt.kind)
        return None if plan is None else plan(board, prompt.seat) or game.default(state, prompt)
    known, default = _known(state, prompt.seat), game.default(state, prompt)
    offered = answers(TRIED, game.options(state, prompt), WAYS)
    over = -inf if prompt.kind.startswith("choose") else position(known.board, prompt.seat) + 0.5
    answer = best(((_outcome(game, known, prompt, action), action) for action in offered), pick, over)
    if answer is None and prompt.kind == "prompt_roleplay":
        answer = _attack(board, prompt.seat)
    return answer or default


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
        return 1000.0 if prompt.seat in after.result.placings[0] else -1000.0
    return position(after.board, prompt.seat)


def position(board: Board, seat: int) -> float:
    """A player's position against the strongest of the others; fights count for their likely winner."""
    others = [_assets(board, other) for other in board.others(seat)]
    return _assets(board, seat) - max(others, default=0) + sum(_chance(board, fight, seat) for fight in board.fights)


def _assets(board: Board, seat: int) -> float:
    """A player's position, by printed values and the effects of this turn."""
    player = board.players[seat]
    planets = sum(one.meters / 20 + one.capture_value for one in (board.cards[card.cid] for card in player.planets))
    cards = sum(_printed(board, card) for card in player.characters)
    changed = (one for card in player.characters for one in card.modifiers)
    lasting = sum(one.n or 3 for one in changed) + sum(one.n for planet in player.planets for one in planet.modifiers)
    income = sum(meters + 2 * words for meters, words in player.pending) / 30
    spare = player.pool_m / 200 + player.pool_w / 30
    return planets + cards + lasting + income + spare + 5 * player.hand.size + 4 * len(player.persistents)


def _printed(board: Board, card: Character) -> float:
    printed = board.cards[card.cid]
    return printed.cost / 25 + 2 * (printed.combat - card.damage) + printed.capture


def _chance(board: Board, fight: Fight, seat: int) -> float:
    """The worth of a fight to a player: the losing side's cards, if the totals stay as they are."""
    side = fight.side_of(seat)
    if side is None or (fight.bicker or 6) <= continuous.threshold(board, fight):
        return 0
    ahead = continuous.total(board, fight, "attacker") - continuous.total(board, fight, "defender")
    sure = 1.0 if fight.dice is not None else 0.5
    at_stake = sum(
        board.cards[card.cid].cost / 25 for iid in fight.cards() if (card := board.character(iid)) is not None
    )
    sign = (ahead > 0) - (ahead < 0)
    return sure * at_stake * (sign if side == "attacker" else -sign)


def _power(board: Board, unit: Unit) -> int:
    return sum(continuous.combat(board, card) for card in unit)


def _attack(board: Board, seat: int) -> Action | None:
    """Attack the weakest player with what no single blocker beats; with all if they are the stronger, or in time."""
    mine = [unit_of(board, iid) for iid in attacks.attackers(board, seat)]
    others = board.others(seat)
    target = board.attack.defender if board.attack is not None else min(others, key=lambda one: _assets(board, one))
    theirs = sorted((_power(board, unit_of(board, iid)) for iid in attacks.blockers(board, target)), reverse=True)
    strongest = theirs[0] if theirs else 0
    strength = sum(_power(board, unit) for unit in mine) * (1 + board.turn / 40)
    fit = [unit for unit in mine if strength > 1.5 * sum(theirs) or _power(board, unit) > strongest]
    if fit:
        whom = target if len(others) > 1 and board.attack is None else None
        return a.AddAttacker(max(fit, key=lambda unit: _power(board, unit))[0].iid, whom)
    return None if board.attack is None else a.ConfirmAttack()


def _block(board: Board, seat: int) -> Action | None:
    """Block where it wins, strongest attackers first; while the homeworld would fall, anywhere."""
    free = sorted((unit_of(board, iid) for iid in attacks.blockers(board, seat)), key=lambda u: _power(board, u))
    against: Mapping[str, int] = {iid: _gap(board, iid) for iid in attacks.blockable(board)}
    for iid, gap in sorted(against.items(), key=lambda one: -one[1]):
        if gap < 0:
            continue
        able = [unit for unit in free if _power(board, unit) >= gap]
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


def _gap(board: Board, attacker: str) -> int:
    """How much combat is missing to beat an attacking unit."""
    blocking = [unit_of(board, blocker) for blocker, other in board.blocks if other == attacker]
    return _power(board, unit_of(board, attacker)) - sum(_power(board, unit) for unit in blocking)


def _assault(board: Board, seat: int) -> Action | None:
    """Fill up the planet that needs least."""
    units = sorted(assault.assignable(board), key=lambda iid: -continuous.capture(board, unit_of(board, iid)))
    sent = dict.fromkeys(assault.targets(board), 0)
    for unit, target in board.assault:
        sent[target] = sent.get(target, 0) + continuous.capture(board, unit_of(board, unit))
    needs = {
        iid: continuous.defense(board, planet) - sent[iid] for iid in sent if (planet := board.planet(iid)) is not None
    }
    left = {iid: n for iid, n in needs.items() if n > 0}
    return a.AssignAssault(units[0], min(left, key=lambda iid: left[iid])) if units and left else None
