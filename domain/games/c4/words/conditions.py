"""Words for conditions, of the player that a filter asks about where none is named."""

from __future__ import annotations

from typing import Literal

from domain.games.c4.loadouts import ATTRIBUTES
from domain.games.c4.rules.continuous import EvalContext, Unanswerable, has_attribute
from domain.games.c4.words.numbers import seat_asked_about
from domain.games.c4.words.players import others
from domain.games.c4.words.vocabulary import word
from domain.kernel.effects.vocabulary import Players


def _attribute_word(name: str) -> None:
    def holds(context: EvalContext, player: Players | None = None) -> bool:
        seat = seat_asked_about(context, player)
        return seat >= 0 and has_attribute(context.board, seat, name, context.without)

    holds.__doc__ = f"C4-541 Whether a player has the attribute {name}."
    word("condition", name)(holds)


for _name in ATTRIBUTES:
    _attribute_word(_name)


@word("condition")
def same_faction(context: EvalContext, player: Players | None = None) -> bool:
    """C4-542 Whether a player is of your faction; two players with `none` are not of the same."""
    seat = seat_asked_about(context, player)
    mine = context.board.players[context.env.you].faction
    return seat >= 0 and mine != "none" and context.board.players[seat].faction == mine


@word("condition")
def most_tokens(context: EvalContext) -> bool:
    """C4-R64 Whether the player asked about has the most tokens of all but you."""
    players, most = context.board.players, context.board.players[seat_asked_about(context, None)].token_count
    return all(players[other].token_count <= most for other in others(context))


@word("condition")
def attacking(context: EvalContext) -> bool:
    """Whether the player asked about is the attacker."""
    return seat_asked_about(context, None) == context.env.attacker


@word("condition")
def it_is(
    context: EvalContext, what: Literal["regular", "stay_in_play", "reaction", "rock", "paper", "scissors"]
) -> bool:
    """C4-R66 Whether the revealed card is of this kind or symbol; without a card there is no answer."""
    if context.env.revealed is None:
        raise Unanswerable
    card = context.board.cards[context.env.revealed]
    return what in (card.kind, card.symbol)
