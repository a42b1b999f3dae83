"""Events as sentences for people, from what the viewer sees of them: cards by name, seats as P1, P2, and the rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from domain.kernel.dispatch import ByType, by_type
from domain.kernel.sentences import CardNames, Telling, joined
from tests.toy_game import events as ev


class Names(CardNames, frozen=True):
    """The cards of a match as sentences call them, and the words of the rules."""

    def sent(self, cards: Iterable[str | None]) -> str:
        """What each seat has sent; nothing where one has left."""
        return joined("nothing" if card is None else self.name(card) for card in cards)

    def by_colour(self, tokens: Mapping[str, int]) -> str:
        """Tokens by colour."""
        return joined(f"{number} {colour}" for colour, number in tokens.items() if number) or "nothing"


told = Telling(Names)
SENTENCES: ByType[Names, str] = by_type(
    told(ev.DeckShuffled, "TOY-101", "The deck is shuffled"),
    told(ev.CardDrawn, "TOY-102", "{seat:p} draws {card:name}"),
    told(ev.RoundStarted, "TOY-201", "Round {number} starts"),
    told(ev.TopSunk, "TOY-202", "{seat:p} sinks the top card of the deck"),
    told(ev.EnvoySent, "TOY-203", "{seat:p} sends {card:name}"),
    told(ev.EnvoysRevealed, "TOY-204", "The cards are {cards:sent}"),
    told(ev.PointScored, "TOY-205", "{seat:p} scores a point"),
    told(ev.TokensPaid, "TOY-206", "{seat:p} pays {tokens:by_colour}"),
    told(ev.CardBanned, "TOY-207", "{seat:p} bans {card:name}"),
    told(ev.BansLifted, "TOY-303", "Every card may be chosen again"),
    told(ev.HandDropped, "TOY-301", "{seat:p} leaves and drops the hand"),
)
"""Events, each with the rule that it follows."""

describe = told.describing(SENTENCES)
