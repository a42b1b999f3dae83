"""Words for what happens: to hands and pools, Finance and Build Queues, Personnel, SCPs and the attempt."""

from __future__ import annotations

from domain.games.scp import assigning, attempts, complications, containment, ending, leaving, piles
from domain.games.scp.board import Assignment
from domain.games.scp.effects import Doing
from domain.games.scp.frames import Attrition, Discard, Peek
from domain.games.scp.query import dying, is_type
from domain.games.scp.words.vocabulary import By, Count, Status, To, holds, word
from domain.kernel.effects.vocabulary import Condition, Effects, Players, Target


@word("effect")
def when(do: Doing, condition: Condition, then: Effects, otherwise: Effects | None = None) -> None:
    """The effects happen if it is so at that moment; else the others, if there are any."""
    if holds(condition, do):
        do.run(then)
    elif otherwise is not None:
        do.run(otherwise)


# Hands, decks, pools


@word("effect")
def attrition(do: Doing, who: Players, n: Count) -> None:
    """SCP-434 They suffer Attrition n."""
    do.push(*(Attrition(seat, n, do.env.cid) for seat in who))


@word("effect")
def draw(do: Doing, who: Players, n: Count) -> None:
    """SCP-319 They draw n cards, as many as there are."""
    for seat in who:
        piles.draw(do.batch, seat, n, do.env.cid)


@word("effect")
def mill(do: Doing, who: Players, n: Count) -> None:
    """SCP-319 The top n cards of their decks go to their discard piles."""
    for seat in who:
        piles.mill(do.batch, seat, n, do.env.cid)


@word("effect")
def discard_hand(do: Doing, who: Players, n: Count, by: By) -> None:
    """SCP-319 They discard n cards of the hand: of their own choice, of yours, or at random."""
    if by == "random":
        for seat in who:
            piles.discard_at_random(do.batch, seat, n, do.env.cid)
    else:
        do.push(*(Discard(seat, seat if by == "own" else do.env.you, n, do.env.cid) for seat in who))


@word("effect")
def recover(do: Doing, target: Target) -> None:
    """The cards go from the discard pile to their owners' hands."""
    for iid in target:
        leaving.recover(do.batch, iid, do.env.cid)


@word("effect")
def return_to_hand(do: Doing, target: Target) -> None:
    """SCP-508 The cards go from play to their owners' hands."""
    for card in do.assets(target):
        leaving.return_to_hand(do.batch, card, do.env.cid)


@word("effect")
def gain_resources(do: Doing, who: Players, n: Count) -> None:
    """SCP-318 They gain n Resources."""
    for seat in who:
        piles.change_pool(do.batch, seat, n, do.env.cid)


@word("effect")
def lose_resources(do: Doing, who: Players, n: Count) -> None:
    """SCP-319 They lose n Resources, as many as there are."""
    for seat in who:
        piles.change_pool(do.batch, seat, -n, do.env.cid)


@word("effect")
def reveal_hand(do: Doing, who: Players, to: To = "you") -> None:
    """SCP-523 You, or each other player, see their hands as they are now."""
    for seat in who:
        viewers = (do.env.you,) if to == "you" else do.board.others(seat)
        piles.reveal_hand(do.batch, seat, viewers, do.env.cid)


# Finance and Build Queues


@word("effect")
def add_finance_token(do: Doing, target: Target, n: Count) -> None:
    """SCP-318 n Finance Tokens on the Finance."""
    for card in do.assets(target):
        piles.change_tokens(do.batch, card.iid, n, do.env.cid)


@word("effect")
def remove_finance_token(do: Doing, target: Target, n: Count) -> None:
    """SCP-319 n Finance Tokens less on the Finance, as many as there are."""
    for card in do.assets(target):
        piles.change_tokens(do.batch, card.iid, -n, do.env.cid)


@word("effect")
def add_build(do: Doing, target: Target, n: Count) -> None:
    """n Resources of the supply on the face-down card."""
    for iid in target:
        piles.change_build(do.batch, iid, n, do.env.cid)


@word("effect")
def remove_build(do: Doing, target: Target, n: Count) -> None:
    """SCP-319 n Resources less on the face-down card, as many as there are."""
    for iid in target:
        piles.change_build(do.batch, iid, -n, do.env.cid)


@word("effect")
def peek_build(do: Doing, target: Target) -> None:
    """SCP-523 You look at the face-down card."""
    for iid in target:
        piles.peek_build(do.batch, do.env.you, iid, do.env.cid)


# Cards in play


@word("effect")
def tap(do: Doing, target: Target) -> None:
    """SCP-221 The cards become tapped; not SCPs."""
    for card in do.assets(target):
        leaving.tap(do.batch, card, do.env.cid)


@word("effect")
def untap(do: Doing, target: Target) -> None:
    """The cards become ready; not SCPs."""
    for card in do.assets(target):
        leaving.untap(do.batch, card, do.env.cid)


@word("effect")
def assign_defend(do: Doing, target: Target, scp: Target) -> None:
    """SCP-220 The Personnel, untapped and not Dying, defends the SCP from now on; that may be left."""
    for card in do.assets(target):
        for held in do.scps(scp):
            if is_type(card, "personnel") and not card.tapped and not dying(card) and held.controller == card.owner:
                assigning.give(do.batch, card, Assignment("defend", held.iid))


@word("effect")
def wound(do: Doing, target: Target, n: Count) -> None:
    """SCP-442 n Wounds on the Personnel."""
    for card in do.assets(target):
        leaving.wound(do.batch, card, n, do.env.cid)


@word("effect")
def heal(do: Doing, target: Target, n: Count) -> None:
    """SCP-444 n Wounds less on Personnel that are no Constructs."""
    for card in do.assets(target):
        leaving.heal(do.batch, card, n, do.env.cid, constructs=False)


@word("effect")
def repair(do: Doing, target: Target, n: Count) -> None:
    """SCP-444 n Wounds less on Constructs."""
    for card in do.assets(target):
        leaving.heal(do.batch, card, n, do.env.cid, constructs=True)


@word("effect")
def destroy(do: Doing, target: Target) -> None:
    """SCP-508 SCP-511 SCP-R79 The cards are destroyed; SCPs too, credited to you."""
    for card in do.assets(target):
        leaving.destroy(do.batch, card, do.env.cid)
    for scp in do.scps(target):
        containment.destroy(do.batch, scp, do.env.you, do.env.cid)


# SCPs


@word("effect")
def add_escalation(do: Doing, target: Target, n: Count) -> None:
    """SCP-503 n counters on the SCP, not more than its EV."""
    for scp in do.scps(target):
        containment.add_counters(do.batch, scp.iid, n, do.env.cid)


@word("effect")
def remove_escalation(do: Doing, target: Target, n: Count | None = None) -> None:
    """SCP-319 n counters of the SCP are removed, as many as there are; without a number all."""
    for scp in do.scps(target):
        containment.remove_counters(do.batch, scp.iid, n, do.env.cid)


@word("effect")
def set_status(do: Doing, target: Target, status: Status) -> None:
    """SCP-504 The SCP becomes Contained, Secured or Unsecured and keeps its counters."""
    for scp in do.scps(target):
        containment.set_status(do.batch, scp, status, do.env.you, do.env.cid)


@word("effect")
def reveal_scp(do: Doing, n: Count) -> None:
    """The top n cards of the SCP deck come into the centre, without counters."""
    for _ in range(n):
        containment.reveal(do.batch, do.env.you, do.env.cid)


@word("effect")
def peek_scp(do: Doing, n: Count) -> None:
    """SCP-524 You look at the top n cards of the SCP deck and may put any of them on the bottom."""
    if piles.peek(do.batch, do.env.you, n, do.env.cid):
        do.push(Peek(do.env.you))


# The match


@word("effect")
def win_match(do: Doing) -> None:
    """SCP-710 You win at once."""
    ending.win(do.batch, do.env.you, do.env.cid)


# The attempt


@word("effect")
def remove_from_attempt(do: Doing, target: Target) -> None:
    """SCP-446 The Personnel stays tapped and counts for nothing more in the attempt."""
    for card in do.assets(target):
        leaving.remove_member(do.batch, card.iid, do.env.cid)


@word("effect")
def cancel_attempt(do: Doing) -> None:
    """SCP-445 The attempt is called off."""
    attempts.call_off(do.batch, do.env.cid)


@word("effect")
def negate(do: Doing) -> None:
    """SCP-429 The announced Complication has no effect."""
    complications.negate(do.batch, do.env.cid)
