"""Words for what happens: to hands and pools, Finance and Build Queues, Personnel, SCPs and the attempt."""

from __future__ import annotations

from domain.games.scp.board import Assignment
from domain.games.scp.definitions import IN_ATTEMPT, Status
from domain.games.scp.frames import Attrition, Discard, Peek
from domain.games.scp.rules import assigning, attempts, complications, containment, ending, leaving, piles
from domain.games.scp.rules.continuous import dying
from domain.games.scp.rules.effects import EffectContext
from domain.games.scp.words.vocabulary import (
    By,
    Count,
    Deployed,
    Discarded,
    FaceDown,
    Finances,
    InPlay,
    Personnel,
    Scps,
    To,
    word,
)
from domain.kernel.effects.interpreter import when
from domain.kernel.effects.vocabulary import Players

word("effect")(when)


# Hands, decks, pools


@word("effect")
def attrition(context: EffectContext, who: Players, n: Count) -> None:
    """SCP-434 They suffer Attrition n."""
    context.batch.push(*(Attrition(seat, n, context.env.cid) for seat in who))


@word("effect")
def draw(context: EffectContext, who: Players, n: Count) -> None:
    """SCP-319 They draw n cards, as many as there are."""
    for seat in who:
        piles.draw(context.batch, seat, n, context.env.cid)


@word("effect")
def mill(context: EffectContext, who: Players, n: Count) -> None:
    """SCP-319 The top n cards of their decks go to their discard piles."""
    for seat in who:
        piles.mill(context.batch, seat, n, context.env.cid)


@word("effect")
def discard_hand(context: EffectContext, who: Players, n: Count, by: By) -> None:
    """SCP-319 They discard n cards of the hand: of their own choice, of yours, or at random."""
    if by == "random":
        for seat in who:
            piles.discard_at_random(context.batch, seat, n, context.env.cid)
    else:
        env = context.env
        context.batch.push(*(Discard(seat, seat if by == "own" else env.you, n, env.cid) for seat in who))


@word("effect")
def recover(context: EffectContext, target: Discarded) -> None:
    """The cards go from the discard pile to their owners' hands."""
    for iid in target:
        leaving.recover(context.batch, iid, context.env.cid)


@word("effect")
def return_to_hand(context: EffectContext, target: Deployed) -> None:
    """SCP-508 The cards go from play to their owners' hands."""
    for card in context.assets(target):
        leaving.return_to_hand(context.batch, card, context.env.cid)


@word("effect")
def gain_resources(context: EffectContext, who: Players, n: Count) -> None:
    """SCP-318 They gain n Resources."""
    for seat in who:
        piles.change_pool(context.batch, seat, n, context.env.cid)


@word("effect")
def lose_resources(context: EffectContext, who: Players, n: Count) -> None:
    """SCP-319 They lose n Resources, as many as there are."""
    for seat in who:
        piles.change_pool(context.batch, seat, -n, context.env.cid)


@word("effect")
def reveal_hand(context: EffectContext, who: Players, to: To = "you") -> None:
    """SCP-523 You, or each other player, see their hands as they are now."""
    for seat in who:
        viewers = (context.env.you,) if to == "you" else context.board.others(seat)
        piles.reveal_hand(context.batch, seat, viewers, context.env.cid)


# Finance and Build Queues


@word("effect")
def add_finance_token(context: EffectContext, target: Finances, n: Count) -> None:
    """SCP-318 n Finance Tokens on the Finance."""
    for card in context.assets(target):
        piles.change_tokens(context.batch, card.iid, n, context.env.cid)


@word("effect")
def remove_finance_token(context: EffectContext, target: Finances, n: Count) -> None:
    """SCP-319 n Finance Tokens less on the Finance, as many as there are."""
    for card in context.assets(target):
        piles.change_tokens(context.batch, card.iid, -n, context.env.cid)


@word("effect")
def add_build(context: EffectContext, target: FaceDown, n: Count) -> None:
    """n Resources of the supply on the face-down card."""
    for iid in target:
        piles.change_build(context.batch, iid, n, context.env.cid)


@word("effect")
def remove_build(context: EffectContext, target: FaceDown, n: Count) -> None:
    """SCP-319 n Resources less on the face-down card, as many as there are."""
    for iid in target:
        piles.change_build(context.batch, iid, -n, context.env.cid)


@word("effect")
def peek_build(context: EffectContext, target: FaceDown) -> None:
    """SCP-523 You look at the face-down card."""
    for iid in target:
        piles.peek_build(context.batch, context.env.you, iid, context.env.cid)


# Cards in play


@word("effect")
def tap(context: EffectContext, target: Deployed) -> None:
    """SCP-221 The cards become tapped; not SCPs."""
    for card in context.assets(target):
        leaving.tap(context.batch, card, context.env.cid)


@word("effect")
def untap(context: EffectContext, target: Deployed) -> None:
    """The cards become ready; not SCPs."""
    for card in context.assets(target):
        leaving.untap(context.batch, card, context.env.cid)


@word("effect")
def assign_defend(context: EffectContext, target: Personnel, scp: Scps) -> None:
    """SCP-220 The Personnel, untapped and not Dying, defends the SCP from now on; that may be left."""
    for card in context.assets(target):
        able = context.board.cards[card.cid].is_("personnel") and not card.tapped and not dying(context.board, card)
        for held in context.scps(scp):
            if able and held.controller == card.owner:
                assigning.give(context.batch, card, Assignment("defend", held.iid))


@word("effect")
def wound(context: EffectContext, target: Personnel, n: Count) -> None:
    """SCP-442 n Wounds on the Personnel."""
    for card in context.assets(target):
        leaving.wound(context.batch, card, n, context.env.cid)


@word("effect")
def heal(context: EffectContext, target: Personnel, n: Count) -> None:
    """SCP-444 n Wounds less on Personnel that are no Constructs."""
    for card in context.assets(target):
        leaving.heal(context.batch, card, n, context.env.cid, constructs=False)


@word("effect")
def repair(context: EffectContext, target: Personnel, n: Count) -> None:
    """SCP-444 n Wounds less on Constructs."""
    for card in context.assets(target):
        leaving.heal(context.batch, card, n, context.env.cid, constructs=True)


@word("effect")
def destroy(context: EffectContext, target: InPlay) -> None:
    """SCP-508 SCP-511 SCP-R79 The cards are destroyed; SCPs too, credited to you."""
    for card in context.assets(target):
        leaving.destroy(context.batch, card, context.env.cid)
    for scp in context.scps(target):
        containment.destroy(context.batch, scp, context.env.you, context.env.cid)


# SCPs


@word("effect")
def add_escalation(context: EffectContext, target: Scps, n: Count) -> None:
    """SCP-503 n counters on the SCP, not more than its EV."""
    for scp in context.scps(target):
        containment.add_counters(context.batch, scp.iid, n, context.env.cid)


@word("effect")
def remove_escalation(context: EffectContext, target: Scps, n: Count | None = None) -> None:
    """SCP-319 n counters of the SCP are removed, as many as there are; without a number all."""
    for scp in context.scps(target):
        containment.add_counters(context.batch, scp.iid, -scp.counters if n is None else -n, context.env.cid)


@word("effect")
def set_status(context: EffectContext, target: Scps, status: Status) -> None:
    """SCP-504 The SCP becomes Contained, Secured or Unsecured and keeps its counters."""
    for scp in context.scps(target):
        containment.set_status(context.batch, scp, status, context.env.you, context.env.cid)


@word("effect")
def reveal_scp(context: EffectContext, n: Count) -> None:
    """The top n cards of the SCP deck come into the centre, without counters."""
    for _ in range(n):
        containment.reveal(context.batch, context.env.you, context.env.cid)


@word("effect")
def peek_scp(context: EffectContext, n: Count) -> None:
    """SCP-524 You look at the top n cards of the SCP deck and may put any of them on the bottom."""
    if piles.peek(context.batch, context.env.you, n, context.env.cid):
        context.batch.push(Peek(context.env.you))


# The match


@word("effect")
def win_match(context: EffectContext) -> None:
    """SCP-710 You win at once."""
    ending.win(context.batch, context.env.you, context.env.cid)


# The attempt


@word("effect", only=IN_ATTEMPT)
def remove_from_attempt(context: EffectContext, target: Personnel) -> None:
    """SCP-446 The Personnel stays tapped and counts for nothing more in the attempt."""
    for card in context.assets(target):
        leaving.remove_member(context.batch, card.iid, context.env.cid)


@word("effect", only=IN_ATTEMPT)
def cancel_attempt(context: EffectContext) -> None:
    """SCP-445 The attempt is called off."""
    attempts.call_off(context.batch, context.env.cid)


@word("effect", only=("response",))
def negate(context: EffectContext) -> None:
    """SCP-429 The announced Complication has no effect."""
    complications.negate(context.batch, context.env.cid)
