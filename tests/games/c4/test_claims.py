"""Claims about the room (C4-550 to C4-557)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from domain.kernel.facts import as_seen
from tests.games.c4.custom import made
from tests.games.c4.table import P1, P2, P3, P4, Table

MakeTable = Callable[..., Table]


def judged(game: Table, *, claimant: int, accused: int, ballots: dict[int, bool | None], kind: str = "swore") -> None:
    """A claim is made and denied; then the ballots come in, None when the time is up."""
    game.do(claimant, a.MakeClaim(kind, accused))
    game.do(accused, a.AnswerClaim(False))
    for seat, ballot in ballots.items():
        if ballot is None:
            game.time_out(seat)
        else:
            game.do(seat, a.VoteClaim(ballot))


def upheld(game: Table) -> bool:
    """Whether the latest claim was upheld."""
    results = [fact.event for fact in game.history if isinstance(fact.event, e.ClaimUpheld | e.ClaimRejected)]
    return isinstance(results[-1], e.ClaimUpheld)


@pytest.mark.rule("EX-19", "C4-333", "C4-356", "C4-554", "C4-556", "C4-613")
def test_swear_jar(table: MakeTable) -> None:
    game = table(3).player(P1, in_play=[("Swear Jar", {"coin": 2})]).player(P3, tokens={"gem": 9, "coin": 1}).pot(4)
    game.start()
    assert game.legal(P1, "use_ability") == []
    game.do(P2, a.MakeClaim("swore", P3))
    assert game.asked() == [(P3, "answer_claim")]
    game.do(P3, a.AnswerClaim(False))
    assert game.asked() == [(P1, "vote_claim")]
    game.do(P1, a.VoteClaim(True))
    game.choose(P3, coin=1)
    assert (game.supply(P3), game.on_card("Swear Jar"), game.in_pot()) == ({"gem": 9}, 3, 4)
    assert game.ever(e.TokensLost) == []
    game.use(P1, "Swear Jar")
    assert (game.tokens(P1), game.on_card("Swear Jar")) == (13, 0)


@pytest.mark.rule("C4-550", "C4-R45")
def test_a_claim_needs_a_card_that_asks_for_its_kind(table: MakeTable) -> None:
    game = table(2).player(P1, in_play=["Phone Police"]).player(P2, hand=["Cold Storage"]).turn(P2).start()
    assert {action["kind"] for seat in (P1, P2) for action in game.legal(seat, "make_claim")} == {"used_phone"}
    assert game.refused(P1, a.MakeClaim("made_pun", P2)).rule == "C4-550"
    game.play(P2, "Cold Storage", target="Phone Police")
    assert game.asked() == [(P2, "main")]
    assert game.refused(P2, a.MakeClaim("used_phone", P1)).rule == "C4-550"
    assert game.refused(P1, a.MakeClaim("used_phone", P2)).rule == "C4-550"


@pytest.mark.rule("C4-550", "C4-551")
def test_a_claim_that_becomes_possible_is_told_to_those_who_may_make_it(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Phone Police"], in_play=["Swear Jar"]).start()

    def revisions() -> list[tuple[int, int]]:
        return [(prompt.seat, prompt.revision) for prompt in game.state.prompts.values() if prompt.kind == "claim"]

    assert revisions() == [(P2, 0), (P3, 0)]
    game.play(P1, "Phone Police")
    assert revisions() == [(P2, 1), (P3, 1)]
    assert {action["kind"] for action in game.legal(P3, "make_claim")} == {"swore", "used_phone"}


@pytest.mark.rule("C4-551", "C4-R45", "C4-R67")
def test_any_player_against_any_other_while_idle(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Early Bird"], in_play=["Swear Jar"]).player(P2, hand=["Not So Fast"]).pot(4)
    game.start()
    assert [action["accused"] for action in game.legal(P1, "make_claim")] == [P2, P3]
    assert [action["accused"] for action in game.legal(P3, "make_claim")] == [P1, P2]
    assert game.refused(P3, a.MakeClaim("swore", P3)).rule == "C4-551"
    game.play(P1, "Early Bird")
    assert game.refused(P3, a.MakeClaim("swore", P1)).rule == "C4-551", "a window is open"
    game.pass_(P2)
    game.do(P3, a.MakeClaim("swore", P1))
    game.do(P1, a.AnswerClaim(True))
    assert game.on_card("Swear Jar") == 1


@pytest.mark.rule("C4-552", "C4-R45")
def test_one_claim_for_each_player_in_each_turn(table: MakeTable) -> None:
    game = table(2).player(P1, in_play=["Swear Jar"]).start()
    judged(game, claimant=P2, accused=P1, ballots={})
    assert game.refused(P2, a.MakeClaim("swore", P1)).rule == "C4-552", "P2 has no prompt for it any more"
    assert game.refused(P2, a.MakeClaim("made_pun", P1)).rule == "C4-550"
    judged(game, claimant=P1, accused=P2, ballots={})
    assert game.refused(P1, a.MakeClaim("swore", P2)).rule == "C4-552"
    assert game.legal(P1, "make_claim") == []
    game.end_turn(P1)
    judged(game, claimant=P2, accused=P1, ballots={})
    judged(game, claimant=P1, accused=P2, ballots={})


@pytest.mark.rule("C4-553", "C4-R45")
def test_to_admit_is_enough(table: MakeTable) -> None:
    game = table(4).player(P1, in_play=["Phone Police"]).start()
    game.do(P2, a.MakeClaim("used_phone", P3))
    assert game.asked() == [(P3, "answer_claim")]
    game.do(P3, a.AnswerClaim(True))
    assert upheld(game)
    assert [game.tokens(seat) for seat in (P1, P2, P3, P4)] == [10, 10, 9, 10]
    assert game.ever(e.VoteOpened) == []


@pytest.mark.rule("C4-553", "C4-809")
def test_silence_of_the_accused_is_a_denial(table: MakeTable) -> None:
    game = table(3).player(P1, in_play=["Phone Police"]).start()
    game.do(P2, a.MakeClaim("used_phone", P3))
    game.time_out(P3)
    assert [event.admitted for event in game.happened(e.ClaimAnswered)] == [False]
    assert game.asked() == [(P1, "vote_claim")]
    game.do(P1, a.VoteClaim(False))


@pytest.mark.rule("C4-554", "C4-R45")
@pytest.mark.parametrize(
    ("ballots", "result"),
    [
        ((True, True, False), True),
        ((True, False, False), False),
        ((True, False, None), False),
        ((True, None, None), True),
        ((None, None, None), False),
    ],
)
def test_more_confirm_than_reject(table: MakeTable, ballots: tuple[bool | None, ...], result: bool) -> None:
    game = table(5).player(P1, in_play=["Phone Police"]).start()
    judged(game, claimant=P4, accused=P1, ballots=dict(zip((P2, P3, 4), ballots, strict=True)), kind="used_phone")
    assert upheld(game) == result
    assert game.tokens(P1) == (9 if result else 10)


@pytest.mark.rule("C4-554")
def test_voters_are_the_uninvolved_at_once_and_their_ballots_are_hidden(table: MakeTable) -> None:
    game = table(4).player(P1, in_play=["Phone Police"]).start()
    game.do(P1, a.MakeClaim("used_phone", P2))
    game.do(P2, a.AnswerClaim(False))
    assert game.asked() == [(P3, "vote_claim"), (P4, "vote_claim")]
    game.do(P4, a.VoteClaim(True))
    cast = next(fact for fact in game.facts if isinstance(fact.event, e.BallotCast))
    assert [getattr(as_seen(cast, viewer), "choice", None) for viewer in ("seat:3", "seat:2", "spectator")] == [
        1,
        None,
        None,
    ]
    assert game.happened(e.VoteClosed) == []
    game.do(P3, a.VoteClaim(False))
    assert [event.ballots for event in game.happened(e.VoteClosed)] == [((P3, 0), (P4, 1))]
    assert not upheld(game)


@pytest.mark.rule("C4-555", "C4-R45")
def test_with_two_players_a_denied_claim_is_rejected(table: MakeTable) -> None:
    game = table(2).player(P1, in_play=["Phone Police"]).start()
    judged(game, claimant=P1, accused=P2, ballots={}, kind="used_phone")
    assert not upheld(game)
    assert game.tokens(P2) == 10
    game.do(P2, a.MakeClaim("used_phone", P1))
    game.do(P1, a.AnswerClaim(True))
    assert game.tokens(P1) == 9


@pytest.mark.rule("C4-556", "C4-520")
def test_every_ability_for_that_kind_triggers_in_trigger_order_and_no_other(table: MakeTable) -> None:
    game = table(3).in_play("Pun Fund", P3).in_play("Swear Jar", P1).in_play("Pun Fund", P1).pot(9).turn(P3).start()
    game.do(P1, a.MakeClaim("made_pun", P2))
    game.do(P2, a.AnswerClaim(True))
    assert [event.seat for event in game.happened(e.TokensGained)] == [P2, P3, P2, P1]
    assert game.on_card("Swear Jar") == 0


@pytest.mark.rule("C4-556")
def test_a_rejected_claim_has_no_effect(table: MakeTable) -> None:
    game = table(3).in_play("Pun Fund", P1).pot(9).start()
    judged(game, claimant=P1, accused=P2, ballots={P3: False}, kind="made_pun")
    assert [game.tokens(seat) for seat in (P1, P2, P3)] == [10, 10, 10]
    assert game.is_idle()


@pytest.mark.rule("C4-R71", "C4-452")
def test_no_reaction_answers_an_upheld_claim(table: MakeTable) -> None:
    game = table(2)
    body = (
        'name = "Tattle"\nkind = "reaction"\nsymbol = "rock"\nreaction = "claim_upheld(swore)"\nplay = "gain(you, 1)"'
    )
    made(game, body)
    game.player(P1, hand=["Tattle"], in_play=["Swear Jar"]).pot(4).start()
    game.do(P1, a.MakeClaim("swore", P2))
    game.do(P2, a.AnswerClaim(True))
    assert game.asked()[0][1] != "react"
    assert game.hand(P1) == ["Tattle"]
