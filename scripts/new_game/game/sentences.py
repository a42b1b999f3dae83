"""Events as sentences for people, from what the viewer sees of them: cards by name, seats as P1, P2, and the rule."""

from __future__ import annotations

from domain.kernel.dispatch import ByType, by_type
from domain.kernel.sentences import CardNames, Telling
from scripts.new_game.game import events as e


class Names(CardNames, frozen=True):
    """The cards of a match as sentences call them, and the words of the rules."""

    def scores(self, by: int) -> str:
        """What becomes of points."""
        return f"{'scores' if by > 0 else 'loses'} {self.count(abs(by), 'point')}"


told = Telling(Names)
SENTENCES: ByType[Names, str] = by_type(
    told(e.DeckBrought, "BON-102", "{seat:p} brings {size:count card}"),
    told(e.DeckShuffled, "BON-102", "The deck of {seat:p} is shuffled"),
    told(e.CardDrawn, "{cause:setup=BON-103|turn=BON-202|BON-401}", "{seat:p} draws {card:name}"),
    told(e.TurnStarted, "BON-201", "Turn {turn}: {seat:p}"),
    told(e.TurnPassed, "BON-203", "{seat:p} passes"),
    told(e.CardPlayed, "BON-303", "{seat:p} plays {card:name}"),
    told(e.PointsChanged, "BON-304", "{seat:p} {by:scores} with {card:name} and has {points}"),
    told(e.CardDiscarded, "BON-402", "{seat:p} discards {card:name}"),
    told(e.PlayerLeft, "BON-603", "{seat:p} leaves"),
)
"""Events, each with the rule that it follows; from its content where that decides."""

describe = told.describing(SENTENCES)
