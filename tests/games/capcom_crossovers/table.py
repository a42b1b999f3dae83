"""Scenarios of Capcom Crossovers: players are P1 to P4, playing cards go by face, several in one text ("JS 4H").

P1 is the turn player of turn 5 and in the combat phase unless said otherwise, all HP are there, hands, meters and
discard piles are empty; every card that the given doesn't name lies in its owner's draw pile, in the order of faces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.games.capcom_crossovers import GAME, loadouts
from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers.board import Block, Board, Character, Modifier, Player, Stat, Status
from domain.games.capcom_crossovers.faces import DECK_52, DECK_54
from domain.games.capcom_crossovers.frames import Stage, Turn
from domain.games.capcom_crossovers.loadouts import Loadout, Options
from domain.games.capcom_crossovers.rules import continuous
from domain.games.capcom_crossovers.rules.setup import order_of
from domain.kernel.match import ClockPolicy, Seat, State
from domain.kernel.zones import DrawPile, Hand
from tests.kit.scenario import Scenario

P1, P2, P3, P4 = range(4)
UNNAMED = -1
"""The size of a draw pile that takes all cards which lie nowhere else."""


def faces(text: str | Sequence[str]) -> tuple[str, ...]:
    """The cards of a text."""
    return tuple(text.split()) if isinstance(text, str) else tuple(text)


class Table(Scenario):
    """Given, when, then. Until `start` the given is built; then only actions change the table.

    `characters` by seat: a card id, in `tag` two of them, the active one first. `cards` are there beside those of the
    game.
    """

    def __init__(
        self, *characters: str | Sequence[str], cards: Mapping[str, Any] | None = None, **options: Any
    ) -> None:
        made = Options(**options)
        brought = [(one,) if isinstance(one, str) else tuple(one) for one in characters]
        assert len(brought) == loadouts.seats_of(made.mode), f"{made.mode} has {loadouts.seats_of(made.mode)} players"
        sides = loadouts.sides(made, len(brought))
        board = Board(mode=made.mode, sides=sides, players=[Player() for _ in brought])
        board.order, board.first_player = order_of(board, 0), 0
        board.turn, board.turn_player, board.phase = 5, P1, "start"
        state = State(
            match="mt_scenario",
            game=GAME.slug,
            version=100,
            status="running",
            options=made,
            clock=ClockPolicy(decision=60_000),
            seats=[
                Seat(player=f"player-{seat}", sealed=True, loadout=Loadout(cids)) for seat, cids in enumerate(brought)
            ],
            board_or_none=board,
        )
        super().__init__(GAME, state)
        self.cards |= cards or {}
        self._started = False
        for seat, cids in enumerate(brought):
            for cid in cids:
                self._enter(seat, cid)
        for seat, player in enumerate(board.players):
            player.deck.size = UNNAMED
            player.deck_list = DECK_54 if board.tag_modes(seat) else DECK_52

    # Given

    def player(
        self,
        seat: int,
        *,
        hand: str = "",
        draw: str | None = None,
        pile: int | None = None,
        discard: str = "",
        meter: str = "",
        block: str | None = None,
        **flags: bool,
    ) -> Table:
        """What one player has; `draw` are the top cards of the draw pile, `pile` how many it has in all.

        What a pile of that size can't hold lies in the discard pile. `flags` as `meter_placed`.
        """
        player: Player = self.board.players[seat]
        player.hand = Hand({face: face for face in faces(hand)}, len(faces(hand)))
        player.deck.cards = list(faces(draw or ""))
        player.deck.size = UNNAMED if pile is None else pile
        player.discard, player.meter = list(faces(discard)), list(faces(meter))
        player.block = None if block is None else Block(block)
        for name, value in flags.items():
            assert hasattr(player, name), name
            setattr(player, name, value)
        return self

    def character(self, seat: int, cid: str | None = None, **changes: Any) -> Table:
        """Facts of a character, the one that plays for the seat unless named: `hp`, `cp_used`, `status` ..."""
        character = self.who(seat, cid)
        if changes.get("status") == "koed":
            changes["hp"] = 0
        self._change(character.id, **changes)
        others = [one for one in self.board.characters if one.seat == seat]
        self.board.players[seat].out = all(one.status == "koed" for one in others)
        return self

    def lasting(self, *modifiers: Modifier) -> Table:
        """What goes on for a while."""
        self.board.modifiers += modifiers
        return self

    def turn(self, seat: int = P1, *, number: int = 5, first: int = 0) -> Table:
        """Whose turn it is, and which; `first` is the side that began the match."""
        board: Board = self.board
        board.turn, board.turn_player = number, seat
        board.order = order_of(board, first)
        board.first_player = board.order[0]
        return self

    def start(self, stage: Stage = "combat") -> Table:
        """The given is complete: the turn player is asked in this part of the turn."""
        for player in self.board.players:
            _fill(player)
        self.state.frames = (Turn(stage),)
        self._started = True
        self.begin()
        return self

    # When

    def draw(self, seat: int, n: int) -> None:
        self.do(seat, a.DrawCards(n))

    def attack(self, seat: int, move: str, cards: str, extra: str = "") -> None:
        """Declare the initial attack."""
        self.do(seat, a.DeclareAttack(move, faces(cards), faces(extra)))

    def follow(self, seat: int, move: str, cards: str, extra: str = "") -> None:
        """Add to the combo."""
        self.do(seat, a.FollowUp(move, faces(cards), faces(extra)))

    def basics(self, seat: int, cards: str) -> None:
        """Add basic attacks to the combo, one after another."""
        for face in faces(cards):
            self.follow(seat, "basic", face)

    def counter(self, seat: int, move: str, cards: str, extra: str = "") -> None:
        """Counter or negate."""
        self.do(seat, a.Counter(move, faces(cards), faces(extra)))

    def avoid(self, seat: int, move: str, cards: str, extra: str = "") -> None:
        self.do(seat, a.Avoid(move, faces(cards), faces(extra)))

    def reply(self, seat: int, move: str, cards: str, extra: str = "") -> None:
        """The ranged reply after a dodge."""
        self.do(seat, a.Reply(move, faces(cards), faces(extra)))

    def take_hit(self, seat: int) -> None:
        self.do(seat, a.TakeHit())

    def hit(self, seat: int, move: str, cards: str, extra: str = "") -> None:
        """The initial attack of a duel, which the other player takes; in `tag` too."""
        self.attack(seat, move, cards, extra)
        self.take_hit(1 - seat)

    def dodge(self, seat: int) -> None:
        self.do(seat, a.Dodge())

    def tech(self, seat: int, cards: str) -> None:
        self.do(seat, a.TechHit(*faces(cards)))

    def decline(self, seat: int) -> None:
        self.do(seat, a.Decline())

    def block(self, seat: int, card: str) -> None:
        self.do(seat, a.SetBlock(card))

    def pass_combat(self, seat: int) -> None:
        self.do(seat, a.PassCombat())

    def end_combo(self, seat: int) -> None:
        self.do(seat, a.EndCombo())

    def end_turn(self, seat: int) -> None:
        self.do(seat, a.EndTurn())

    def pass_turn(self, seat: int) -> None:
        """Draw one card if asked, pass, end the turn, discard by default."""
        kinds = {"draw": a.DrawCards(1), "combat": a.PassCombat(), "cleanup": a.EndTurn()}
        while self.board.turn_player == seat and self.state.result is None:
            prompt = self.prompt(seat)
            self.do(seat, kinds.get(prompt.kind) or GAME.default(self.state, prompt))

    def ability(self, seat: int, cards: str = "") -> None:
        """Use the any-time ability of the active character."""
        self.do(seat, a.UseAbility(self.board.definition(self.who(seat).cid).ability.id, faces(cards)))

    # Then

    def who(self, seat: int, cid: str | None = None) -> Character:
        """The character that plays for a seat, or that of this card id."""
        board: Board = self.board
        if cid is None:
            return board.own(seat)
        return next(one for one in board.of_side(board.side_of(seat)) if one.cid == cid)

    def hp(self, seat: int, cid: str | None = None) -> int:
        return self.who(seat, cid).hp

    def lost(self, seat: int, cid: str | None = None) -> int:
        """HP that are missing."""
        character = self.who(seat, cid)
        return character.start_hp - character.hp

    def cp(self, seat: int, cid: str | None = None) -> int:
        """Combo points used."""
        return self.who(seat, cid).cp_used

    def stat(self, seat: int, name: Stat) -> int:
        return continuous.stat(self.board, self.who(seat), name)

    def active(self, seat: int) -> str:
        """The card id of the active character of the seat's side."""
        board: Board = self.board
        return board.active(board.side_of(seat)).cid

    def hand(self, seat: int) -> list[str]:
        """Faces in order of arrival."""
        player: Player = self.board.players[seat]
        return player.held

    def pile(self, seat: int) -> list[str]:
        """The draw pile from the top."""
        return list(self.board.players[seat].deck.cards)

    def discard(self, seat: int) -> list[str]:
        """Faces by arrival."""
        return list(self.board.players[seat].discard)

    def meter(self, seat: int) -> list[str]:
        return list(self.board.players[seat].meter)

    def zone(self, seat: int) -> list[str]:
        """What lies in the action zone."""
        return [face for zone in self.board.players[seat].zone for face in zone.cards]

    def blocking(self, seat: int) -> str | None:
        """The face of the block card, None without one."""
        block = self.board.players[seat].block
        return None if block is None else str(block.card)

    def outcomes(self) -> list[str]:
        """What became of the attacks of this combat, in order."""
        return [attack.outcome for attack in self.board.fight.attacks]

    def waits(self, seat: int) -> str:
        """What a seat is asked, any-time abilities apart."""
        return self.prompt(seat).kind

    def offered(self, seat: int, kind: str) -> list[dict[str, Any]]:
        """The legal answers of one type."""
        return self.legal(seat, kind)

    def moves(self, seat: int, kind: str) -> list[str]:
        """The moves that can be used with an action of this type, by name, each once."""
        return sorted({str(one["move"]) for one in self.legal(seat, kind)})

    def check(self) -> None:
        """What must hold at the end of every scenario: all cards are there, nothing is broken."""
        assert self._started, "the scenario was never started"
        assert GAME.invariants(self.state) == []

    def _enter(self, seat: int, cid: str) -> None:
        board: Board = self.board
        side = board.side_of(seat)
        hp = board.definition(cid).stats.hp
        status: Status = "inactive" if list(board.of_side(side)) else "active"
        board.characters.append(Character(f"p{seat + 1}-{cid}", cid, seat, side, hp, hp, status))

    def _change(self, name: str, **changes: Any) -> None:
        characters = self.board.characters
        for place, one in enumerate(characters):
            if one.id == name:
                characters[place] = replace(one, **changes)


class MakeTable:
    """Makes the tables of a test, which adds cards of its own to their `cards` before it names them."""

    def __init__(self) -> None:
        self.cards: dict[str, Any] = {}
        self.made: list[Table] = []

    def __call__(self, *characters: Any, **options: Any) -> Table:
        self.made.append(Table(*characters, cards=self.cards, **options))
        return self.made[-1]


def _fill(player: Player) -> None:
    """The cards that the given doesn't name."""
    named = [*player.held, *player.deck.cards, *player.discard, *player.meter]
    if player.block is not None:
        named.append(str(player.block.card))
    assert len(named) == len(set(named)), "a card lies in two places"
    assert set(named) <= set(player.deck_list), "there is no such card in this deck"
    rest = [face for face in player.deck_list if face not in named]
    kept = rest if player.deck.size == UNNAMED else rest[: player.deck.size - len(player.deck.cards)]
    cards = [*player.deck.cards, *kept]
    player.discard += rest[len(kept) :]
    player.deck = DrawPile(cards, len(cards))
