"""The worked examples of RULES.md, under their numbers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from tests.games.trf.custom import dice, fight_dice
from tests.games.trf.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("EX-01")
@pytest.mark.parametrize("bought", [("C05", "C12"), ("C15",), ("C14", "C14", "C14", "C14", "X03")])
def test_ex_01(table: MakeTable, bought: tuple[str, ...]) -> None:
    game = table().player(P1, account="A01", home="P02", meters=500, words=40, hand=[*bought, "C14"])
    game.start("deployment")
    for cid in bought:
        game.buy(P1, cid)
    assert game.meters(P1) == 0
    assert game.refused(P1, a.PlayCharacter(game.held(P1, "C14"))).rule == "TRF-302"
    game.next_turn(P1)
    game.next_turn(P2)
    assert (game.meters(P1), game.words(P1)) == (500, 40)


@pytest.mark.rule("EX-02")
def test_ex_02(table: MakeTable) -> None:
    game = table().player(P1, account="A01").player(P2, account="A02").start()
    assert game.price(P1, "O02", "pre") == 60
    assert game.price(P2, "O02", "pre") == 50
    assert game.price(P2, "O02", "response") == 40
    newbie = table().player(P1, account="A04").player(P2, account="A11").start()
    assert newbie.price(P1, "O02", "pre") == 100


@pytest.mark.rule("EX-03")
def test_ex_03(table: MakeTable) -> None:
    game = table().player(P1, account="A01", hand=["O02"]).player(P2, account="A02", hand=["O02"])
    game.persistent(P2, "O41", host=game.account(P1), tokens=3, counted=P1)
    game.start()
    game.play(P1, "O02", "O41")
    game.play(P2, "O02", game.state.board.stack[-1].iid)
    assert (game.discard(P1), game.persistents(P2)) == (["O02"], ["O41"])
    assert game.words(P1) == 440

    other = (
        table()
        .player(P1, account="A01", home="P03", hand=["O02", "O02", "O48"])
        .player(P2, account="A02", hand=["O13"])
    )
    other.turn(P2).start()
    other.play(P2, "O13", other.account(P1))
    stack = other.state.board.stack[-1].iid
    assert other.refused(P1, other.playing(P1, "O02", stack)).rule == "TRF-622"
    other.let_pass(P1)
    assert other.persistents(P2) == ["O13"]
    other.next_turn(P2, "pre_combat")
    assert other.refused(P1, other.playing(P1, "O02", "O13")).rule == "TRF-622"
    other.play(P1, "O48", "O13")
    other.all_pass()
    assert other.persistents(P2) == []


@pytest.mark.rule("EX-04")
def test_ex_04(table: MakeTable) -> None:
    game = table().player(P1, account="A01", hand=["P09"]).start("planet")
    assert [game.price(P1, cid, "block") for cid in ("C15", "J03", "O50")] == [500, 400, 110]
    assert [game.price(P1, cid) for cid in ("F02", "R02")] == [None, None]
    game.lay(P1, "P09")
    light = table().player(P1, account="A01").player(P2, account="A05").start()
    assert light.price(P1, "O50", "block") == 100
    accord = table().player(P1, account="A01")
    accord.persistent(P1, "O43", until="planet_captured")
    accord.start()
    assert accord.price(P1, "F02") == 250


@pytest.mark.rule("EX-05")
def test_ex_05(table: MakeTable) -> None:
    def azguard() -> Table:
        game = table().player(P1, account="A01", home="P01", meters=400, words=60, hand=["C01", "C14", "X03"])
        game.discarded(P1, "C01", paid=350)
        return game.start("deployment")

    game = azguard()
    assert game.price(P1, "C01") == 350
    game.use(P1, "P01", "C01", cards=["C14", "X03"])
    assert game.characters(P1) == ["C01"]
    assert (game.meters(P1), game.words(P1)) == (0, 0)
    assert game.card(P1, "P01").exhausted
    game.to("pre_combat")
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "C01"))).rule == "TRF-402"

    bought = azguard()
    bought.buy(P1, "C01")
    assert (bought.meters(P1), bought.words(P1)) == (50, 60)
    cards = tuple(bought.held(P1, cid) for cid in ("C14", "X03"))
    activation = a.ActivatePlanet(bought.seen(P1, "P01"), 2, (bought.thrown(P1, "C01"),), cards)
    assert bought.refused(P1, activation).rule == "TRF-329"

    other = table().player(P1, account="A04", home="P01", hand=["C14", "X03"], discard=["C01"]).start("deployment")
    assert other.price(P1, "C01") == 350
    assert other.refused(P1, other.using(P1, "P01", "C01", cards=["C14", "X03"])).rule == "TRF-328"
    away = table().player(P1, account="A01", planets=["P01"], hand=["C14", "X03"], discard=["C01"]).start("deployment")
    assert away.price(P1, "C01") == 350
    assert away.refused(P1, away.using(P1, "P01", "C01", cards=["C14", "X03"])).rule == "TRF-331"


@pytest.mark.rule("EX-06")
def test_ex_06(table: MakeTable) -> None:
    game = table().player(P1, account="A01", characters=["C02", "C01"]).player(P2, characters=["R01"], planets=["P20"])
    fight_dice(game, 3, 2, 6)
    game.start()
    game.join(P1, "C02", "C01")
    game.attack(P1, "C01")
    game.block(P2, ("R01", "C01"))
    (stuck,) = game.happened(e.FightStuck)
    assert stuck.reason == "tie"
    assert game.board.fights[0].stuck
    alone = (
        table().player(P1, account="A01", characters=["C02"]).player(P2, characters=["R01"], planets=["P20"]).start()
    )
    alone.attack(P1, "C02")
    alone.block(P2)
    assert alone.asked() == [(P1, "prompt_post")]


@pytest.mark.rule("EX-07")
def test_ex_07(table: MakeTable) -> None:
    game = table().player(P1, account="A01", deck=["C14", "X01", "X02", "X03"]).player(P2, characters=["R02"])
    game.unit(P1, "C01", "C02")
    game.start()
    game.use(P1, "C02")
    (seen,) = game.happened(e.CardsLookedAt)
    assert seen.cards == ("C14", "X01", "X02")
    assert {"seat:0": ("cards",)} in [fact.secret for fact in game.facts]
    game.choose(P1, "2")
    assert game.hand(P1) == ["X01"]
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "C01"))).rule == "TRF-508"
    assert game.refused(P1, a.LeaveFleet(game.seen(P1, "C02"))).rule == "TRF-508"
    game.next_turn(P1, "pre_combat")
    fight_dice(game, 3, 1, 1, sides=(P2, P1))
    game.attack(P2, "R02")
    game.all_pass()
    game.block(P1, ("C01", "R02"))
    game.all_pass()
    (done,) = game.ever(e.FightResolved)
    assert done.totals == (4, 12)


@pytest.mark.rule("EX-08")
def test_ex_08(table: MakeTable) -> None:
    game = table().player(P1, account="A01").player(P2, planets=["P20"])
    game.unit(P1, "C01", "C02")
    game.start()
    game.leave(P1, "C02")
    game.use(P1, "C02")
    game.choose(P1, "1")
    refused = game.refused(P1, a.JoinFleet(game.seen(P1, "C02"), game.seen(P1, "C01")))
    assert refused.rule == "TRF-503"
    game.attack(P1, "C01")
    assert game.board.attack.confirmed


@pytest.mark.rule("EX-09")
def test_ex_09(table: MakeTable) -> None:
    def price(account: str, cid: str = "J01", *, crossover: bool = False) -> int | None:
        game = table().player(P1, account=account)
        if crossover:
            game.persistent(P1, "O42", chosen="jedi", until="unique_defeated")
        return game.start().price(P1, cid)

    assert [price("A03"), price("A08"), price("A01"), price("A09")] == [400, 400, None, None]
    assert price("A01", crossover=True) is None
    assert price("A01", "J07") == 500
    assert price("A01", "J07", crossover=True) == 250


@pytest.mark.rule("EX-10")
def test_ex_10(table: MakeTable) -> None:
    game = table().player(P1, account="A11", hand=["C12"], planets=["P02"]).player(P2, characters=["R01"])
    fight_dice(game, 3, 1, 6)
    game.start("deployment")
    game.buy(P1, "C12")
    assert game.meters(P1) == 1500
    game.to("pre_combat")
    game.attack(P1, "C12")
    game.block(P2, ("R01", "C12"))
    assert game.discard(P1) == ["C12"]
    game.next_turn(P1)
    game.next_turn(P2)
    assert game.meters(P1) == 1000
    game.do(P1, a.Revive(game.thrown(P1, "C12")))
    assert game.meters(P1) == 0
    game.to("pre_combat")
    game.attack(P1, "C12")
    game.block(P2)
    affine = table().player(P1, account="A03").start()
    assert affine.price(P1, "C12") == 250


@pytest.mark.rule("EX-11")
def test_ex_11(table: MakeTable) -> None:
    assert table().player(P1, account="A04").start().price(P1, "O55", "pre") == 160
    assert table().player(P1, account="A08").start().price(P1, "O55", "pre") == 80


@pytest.mark.rule("EX-12")
def test_ex_12(table: MakeTable) -> None:
    game = table().player(P1, account="A11", planets=["P01"]).start()
    assert game.price(P1, "C01") == 750


@pytest.mark.rule("EX-13")
def test_ex_13(table: MakeTable) -> None:
    game = table().player(P1, account="A01", characters=["C15"]).player(P2, characters=["R04", "R02"])
    dice(game, "bicker", P1, 2, 3)
    dice(game, "combat", P1, 4)
    dice(game, "combat", P2, 1)
    game.start()
    game.attack(P1, "C15")
    game.block(P2, ("R04", "C15"), ("R02", "C15"))
    (stuck,) = game.happened(e.FightStuck)
    assert (stuck.reason, stuck.die) == ("bicker", 2)
    game.next_turn(P1, "pre_combat")
    game.decline(P2)
    (done,) = game.happened(e.FightResolved)
    assert done.totals == (11, 10)
    assert game.discard(P2) == ["R04", "R02"]
    assert game.card(P1, "C15").battle_turn == 6
    game.next_turn(P2, "pre_combat")
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "C15"))).rule == "TRF-437"


@pytest.mark.rule("EX-14")
def test_ex_14(table: MakeTable) -> None:
    game = table().player(P1, account="A01", characters=["C04", "C01"]).player(P2, characters=["R13"], planets=["P26"])
    fight_dice(game, 3, 1, 6)
    game.start()
    game.attack(P1, "C04", "C01")
    game.block(P2, ("R13", "C01"))
    game.assault(P1, ("C04", "P26"))
    assert (game.planets(P2), game.discard(P1)) == ([], ["C01"])
    game.next_turn(P1, "pre_combat")
    assert game.refused(P2, a.AddAttacker(game.seen(P2, "R13"))).rule == "TRF-437"
    assert not any(one["can_block"] for one in _units(game, P1))
    game.next_turn(P2, "pre_combat")
    assert _units(game, P2) == [{"anchor": game.seen(P2, "R13"), "can_block": True}]
    game.attack(P1, "C04")
    game.all_pass()
    game.block(P2, ("R13", "C04"))
    game.all_pass()


def _units(game: Table, seat: int) -> list[dict[str, object]]:
    view = game.game.view(game.state, "spectator")
    return [{"anchor": unit.anchor, "can_block": unit.can_block} for unit in view.players[seat].units]


@pytest.mark.rule("EX-15")
def test_ex_15(table: MakeTable) -> None:
    game = table().player(P1, account="A01", characters=["C01", "C03"])
    game.player(P2, home="P08", planets=["P20", "P26"]).start()
    game.attack(P1, "C01", "C03")
    home = a.AssignAssault(game.seen(P1, "C01"), game.seen(P2, "P08"))
    assert game.refused(P1, home).rule == "TRF-452"
    game.assault(P1, ("C01", "P20"), ("C03", "P26"))
    assert (game.planets(P2), game.discard(P2), game.hand(P2)) == ([], ["P20"], ["P26"])


@pytest.mark.rule("EX-16")
def test_ex_16(table: MakeTable) -> None:
    game = table().player(P1, account="A01", home="P03", hand=["O30"], characters=["C15", "C01", "C01"])
    game.player(P2, home="P08")
    game.start()
    game.attack(P1, "C15", "C01", "C01")
    game.all_pass()
    game.assault(P1, ("C15", "P08"), ("C01", "P08"), ("C01", "P08"))
    game.all_pass()
    (checked,) = game.ever(e.PlanetCaptureChecked)
    assert (checked.sum, checked.needed, checked.captured) == (13, 14, False)
    game.next_turn(P1)
    game.next_turn(P2)
    game.next_turn(P1)
    game.next_turn(P2, "pre_combat")
    assert game.value(P2, "P08") == 14
    game.attack(P1, "C15", "C01", "C01")
    game.all_pass()
    game.assault(P1, ("C15", "P08"), ("C01", "P08"), ("C01", "P08"))
    game.play(P1, "O30", game.board.assault[0][0])
    game.all_pass()
    assert game.state.result is not None
    assert (game.state.result.kind, game.state.result.placings, game.state.result.rule) == (
        "win",
        ((P1,), (P2,)),
        "TRF-701",
    )


@pytest.mark.rule("EX-17")
def test_ex_17(table: MakeTable) -> None:
    game = table().player(P1, account="A01", characters=["C01"]).player(P2, home="P09", planets=["P02"])
    game.pools(P2, 0, 90, caps=(900, 100))
    game.start()
    game.attack(P1, "C01")
    game.assault(P1, ("C01", "P02"))
    player = game.board.players[P2]
    assert (player.max_m, player.max_w, player.pool_m, player.pool_w) == (400, 60, 0, 60)


@pytest.mark.rule("EX-18")
def test_ex_18(table: MakeTable) -> None:
    game = table().player(P1, account="A01", characters=["C15"]).player(P2, hand=["O27"], characters=["R02"])
    game.start()
    game.attack(P1, "C15")
    game.all_pass()
    game.block(P2, ("R02", "C15"))
    game.play(P2, "O27", "R02")
    game.all_pass()
    (won,) = game.ever(e.FightWonUnopposed)
    assert won.winner == P1
    assert game.ever(e.DieRolled) == []
    assert game.asked() == [(P1, "prompt_post")]
    assert game.board.attack.attackers[0].blocked
    assert game.card(P1, "C15").battle_turn == 5


@pytest.mark.rule("EX-19")
@pytest.mark.parametrize(
    ("other", "season", "stuck"), [("R02", False, False), ("F07", False, True), ("F07", True, False)]
)
def test_ex_19(table: MakeTable, other: str, season: bool, stuck: bool) -> None:
    game = table().player(P1, account="A01").player(P2, account="A06", characters=[other])
    game.unit(P1, "C15", "C09")
    if season:
        game.persistent(P1, "O44", until="stuck_turn")
    dice(game, "bicker", P1, 2)
    game.start()
    game.attack(P1, "C15")
    game.block(P2, (other, "C15"))
    assert bool([one for one in game.ever(e.FightStuck) if one.reason == "bicker"]) == stuck


@pytest.mark.rule("EX-20")
def test_ex_20(table: MakeTable) -> None:
    game = table().player(P1, deck=[]).turn(P1, number=99).start("refill")
    assert game.asked() == [(P1, "prompt_planet")]
    game.next_turn(P1)
    game.to("post_combat")
    game.end_turn(P2)
    assert game.state.result is not None
    assert (game.state.result.kind, game.state.result.rule) == ("draw", "TRF-707")


@pytest.mark.rule("EX-21")
def test_ex_21(table: MakeTable) -> None:
    game = table().player(P1, account="A03", hand=["O01", "O38"], deck=["C14", "C15"])
    game.player(P2, account="A06", hand=["O02", "C14"]).start()
    game.play(P1, "O01")
    game.play(P2, "O02", "O01")
    assert game.words(P2) == 450
    game.play(P1, "O38", game.state.board.stack[-1].iid)
    assert game.asked() == [(P2, "prompt_response")]
    game.let_pass(P2)
    assert game.discard(P2) == ["O02"]
    assert game.asked() == [(P2, "prompt_response")]
    game.let_pass(P2)
    assert game.hand(P1) == ["C14", "C15"]


@pytest.mark.rule("EX-22")
def test_ex_22(table: MakeTable) -> None:
    game = table().player(P1, account="A10", hand=["O27"], characters=["R02", "R08", "R10"])
    game.player(P2, characters=["C01"]).start()
    game.attack(P1, "R02", "R08", "R10")
    assert [game.combat(P1, cid) for cid in ("R02", "R08", "R10")] == [4, 4, 3]
    game.all_pass()
    game.block(P2, ("C01", "R10"))
    game.play(P1, "O27", "R10")
    assert [game.combat(P1, cid) for cid in ("R02", "R08")] == [4, 4]
    game.all_pass()


@pytest.mark.rule("EX-23")
def test_ex_23(table: MakeTable) -> None:
    game = table(3).player(P1, account="A01", characters=["C01", "C07"])
    game.turn(P1, number=4).start()
    game.attack(P1, "C01", "C07", defender=P2)
    game.all_pass()
    game.to("post_combat")
    game.next_turn(P1, "pre_combat")
    assert [one["can_block"] for one in _units(game, P1)] == [False, False]
    game.next_turn(P2, "pre_combat")
    assert [one["can_block"] for one in _units(game, P1)] == [True, True]
    game.next_turn(P3, "pre_combat")
    game.attack(P1, "C01", "C07", defender=P2)
    game.assault(P1, ("C01", "P02"), ("C07", "P02"))
    assert game.board.players[P2].lost
    assert game.board.players[P2].planets == []
    assert game.asked() == [(P1, "prompt_post")]
    game.end_turn(P1)
    assert (game.board.active, game.board.turn) == (P3, 8)
    game.to("pre_combat")
    assert [one["can_block"] for one in _units(game, P1)] == [False, False]


@pytest.mark.rule("EX-24")
def test_ex_24(table: MakeTable) -> None:
    first = ["P02", "C01", "C15", "P03", "C02", "C07", "C05", "C04", "C04", "O30"]
    second = ["P14", "R01", "R13", "R04", "R02", "R01"]
    game = table().player(P1, account="A01", home="P01", hand=first, deck=[])
    game.player(P2, account="A02", home="P02", hand=second, deck=[]).promised(P2, meters=250)
    game.turn(P1, number=1).start("refill")

    def done(seat: int) -> None:
        game.to("post_combat")
        game.end_turn(seat)

    game.lay(P1, "P02")
    assert (game.meters(P1), game.words(P1)) == (900, 100)
    for cid in ("C01", "C15"):
        game.buy(P1, cid)
    assert game.meters(P1) == 50
    done(P1)
    game.lay(P2, "P14")
    assert (game.meters(P2), game.words(P2)) == (1150, 60)
    for cid in ("R01", "R13"):
        game.buy(P2, cid)
    assert game.meters(P2) == 250
    done(P2)

    game.lay(P1, "P03")
    assert (game.meters(P1), game.words(P1)) == (1200, 220)
    for cid in ("C02", "C07", "C05"):
        game.buy(P1, cid)
    assert game.meters(P1) == 50
    game.to("pre_combat")
    fight_dice(game, 4, 3, 2)
    game.attack(P1, "C01", "C15")
    game.all_pass()
    game.block(P2, ("R01", "C15"), ("R13", "C15"))
    game.all_pass()
    (done_fight,) = game.ever(e.FightResolved)
    assert (done_fight.totals, game.discard(P1)) == ((10, 14), ["C15"])
    game.assault(P1, ("C01", "P14"))
    game.all_pass()
    assert (game.planets(P2), game.board.players[P2].max_w, game.words(P2)) == ([], 40, 40)
    assert {game.card(P2, cid).battle_turn for cid in ("R01", "R13")} == {3}
    done(P1)

    game.to("deployment")
    assert (game.meters(P2), game.words(P2)) == (500, 40)
    for cid in ("R04", "R02"):
        game.buy(P2, cid)
    game.to("pre_combat")
    for cid in ("R01", "R13"):
        assert game.refused(P2, a.AddAttacker(game.seen(P2, cid))).rule == "TRF-437"
    assert game.meters(P2) == 50
    done(P2)

    game.to("deployment")
    for _ in range(2):
        game.buy(P1, "C04")
    game.to("pre_combat")
    game.join(P1, "C02", "C01")
    dice(game, "bicker", P1, 5, 1, 6)
    dice(game, "combat", P1, 4, 5)
    dice(game, "combat", P2, 3, 1)
    game.attack(P1, "C01", "C07", "C05")
    game.all_pass()
    game.block(P2, ("R04", "C01"), ("R02", "C01"), ("R01", "C07"), ("R13", "C07"))
    game.all_pass()
    assert game.ever(e.FightResolved)[-1].totals == (15, 12)
    assert game.discard(P2) == ["P14", "R04", "R02"]
    assert [fight.stuck for fight in game.board.fights] == [True]
    game.assault(P1, ("C05", "P02"))
    game.all_pass()
    checked = game.ever(e.PlanetCaptureChecked)[-1]
    assert (checked.sum, checked.needed) == (1, 9)
    done(P1)

    game.to("deployment")
    game.buy(P2, "R01")
    game.to("pre_combat")
    game.decline(P2)
    game.all_pass()
    assert game.ever(e.FightResolved)[-1].totals == (14, 13)
    assert game.discard(P2)[-2:] == ["R01", "R13"]
    assert game.card(P1, "C07").battle_turn == 6
    done(P2)

    game.to("pre_combat")
    assert game.refused(P1, a.AddAttacker(game.seen(P1, "C07"))).rule == "TRF-437"
    game.attack(P1, "C01", "C04", "C04", "C05")
    game.all_pass()
    game.block(P2, ("R01", "C01"))
    game.all_pass()
    game.assault(P1, ("C04", "P02"), ("C04", "P02"), ("C05", "P02"))
    words = game.words(P1)
    game.play(P1, "O30", game.board.assault[0][0])
    assert words - game.words(P1) == 60
    game.all_pass()
    assert game.ever(e.PlanetCaptureChecked)[-1].sum == 9
    assert game.state.result is not None
    assert game.state.result.placings[0] == (P1,)
