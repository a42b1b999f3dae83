"""The City cards of the core set."""

from __future__ import annotations

import pytest

from domain.games.cape_and_cowl import GAME
from domain.kernel import catalogue
from domain.kernel.cardfile import CardFault
from tests.games.cape_and_cowl.cards.printed import CityRow, StrengthRow
from tests.games.cape_and_cowl.cards.rows import (
    MakeTable,
    Row,
    attack,
    dealt,
    draw,
    end,
    p1,
    p2,
    play,
    target,
    withdraw,
)
from tests.games.cape_and_cowl.custom import city
from tests.games.cape_and_cowl.table import P1, P2, Table
from tests.kit.rows import cases
from tests.kit.scenario import cards_of

NILLS = "nill " * 22
PRINTED = [
    CityRow(card="avengers_mansion", cost=2, cp=5),
    CityRow(card="mac", cost=1, cp=5),
    CityRow(card="federal_sponsorship", cost=1, cp=5),
    CityRow(card="media_inquiry", cost=1, cp=5),
    CityRow(card="well_of_eternity", cost=1, cp=5),
    CityRow(card="import_clinic", cost=1, cp=10),
    CityRow(card="ninja_death_cult", cost=1, cp=0, on="corner_diner"),
    CityRow(card="city_hall", cost=2, cp=15),
    CityRow(card="nohope", cost=1, cp=5),
    CityRow(card="nohope_2", cost=1, cp=5),
    CityRow(card="corner_diner", cost=1, cp=10),
    CityRow(card="amusement_pier", cost=2, cp=20),
    CityRow(card="archive_of_names", cost=1, cp=5),
    CityRow(card="cemetery_hill", cost=1, cp=0),
    CityRow(card="rooftop_watch", cost=1, cp=0, on="corner_diner"),
    CityRow(card="subway_line", cost=1, cp=5),
    CityRow(card="solar_array", cost=2, cp=5, enters={"p1.ap": 9}),
    CityRow(card="community_garden", cost=1, cp=5, enters={"p1.cp": 108}),
    CityRow(card="smugglers_dock", cost=1, cp=5),
    CityRow(card="vigilante_safehouse", cost=1, cp=5),
    CityRow(card="neighborhood_watch", cost=1, cp=5),
    CityRow(card="weather_tower", cost=1, cp=5),
    CityRow(card="haunted_theater", cost=1, cp=5),
    CityRow(card="shield_dome", cost=2, cp=10),
    CityRow(card="broadcast_tower", cost=1, cp=5),
    CityRow(card="memorial_wall", cost=1, cp=5),
    CityRow(card="toll_bridge", cost=1, cp=5),
    CityRow(card="trauma_ward", cost=1, cp=5),
    CityRow(card="science_district", cost=1, cp=5),
    CityRow(card="training_yard", cost=1, cp=5),
]
BY_CLASS = {
    "captain_commute": 7,
    "batman": 10,
    "cityzen_bob": 5,
    "jack_bauer": 7,
    "quicksilver": 7,
    "petty_thief": 5,
}
"""Someone of each Class, and the strength of their Attack as printed."""
BY_TYPE = {
    "batman": 10,
    "marshal_ruiz": 10,
    "moth_oracle": 7,
    "matchstick_mick": 9,
    "cold_caller": 8,
    "rookie_volt": 7,
    "paper_crane": 8,
    "kettle_black": 8,
    "dust_devil_dee": 8,
    "salt_prophet": 10,
    "mirror_master": 7,
    "kid_comet": 5,
    "gloom_hound": 8,
    "tuning_fork": 8,
    "hazmat_team": 7,
    "compass_rose": 8,
    "drop_shaft_finn": 7,
    "minute_hand": 8,
}
"""Someone with an Attack of each type, in the order of the rules, and its strength as printed."""
STORMY = {"cold_caller": 11, "rookie_volt": 10, "dust_devil_dee": 11, "hazmat_team": 10}
HAUNTED = {"gloom_hound": 11, "moth_oracle": 10, "minute_hand": 11}
STRENGTHS = [
    StrengthRow(card="federal_sponsorship", p1={**BY_CLASS, "captain_commute": 11}, p2=BY_CLASS),
    StrengthRow(card="media_inquiry", p1=BY_CLASS, p2={**BY_CLASS, "batman": 5}),
    StrengthRow(card="well_of_eternity", p1={**BY_TYPE, "paper_crane": 13}, p2={"paper_crane": 8}),
    StrengthRow(card="nohope", p1=BY_CLASS, p2={**BY_CLASS, "quicksilver": 4, "petty_thief": 2}),
    StrengthRow(card="smugglers_dock", p1={**BY_CLASS, "petty_thief": 8}, p2=BY_CLASS),
    StrengthRow(card="vigilante_safehouse", p1={**BY_CLASS, "batman": 15}, p2=BY_CLASS),
    StrengthRow(card="weather_tower", p1={**BY_TYPE, **STORMY}, p2={"cold_caller": 8, "hazmat_team": 7}),
    StrengthRow(card="haunted_theater", p1={**BY_TYPE, **HAUNTED}, p2={"gloom_hound": 8, "moth_oracle": 7}),
    StrengthRow(
        card="science_district",
        p1={**BY_TYPE, "marshal_ruiz": 13, "mirror_master": 10},
        p2={"marshal_ruiz": 10, "mirror_master": 7},
    ),
    StrengthRow(card="training_yard", p1={**BY_TYPE, "batman": 12}, p2={"batman": 10}),
]
ROWS = [
    Row(
        "the_porter",
        "generates 3 AP, 5 in Overdrive",
        p2=p2(cp=49),
        when=[end(), end(P2)],
        then={"p1.ap": 13, "p2.ap": 15},
    ),
    Row(
        "avengers_mansion",
        "1 AP for each friendly Hero at once",
        p1=p1(["spider_man", "flash", "batman"], hand=["avengers_mansion"]),
        p2=p2(["spider_man"]),
        when=[play("avengers_mansion")],
        then={"p1.cp": 105, "p1.hand": "", "p1.avengers_mansion": "in play"},
    ),
    Row(
        "avengers_mansion",
        "and in each own turn, for those that are there then",
        p1=p1(["spider_man", "flash", "batman"], cities=["avengers_mansion"]),
        p2=p2(["spider_man"]),
        when=[withdraw("flash"), end(), end(P2)],
        then={"p1.ap": 14, "p1.hand": "flash", "p1.flash": None, "p2.ap": 13},
    ),
    Row(
        "mac",
        "its player may have four Characters in play",
        p1=p1(["spider_man", "nill", "batman"], hand=["kid_comet", "cityzen_bob"], cities=["mac"]),
        when=[play("kid_comet"), play("cityzen_bob", rule="CNC-309")],
        then={"p1.hand": "cityzen_bob", "p1.kid_comet": "8/8 played"},
    ),
    Row(
        "mac",
        "the opponent may not",
        p1=p1(["spider_man", "nill", "batman"], hand=["kid_comet"]),
        p2=p2(cities=["mac"]),
        when=[play("kid_comet", rule="CNC-309")],
        then={},
    ),
    Row(
        "import_clinic",
        "heals a friendly one 10 when it is played",
        p1=p1(["spider_man 5", "iron_man 15 poisoned"], hand=["import_clinic"]),
        p2=p2(["captain_america 5"]),
        when=[play("import_clinic"), target("captain_america", rule="CNC-532"), target("iron_man")],
        then={
            "p1.ap": 9,
            "p1.cp": 110,
            "p1.hand": "",
            "p1.iron_man": "25/30",
            "p1.import_clinic": "in play",
        },
    ),
    Row(
        "import_clinic",
        "and in each own turn",
        p1=p1(["spider_man 5", "iron_man 15"], cities=["import_clinic"]),
        p2=p2(["captain_america 5"]),
        when=[end(), end(P2), target("iron_man")],
        then={"p1.ap": 13, "p1.iron_man": "25/30", "p2.ap": 13},
    ),
    Row(
        "ninja_death_cult",
        "is destroyed instead of its host",
        p1=p1(hand=["bomb_plot"]),
        p2=p2(cities=["import_clinic", "ninja_death_cult on import_clinic", "mac"]),
        when=[play("bomb_plot", "import_clinic")],
        then={
            "p1.ap": 9,
            "p1.hand": "",
            "p1.discard": "bomb_plot",
            "p2.ninja_death_cult": None,
            "p2.discard": "ninja_death_cult",
        },
    ),
    Row(
        "ninja_death_cult",
        "not instead of another card; without a host it can't be played",
        p1=p1(hand=["bomb_plot", "ninja_death_cult"]),
        p2=p2(cities=["import_clinic", "ninja_death_cult on import_clinic", "mac"]),
        when=[play("ninja_death_cult", rule="CNC-519"), play("bomb_plot", "mac")],
        then={
            "p1.ap": 9,
            "p1.hand": "ninja_death_cult",
            "p1.discard": "bomb_plot",
            "p2.mac": None,
            "p2.discard": "mac",
        },
    ),
    Row(
        "city_hall",
        "1 CP for each friendly Government or Civilian when it is played",
        p1=p1(["nill", "permit_clerk", "batman"], hand=["city_hall"]),
        p2=p2(["nill", "riot_sergeant"]),
        when=[play("city_hall")],
        then={"p1.ap": 8, "p1.cp": 117, "p1.hand": "", "p1.city_hall": "in play"},
    ),
    Row(
        "city_hall",
        "and in each own turn",
        p1=p1(["nill", "permit_clerk", "granny_switchboard"], cities=["city_hall"]),
        when=[end(), end(P2)],
        then={"p1.ap": 13, "p1.cp": 103, "p2.ap": 13},
    ),
    Row(
        "nohope_2",
        "cures a friendly one when it is played",
        p1=p1(["spider_man 5 frozen", "iron_man 15 confused frozen shielded"], hand=["nohope_2"]),
        p2=p2(["captain_america frozen"]),
        when=[play("nohope_2"), target("captain_america", rule="CNC-532"), target("iron_man")],
        then={
            "p1.ap": 9,
            "p1.cp": 105,
            "p1.hand": "",
            "p1.iron_man": "15/30 shielded",
            "p1.nohope_2": "in play",
        },
    ),
    Row(
        "nohope_2",
        "and in each own turn",
        p1=p1(["spider_man confused", "iron_man confused"], cities=["nohope_2"]),
        when=[end(), end(P2), target("iron_man")],
        then={"p1.ap": 13, "p1.iron_man": "30/30", "p2.ap": 13},
    ),
    Row(
        "archive_of_names",
        "its player has not lost with 27 discards",
        p1=p1(cities=["archive_of_names"], discard=["nill"] * 26, hand=["power_surge"]),
        when=[play("power_surge")],
        then={"p1.ap": 12, "p1.hand": "", "p1.discard": "nill " * 26 + "power_surge"},
    ),
    Row(
        "archive_of_names",
        "but has with 28",
        p1=p1(cities=["archive_of_names"], discard=["nill"] * 27, hand=["power_surge"]),
        when=[play("power_surge")],
        then={
            "result": "p2 by attrition",
            "p1.ap": 12,
            "p1.hand": "",
            "p1.discard": "nill " * 27 + "power_surge",
        },
    ),
    Row(
        "cemetery_hill",
        "the opponent has lost with 23 discards",
        p1=p1(cities=["cemetery_hill"], hand=["lost_luggage"]),
        p2=p2(discard=["nill"] * 22, deck=["mac"]),
        when=[play("lost_luggage")],
        then={"result": "p1 by attrition", "p1.ap": 9, "p1.hand": "", "p2.deck": "", "p2.discard": f"{NILLS}mac"},
    ),
    Row(
        "cemetery_hill",
        "not with 22; its player neither with 23",
        p1=p1(cities=["cemetery_hill"], hand=["lost_luggage"], discard=["nill"] * 22),
        p2=p2(discard=["nill"] * 21, deck=["nill"]),
        when=[play("lost_luggage")],
        then={
            "p1.ap": 9,
            "p1.hand": "",
            "p1.discard": f"{NILLS}lost_luggage",
            "p2.deck": "",
            "p2.discard": NILLS.strip(),
        },
    ),
    Row(
        "rooftop_watch",
        "is destroyed instead of its host",
        p1=p1(hand=["bomb_plot"]),
        p2=p2(cities=["import_clinic", "rooftop_watch on import_clinic", "mac"]),
        when=[play("bomb_plot", "import_clinic")],
        then={
            "p1.ap": 9,
            "p1.hand": "",
            "p1.discard": "bomb_plot",
            "p2.rooftop_watch": None,
            "p2.discard": "rooftop_watch",
        },
    ),
    Row(
        "rooftop_watch",
        "without a host it can't be played",
        p1=p1(hand=["rooftop_watch"]),
        p2=p2(cities=["mac"]),
        when=[play("rooftop_watch", rule="CNC-519")],
        then={},
    ),
    Row(
        "subway_line",
        "a Common Character costs 1 less",
        p1=p1(cities=["subway_line"], hand=["captain_commute"]),
        when=[play("captain_commute")],
        then={"p1.hand": "", "p1.captain_commute": "12/12 played"},
    ),
    Row(
        "subway_line",
        "other Characters, City cards and Events, Common or not, don't",
        p1=p1(
            cities=["subway_line", "mac"],
            hand=["spider_man", "captain_america", "corner_diner", "charity_gala"],
        ),
        when=[play("spider_man"), play("captain_america"), play("corner_diner"), play("charity_gala")],
        then={
            "p1.ap": 5,
            "p1.cp": 115,
            "p1.hand": "kid_comet",
            "p1.deck": "nill mac cold_snap old_glacier",
            "p1.discard": "charity_gala",
            "p1.spider_man": "15/15 played",
            "p1.captain_america": "25/25 played",
            "p1.corner_diner": "in play",
        },
    ),
    Row(
        "subway_line",
        "opposing ones don't",
        p1=p1(hand=["captain_commute"]),
        p2=p2(cities=["subway_line"]),
        when=[play("captain_commute")],
        then={"p1.ap": 9, "p1.hand": "", "p1.captain_commute": "12/12 played"},
    ),
    Row(
        "solar_array",
        "1 AP in each own turn",
        p1=p1(cities=["solar_array"]),
        when=[end(), end(P2)],
        then={"p1.ap": 14, "p2.ap": 13},
    ),
    Row(
        "community_garden",
        "3 CP in each own turn",
        p1=p1(cities=["community_garden"]),
        when=[end(), end(P2)],
        then={"p1.ap": 13, "p1.cp": 103, "p2.ap": 13},
    ),
    Row(
        "neighborhood_watch",
        "friendly Civilians have 5 HP more, no others",
        p1=p1(["nill 3", "permit_clerk", "batman"], hand=["neighborhood_watch"]),
        p2=p2(["nill"]),
        when=[play("neighborhood_watch")],
        then={
            "p1.ap": 9,
            "p1.cp": 105,
            "p1.hand": "",
            "p1.nill": "8/10",
            "p1.neighborhood_watch": "in play",
        },
    ),
    Row(
        "shield_dome",
        "attacks do 5 less to its player's City, effects don't",
        p1=p1(cities=["shield_dome"]),
        p2=p2(["batman"], hand=["vanished_cops"]),
        when=[end(), attack("batman", seat=P2), play("vanished_cops", seat=P2)],
        then={
            "turn": "p2",
            "p1.cp": 75,
            "p2.hand": "",
            "p2.discard": "vanished_cops",
            "p2.batman": "15/15 acted",
        },
    ),
    Row(
        "shield_dome",
        "not to the opposing City",
        p1=p1(["batman"], cities=["shield_dome"]),
        when=[attack("batman")],
        then={"p1.ap": 9, "p1.batman": "15/15 acted", "p2.cp": 90},
    ),
    Row(
        "broadcast_tower",
        "its player may play two Events a turn, one City card",
        p1=p1(
            cities=["broadcast_tower"],
            hand=["power_surge", "breaking_news", "construction_project", "mac", "corner_diner"],
        ),
        when=[
            play("power_surge"),
            play("breaking_news"),
            play("construction_project", rule="CNC-213"),
            play("mac"),
            play("corner_diner", rule="CNC-214"),
        ],
        then={
            "p1.ap": 11,
            "p1.cp": 105,
            "p1.hand": "construction_project corner_diner kid_comet",
            "p1.deck": "nill mac cold_snap old_glacier",
            "p1.discard": "power_surge breaking_news",
            "p1.mac": "in play",
        },
    ),
    Row(
        "broadcast_tower",
        "the opponent may not",
        p1=p1(hand=["power_surge", "breaking_news"]),
        p2=p2(cities=["broadcast_tower"]),
        when=[play("power_surge"), play("breaking_news", rule="CNC-213")],
        then={"p1.ap": 12, "p1.hand": "breaking_news", "p1.discard": "power_surge"},
    ),
    Row(
        "memorial_wall",
        "3 CP when a friendly one is destroyed",
        p1=p1(["nill"], cities=["memorial_wall"], hand=["carnivorous_plants"]),
        when=[play("carnivorous_plants", "nill")],
        then={
            "p1.ap": 9,
            "p1.cp": 103,
            "p1.hand": "",
            "p1.nill": None,
            "p1.discard": "nill carnivorous_plants",
        },
    ),
    Row(
        "memorial_wall",
        "nothing when an opposing one is destroyed",
        p1=p1(cities=["memorial_wall"], hand=["carnivorous_plants"]),
        p2=p2(["nill"]),
        when=[play("carnivorous_plants", "nill")],
        then={
            "p1.ap": 9,
            "p1.hand": "",
            "p1.discard": "carnivorous_plants",
            "p2.nill": None,
            "p2.discard": "nill",
        },
    ),
    Row(
        "toll_bridge",
        "the opponent draws for 2 AP",
        p1=p1(cities=["toll_bridge"]),
        when=[end(), draw(P2)],
        then={"turn": "p2", "p2.ap": 11, "p2.hand": "kid_comet", "p2.deck": "nill mac cold_snap old_glacier"},
    ),
    Row(
        "toll_bridge",
        "nothing else costs more",
        p1=p1(cities=["toll_bridge"]),
        p2=p2(["nill"], hand=["mac", "cityzen_bob", "power_surge"]),
        when=[
            end(),
            withdraw("nill", seat=P2),
            play("mac", seat=P2),
            play("cityzen_bob", seat=P2),
            play("power_surge", seat=P2),
        ],
        then={
            "turn": "p2",
            "p2.ap": 13,
            "p2.cp": 105,
            "p2.hand": "nill",
            "p2.discard": "power_surge",
            "p2.nill": None,
            "p2.mac": "in play",
            "p2.cityzen_bob": "5/5 played",
        },
    ),
    Row(
        "toll_bridge",
        "its player draws for 1",
        p1=p1(cities=["toll_bridge"]),
        when=[draw()],
        then={"p1.ap": 9, "p1.hand": "kid_comet", "p1.deck": "nill mac cold_snap old_glacier"},
    ),
    Row(
        "trauma_ward",
        "heals every friendly one 2 when it is played",
        p1=p1(["spider_man 5", "iron_man 15 poisoned"], hand=["trauma_ward"]),
        p2=p2(["captain_america 5"]),
        when=[play("trauma_ward")],
        then={
            "p1.ap": 9,
            "p1.cp": 105,
            "p1.hand": "",
            "p1.spider_man": "7/15",
            "p1.iron_man": "17/30",
            "p1.trauma_ward": "in play",
        },
    ),
    Row(
        "trauma_ward",
        "and in each own turn",
        p1=p1(["spider_man 5", "iron_man 15"], cities=["trauma_ward"]),
        when=[end(), end(P2)],
        then={"p1.ap": 13, "p1.spider_man": "7/15", "p1.iron_man": "17/30", "p2.ap": 13},
    ),
]


@cases(PRINTED)
def test_played(table: MakeTable, row: CityRow) -> None:
    row.play(table())
    row.refuse(table)


@pytest.mark.card("the_porter")
def test_the_porter_has_no_commonality_costs_nothing_and_gives_no_cp() -> None:
    assert catalogue.printed(cards_of(GAME)["the_porter"]).attributes == {"kind": "city", "cost": "0", "cp": "0"}


@cases(STRENGTHS)
def test_strengths(table: MakeTable, row: StrengthRow) -> None:
    row.attack(table)


@cases(ROWS)
def test_what_it_does(table: MakeTable, row: Row) -> None:
    row.run(table)


@pytest.mark.card("the_porter")
def test_a_porter_generates_for_its_own_player_alone(table: MakeTable) -> None:
    game = dealt(table(), (p1(), p2()))
    game.board.players[P2].cities.clear()
    game.start()
    for step in (end(), end(P2)):
        step.take(game)
    assert (game.ap(P1), game.ap(P2)) == (13, 10)


@pytest.mark.card("subway_line")
def test_subway_line_takes_exactly_one_ap_off(table: MakeTable) -> None:
    game = table()
    gate = city(game, "passive: cost_mod(opp, play_character, 1)")
    dealt(game, (p1(cities=["subway_line"], hand=["captain_commute"]), p2(cities=[gate]))).start()
    play("captain_commute").take(game)
    assert game.ap(P1) == 9, "1 and 1 more, less 1"


@pytest.mark.rule("CNC-520")
def test_a_guard_guards_its_host_and_nothing_else() -> None:
    with pytest.raises(CardFault, match=r"guard\(host\)"):
        city(Table(), "guard: guard(self)")
