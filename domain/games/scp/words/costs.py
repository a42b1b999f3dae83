"""Words for what is paid before an effect starts; `costs.py` of the game carries them out."""

from __future__ import annotations

from domain.games.scp.rules.continuous import EvalContext
from domain.games.scp.words.vocabulary import Count, word
from domain.kernel.effects.vocabulary import Target


@word("cost")
def pay(context: EvalContext, n: Count) -> None:
    """SCP-301 n Resources of the pool."""


@word("cost")
def tap(context: EvalContext) -> None:
    """SCP-315 This card becomes tapped."""


@word("cost")
def destroy(context: EvalContext, target: Target) -> None:
    """SCP-301 SCP-321 This card, or one that you choose, is destroyed."""


@word("cost")
def discard_hand(context: EvalContext, n: Count) -> None:
    """SCP-301 n cards of your hand, of your choice."""


@word("cost")
def remove_finance_token(context: EvalContext, n: Count) -> None:
    """SCP-301 n Finance Tokens of this card."""
