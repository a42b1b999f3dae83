"""A greedy bot: it tries each answer in thought, as far as its own seat can know, and takes the one it likes best."""

from __future__ import annotations

from collections.abc import Mapping
from math import log

from msgspec.structs import replace

from domain.games.cape_and_cowl.actions import EndTurn
from domain.games.cape_and_cowl.board import Board, Character, HandCard, Status
from domain.games.cape_and_cowl.definitions import PORTER, Definition
from domain.games.cape_and_cowl.match import State
from domain.games.cape_and_cowl.prompts import UNASKED
from domain.games.cape_and_cowl.rules import continuous
from domain.games.cape_and_cowl.rules.ending import CONSTRUCTION
from domain.kernel.actions import Action
from domain.kernel.bots import answers, best, named, tried
from domain.kernel.game import CardGame, Pick
from domain.kernel.prompts import Prompt, Template

CONSIDERED = {name: kind for name, kind in named(*UNASKED).items() if not name.startswith(("discard", "withdraw"))}
"""It gives nothing of its own up unasked."""
WAYS = 30
"""So many ways of one answer are tried; a choice of cards has thousands."""
WON = 1000.0
LOST = 0.1
"""Of what is left before Attrition, in place of none."""
SPENT = 6
"""AP for which there is a use in a turn; one beyond them is worth a quarter, less than the last card of a full hand."""
SHARE: Mapping[Status, float] = {"frozen": 0.6, "confused": 0.6, "poisoned": 0.8, "silenced": 0.9, "shielded": 1.3}
"""The part of a Character's worth that a status leaves."""


def choose(game: CardGame, state: State, prompt: Prompt, pick: Pick) -> Action | None:
    """The answer; `pick` breaks ties."""
    known = _known(state, prompt.seat)
    offered = answers(CONSIDERED, map(_largest, game.options(state, prompt)), WAYS)
    return best(((_outcome(game, known, prompt, action), action) for action in offered), pick)


def _largest(template: Template) -> Template:
    """It names as many cards as it may."""
    return replace(template, parameters=tuple(replace(one, min=one.max) for one in template.parameters))


def _known(state: State, seat: int) -> State:
    """The state with blank cards for all that the seat can't see."""
    copy = state.copy()
    for player in copy.board.players:
        player.deck.cards = [PORTER] * player.deck.size
    other = copy.board.players[1 - seat]
    other.hand = [card if card.revealed else HandCard(str(at), PORTER) for at, card in enumerate(other.hand)]
    return copy


def _outcome(game: CardGame, state: State, prompt: Prompt, action: Action) -> float:
    """The worth of the state after an answer, with dice of its own; it never tries the end of the turn."""
    seat, after = prompt.seat, state
    if not isinstance(action, EndTurn):
        after = tried(game, state, prompt, action, lambda now: any(one.kind == "main" for one in now.prompts.values()))
    if after.result is not None:
        first = after.result.placings[0]
        return 0 if len(first) > 1 else WON if seat in first else -WON
    return position(after.board, seat) - position(after.board, 1 - seat)


def position(board: Board, seat: int) -> float:
    """The worth of a player's position: the way to 0 and 200 CP and to Attrition, where the last steps count most; AP;
    cards.
    """
    player, cards = board.players[seat], board.cards
    limit, held = continuous.limit(board, seat, "attrition"), len(player.hand)
    left = continuous.LIMITS["attrition"] if continuous.no_attrition(board, seat) else limit - len(player.discard)
    way = 50 * log(player.cp / (CONSTRUCTION - player.cp)) + 100 * log(max(left, LOST))
    hand = 5 * held - held * held / 4 + sum(_printed(cards[str(card.cid)]) for card in player.hand) / 10
    cities = sum(_printed(cards[card.cid]) * continuous.enabled(board, seat, card) for card in player.cities)
    fighting = sum(_fighting(character, cards[character.cid]) for character in player.characters)
    points = player.ap - player.shortage
    return way + min(points, (3 * SPENT + points) / 4) + hand + (cities + fighting) / 2


def _fighting(character: Character, printed: Definition) -> float:
    """The worth of a Character in play; with wounds it fights on."""
    worth = _printed(printed) + sum(modifier.value for modifier in character.modifiers)
    for status in character.statuses:
        worth *= SHARE[status]
    combo = 0 if character.combo is None else 2 * character.combo.level
    return worth * (0.7 + 0.3 * character.hp / character.max_hp) + combo


def _printed(card: Definition) -> float:
    """The worth of a card by its printed values."""
    return 4 * card.cost + 0.4 * card.hp + 0.5 * card.power + 2 * len(card.abilities)
