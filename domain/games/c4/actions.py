"""The actions of C4 by their names in the catalogue: what seats choose to do, and their answers to prompts."""

from __future__ import annotations

from domain.kernel.actions import Action
from domain.kernel.references import CardId, Seat, Word


class PlayCard(Action, frozen=True, tag="play_card"):
    """Play a Regular or Stay In Play card; `player` and `target` are what its text declares."""

    card: CardId
    player: Seat | None = None
    target: CardId | None = None
    x: int | None = None
    mode: Word | None = None


class PlayReaction(Action, frozen=True, tag="play_reaction"):
    """Play a Reaction in a window that fits it."""

    card: CardId
    player: Seat | None = None
    target: CardId | None = None
    x: int | None = None
    mode: Word | None = None


class Pass(Action, frozen=True, tag="pass"):
    """Let a window go by."""


class UseAbility(Action, frozen=True, tag="use_ability"):
    """Use an ability of a card in play; abilities are numbered from 1 as they stand on the card."""

    card: CardId
    ability: int
    player: Seat | None = None
    x: int | None = None


class EndTurn(Action, frozen=True, tag="end_turn"):
    """Be done."""


class MakeClaim(Action, frozen=True, tag="make_claim"):
    """Say that somebody swore, used a phone or made a pun."""

    kind: Word
    accused: Seat


class ChooseTokens(Action, frozen=True, tag="choose_tokens"):
    """Tokens of one movement, a number for each kind."""

    tokens: dict[Word, int]


class ChooseOption(Action, frozen=True, tag="choose_option"):
    """One of the offered options; `yes` or `no` where a text says may."""

    option: Word


class ChooseCards(Action, frozen=True, tag="choose_cards"):
    """Exactly as many of the offered cards as asked for."""

    cards: tuple[CardId, ...]


class ChoosePlayer(Action, frozen=True, tag="choose_player"):
    """One of the offered players."""

    player: Seat


class AnswerClaim(Action, frozen=True, tag="answer_claim"):
    """The accused admits or denies."""

    admit: bool


class VoteClaim(Action, frozen=True, tag="vote_claim"):
    """Confirm or reject a claim; hidden until all ballots are in."""

    confirm: bool


class VoteCard(Action, frozen=True, tag="vote_card"):
    """A ballot in a vote that a card asks for."""

    player: Seat


class VoteWinner(Action, frozen=True, tag="vote_winner"):
    """A losing player's ballot between those who are tied."""

    player: Seat
