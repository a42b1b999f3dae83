"""Words for what is paid before an effect starts; `costs.py` of the game carries them out."""

from __future__ import annotations

from domain.games.scp.definitions import ON_TABLE
from domain.games.scp.rules.continuous import EvalContext
from domain.games.scp.words.vocabulary import Count, Deployed, Place, word


@word("cost")
def pay(context: EvalContext, n: Count) -> None:
    """SCP-301 n Resources of the pool."""


def of_no_scp(place: Place) -> None:
    """SCP-502 An SCP is tapped when it is Contained."""
    if "scp" in place.part.card.types:
        raise place.fault("an SCP is not tapped as a cost (SCP-502)")


@word("cost", only=ON_TABLE, check=of_no_scp)
def tap(context: EvalContext) -> None:
    """SCP-315 This card becomes tapped."""


def one_of_their_own(place: Place) -> None:
    """SCP-301 SCP-315 A player pays with their own cards."""
    (target,) = place.call.inner
    if target.word != "self" and (target.word != "one" or target.inner[0].word != "mine"):
        raise place.fault("the cost is one card of its player: self or one(mine[...]) (SCP-301)", "target")


@word("cost", check=one_of_their_own)
def destroy(context: EvalContext, target: Deployed) -> None:
    """SCP-301 SCP-321 This card, or one that you choose, is destroyed."""


@word("cost")
def discard_hand(context: EvalContext, n: Count) -> None:
    """SCP-301 n cards of your hand, of your choice."""


def of_a_finance(place: Place) -> None:
    """SCP-213 Other cards hold no tokens."""
    if "finance" not in place.part.card.types:
        raise place.fault("only a Finance has Finance Tokens (SCP-213)")


@word("cost", only=ON_TABLE, check=of_a_finance)
def remove_finance_token(context: EvalContext, n: Count) -> None:
    """SCP-301 n Finance Tokens of this card."""
