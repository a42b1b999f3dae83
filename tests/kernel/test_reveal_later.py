"""Matches that keep their secrets beyond their end, and matches of tournaments."""

from __future__ import annotations

from typing import Any, cast

import msgspec
import pytest

from domain.kernel import decide, forks
from domain.kernel.audience import FULL, SPECTATOR
from domain.kernel.codec import Codec, encode
from domain.kernel.decide import Decision
from domain.kernel.facts import Fact
from domain.kernel.game import CardGame
from domain.kernel.lineage import Origin
from domain.kernel.match import ClockPolicy, MatchCreated, MatchEnded, Reveal, SecretsRevealed, State, TournamentGame
from domain.kernel.refusal import Refusal
from eventstore.chain import canonical
from tests.kit.play import MATCH, NOW, accepted, pins, server_seed
from tests.toy_game import GAME
from tests.toy_game.actions import Ban
from tests.toy_game.loadouts import Loadout, Options

SEED = server_seed(0)
IN_ROUND_3 = TournamentGame("tn_1", 3, 12, 2)


def created(reveal: Reveal = "later", tournament: TournamentGame | None = None) -> Decision:
    order: Any = {"reveal": reveal, "tournament": tournament}
    event = MatchCreated(
        match=MATCH,
        game=GAME.slug,
        seats=2,
        options=Options(),
        clock=ClockPolicy(),
        pins=pins(GAME, 0),
        **order,
    )
    return accepted(decide.create(GAME, event, NOW))


def started(reveal: Reveal = "later") -> State:
    state = created(reveal).state
    for number in range(2):
        joining = decide.join(GAME, state, number, f"p{number}", NOW, loadout=Loadout("fox"), server_seed=SEED)
        state = accepted(joining).state
    return state


def ended(reveal: Reveal = "later") -> Decision:
    return accepted(decide.concede(GAME, started(reveal), 0, NOW, SEED))


def refused(outcome: Any) -> Refusal:
    assert isinstance(outcome, Refusal)
    return outcome


def body(event: MatchCreated) -> dict[str, Any]:
    return encode(Fact(event), "system", "").pub


@pytest.mark.parametrize("aborted", [False, True])
def test_an_end_that_reveals_later_is_the_result_and_nothing_after_it(aborted: bool) -> None:
    done = accepted(decide.abort(GAME, started(), "abandoned", NOW, SEED)) if aborted else ended()
    assert isinstance(done.facts[-1].event, MatchEnded)
    assert not any(isinstance(fact.event, SecretsRevealed) for fact in done.facts)
    assert done.state.status == ("aborted" if aborted else "finished")
    assert (done.state.withheld, done.state.revealed) == (True, False)
    assert refused(decide.act(GAME, done.state, 1, Ban("envoy-01"), NOW, SEED)).code == "MATCH_OVER"
    assert refused(decide.abort(GAME, done.state, "abandoned", NOW, SEED)).code == "MATCH_OVER"


def test_the_reveal_is_one_event_for_all_and_comes_once() -> None:
    over = ended().state
    done = accepted(decide.reveal(GAME, over, over.at + 1, SEED))
    assert done.facts == (Fact(SecretsRevealed(seed=SEED.hex()), {}),)
    assert (done.state.version, done.state.at) == (over.version + 1, over.at + 1)
    assert (done.state.withheld, done.state.revealed) == (False, True)
    assert done.state.result == over.result
    assert refused(decide.reveal(GAME, done.state, NOW, SEED)).rule == decide.REVEAL_RULE


def test_the_reveal_asks_nothing_of_the_game() -> None:
    over, no_game = ended().state, cast(CardGame, object())
    assert accepted(decide.reveal(no_game, over, NOW, SEED)) == accepted(decide.reveal(GAME, over, NOW, SEED))


@pytest.mark.parametrize("state", [created().state, started(), ended("all").state, ended("participants").state])
def test_only_an_end_that_kept_its_secrets_is_revealed(state: State) -> None:
    assert not state.withheld
    assert refused(decide.reveal(GAME, state, NOW, SEED)).rule == decide.REVEAL_RULE


def test_nobody_forks_it_before_the_reveal_and_a_fork_reveals_at_its_own_end() -> None:
    over = ended().state
    assert refused(forks.refuse(over)).message == "the secrets of this match are not revealed yet"
    assert forks.refuse(accepted(decide.reveal(GAME, over, NOW, SEED)).state) is None
    event = created(tournament=IN_ROUND_3).facts[0].event
    copy = forks.copied(event, "mt_fork", "4" * 64, Origin(MATCH, 7, "3" * 64))
    assert isinstance(copy, MatchCreated)
    assert (copy.reveal, copy.tournament) == ("all", None)


def test_a_match_of_no_tournament_is_stored_as_ever() -> None:
    event = created("all").facts[0].event
    assert isinstance(event, MatchCreated)
    assert not {"tournament", "reveal", "origin"} & body(event).keys()


def test_a_match_of_a_tournament_says_so_to_everybody() -> None:
    made = created(tournament=IN_ROUND_3)
    event = made.facts[0].event
    assert isinstance(event, MatchCreated)
    told = body(event)
    assert told["tournament"] == {"tournament": "tn_1", "round": 3, "table": 12, "game": 2}
    assert told["reveal"] == "later"
    first = msgspec.structs.replace(event, tournament=TournamentGame("tn_1", 3, 12))
    assert body(first)["tournament"] == {"tournament": "tn_1", "round": 3, "table": 12}
    for viewer in (SPECTATOR, FULL):
        row = event.type, event.schema, canonical({"pub": told}), None, NOW
        assert Codec(GAME).fold(State(), [row], viewer).tournament == made.state.tournament == IN_ROUND_3
