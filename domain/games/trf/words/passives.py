"""Words for what holds while a card is in play; `continuous.py` asks for them."""

from __future__ import annotations

from domain.games.trf.rules.continuous import EvalContext
from domain.games.trf.words.vocabulary import Change, Forbidden, Keyword, Money, TitleName, TitleNames, word
from domain.kernel.effects.vocabulary import Cards, Condition, Players


@word("modifier")
def combat(context: EvalContext, cards: Cards, n: Change) -> None:
    """TRF-513 Their combat values are n higher."""


@word("modifier")
def capture(context: EvalContext, cards: Cards, n: Change) -> None:
    """TRF-516 Their capture values are n higher."""


@word("modifier")
def defense(context: EvalContext, cards: Cards, n: Change) -> None:
    """TRF-516 It takes n more to capture these planets."""


@word("modifier")
def income(context: EvalContext, who: Players, meters: Money | None = None, words: Money | None = None) -> None:
    """TRF-203 TRF-531 Each refill of theirs gives so much more."""


@word("modifier")
def cost(context: EvalContext, condition: Condition, meters: Money | None = None, words: Money | None = None) -> None:
    """TRF-308 Such cards cost the player so much more meters (characters) or words (OOC cards)."""


@word("modifier")
def opens(context: EvalContext, condition: Condition) -> None:
    """TRF-317 TRF-530 The player can play such cards that are not deviant, at faction multiplier x1."""


@word("modifier")
def keyword(context: EvalContext, cards: Cards, name: Keyword, n: Change | None = None) -> None:
    """TRF-532 to TRF-542 They have a keyword."""


@word("modifier")
def cannot(context: EvalContext, cards: Cards, what: Forbidden) -> None:
    """They can't attack, block or be blocked."""


@word("modifier")
def nobody_plays(context: EvalContext, condition: Condition) -> None:
    """No player can play such OOC cards."""


@word("modifier")
def threshold(context: EvalContext, n: Change, condition: Condition | None = None) -> None:
    """TRF-424 The bickering threshold of such fights, or of all, is n higher."""


@word("modifier")
def blank_account(context: EvalContext, who: Players) -> None:
    """TRF-527 The abilities and the weakness of their accounts are blank; titles, faction and alignment are not."""


@word("modifier")
def lose_title(context: EvalContext, who: Players, titles: TitleNames) -> None:
    """TRF-637 Their accounts don't have these titles, whatever gives them."""


@word("modifier")
def gain_title(context: EvalContext, who: Players, title: TitleName) -> None:
    """TRF-324 Their accounts have this title too."""


@word("modifier")
def capture_to_hand(context: EvalContext, cards: Cards) -> None:
    """TRF-635 If one of these planets is captured it goes to its owner's hand; of a homeworld it does nothing."""
