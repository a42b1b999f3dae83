"""The actions of C4 by their names in the catalogue: what seats choose to do, and their answers to prompts."""

from __future__ import annotations

from typing import Annotated, ClassVar

from domain.kernel.actions import Action
from domain.kernel.references import CardId, Naming, Seat, Word

Offered = Annotated[str, Naming(("card", "word"))]
"""A card on the table, or one that only the label of the answer names."""


class PlayCard(Action, frozen=True, tag="play_card"):
    """Play a Regular or Stay In Play card; `player` and `target` are what its text declares."""

    told: ClassVar[str] = "plays a card"
    card: CardId
    player: Seat | None = None
    target: CardId | None = None
    x: int | None = None
    mode: Word | None = None


class PlayReaction(Action, frozen=True, tag="play_reaction"):
    """Play a Reaction in a window that fits it."""

    told: ClassVar[str] = "plays a Reaction"
    card: CardId
    player: Seat | None = None
    target: CardId | None = None
    x: int | None = None
    mode: Word | None = None


class Pass(Action, frozen=True, tag="pass"):
    """Let a window go by."""

    told: ClassVar[str] = "passes"


class UseAbility(Action, frozen=True, tag="use_ability"):
    """Use an ability of a card in play; abilities are numbered from 1 as they stand on the card."""

    told: ClassVar[str] = "uses an ability"
    card: CardId
    ability: int
    player: Seat | None = None
    x: int | None = None


class EndTurn(Action, frozen=True, tag="end_turn"):
    """Be done."""

    told: ClassVar[str] = "ends the turn"


class MakeClaim(Action, frozen=True, tag="make_claim"):
    """Say that somebody swore, used a phone or made a pun."""

    told: ClassVar[str] = "makes a claim"
    kind: Word
    accused: Seat


class ChooseTokens(Action, frozen=True, tag="choose_tokens"):
    """Tokens of one movement, a number for each kind."""

    told: ClassVar[str] = "chooses tokens"
    tokens: dict[Word, int]


class ChooseOption(Action, frozen=True, tag="choose_option"):
    """One of the offered options; `yes` or `no` where a text says may."""

    told: ClassVar[str] = "chooses"
    option: Word


class ChooseCards(Action, frozen=True, tag="choose_cards"):
    """Exactly as many of the offered cards as asked for."""

    told: ClassVar[str] = "chooses cards"
    cards: tuple[Offered, ...]


class ChoosePlayer(Action, frozen=True, tag="choose_player"):
    """One of the offered players."""

    told: ClassVar[str] = "chooses a player"
    player: Seat


class AnswerClaim(Action, frozen=True, tag="answer_claim"):
    """The accused admits or denies."""

    told: ClassVar[str] = "answers the claim"
    admit: bool


class VoteClaim(Action, frozen=True, tag="vote_claim"):
    """Confirm or reject a claim; hidden until all ballots are in."""

    told: ClassVar[str] = "votes"
    confirm: bool


class VoteCard(Action, frozen=True, tag="vote_card"):
    """A ballot in a vote that a card asks for."""

    told: ClassVar[str] = "votes"
    player: Seat


class VoteWinner(Action, frozen=True, tag="vote_winner"):
    """A losing player's ballot between those who are tied."""

    told: ClassVar[str] = "votes"
    player: Seat
