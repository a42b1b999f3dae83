"""Every prompt of a running match, pending in a team battle: for what may come between a question and its answer.

P1 is the turn player, attacks and defends against P2; their partners P3 and P4 are inactive. P1 and P2 play the same
character, which has an any-time ability for a card (the 2D of P1, the 2H of P2), and can absorb and flip once more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers.loadouts import Loadout, Options
from domain.kernel import decide
from domain.kernel.actions import Action
from domain.kernel.decide import Decision
from domain.kernel.match import ClockPolicy, MatchCreated
from domain.kernel.prompts import Prompt
from domain.kernel.refusal import Refusal
from tests.games.capcom_crossovers.custom import fighter, move, part
from tests.games.capcom_crossovers.table import P1, P2, P4, MakeTable, Table
from tests.kit.play import MATCH, NOW, accepted, pins
from tests.kit.scenario import SEED, Scenario, cards_of

GUARD = part("would_be_damaged", "prevent_damage(value)", "1, number_card", "turn", may=True)
SENSE = part("dodge_failed", "extra_flip(1)", limit="turn", may=True)
MOVES = (
    move("J", "A", 5, 3, attrs="RS"),
    move("Q", "C", 4, 3, hit="discard(opponent, 2, owner)"),
)
COST = {P1: "2D", P2: "2H"}
HAND = "4H 5H 10C 10D JS QS 2D 3D"
OTHER_HAND = "JH JC 2H 3H 10H 10S 6S"


def any_time(do: str) -> str:
    """An ability for one card, as often as one likes."""
    return part("any_time", do, "1, any")


@dataclass
class Situation:
    """A table where `seat` is asked `kind`; `cid` is the character of P1 and P2."""

    make: MakeTable
    cid: str
    kind: str
    given: Callable[[Table], None] = lambda game: None
    game: Table = field(init=False)
    seat: int = field(init=False)

    def start(self) -> Table:
        """The table as far as the prompt."""
        self.game = self.make(self.cid, self.cid, "ryu", "gambit", mode="team")
        self.game.player(P1, hand=HAND, meter="10H 10S 9C 9D 8C")
        self.game.player(P2, hand=OTHER_HAND).player(P4, hand="JK1")
        self.given(self.game)
        self.seat, kind = REACHED[self.kind](self)
        assert self.game.prompt(self.seat).kind == kind
        return self.game

    def move(self, number: int) -> str:
        """A move of the character by its place in MOVES."""
        return f"{self.cid}m{number}"

    def attacked(self, move: str = "basic", cards: str = "4H") -> Table:
        """P1 has attacked, P4 is asked first."""
        self.game.start().attack(P1, move, cards)
        return self.game

    def defending(self, move: str = "basic", cards: str = "4H") -> Table:
        """P1 has attacked, P2 is asked."""
        self.attacked(move, cards).decline(P4)
        return self.game

    def hurt(self, move: str = "basic", cards: str = "4H") -> Table:
        """P2 has let the attack hit and may absorb."""
        self.defending(move, cards).take_hit(P2)
        return self.game

    def hit(self, move: str = "basic", cards: str = "4H") -> Table:
        """P2 has been hit in full."""
        self.hurt(move, cards).decline(P2)
        return self.game


def _draw(made: Situation) -> tuple[int, str]:
    made.game.start("draw")
    return P1, "draw"


def _combat(made: Situation) -> tuple[int, str]:
    made.game.start()
    return P1, "combat"


def _variable_counter(made: Situation) -> tuple[int, str]:
    made.attacked()
    return P4, "variable_counter"


def _defend(made: Situation) -> tuple[int, str]:
    made.defending()
    return P2, "defend"


def _tech_hit(made: Situation) -> tuple[int, str]:
    made.game.player(P2, hand=OTHER_HAND, block="7S")
    made.attacked("throw", "10C 10D")
    return P2, "tech_hit"


def _ranged_reply(made: Situation) -> tuple[int, str]:
    made.game.player(P2, hand=OTHER_HAND, draw="2C")
    made.defending().dodge(P2)
    return P2, "ranged_reply"


def _ability_choice(made: Situation) -> tuple[int, str]:
    made.game.player(P2, hand=OTHER_HAND, draw="KC KD")
    made.defending().dodge(P2)
    return P2, "ability_choice"


def _combo(made: Situation) -> tuple[int, str]:
    made.hit()
    return P1, "combo"


def _counter_combo(made: Situation) -> tuple[int, str]:
    made.defending().counter(P2, made.move(1), "JC")
    made.game.decline(P1)
    return P2, "combo"


def _damage_response(made: Situation) -> tuple[int, str]:
    made.hurt()
    return P2, "damage_response"


def _discard(made: Situation) -> tuple[int, str]:
    made.hit(made.move(2), "QS")
    return P2, "discard"


def _cleanup(made: Situation) -> tuple[int, str]:
    made.game.start("cleanup")
    return P1, "cleanup"


def _endurance(made: Situation) -> tuple[int, str]:
    made.game.player(P1, hand=f"{HAND} 7C 9H 9S")
    made.game.start("endurance")
    return P1, "discard_to_endurance"


def _cut(made: Situation) -> tuple[int, str]:
    made.game.start("cleanup")
    made.game.do(P1, a.RecoverAce(("10H", "10S", "9C", "9D", "8C"), "draw", "AS"))
    return P2, "cut_deck"


REACHED: Mapping[str, Callable[[Situation], tuple[int, str]]] = {
    "draw": _draw,
    "combat": _combat,
    "variable_counter": _variable_counter,
    "defend": _defend,
    "tech_hit": _tech_hit,
    "ranged_reply": _ranged_reply,
    "ability_choice": _ability_choice,
    "combo": _combo,
    "combo of a counter": _counter_combo,
    "damage_response": _damage_response,
    "discard": _discard,
    "cleanup": _cleanup,
    "discard_to_endurance": _endurance,
    "cut_deck": _cut,
}
KINDS = tuple(REACHED)
FIGHTS = tuple(kind for kind in KINDS if kind not in ("draw", "cleanup", "discard_to_endurance", "cut_deck"))
"""Those of a combat phase."""


def situation(
    make: MakeTable,
    kind: str,
    do: str = "modify_stat(self, bap, 1, until_end_of_turn)",
    given: Callable[[Table], None] = lambda game: None,
) -> Situation:
    """This prompt, with an any-time ability that does this."""
    made = Situation(make, fighter(make, any_time(do), GUARD, SENSE, moves_=MOVES), kind, given=given)
    made.start()
    return made


def later(game: Table, seat: int, action: Action, seconds: int) -> None:
    """The seat acts when so much time has gone by."""
    outcome = decide.act(GAME, game.state, seat, action, game.state.at + seconds * 1000, SEED)
    assert isinstance(outcome, Decision), outcome
    game.state, game.facts = outcome.state, list(outcome.facts)
    game.history.extend(outcome.facts)


def stale(game: Table, prompt: Prompt) -> Refusal | Decision:
    """What becomes of the default answer to a prompt as it was."""
    action = GAME.default(game.state, prompt)
    assert action is not None
    seat, now = prompt.seat, game.state.at
    return decide.act(GAME, game.state, seat, action, now, SEED, prompt=prompt.id, revision=prompt.revision)


def questions(game: Scenario) -> list[tuple[int, str]]:
    """Who is asked what, any-time abilities apart."""
    return [one for one in game.asked() if one[1] != "ability"]


def dealt(*brought: str | tuple[str, str], **options: Any) -> Scenario:
    """A match as it is after the deal; what each player brings."""
    event = MatchCreated(
        match=MATCH,
        game=GAME.slug,
        seats=len(brought),
        options=Options(**options),
        clock=ClockPolicy(),
        pins=pins(GAME, 0),
    )
    state = accepted(decide.create(GAME, event, NOW)).state
    state.play_with(cards_of(GAME))
    for seat, one in enumerate(brought):
        loadout = Loadout((one,) if isinstance(one, str) else one)
        joined = decide.join(GAME, state, seat, f"p{seat}", NOW, loadout=loadout, server_seed=SEED)
        state = accepted(joined).state
    return Scenario(GAME, state)
