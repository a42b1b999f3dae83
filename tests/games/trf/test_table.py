"""The generic table: fights, hosts, numbers that differ from the printed ones, links, effects, what a player sees."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from domain.games.trf import GAME
from domain.games.trf import actions as a
from domain.games.trf.board import Modifier
from domain.kernel import table as kernel
from domain.kernel.audience import SPECTATOR, seat
from domain.kernel.table import TableCard, TableGroup, TableLink, TableZone
from tests.games.trf.custom import card as written
from tests.games.trf.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


def drawn(game: Table, viewer: str = SPECTATOR) -> kernel.Table:
    """The table as a viewer sees it."""
    return GAME.table(GAME.view(game.state, viewer), game.cards)


def zone(table: kernel.Table, number: int, name: str) -> TableZone:
    return next(zone for zone in table.players[number].zones if zone.name == name)


def lying(table: kernel.Table, iid: str) -> TableCard:
    zones = chain(table.zones, *(player.zones for player in table.players))
    return next(card for zone in zones for card in zone.cards if card.id == iid)


def test_a_fight_is_a_group_with_its_members_and_numbers(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"]).player(P2, characters=["R02"])
    mine, theirs = game.seen(P1, "C01"), game.seen(P2, "R02")
    name = game.fight([mine], [theirs])
    game.start()
    seen = drawn(game)
    totals = {"attacker_total": game.cards["C01"].combat, "defender_total": game.cards["R02"].combat, "threshold": 2}
    assert seen.groups == (TableGroup(name, "fight", "Fight 1", (P1, P2), (mine, theirs), totals, ("stuck",)),)
    assert lying(seen, mine).group == lying(seen, theirs).group == name


def test_an_individual_lies_with_its_fleeter_on_which_the_unit_has_its_numbers(table: MakeTable) -> None:
    game = table()
    fleeter = game.unit(P1, "C01", "C14")
    game.start()
    unit = drawn(game)
    individual = next(one for one in zone(unit, P1, "battlegrounds").cards if one.host is not None)
    assert (individual.card, individual.host) == ("C14", fleeter)
    numbers = lying(unit, fleeter).counters
    assert numbers["unit_combat"] == numbers["combat"] + individual.counters["combat"]
    assert "capture" in numbers
    assert "capture" not in individual.counters


def test_what_differs_from_what_is_printed_is_told_with_the_effect_that_makes_it(table: MakeTable) -> None:
    game = table()
    hurt, plain = game.character(P1, "C01", damage=1), game.character(P2, "C01")
    game.modified(hurt, Modifier("combat", "O50", 3)).start()
    seen, printed = drawn(game), game.cards["C01"].combat
    one = lying(seen, hurt)
    assert (one.counters["combat"], one.counters["damage"], one.base) == (printed + 2, 1, {"combat": printed})
    assert lying(seen, plain).base == {}
    (effect,) = seen.effects
    assert (effect.source, effect.until, effect.about) == ("O50", "turn", (hurt,))
    assert effect.text == f"{game.cards['C01'].name} has +3 combat"


def test_cards_in_play_with_one_name_are_numbered(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"]).player(P2, characters=["C01", "R02"])
    game.start()
    names = [one.name for number in (P1, P2) for one in zone(drawn(game), number, "battlegrounds").cards]
    printed = game.cards["C01"].name
    assert names == [f"{printed} 1", f"{printed} 2", game.cards["R02"].name]


def test_attack_and_blocks_are_links_and_blocks_only_for_who_names_them(table: MakeTable) -> None:
    game = table(3).player(P1, characters=["C01", "C03"]).player(P2, characters=["R02", "R13"])
    game.start()
    game.attack(P1, "C01", "C03", defender=P2)
    first, second, blocker = game.seen(P1, "C01"), game.seen(P1, "C03"), game.seen(P2, "R02")
    game.do(P2, a.AssignBlock(blocker, first))
    asks = [GAME.asks(game.state, game.prompt(P2), own=own) for own in (True, False)]
    assert asks == ["Name blockers for the attack of P1", "Name blockers for the attack"]
    attacks = (TableLink(first, "seat:1", "attack"), TableLink(second, "seat:1", "attack"))
    assert drawn(game).links == drawn(game, seat(P3)).links == attacks
    assert drawn(game, seat(P2)).links == (*attacks, TableLink(blocker, first, "block"))
    assert {"attacking", "battled"} <= {*lying(drawn(game), first).flags}
    game.do(P2, a.ConfirmBlocks())


def test_a_card_on_the_stack_waits_with_its_owner_and_its_target(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01"]).player(P2, hand=["O02"])
    ooc = written(game, "ooc", 'windows = ["pre"], do = "combat(pick(my_char), 1)"')
    game.player(P1, hand=[ooc])
    game.start()
    target = game.seen(P1, "C01")
    game.play(P1, ooc, target)
    seen = drawn(game)
    (stacked,) = seen.zones[0].cards
    assert (stacked.owner, seen.links) == (P1, (TableLink(stacked.id or "", target, "target"),))
    (pending,) = seen.pending
    assert (pending.seat, pending.card, pending.text) == (P1, stacked.id, f"P1 plays {stacked.name} before combat")
    assert "window_response" in seen.marks
    prompt = game.prompt(P2)
    assert GAME.asks(game.state, prompt, own=True) == f"Respond to {stacked.name} or pass"
    assert GAME.about(game.state, prompt) == stacked.id
    game.do(P2, a.Pass())


def test_a_persistent_card_lies_with_its_host_and_says_whose_turns_it_counts(table: MakeTable) -> None:
    game = table()
    lasting = game.persistent(P1, "O13", host="account:1", tokens=2, counted=P2)
    waiting = game.persistent(P2, "O14", until="planet_captured")
    game.start()
    seen = drawn(game)
    assert (lying(seen, lasting).host, lying(seen, lasting).counters) == ("account:1", {"tokens": 2})
    assert seen.links == (TableLink(lasting, "seat:1", "counts"),)
    assert [(one.source, one.until, one.about) for one in seen.effects] == [("O14", "planet_captured", (waiting,))]


def test_a_host_that_has_left_with_its_player_is_not_named(table: MakeTable) -> None:
    game = table().player(P2, characters=["R02"])
    lasting = game.persistent(P1, "O13", host=game.seen(P2, "R02"))
    game.start()
    assert lying(drawn(game), lasting).host == game.seen(P2, "R02")
    game.concede(P2)
    assert lying(drawn(game), lasting).host is None


def test_hand_reserve_and_standing_pass_are_shown_to_their_owner(table: MakeTable) -> None:
    game = table().player(P1, hand=["C01"], reserve="A04")
    game.start()
    game.do(P1, a.SetStandingPass(("attack",)))
    own, others = drawn(game, seat(P1)), drawn(game)
    (held,) = zone(own, P1, "hand").cards
    assert (held.card, zone(own, P1, "hand").seen) == ("C01", "owner")
    assert [one.card for one in zone(own, P1, "reserve").cards] == ["A04"]
    assert own.players[P1].marks == ("passes_attack",)
    assert (zone(others, P1, "hand").count, zone(others, P1, "hand").cards) == (1, ())
    assert "reserve" not in {one.name for one in others.players[P1].zones}
    assert others.players[P1].marks == ()
    assert zone(own, P1, "deck").seen == "nobody"


def test_cards_that_are_looked_at_lie_by_their_places_before_who_looks(table: MakeTable) -> None:
    game = table()
    ooc = written(game, "ooc", 'windows = ["pre"], do = "look_top(2, 1)"')
    game.player(P1, hand=[ooc], deck=["C01", "R02", "X01"]).start()
    game.play(P1, ooc)
    looked = zone(drawn(game, seat(P1)), P1, "looking")
    assert [(one.id, one.value, one.card) for one in looked.cards] == [
        ("looking:0:1", "1", "C01"),
        ("looking:0:2", "2", "R02"),
    ]
    assert "looking" not in {one.name for one in drawn(game, seat(P2)).players[P1].zones}
    assert GAME.asks(game.state, game.prompt(P1), own=True) == "Take 1 card"
    game.do(P1, a.ChooseCards(("1",)))


def test_an_ability_is_offered_by_the_card_as_it_is_called_on_the_table(table: MakeTable) -> None:
    game = table()
    able = written(game, "character", 'when = "act", do = "draw(me, 1)"')
    game.player(P1, characters=[able, able]).start()
    uses = {one.label for one in GAME.options(game.state, game.prompt(P1)) if one.type == "activate_character"}
    name = game.cards[able].name
    assert uses == {f"Use {name} 1", f"Use {name} 2"}


def test_a_question_in_the_middle_of_a_text_says_whose_text_it_is(table: MakeTable) -> None:
    game = table().player(P1, characters=["C01", "C03"])
    asking = written(game, "character", 'when = "start_of_turn", do = "combat(pick(my_char), 1)"')
    game.player(P1, characters=[asking]).start("start")
    prompt, source = game.prompt(P1), game.seen(P1, asking)
    assert GAME.asks(game.state, prompt, own=False) == "Choose a target"
    assert GAME.asks(game.state, prompt, own=True) == f"Choose a target of {game.cards[asking].name}"
    assert GAME.about(game.state, prompt) == source
    game.do(P1, a.ChooseCards((source,)))
