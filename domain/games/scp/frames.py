"""Frames: what a match still has to resolve, as data. Each kind names the module that steps it."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.games.scp.definitions import When
from domain.kernel.frames import Frame


class Env(msgspec.Struct, frozen=True, omit_defaults=True):
    """The references of one text's words.

    `iid` is this card; `target` and `player` what was named when it was used; `host` its bearer at that moment
    (SCP-321); `opponent` the other player that was chosen; `paid` the Cost of the card that was destroyed as cost;
    `bound` the cards that were chosen, by the number of the word that asks for them.
    """

    you: int
    cid: str
    iid: str | None = None
    target: str | None = None
    player: int | None = None
    host: str | None = None
    opponent: int | None = None
    paid: int = 0
    bound: tuple[tuple[int, tuple[str, ...]], ...] = ()

    def chosen(self, number: int) -> tuple[str, ...] | None:
        """The cards chosen for the word of this number; None: nobody was asked yet."""
        return next((cards for known, cards in self.bound if known == number), None)


class Bidding(Frame, frozen=True, tag="bidding"):
    """setup.py: ask the next bidder."""

    seat: int


class Turn(Frame, frozen=True, tag="turn"):
    """turns.py: the phases of a turn and their parts; always the bottom frame. `hurry`: SCP-242."""

    stage: str = "start"
    hurry: bool = False


class Moment(Frame, frozen=True, tag="moment"):
    """phase_triggers.py: the texts of a phase, one of each player in turn; `at`: whose turn among those around."""

    when: tuple[When, ...]
    may: bool
    pending: tuple[tuple[int, str, int], ...]
    seats: tuple[int, ...]


class Do(Frame, frozen=True, tag="do"):
    """effects.py: a block of effects, from part `at` on."""

    env: Env
    block: int
    at: int = 0


class Text(Frame, frozen=True, tag="text"):
    """triggers.py: a triggered text; `entered` is when its card entered play."""

    env: Env
    ability: int
    entered: int = 0


class Triggers(Frame, frozen=True, tag="triggers"):
    """triggers.py: texts that were triggered, in their order. While `open` more of them are added."""

    queue: tuple[Text, ...] = ()
    open: bool = False


class Pay(Frame, frozen=True, tag="pay"):
    """costs.py: the costs of an ability, from `at` on; then the block happens.

    `due` is how much each of them comes to, `victims` are the cards that can be destroyed for one of them.
    """

    env: Env
    ability: int
    at: int = 0
    due: tuple[int, ...] = ()
    victims: tuple[str, ...] = ()


class Resolved(Frame, frozen=True, tag="resolved"):
    """playing.py: the played card is resolved and goes to its owner's discard pile."""

    iid: str


class InAttempt(Frame, frozen=True, tag="attempt"):
    """attempts.py: the steps of an attempt. `asked` are those who had the Complication window, or no card for it."""

    stage: Literal["complications", "events", "reply", "compare", "after", "end"] = "complications"
    asked: tuple[int, ...] = ()


class Announced(Frame, frozen=True, tag="announced"):
    """complications.py: a Complication that is being resolved. `side` controls its target; `answered`: was asked."""

    env: Env
    side: int | None = None
    answered: bool = False


class Attrition(Frame, frozen=True, tag="attrition"):
    """attrition.py: so much Attrition is due; `begun`: prevention is subtracted, so much is paid."""

    seat: int
    n: int
    cause: str
    begun: bool = False
    paid: int = 0


class Escalate(Frame, frozen=True, tag="escalate"):
    """containment.py: counters on an SCP, after what comes first; `breach`: SCP-418."""

    scp: str
    n: int
    cause: str
    breach: bool = False


class CardChoice(Frame, frozen=True, tag="card_choice"):
    """effect_prompts.py: a card for a word of an effect, asked of `seats` in turn.

    `own`: each chooses one that they control. `decline`: it may be left.
    """

    then: Do
    number: int
    candidates: tuple[str, ...]
    seats: tuple[int, ...]
    own: bool = False
    chosen: tuple[str, ...] = ()
    decline: bool = False


class CostChoice(Frame, frozen=True, tag="cost_choice"):
    """effect_prompts.py: a card in play to be destroyed as cost."""

    then: Pay
    candidates: tuple[str, ...]


class PlayerChoice(Frame, frozen=True, tag="player_choice"):
    """effect_prompts.py: the other player that a text is about."""

    seat: int
    then: Do


class Discard(Frame, frozen=True, tag="discard"):
    """effect_prompts.py: a card of a hand goes; `by` chooses it."""

    seat: int
    by: int
    n: int
    cause: str


class Peek(Frame, frozen=True, tag="peek"):
    """effect_prompts.py: SCPs that the player sees go to the bottom, or stay."""

    seat: int


class MissionStep(Frame, frozen=True, tag="mission"):
    """missions.py: SCP-235, the Mission of the turn is checked; `resolved`: only what comes after its text is left."""

    seat: int
    resolved: bool = False
    success: bool = False


class Outbreaks(Frame, frozen=True, tag="outbreaks"):
    """containment.py: SCP-237, outbreaks one after another."""

    scps: tuple[str, ...]


OF_TEXTS = (Do, Text, Triggers, CardChoice, CostChoice, PlayerChoice, Discard, Peek, Pay)
"""The frames of texts that are under way; all others go on without them."""


def whose(frame: Frame) -> int | None:
    """SCP-708 The player without whom a frame comes to nothing, or None."""
    match frame:
        case Do() | Text() | Pay() | Announced():
            return frame.env.you
        case CardChoice() | CostChoice():
            return frame.then.env.you
        case PlayerChoice() | Attrition() | Peek():
            return frame.seat
        case Discard():
            return frame.by
    return None
