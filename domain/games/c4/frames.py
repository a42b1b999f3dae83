"""Frames: what a match still has to resolve, as data. Each kind names the module that steps it."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.games.c4.board import Tokens
from domain.kernel.frames import Frame

AttackStage = Literal["declare", "flip", "shown", "decide", "won", "return"]
"""C4-404 The stages of an attack, by what comes next."""


class Env(msgspec.Struct, frozen=True, omit_defaults=True):
    """The references of one ability's words.

    `iid` is this card, `that` the card of the window, `they` the player of an `each` round, `causes` the abilities
    that led here (C4-522), `report` the place in the stack of the `if_did` that waits to hear whether it happened.
    """

    you: int
    cid: str
    iid: str | None = None
    opp: int | None = None
    target: str | None = None
    x: int = 0
    mode: str | None = None
    trig: int | None = None
    amount: int = 0
    attacker: int | None = None
    defender: int | None = None
    that: str | None = None
    they: int | None = None
    top: int | None = None
    revealed: str | None = None
    causes: tuple[str, ...] = ()
    report: int | None = None


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that triggers and Reactions look at (C4-452). `flag`: a take, an additional action, an attack won."""

    name: str
    player: int
    other: int | None = None
    amount: int = 0
    iid: str | None = None
    kind: str = ""
    flag: bool = False


class Turn(Frame, frozen=True, tag="turn"):
    """turn.py: the steps of a turn; always the bottom frame. `reactions` and `ending` belong to the current chain."""

    stage: Literal["start", "draw", "main", "ending", "done"] = "start"
    seat: int = 0
    asked: bool = False
    reactions: int = 0
    ending: bool = False


class Play(Frame, frozen=True, tag="play"):
    """playing.py: a declared card from its payments to the discard or into play."""

    env: Env
    seat: int
    price: int = 0
    cost: int = 0
    stage: Literal["price", "cost", "paid", "cost_paid", "window", "text", "finish"] = "price"
    additional: bool = False


class Use(Frame, frozen=True, tag="use"):
    """playing.py: a used `act` ability, from its cost to its effects."""

    env: Env
    block: int
    cost: int = 0
    spill: bool = False
    stage: Literal["cost", "text"] = "cost"
    picked: Tokens | None = None


class Do(Frame, frozen=True, tag="do"):
    """effects.py: a block of effects of a card, from part `at` on. `guarded`: only while its subject stands."""

    cid: str
    block: int
    env: Env
    at: int = 0
    guarded: bool = False


class IfDid(Frame, frozen=True, tag="if_did"):
    """words.py: what follows only if the effect above really happened."""

    block: int
    env: Env
    did: bool = False


class Each(Frame, frozen=True, tag="each"):
    """words.py: a block once for each of these players."""

    block: int
    env: Env
    seats: tuple[int, ...]


class Choice(Frame, frozen=True, tag="choice"):
    """effect_prompts.py: a player chooses one of these blocks; with `may` it is this block or nothing."""

    seat: int
    env: Env
    blocks: tuple[int, ...]
    may: bool = False


class PlayerChoice(Frame, frozen=True, tag="player_choice"):
    """effect_prompts.py: the player chooses one who was not declared, then the ability goes on."""

    seats: tuple[int, ...]
    then: Do


class CardChoice(Frame, frozen=True, tag="card_choice"):
    """effect_prompts.py: cards of a hand or discard are chosen, to be discarded or recovered."""

    seat: int
    whose: int
    n: int
    what: Literal["discard", "recover"]
    env: Env


class LookTop(Frame, frozen=True, tag="look_top"):
    """effect_prompts.py: a player sees the own top card and may put it at the bottom."""

    seat: int
    env: Env


class TokenChoice(Frame, frozen=True, tag="token_choice"):
    """tokens.py: a player names tokens of one movement; the answer goes to the frame beneath.

    `source` is `pot`, `seat:<n>` or `card:<iid>`; `foreign_to` restricts to kinds Non Matching for that seat;
    `reserved` are tokens that others have picked in the rounds of C4-367 and that have not moved yet.
    """

    seat: int
    n: int
    source: str
    foreign_to: int | None = None
    gaining: bool = False
    reserved: Tokens = {}


class Item(msgspec.Struct, frozen=True, array_like=True):
    """One player's part of a movement: the uncapped amount, what has moved, what rounds have picked so far."""

    player: int
    amount: int
    moved: int = 0
    picked: Tokens = {}


class Movement(Frame, frozen=True, tag="movement"):
    """movements.py: one gain, loss, take or give, of one player or of several at once (C4-365 to C4-384).

    For a take `player` takes from `other`, for a give `player` receives from `other`, and `extra` comes from the pot.
    """

    kind: Literal["gain", "lose", "take", "give"]
    items: tuple[Item, ...]
    cid: str
    stage: Literal["amount", "move", "extra", "rounds", "after"] = "amount"
    at: int = 0
    other: int | None = None
    restricted: bool = False
    extra: int = 0
    given: Tokens = {}
    picked: Tokens | None = None
    causes: tuple[str, ...] = ()
    report: int | None = None
    worked_out: bool = False


class Pay(Frame, frozen=True, tag="pay"):
    """movements.py: a payment. A quiet one opens no window: the card it is for does that (C4-442)."""

    seat: int
    n: int
    reason: Literal["action", "card_cost", "effect"]
    cid: str
    quiet: bool = False
    picked: Tokens | None = None
    causes: tuple[str, ...] = ()
    report: int | None = None


class Put(Frame, frozen=True, tag="put"):
    """movements.py: tokens onto a card from a supply or the pot, or from the card to a supply (`source` says which)."""

    seat: int
    n: int
    iid: str
    cid: str
    source: Literal["supply", "pot", "card"] = "supply"
    picked: Tokens | None = None
    report: int | None = None


class Window(Frame, frozen=True, tag="window"):
    """reactions.py: players may answer a moment; `passed` are those who passed in this round."""

    moment: Moment
    passed: tuple[int, ...] = ()
    asked: int | None = None


class Attack(Frame, frozen=True, tag="attack"):
    """attacks.py: one attack from its declaration to the return of the flipped cards."""

    attacker: int
    defender: int
    env: Env
    block: int
    stage: AttackStage = "declare"
    flippers: tuple[int, ...] = ()
    cancelled: bool = False
    won: bool = False
    first_effect: int = 0
    resolved: str | None = None


class AttackEach(Frame, frozen=True, tag="attack_each"):
    """attacks.py: one complete attack after the other."""

    seats: tuple[int, ...]
    env: Env
    block: int


class Reflip(Frame, frozen=True, tag="reflip"):
    """attacks.py: the When Flipped ability of a newly flipped card has happened."""

    seat: int
    cid: str


class Claim(Frame, frozen=True, tag="claim"):
    """claims.py: a claim about the room: answer, vote, what follows."""

    kind: str
    claimant: int
    accused: int
    stage: Literal["answer", "vote", "closed"] = "answer"


class Vote(Frame, frozen=True, tag="vote"):
    """votes.py: a card's vote."""

    voters: tuple[int, ...]
    block: int
    env: Env
    asked: bool = False


class Ending(Frame, frozen=True, tag="ending"):
    """ending.py: the vote of the losing players between those who are tied."""

    cause: str
    tied: tuple[int, ...]
    voters: tuple[int, ...]
    asked: bool = False
