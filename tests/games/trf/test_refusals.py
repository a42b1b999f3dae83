"""Illegal things that a player would try, in both modes: each is refused with its rule and without a trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.games.trf import actions as a
from tests.games.trf.custom import dice
from tests.games.trf.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]
Try = Callable[[Table], tuple[int, Any]]

MODES = pytest.mark.parametrize("seats", [2, 3], ids=["duel", "free_for_all"])


def laid(table: MakeTable, seats: int) -> Table:
    """A table with something in every zone: P1's turn; P3, if there is one, looks on."""
    game = table(seats)
    game.player(P1, account="A01", home="P01", planets=["P06"], meters=600, words=200)
    game.player(P1, hand=["O01", "O22", "C07", "R02", "P03", "O48", "O02"], characters=["C01", "C14", "C15", "C02"])
    game.player(P2, account="A02", planets=["P20"], hand=["O18"], characters=["R02", "R13"])
    game.character(P1, "C03", bought=5)
    game.character(P1, "C05", battle_turn=4)
    game.character(P2, "R04", battle_turn=4)
    game.character(P1, "C10")
    game.discarded(P1, "C12", paid=250)
    game.discarded(P1, "C06", paid=200)
    game.persistent(P2, "O15", host=game.account(P1), tokens=3, counted=P1, rank=2)
    if seats > 2:
        game.player(P3, hand=["O18"], planets=["P16"], characters=["R08"])
    return game


def refused(game: Table, seat: int, action: Any) -> str:
    """The rule of the refusal; not a byte of the state has changed, nor what anybody is shown or asked."""
    seen = [f"seat:{other}" for other in range(len(game.board.players))] + ["spectator"]
    before = [game.game.view(game.state, viewer) for viewer in seen], game.state.copy(), game.asked()
    rule = game.refused(seat, action).rule
    assert rule is not None
    assert ([game.game.view(game.state, viewer) for viewer in seen], game.state, game.asked()) == before
    return rule


def deployed(game: Table) -> None:
    game.start("deployment")


def pre_combat(game: Table) -> None:
    game.start()


def named(game: Table) -> None:
    game.start()
    game.name(P1, "C01", defender=P2)


def blocking(game: Table) -> None:
    dice(game, "bicker", P1, 1, 1)
    game.start()
    game.name(P1, "C01", "C15", "C14", defender=P2)
    game.do(P1, a.ConfirmAttack())
    game.all_pass()
    game.do(P2, a.AssignBlock(game.seen(P2, "R02"), game.seen(P1, "C15")))


def assaulting(game: Table) -> None:
    blocking(game)
    game.do(P2, a.ConfirmBlocks())
    game.all_pass()


TRIES: list[tuple[str, Callable[[Table], None], Try, str]] = [
    ("buy on credit", deployed, lambda t: (P1, a.PlayCharacter(t.held(P1, "C07"))), "TRF-302"),
    ("buy a card of the dark side", deployed, lambda t: (P1, a.PlayCharacter(t.held(P1, "R02"))), "TRF-314"),
    ("buy an OOC card", deployed, lambda t: (P1, a.PlayCharacter(t.held(P1, "O01"))), "TRF-601"),
    ("a planet after the planet step", deployed, lambda t: (P1, a.PlayPlanet(t.held(P1, "P03"))), "TRF-209"),
    ("an OOC card while buying", deployed, lambda t: (P1, a.PlayOoc(t.held(P1, "O01"), "pre")), "TRF-326"),
    ("revive who is not Unique", deployed, lambda t: (P1, a.Revive(t.thrown(P1, "C06"))), "TRF-339"),
    ("a planet's ability with two", deployed, lambda t: (P1, a.ActivatePlanet(t.seen(P1, "P06"), 2)), "TRF-329"),
    ("a planet of another player", deployed, lambda t: (P1, a.ActivatePlanet(t.seen(P2, "P20"), 1)), "TRF-329"),
    ("a combat card before combat", pre_combat, lambda t: (P1, a.PlayOoc(t.held(P1, "O22"), "pre")), "TRF-326"),
    ("pretend another window", pre_combat, lambda t: (P1, a.PlayOoc(t.held(P1, "O22"), "block")), "TRF-326"),
    ("no persistent card as target", pre_combat, lambda t: (P1, t.playing(P1, "O48", "R02")), "TRF-328"),
    ("beat a higher rank", pre_combat, lambda t: (P1, t.playing(P1, "O02", "O15")), "TRF-622"),
    ("a card of another hand", pre_combat, lambda t: (P1, a.PlayOoc(t.held(P2, "O18"), "pre")), "TRF-325"),
    ("attack with who was bought today", pre_combat, lambda t: (P1, a.AddAttacker(t.seen(P1, "C03"), P2)), "TRF-402"),
    ("attack with who is spent", pre_combat, lambda t: (P1, a.AddAttacker(t.seen(P1, "C05"), P2)), "TRF-437"),
    ("attack with a unit of another", pre_combat, lambda t: (P1, a.AddAttacker(t.seen(P2, "R02"), P2)), "TRF-401"),
    ("attack oneself", pre_combat, lambda t: (P1, a.AddAttacker(t.seen(P1, "C01"), P1)), "TRF-903"),
    ("attack on another's turn", pre_combat, lambda t: (P2, a.AddAttacker(t.seen(P2, "R02"), P1)), "TRF-401"),
    ("confirm nothing", pre_combat, lambda t: (P1, a.ConfirmAttack()), "TRF-401"),
    ("end the turn before combat", pre_combat, lambda t: (P1, a.EndTurn()), "TRF-220"),
    ("two Fleeters as a unit", pre_combat, lambda t: (P1, a.JoinFleet(*map(t.id, ("C01", "C15")))), "TRF-501"),
    ("withdraw the attack", named, lambda t: (P1, a.DeclineAttack()), "TRF-217"),
    ("name a unit twice", named, lambda t: (P1, a.AddAttacker(t.seen(P1, "C01"))), "TRF-404"),
    ("join after naming", named, lambda t: (P1, a.JoinFleet(*map(t.id, ("C14", "C15")))), "TRF-217"),
    ("an ability after naming", named, lambda t: (P1, t.using(P1, "C02")), "TRF-217"),
    ("block for the other side", blocking, lambda t: (P1, a.ConfirmBlocks()), "TRF-407"),
    ("block two attackers", blocking, lambda t: (P2, a.AssignBlock(*map(t.id, ("R02", "C01")))), "TRF-408"),
    ("block with who is spent", blocking, lambda t: (P2, a.AssignBlock(*map(t.id, ("R04", "C01")))), "TRF-437"),
    ("block who stays at home", blocking, lambda t: (P2, a.AssignBlock(*map(t.id, ("R13", "C10")))), "TRF-412"),
    ("pass instead of blocking", blocking, lambda t: (P2, a.Pass()), "TRF-223"),
    (
        "the homeworld behind a shield",
        assaulting,
        lambda t: (P1, a.AssignAssault(*map(t.id, ("C01", "P02")))),
        "TRF-452",
    ),
    ("a planet for a blocked unit", assaulting, lambda t: (P1, a.AssignAssault(*map(t.id, ("C15", "P20")))), "TRF-450"),
    ("a planet for an Individual", assaulting, lambda t: (P1, a.AssignAssault(*map(t.id, ("C14", "P20")))), "TRF-454"),
    ("an own planet", assaulting, lambda t: (P1, a.AssignAssault(*map(t.id, ("C01", "P06")))), "TRF-450"),
    ("a second attack", assaulting, lambda t: (P1, a.AddAttacker(t.seen(P1, "C10"), P2)), "TRF-401"),
]


@MODES
@pytest.mark.rule(*sorted({rule for *_, rule in TRIES}))
@pytest.mark.parametrize(("given", "what", "rule"), [pytest.param(*one[1:], id=one[0]) for one in TRIES])
def test_what_a_player_would_try(
    table: MakeTable, seats: int, given: Callable[[Table], None], what: Try, rule: str
) -> None:
    game = laid(table, seats)
    given(game)
    assert refused(game, *what(game)) == rule
    game.to("post_combat")


ONLOOKER: list[tuple[str, Callable[[Table], None], Try, str]] = [
    ("block for another", blocking, lambda t: (P3, a.AssignBlock(*map(t.id, ("R08", "C01")))), "TRF-407"),
    ("block with a unit of another", blocking, lambda t: (P2, a.AssignBlock(*map(t.id, ("R08", "C01")))), "TRF-407"),
    ("attack without saying whom", pre_combat, lambda t: (P1, a.AddAttacker(t.seen(P1, "C01"))), "TRF-903"),
    ("attack two opponents", named, lambda t: (P1, a.AddAttacker(t.seen(P1, "C15"), P3)), "TRF-405"),
    ("attack who does not exist", pre_combat, lambda t: (P1, a.AddAttacker(t.seen(P1, "C01"), 7)), "TRF-903"),
    ("a planet of a third player", assaulting, lambda t: (P1, a.AssignAssault(*map(t.id, ("C01", "P16")))), "TRF-450"),
    ("a card in a foreign window", assaulting, lambda t: (P3, a.PlayOoc(t.held(P3, "O18"), "attack")), "TRF-326"),
    ("pass in a foreign window", assaulting, lambda t: (P3, a.Pass()), "TRF-223"),
    ("end the turn of another", pre_combat, lambda t: (P3, a.EndTurn()), "TRF-220"),
    ("an opponent where none is asked", pre_combat, lambda t: (P1, t.playing(P1, "O01", opponent=P3)), "TRF-906"),
]


@pytest.mark.rule(*sorted({rule for *_, rule in ONLOOKER}), "TRF-904")
@pytest.mark.parametrize(("given", "what", "rule"), [pytest.param(*one[1:], id=one[0]) for one in ONLOOKER])
def test_what_a_third_player_would_try(table: MakeTable, given: Callable[[Table], None], what: Try, rule: str) -> None:
    game = laid(table, 3)
    given(game)
    assert refused(game, *what(game)) == rule
    game.to("post_combat")


@pytest.mark.rule("TRF-329", "TRF-333")
@pytest.mark.parametrize("name", ["account:", "account:x", "account:0", "account:1", "account:-1"])
def test_what_names_an_account_names_no_card(table: MakeTable, name: str) -> None:
    game = table().start()
    assert game.refused(P1, a.ActivatePlanet(name, 1)).rule == "TRF-329"
    assert game.refused(P1, a.ActivateCharacter(name, 1)).rule == "TRF-333"
