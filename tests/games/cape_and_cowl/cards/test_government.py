"""The Government of the core set."""

from __future__ import annotations

from tests.games.cape_and_cowl.cards.printed import Attack, CharacterRow
from tests.games.cape_and_cowl.cards.rows import (
    MakeTable,
    Row,
    attack,
    draw,
    end,
    p1,
    p2,
    play,
    take,
    target,
    use,
    withdraw,
)
from tests.games.cape_and_cowl.table import P2
from tests.kit.rows import cases

PRINTED = [
    CharacterRow(card="jack_bauer", class_="Government", hp=10, cost=1, attacks=[Attack("Physical", 7, 1)]),
    CharacterRow(card="councilor_vance", class_="Government", hp=8, cost=1),
    CharacterRow(card="permit_clerk", class_="Government", hp=5, cost=1),
    CharacterRow(card="riot_sergeant", class_="Government", hp=20, cost=1, attacks=[Attack("Physical", 7, 1)]),
    CharacterRow(card="agent_nullis", class_="Government", hp=12, cost=1, attacks=[Attack("Physical", 7, 1)]),
    CharacterRow(card="integration_agent", class_="Government", hp=12, cost=1, attacks=[Attack("Electric", 7, 1)]),
    CharacterRow(card="city_engineer", class_="Government", hp=8, cost=1),
    CharacterRow(card="mayor_okafor", class_="Government", hp=25, cost=2),
    CharacterRow(card="crisis_spokesman", class_="Government", hp=10, cost=1),
    CharacterRow(card="hazmat_team", class_="Government", hp=16, cost=1, attacks=[Attack("Water", 7, 1)]),
    CharacterRow(card="marshal_ruiz", class_="Government", hp=15, cost=1, attacks=[Attack("Tech", 10, 1)]),
]
ROWS = [
    Row(
        "jack_bauer",
        "on 1 or 2 it takes 5",
        p1=p1(["jack_bauer", "nill"]),
        p2=p2(["captain_america"]),
        dice=[1, 2],
        when=[use("jack_bauer")],
        then={"p1.ap": 9, "p1.jack_bauer": "5/10 acted"},
    ),
    Row(
        "jack_bauer",
        "on 3 or 4 nothing",
        p1=p1(["jack_bauer", "nill"]),
        p2=p2(["captain_america"]),
        dice=[3, 4],
        when=[use("jack_bauer")],
        then={"p1.ap": 9, "p1.jack_bauer": "10/10 acted"},
    ),
    Row(
        "jack_bauer",
        "on 5 or 6 an opposing one takes 15",
        p1=p1(["jack_bauer", "nill"]),
        p2=p2(["captain_america", "padlock_joe"]),
        dice=[5, 6],
        when=[use("jack_bauer"), target("nill", rule="CNC-532"), target("captain_america")],
        then={"p1.ap": 9, "p1.jack_bauer": "10/10 acted", "p2.captain_america": "10/25"},
    ),
    Row(
        "councilor_vance",
        "gains 14 CP for 2 AP",
        p1=p1(["councilor_vance"]),
        when=[use("councilor_vance")],
        then={"p1.ap": 8, "p1.cp": 114, "p1.councilor_vance": "8/8 acted"},
    ),
    Row(
        "councilor_vance",
        "takes a City card from the deck, nothing else",
        p1=p1(["councilor_vance"], deck=["nill", "mac"]),
        when=[use("councilor_vance", ability=2), take("nill", rule="CNC-533"), take("mac")],
        then={"p1.ap": 9, "p1.hand": "mac", "p1.deck": "nill", "p1.councilor_vance": "8/8 acted"},
    ),
    Row(
        "councilor_vance",
        "takes one",
        p1=p1(["councilor_vance"], deck=["mac", "mac"]),
        when=[use("councilor_vance", ability=2), take("mac")],
        then={"p1.ap": 9, "p1.hand": "mac", "p1.deck": "mac", "p1.councilor_vance": "8/8 acted"},
    ),
    Row(
        "permit_clerk",
        "opposing City cards cost 1 more",
        p1=p1(["permit_clerk"]),
        p2=p2(hand=["corner_diner"]),
        when=[end(), play("corner_diner", seat=P2)],
        then={"turn": "p2", "p2.cp": 110, "p2.ap": 11, "p2.hand": "", "p2.corner_diner": "in play"},
    ),
    Row(
        "permit_clerk",
        "nothing else does",
        p1=p1(["permit_clerk"]),
        p2=p2(["nill"], hand=["power_surge", "kid_comet"]),
        when=[
            end(),
            play("kid_comet", seat=P2),
            play("power_surge", seat=P2),
            draw(P2),
            withdraw("nill", seat=P2),
        ],
        then={
            "turn": "p2",
            "p2.ap": 13,
            "p2.hand": "kid_comet nill",
            "p2.deck": "nill mac cold_snap old_glacier",
            "p2.discard": "power_surge",
            "p2.nill": None,
            "p2.kid_comet": "8/8 played",
        },
    ),
    Row(
        "permit_clerk",
        "own City cards don't",
        p1=p1(["permit_clerk"], hand=["corner_diner"]),
        when=[play("corner_diner")],
        then={"p1.ap": 9, "p1.cp": 110, "p1.hand": "", "p1.corner_diner": "in play"},
    ),
    Row(
        "permit_clerk",
        "an opposing City card has no effect in the opponent's turn",
        p1=p1(["permit_clerk"], cities=["mac"]),
        p2=p2(cities=["solar_array", "community_garden"]),
        when=[
            use("permit_clerk", "mac", rule="CNC-314"),
            use("permit_clerk", "solar_array"),
            end(),
        ],
        then={"turn": "p2", "p1.ap": 9, "p2.cp": 103, "p2.ap": 13, "p2.solar_array": "in play disabled"},
    ),
    Row(
        "permit_clerk",
        "and works again in the next own turn",
        p1=p1(["permit_clerk"]),
        p2=p2(cities=["solar_array"]),
        when=[use("permit_clerk", "solar_array"), end(), end(P2)],
        then={"p1.ap": 12, "p2.ap": 13},
    ),
    Row(
        "riot_sergeant",
        "is a Protector",
        p1=p1(["batman"]),
        p2=p2(["riot_sergeant", "nill"]),
        when=[attack("batman", "nill", rule="CNC-403"), attack("batman", "riot_sergeant")],
        then={"p1.ap": 9, "p1.batman": "15/15 acted", "p2.riot_sergeant": "10/20"},
    ),
    Row(
        "agent_nullis",
        "attacks do nothing to it unless they are Physical",
        p1=p1(["captain_commute", "marshal_ruiz", "the_adjudicator"], hand=["cold_snap"]),
        p2=p2(["agent_nullis"]),
        when=[
            play("cold_snap", "agent_nullis"),
            attack("marshal_ruiz", "agent_nullis"),
            attack("the_adjudicator", "agent_nullis"),
            attack("captain_commute", "agent_nullis"),
        ],
        then={
            "p1.ap": 5,
            "p1.hand": "",
            "p1.discard": "cold_snap",
            "p1.captain_commute": "12/12 acted",
            "p1.marshal_ruiz": "15/15 acted combo 1",
            "p1.the_adjudicator": "30/30 acted combo 1",
            "p2.agent_nullis": "5/12 frozen",
        },
    ),
    Row(
        "agent_nullis",
        "others take what they take",
        p1=p1(["agent_nullis"]),
        p2=p2(["dust_devil_dee"]),
        when=[
            end(),
            attack("dust_devil_dee", "agent_nullis", seat=P2),
            end(P2),
            attack("agent_nullis", "dust_devil_dee"),
        ],
        then={
            "p1.ap": 12,
            "p1.agent_nullis": "12/12 acted",
            "p2.ap": 12,
            "p2.dust_devil_dee": "5/12 combo 1",
        },
    ),
    Row(
        "integration_agent",
        "an opposing one is Silenced for the opponent's turn",
        p1=p1(["integration_agent", "nill"]),
        p2=p2(["iron_man"]),
        when=[
            use("integration_agent", "nill", rule="CNC-314"),
            use("integration_agent", "iron_man"),
            end(),
            use("iron_man", seat=P2, rule="CNC-507"),
        ],
        then={"turn": "p2", "p1.ap": 9, "p2.ap": 13, "p2.iron_man": "30/30 silenced"},
    ),
    Row(
        "integration_agent",
        "until its player's next turn",
        p1=p1(["integration_agent"]),
        p2=p2(["iron_man"]),
        when=[use("integration_agent", "iron_man"), end(), end(P2)],
        then={"p1.ap": 12, "p2.ap": 13},
    ),
    Row(
        "city_engineer",
        "its player may play two City cards a turn",
        p1=p1(["city_engineer"], hand=["corner_diner", "mac", "amusement_pier", "power_surge", "cold_snap"]),
        p2=p2(["nill"]),
        when=[
            play("corner_diner"),
            play("mac"),
            play("amusement_pier", rule="CNC-214"),
            play("power_surge"),
            play("cold_snap", "nill", rule="CNC-213"),
        ],
        then={
            "p1.cp": 115,
            "p1.hand": "amusement_pier cold_snap",
            "p1.discard": "power_surge",
            "p1.corner_diner": "in play",
            "p1.mac": "in play",
        },
    ),
    Row(
        "city_engineer",
        "the opponent may not",
        p1=p1(hand=["corner_diner", "mac"]),
        p2=p2(["city_engineer"]),
        when=[play("corner_diner"), play("mac", rule="CNC-214")],
        then={"p1.ap": 9, "p1.cp": 110, "p1.hand": "mac", "p1.corner_diner": "in play"},
    ),
    Row(
        "mayor_okafor",
        "gains 10 CP",
        p1=p1(["mayor_okafor"]),
        when=[use("mayor_okafor")],
        then={"p1.ap": 9, "p1.cp": 110, "p1.mayor_okafor": "25/25 acted"},
    ),
    Row(
        "mayor_okafor",
        "friendly Civilians and Government have 5 HP more, it has not, opposing ones neither",
        p1=p1(["nill", "permit_clerk 3"], hand=["mayor_okafor"]),
        p2=p2(["nill", "permit_clerk"]),
        when=[play("mayor_okafor")],
        then={
            "p1.ap": 8,
            "p1.hand": "",
            "p1.nill": "10/10",
            "p1.permit_clerk": "8/10",
            "p1.mayor_okafor": "25/25 played",
        },
    ),
    Row(
        "mayor_okafor",
        "other Classes have not",
        p1=p1(["hangnail", "moth_oracle", "petty_thief"], hand=["mayor_okafor"], cities=["mac"]),
        when=[play("mayor_okafor")],
        then={"p1.ap": 8, "p1.hand": "", "p1.mayor_okafor": "25/25 played"},
    ),
    Row(
        "crisis_spokesman",
        "gains 7 CP",
        p1=p1(["crisis_spokesman"]),
        when=[use("crisis_spokesman")],
        then={"p1.ap": 9, "p1.cp": 107, "p1.crisis_spokesman": "10/10 acted"},
    ),
    Row(
        "crisis_spokesman",
        "attacks do 3 less to its City, effects don't",
        p1=p1(["crisis_spokesman"]),
        p2=p2(["repo_ghost"], hand=["vanished_cops"]),
        when=[end(), attack("repo_ghost", seat=P2), play("vanished_cops", seat=P2)],
        then={
            "turn": "p2",
            "p1.cp": 75,
            "p2.hand": "",
            "p2.discard": "vanished_cops",
            "p2.repo_ghost": "10/10 acted combo 1",
        },
    ),
    Row(
        "crisis_spokesman",
        "not to the opposing City",
        p1=p1(["crisis_spokesman", "batman"]),
        when=[attack("batman")],
        then={"p1.ap": 9, "p1.batman": "15/15 acted", "p2.cp": 90},
    ),
    Row(
        "hazmat_team",
        "Toxic attacks and Poison do nothing to it, everything else does",
        p1=p1(["kettle_black", "batman"], hand=["gas_leak"]),
        p2=p2(["hazmat_team 16 confused", "padlock_joe"]),
        when=[
            play("gas_leak"),
            attack("kettle_black", "hazmat_team"),
            attack("batman", "hazmat_team"),
        ],
        then={
            "p1.ap": 7,
            "p1.hand": "",
            "p1.discard": "gas_leak",
            "p1.kettle_black": "12/12 acted combo 1",
            "p1.batman": "15/15 acted",
            "p2.hazmat_team": "6/16 confused",
            "p2.padlock_joe": "18/18 poisoned",
        },
    ),
    Row(
        "marshal_ruiz",
        "an opposing City card has no effect in the opponent's turn",
        p1=p1(["marshal_ruiz"], cities=["mac"]),
        p2=p2(cities=["solar_array", "community_garden"]),
        when=[use("marshal_ruiz", "mac", rule="CNC-314"), use("marshal_ruiz", "solar_array"), end()],
        then={"turn": "p2", "p1.ap": 9, "p2.cp": 103, "p2.ap": 13, "p2.solar_array": "in play disabled"},
    ),
    Row(
        "marshal_ruiz",
        "and works again in the next own turn",
        p1=p1(["marshal_ruiz"]),
        p2=p2(cities=["solar_array"]),
        when=[use("marshal_ruiz", "solar_array"), end(), end(P2)],
        then={"p1.ap": 12, "p2.ap": 13},
    ),
]


@cases(PRINTED)
def test_played(table: MakeTable, row: CharacterRow) -> None:
    row.play(table())
    row.refuse(table)


@cases(PRINTED)
def test_attacks(table: MakeTable, row: CharacterRow) -> None:
    row.attack(table)


@cases(ROWS)
def test_what_it_does(table: MakeTable, row: Row) -> None:
    row.run(table)
