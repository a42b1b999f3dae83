"""The actions of C4 by their names in the catalogue: what seats choose to do, and their answers to prompts."""

from __future__ import annotations

from domain.kernel.actions import Action


class PlayCard(Action, frozen=True, tag="play_card"):
    """Play a Regular or Stay In Play card; `player` and `target` are what its text declares."""

    card: str
    player: int | None = None
    target: str | None = None
    x: int | None = None
    mode: str | None = None


class PlayReaction(Action, frozen=True, tag="play_reaction"):
    """Play a Reaction in a window that fits it."""

    card: str
    player: int | None = None
    target: str | None = None
    x: int | None = None
    mode: str | None = None


class Pass(Action, frozen=True, tag="pass"):
    """Let a window go by."""


class UseAbility(Action, frozen=True, tag="use_ability"):
    """Use an ability of a card in play; abilities are numbered from 1 as they stand on the card."""

    card: str
    ability: int
    player: int | None = None
    x: int | None = None


class EndTurn(Action, frozen=True, tag="end_turn"):
    """Be done."""


class MakeClaim(Action, frozen=True, tag="make_claim"):
    """Say that somebody swore, used a phone or made a pun."""

    kind: str
    accused: int


class ChooseTokens(Action, frozen=True, tag="choose_tokens"):
    """Tokens of one movement, a number for each kind."""

    tokens: dict[str, int]


class ChooseOption(Action, frozen=True, tag="choose_option"):
    """One of the offered options; `yes` or `no` where a text says may."""

    option: str


class ChooseCards(Action, frozen=True, tag="choose_cards"):
    """Exactly as many of the offered cards as asked for."""

    cards: tuple[str, ...]


class ChoosePlayer(Action, frozen=True, tag="choose_player"):
    """One of the offered players."""

    player: int


class AnswerClaim(Action, frozen=True, tag="answer_claim"):
    """The accused admits or denies."""

    admit: bool


class VoteClaim(Action, frozen=True, tag="vote_claim"):
    """Confirm or reject a claim; hidden until all ballots are in."""

    confirm: bool


class VoteCard(Action, frozen=True, tag="vote_card"):
    """A ballot in a vote that a card asks for."""

    player: int


class VoteWinner(Action, frozen=True, tag="vote_winner"):
    """A losing player's ballot between those who are tied."""

    player: int
