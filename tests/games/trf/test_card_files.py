"""Card files that can't be used, and what is said about them (TRF-601 to TRF-616, TRF-R67 to TRF-R70)."""

from __future__ import annotations

import pytest

from domain.games.trf.cardfiles import READER, core
from domain.games.trf.definitions import Definition
from domain.games.trf.rules.continuous import Given
from domain.games.trf.words import VOCABULARY
from domain.kernel import catalogue
from domain.kernel.cardfile import CardFault
from domain.kernel.cardsets import card_id, hash_of
from domain.kernel.sentences import CardNames

HEAD = 'set = "tests"\nname = "Tests"\n'
CORE = core().cards
KEYS: dict[str, dict[str, str]] = {
    "account": {"faction": '"jedi"'},
    "planet": {"meters": "300", "words": "60", "capture_value": "4", "homeworld_value": "9"},
    "fleeter": {"class": '"fleeter"', "faction": '"jedi"', "cost": "200", "combat": "3", "capture": "2"},
    "individual": {"class": '"individual"', "faction": '"jedi"', "cost": "200", "combat": "3"},
    "ooc": {"cost": "30", "abilities": '[{ windows = ["pre"], do = "draw(me, 1)" }]'},
}
FIRST = '[[card]]\nid = "ann"\nname = "Ann"\nkind = "account"\nfaction = "universal"\n'


def card(kind: str = "fleeter", name: str = "Bo", cid: str = "bo", **keys: str | None) -> str:
    """A card of a file, its `[[card]]` the first line; keys as they are written (`class_` too), None leaves one out."""
    table: dict[str, str | None] = {
        "id": f'"{cid}"',
        "name": f'"{name}"',
        "kind": f'"{"character" if kind in ("fleeter", "individual") else kind}"',
        **KEYS.get(kind, {}),
        **{key.rstrip("_"): value for key, value in keys.items()},
    }
    return "\n".join(["[[card]]", *(f"{key} = {value}" for key, value in table.items() if value is not None), ""])


def part(when: str, do: str, **more: str) -> str:
    """A part of a text: `when` it holds or happens, or after a `/` the windows of a play."""
    begins = (
        f'windows = ["{when[1:].replace(" ", chr(34) + ", " + chr(34))}"]' if when[0] == "/" else f'when = "{when}"'
    )
    return ", ".join([f'{{ {begins}, do = "{do}"', *(f"{key} = {value}" for key, value in more.items())]) + " }"


def text(*parts: str) -> str:
    return f"[{', '.join(parts)}]"


def faults(text: str) -> list[str]:
    """What is said about a file of a player's own."""
    with pytest.raises(CardFault) as caught:
        READER.read_own(core(), text, "tests.toml")
    return [str(fault) for fault in caught.value.faults]


def core_faults(*texts: str) -> list[str]:
    """What is said about the files of a core set."""
    with pytest.raises(CardFault) as caught:
        READER.read_core([(f"tests{place}.toml" if place else "tests.toml", text) for place, text in enumerate(texts)])
    return [str(fault) for fault in caught.value.faults]


def fault(body: str) -> str:
    """The one fault of the second card of a file, without the place of the card."""
    (found,) = faults(HEAD + FIRST + body)
    begins = "tests.toml:8: card 'Bo', key "
    assert found.startswith(begins), found
    return found.removeprefix(begins)


def read(body: str) -> Definition:
    """The one card of a good file."""
    (loaded,) = read_all(body)
    return loaded


def read_all(*cards: str) -> list[Definition]:
    """The cards of a good file."""
    return list(READER.read_own(core(), HEAD + "".join(cards)).cards.values())


@pytest.mark.parametrize("kind", ["account", "planet", "fleeter", "individual", "ooc"])
def test_a_good_file(kind: str) -> None:
    cards = card(kind) + card(kind, "Ann", "ann")
    loaded = read_all(cards)
    assert [(one.cid, one.name, one.set) for one in loaded] == [
        (card_id(hash_of(HEAD + cards), 1), "Bo", "tests"),
        (card_id(hash_of(HEAD + cards), 2), "Ann", "tests"),
    ]


# The words of a text


@pytest.mark.parametrize(
    ("do", "column", "told"),
    [
        ("drw(me, 1)", 1, "unknown effect 'drw'; did you mean 'draw'?"),
        ("draw(mee, 1)", 6, "unknown players 'mee'; did you mean 'me'?"),
        ("draw(me, 1), damage(pick(their_chr), 5)", 26, "unknown cards 'their_chr'; did you mean 'their_char'?"),
        ("damage(pik(their_char), 5)", 8, "unknown target 'pik'; did you mean 'pick'?"),
        ("damage(their_char, 5)", 8, "unknown target 'their_char'; known here: each, pick, same, self"),
        ("damage(pick(any_char[fleter]), 5)", 22, "unknown condition 'fleter'; did you mean 'fleeter'?"),
        ("draw(me, hnd(me))", 10, "unknown number 'hnd'; did you mean 'hand'?"),
        ("combat(each(my_char[tied(azgard)]), 1)", 26, "'azgard' is no tie; did you mean 'azguard'?"),
        ("combat(each(my_char[titled(Captin)]), 1)", 28, "'Captin' is no title; did you mean 'Captain'?"),
        ("when(account_is(C2), draw(me, 1))", 17, "'C2' is no card; did you mean 'C"),
        ("when(opponent_is(Vetran), draw(me, 1))", 18, "'Vetran' is no title; did you mean 'Veteran'?"),
        ("keyword(pick(my_char), swft)", 24, "'swft' is no name; did you mean 'swift'?"),
        ("cannot(pick(their_char), atack)", 26, "'atack' is no what; did you mean 'attack'?"),
        ("draw(me)", 1, "draw needs 'n': who, n"),
        ("draw(me, 1, 2)", 13, "draw takes at most 2 of who, n"),
        ("income_next(me, words=1, turns=2)", 32, "income_next has no such parameter: 'turns'"),
        ("draw(me, 1", 5, "this can't be read"),
        ("draw('me', 1)", 6, "only whole numbers and words are known here, not 'me'"),
        ("opens(jedi)", 1, "unknown effect 'opens'"),
        ("roll(on(0, 2, draw(me, 1)))", 9, "low is a number from 1 to 6, not 0"),
        ("roll(on(1, 7, draw(me, 1)))", 12, "high is a number from 1 to 6, not 7"),
        ("draw(me, 1.5)", 10, "only whole numbers and words are known here, not 1.5"),
        ("[]", 1, "an effect can't be empty"),
    ],
)
def test_words_that_are_unknown_are_told_with_the_right_spelling(do: str, column: int, told: str) -> None:
    said = fault(card(abilities=text(part("act", do))))
    assert said.startswith(f"'abilities[1]', column {column}: ")
    assert told in said


@pytest.mark.parametrize(
    ("do", "column", "told"),
    [
        ("draw(me, 1)", 1, "unknown modifier 'draw'"),
        ("combat(pick(my_char), 5)", 8, "unknown cards 'pick'"),
        ("treshold(-1)", 1, "unknown modifier 'treshold'; did you mean 'threshold'?"),
        ("keyword(self, swfit)", 15, "'swfit' is no name; did you mean 'swift'?"),
        ("cost(ooc and played_in(bick), words=-10)", 24, "did you mean 'bicker'?"),
        ("income(me)", 1, "'income' says how many meters or words"),
        ("cost(ooc)", 1, "'cost' says how many meters or words"),
    ],
)
def test_passive_texts(do: str, column: int, told: str) -> None:
    said = fault(card(abilities=text(part("passive", do))))
    assert said.startswith(f"'abilities[1]', column {column}: ")
    assert told in said


def test_a_condition_of_an_act_is_told_with_its_column() -> None:
    said = fault(card(abilities=text(part("act", "draw(me, 1)", only_if='"has_reserv"'))))
    assert said == "'abilities[1]', column 1: unknown condition 'has_reserv'; did you mean 'has_reserve'?"


# What the grammar can say and the rules can't mean

HERE = "has no meaning here; it can stand in"


@pytest.mark.rule("TRF-328", "TRF-425", "TRF-431", "TRF-630", "TRF-634", "TRF-640", "TRF-R63")
@pytest.mark.parametrize(
    ("kind", "when", "do", "column", "told"),
    [
        ("fleeter", "enters", "discard_random(loser, 1)", 16, f"'loser' {HERE} wins_fight"),
        ("fleeter", "act", "damage(each(assigned_here), 1)", 13, f"'assigned_here' {HERE} captured"),
        ("fleeter", "act", "cancel(pick(answered))", 13, f"'answered' {HERE} response"),
        ("ooc", "/pre", "cancel(pick(answered))", 13, f"'answered' {HERE} response"),
        ("ooc", "/pre response", "cancel(pick(answered))", 13, f"'answered' {HERE} response"),
        ("fleeter", "start_of_turn", "stay()", 1, f"'stay' {HERE} pre, attack, block, bicker, dice, assault, post"),
        ("fleeter", "act", "choose_faction(any_faction)", 1, f"'choose_faction' {HERE} pre, attack, block"),
        ("ooc", "/pre", "reroll(bicker)", 1, f"'reroll' {HERE} bicker, dice"),
        ("ooc", "/dice", "reroll(bicker)", 1, "reroll(bicker) has a meaning in the window bicker only"),
        ("ooc", "/bicker", "reroll(mine)", 1, "reroll(mine) has a meaning in the window dice only"),
        ("ooc", "/bicker dice", "reroll(both)", 1, "reroll(both) has a meaning in the window dice only"),
        ("ooc", "/dice", "set_die(6)", 1, f"'set_die' {HERE} bicker"),
        ("ooc", "/bicker", "add_die(2)", 1, f"'add_die' {HERE} dice"),
        ("ooc", "/assault", "cancel_attack", 1, f"'cancel_attack' {HERE} attack, block"),
        ("planet", "act", "cancel_attack", 1, f"'cancel_attack' {HERE} attack, block"),
        ("ooc", "/pre", "discard_persistent(self)", 20, f"'self' {HERE} passive, home_passive, act"),
        ("fleeter", "defeated", "heal(self)", 6, f"'self' {HERE} passive"),
        ("planet", "captured", "defense(self, 1)", 9, f"'self' {HERE} passive"),
        ("ooc", "/pre", "discard_persistent(pick(persistents[this]))", 37, f"'this' {HERE} passive"),
        ("ooc", "/pre", "discard_persistent(pick(persistents[other]))", 37, f"'other' {HERE} passive"),
        ("ooc", "/pre", "combat(each(my_char[against_chosen]), 1)", 21, f"'against_chosen' {HERE} persist"),
        ("fleeter", "passive", "opens(chosen)", 7, f"'chosen' {HERE} persist"),
        ("fleeter", "passive", "threshold(1, with_host)", 14, f"'with_host' {HERE} persist"),
        ("fleeter", "passive", "income(host_owner, words=-30)", 8, f"'host_owner' {HERE} persist"),
        ("fleeter", "passive", "combat(host, 1)", 8, f"'host' {HERE} persist"),
        (
            "fleeter",
            "passive",
            "income(opp, words=-30)",
            8,
            "what holds all the time asks for no opponent; say each_opp",
        ),
    ],
)
def test_words_that_stand_where_they_mean_nothing(kind: str, when: str, do: str, column: int, told: str) -> None:
    said = fault(card(kind, abilities=text(part(when, do))))
    assert said.startswith(f"'abilities[1]', column {column}: ")
    assert told in said


@pytest.mark.rule("TRF-328", "TRF-601", "TRF-633")
@pytest.mark.parametrize(
    ("do", "column", "told"),
    [
        ("damage(pick(any_planet), 1)", 13, "'damage' is about characters in play, 'any_planet' names planets in play"),
        ("destroy(pick(their_account))", 14, "'destroy' is about characters in play, 'their_account' names accounts"),
        ("heal(each(my_discard), 1)", 11, "'heal' is about characters in play, 'my_discard' names cards in a discard"),
        ("skip_planet(pick(their_char))", 18, "'skip_planet' is about planets in play, 'their_char' names characters"),
        ("defense(self, 1)", 9, "'defense' is about planets in play, 'self' names characters in play"),
        ("capture_to_hand(pick(my_unit))", 22, "'capture_to_hand' is about planets in play"),
        ("swap_home(pick(their_planet))", 1, "a homeworld changes places with a planet of its owner's"),
        (
            "to_hand(pick(my_char))",
            14,
            "'to_hand' is about cards in a discard pile, 'my_char' names characters in play",
        ),
        ("revive_free(pick(my_char))", 18, "'revive_free' is about cards in a discard pile"),
        ("revive_free(pick(my_discard))", 1, "'revive_free' is about characters; ask for them: my_discard[character]"),
        ("revive_free(pick(my_discard[ooc]))", 1, "'revive_free' is about characters"),
        ("revive_free(pick(my_discard[not character]))", 1, "'revive_free' is about characters"),
        ("revive_free(pick(my_discard[fleeter or unique]))", 1, "'revive_free' is about characters"),
        ("put_into_play(pick(my_discard[unique]))", 1, "'put_into_play' is about planets or characters"),
        ("refresh_unit(pick(my_char))", 19, "'refresh_unit' is about units, 'my_char' names characters in play"),
        ("leave_fight(pick(fights))", 18, "'leave_fight' is about units, 'fights' names fights"),
        ("side(pick(my_unit), 3)", 11, "'side' is about fights, 'my_unit' names characters in play"),
        ("join_fight(pick(fights), pick(fights))", 17, "'join_fight' is about units, 'fights' names fights"),
        ("join_fight(pick(my_unit), pick(my_unit))", 32, "'join_fight' is about fights, 'my_unit' names"),
        ("discard_persistent(pick(my_discard))", 25, "'discard_persistent' is about persistent cards in play"),
        ("damage(pick(any_char), 1), skip_planet(same)", 40, "'skip_planet' is about planets in play, 'same' names"),
        ("damage(same, 1)", 8, "'same' is the target of the pick before, and there is none"),
        ("damage(same, 1), heal(pick(my_char))", 8, "'same' is the target of the pick before, and there is none"),
        ("swap_account(opp)", 1, "an account is swapped by its player: swap_account(me)"),
    ],
)
def test_an_effect_names_what_it_is_about(do: str, column: int, told: str) -> None:
    said = fault(card(abilities=text(part("act", do))))
    assert said.startswith(f"'abilities[1]', column {column}: ")
    assert told in said


@pytest.mark.rule("TRF-328")
@pytest.mark.parametrize(
    ("when", "do", "column", "told"),
    [
        ("act", "damage(pick(any_char[shield]), 1)", 22, "'shield' is about planets in play; here it is asked about"),
        ("act", "skip_planet(pick(their_planet[lone]))", 31, "'lone' is about characters in play"),
        ("act", "skip_planet(pick(their_planet[light]))", 31, "here it is asked about planets in play"),
        (
            "act",
            "side(pick(fights[fleeter]), 1)",
            18,
            "'fleeter' is about characters in play; here it is asked about fights",
        ),
        ("act", "damage(pick(any_char[my_side]), 1)", 22, "'my_side' is about fights"),
        ("act", "to_hand(pick(my_discard[spent]))", 25, "here it is asked about cards in a discard pile"),
        (
            "act",
            "damage(pick(any_char[as_response]), 1)",
            22,
            "'as_response' is about the card that a response answers",
        ),
        ("act", "damage(pick(any_char[played_in(pre)]), 1)", 22, "'played_in' is about cards to be played"),
        (
            "act",
            "when(fleeter, draw(me, 1))",
            6,
            "'fleeter' is about characters in play; here the match is asked about",
        ),
        ("act", "when(my_defense, draw(me, 1))", 6, "'my_defense' is about fights; here the match is asked about"),
        ("act", "damage(pick(any_char), cost)", 24, "'cost' is about characters in play; here the match is"),
        ("act", "when(combat >= 2, draw(me, 1))", 6, "'combat' is about characters in play; here the match is"),
        ("passive", "combat(my_char, cost)", 17, "'cost' is about characters in play; here the match is"),
        (
            "passive",
            "threshold(-1, fleeter)",
            15,
            "'fleeter' is about characters in play; here it is asked about fights",
        ),
        (
            "passive",
            "cost(attacking, meters=-50)",
            6,
            "'attacking' is about characters in play; here it is asked about cards",
        ),
        ("passive", "opens(played_in(pre))", 7, "'played_in' is asked about a cost"),
        ("passive", "opens(any_faction)", 7, "'any_faction' is about factions to choose from"),
        ("passive", "nobody_plays(shield)", 14, "'shield' is about planets in play"),
    ],
)
def test_a_condition_is_asked_about_what_it_can_be_true_of(when: str, do: str, column: int, told: str) -> None:
    said = fault(card(abilities=text(part(when, do))))
    assert said.startswith(f"'abilities[1]', column {column}: ")
    assert told in said


@pytest.mark.rule("TRF-328")
@pytest.mark.parametrize("asked", ["spent", "fleeter", "my_side", "cost >= 2", "unique and has_reserve"])
def test_only_if_asks_about_the_match(asked: str) -> None:
    said = fault(card(abilities=text(part("act", "draw(me, 1)", only_if=f'"{asked}"'))))
    assert said.endswith("; here the match is asked about")


@pytest.mark.rule("TRF-R68")
@pytest.mark.parametrize(
    ("do", "column", "told"),
    [
        (", ".join(["heal(pick(my_char), 1)"] * 3), 54, "a text has at most 2 targets"),
        ("roll(on(5, 2, draw(me, 1)))", 1, "on(5, 2, ...) names no face of the die"),
        ("roll(on(1, 3, draw(me, 1)), on(3, 6, draw(opp, 1)))", 1, "or one that was named before"),
        ("income_next(me)", 1, "'income_next' says how many meters or words"),
        ("keyword(pick(my_char), raider)", 1, "raider has a number: keyword(..., raider, n)"),
        ("keyword(pick(my_char), swift, 2)", 1, "swift has no number"),
        ("gain_title(me, Mod)", 1, "unknown effect 'gain_title'"),
        ("when(opponent_is(Captain), draw(me, 1))", 6, "an account's titles are of Veteran, Admin, Mod"),
    ],
)
def test_effects_that_are_not_whole(do: str, column: int, told: str) -> None:
    said = fault(card(abilities=text(part("act", do))))
    assert said.startswith(f"'abilities[1]', column {column}: ")
    assert told in said


@pytest.mark.rule("TRF-457", "TRF-532", "TRF-533", "TRF-536", "TRF-539", "TRF-R69", "TRF-R70")
@pytest.mark.parametrize(
    ("kind", "do", "told"),
    [
        ("fleeter", "keyword(self, commander, 2)", "commander is for individuals only"),
        ("fleeter", "keyword(self, conqueror, 1)", "conqueror is for individuals only"),
        ("individual", "keyword(self, siege, 1)", "siege is for fleeters only"),
        ("individual", "keyword(self, cloaked)", "cloaked is for fleeters only"),
        ("individual", "capture(self, 1)", "an Individual's capture value is 0; say keyword(self, conqueror, n)"),
        ("fleeter", "keyword(my_char[spent], vigilant)", "can't ask for 'spent', which it decides (TRF-R70)"),
        ("fleeter", "cannot(my_unit[free_to_join], attack)", "can't ask for 'free_to_join', which it decides"),
        ("account", "blank_account(each_opp)", "an account blanks no account (TRF-R70)"),
        ("fleeter", "blank_account(each_opp[opponent_is(Mod)])", "can't ask for 'opponent_is' (TRF-R70)"),
        ("account", "gain_title(me[opponent_is(Mod)], Mod)", "can't ask for 'opponent_is' (TRF-R70)"),
        (
            "account",
            "lose_title(each_opp[hand(me) > 2 and not opponent_is(Mod)], [Mod])",
            "can't ask for 'opponent_is'",
        ),
        (
            "account",
            "gain_title(me, Captain)",
            "an account's titles are of Veteran, Admin, Mod, Troublemaker, Newbie, not",
        ),
        ("account", "lose_title(each_opp, [Mod, Captain])", "not 'Captain' (TRF-R69)"),
        ("account", "damage(self, 1)", "unknown modifier 'damage'"),
        ("account", "combat(self, 1)", "'combat' is about characters in play, 'self' names accounts"),
    ],
)
def test_what_a_card_may_hold(kind: str, do: str, told: str) -> None:
    assert told in fault(card(kind, abilities=text(part("passive", do))))


@pytest.mark.rule("TRF-521", "TRF-522", "TRF-620", "TRF-644")
@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ([part("/pre", "stay(), draw(me, 1)")], "'abilities[1]', column 1: 'stay' stands once, as the last effect"),
        ([part("/pre", "when(has_reserve, stay())")], "'abilities[1]', column 19: 'stay' stands once, as the last"),
        ([part("/pre", "stay(), stay()")], "'abilities[1]', column 9: 'stay' stands once, as the last effect"),
        ([part("/pre", "stay(tokens=2)")], "column 1: tokens are counted down: tokens=n, counted=me or host_owner"),
        ([part("/pre", "stay(counted=me)")], "column 1: tokens are counted down"),
        ([part("/pre", "stay(tokens=2, counted=host_owner)")], "column 1: without a host there is no host_owner"),
        ([part("/pre", "stay(each(their_char))")], "column 1: the host is one card: stay(pick(...))"),
        ([part("/pre", "stay(pick(fights))")], "column 11: 'stay' is about characters in play, 'fights' names fights"),
        ([part("/pre", "stay(pick(persistents))")], "'persistents' names persistent cards in play"),
        ([part("/pre", "choose_faction(any_faction), draw(me, 1)")], "a faction is chosen once, by a card that stays"),
        (
            [part("/pre", "choose_faction(any_faction), choose_faction(any_faction), stay()")],
            "column 30: a faction is chosen once",
        ),
        ([part("/pre", "when(has_reserve, choose_faction(any_faction)), stay()")], "column 19: a faction is chosen"),
        ([part("/pre", "choose_faction(light), stay()")], "'light' is about characters in play"),
        (
            [part("/pre", "choose_faction(any_faction or of_my_alignment), stay()")],
            "choose_faction takes any_faction or of_my_alignment",
        ),
        (
            [part("/pre", "draw(me, 1)"), part("persist", "threshold(-1)")],
            "'abilities[2]': 'persist' is for a card that",
        ),
        ([part("/pre", "draw(me, 1)"), part("i_capture", "draw(me, 1)")], "'abilities[2]': 'i_capture' is for a card"),
        ([part("/pre", "stay()"), part("persist", "threshold(1, with_host)")], "'abilities': 'with_host' is of a card"),
        ([part("/pre", "stay()"), part("persist", "combat(host, 1)")], "'abilities': 'host' is of a card that stays"),
        (
            [part("/pre", "stay(pick(my_char))"), part("/post", "stay()"), part("persist", "combat(host, 1)")],
            "'abilities': 'host' is of a card that stays with a host",
        ),
        (
            [part("/pre", "stay()"), part("persist", "opens(chosen)")],
            "'chosen' is of a card whose play says choose_faction",
        ),
        (
            [part("/pre", "stay()"), part("end_of_turn", "damage(each(my_char[against_chosen]), 1)")],
            "'against_chosen' is of a card whose play says choose_faction",
        ),
        ([part("/pre", "stay()"), part("persist", "cost(ooc and played_in(pre), words=1), opens(opp)")], "'opp'"),
    ],
)
def test_cards_that_stay(parts: list[str], told: str) -> None:
    assert told in fault(card("ooc", abilities=text(*parts)))


@pytest.mark.parametrize(
    ("kind", "parts"),
    [
        ("fleeter", [part("wins_fight", "discard_random(loser, 1)")]),
        ("fleeter", [part("act", "damage(self, 1), heal(pick(my_char[lone and not this]), 2)", words="30")]),
        ("fleeter", [part("act", "combat(pick(my_char), 2), keyword(same, raider, 1)")]),
        ("fleeter", [part("passive", "combat(my_char[other], hand(me))")]),
        ("fleeter", [part("act", "put_into_play(pick(my_discard[planet or unique and (fleeter or individual)]))")]),
        ("planet", [part("captured", "damage(each(assigned_here[character]), 1)"), part("home_act", "draw(me, 1)")]),
        ("planet", [part("passive", "capture_to_hand(self)"), part("act", "draw(me, 1)", discards="3")]),
        ("account", [part("passive", "cost(ooc and opponent_is(Mod), words=10)", weakness="true")]),
        ("account", [part("act", "draw(me, 1)", only_if='"hand(opp) >= 3"')]),
        ("individual", [part("passive", "keyword(self, commander, 2), capture(my_char[fleeter], 1)")]),
        ("ooc", [part("/bicker", "reroll(bicker)"), part("/dice", "reroll(both), add_die(1)")]),
        ("ooc", [part("/block", "join_fight(fight=pick(fights[my_side]), target=pick(my_unit[free_to_join]))")]),
        (
            "ooc",
            [
                part("/pre", "draw(me, 1), stay(pick(their_account), tokens=2, counted=host_owner)"),
                part("persist", "income(host_owner, words=-10)"),
                part("start_of_turn", "discard_random(host_owner, 1), discard_persistent(self)"),
            ],
        ),
        (
            "ooc",
            [
                part("/pre", "choose_faction(of_my_alignment), stay(until=stuck_turn)"),
                part("persist", "opens(chosen)"),
            ],
        ),
    ],
)
def test_combinations_with_a_meaning(kind: str, parts: list[str]) -> None:
    assert len(read(card(kind, abilities=text(*parts))).abilities) == len(parts)


# What a part of a text has


@pytest.mark.rule("TRF-301", "TRF-327", "TRF-328", "TRF-527", "TRF-605", "TRF-616")
@pytest.mark.parametrize(
    ("kind", "parts", "told"),
    [
        ("fleeter", ['{ do = "draw(me, 1)" }'], "'abilities[1]': a part of a text has 'when', a play of an OOC card"),
        (
            "ooc",
            [part("/pre", "draw(me, 1)"), '{ when = "i_capture", windows = ["post"], do = "draw(me, 1)" }'],
            "'abilities[2]': a part of a text has 'when', a play of an OOC card 'windows'; one of the two",
        ),
        ("fleeter", [part("/pre", "draw(me, 1)")], "'abilities[1]': only an OOC card is played in windows; 'when' of"),
        ("fleeter", [part("captured", "draw(me, 1)")], "'when' of a character is one of passive, act, start_of_turn"),
        (
            "fleeter",
            [part("home_act", "draw(me, 1)")],
            "end_of_turn, enters, wins_fight, defeated, i_capture, not 'home",
        ),
        (
            "planet",
            [part("enters", "draw(me, 1)")],
            "'when' of a planet is one of passive, home_passive, act, home_act",
        ),
        ("account", [part("captured", "draw(me, 1)")], "'when' of an account is one of passive, act"),
        ("account", [part("persist", "threshold(1)")], "'when' of an account is one of passive, act"),
        (
            "ooc",
            [part("/pre", "stay()"), part("passive", "threshold(1)")],
            "'abilities[2]': 'when' of an OOC card is one of persist, start_of_turn, end_of_turn, i_capture, not",
        ),
        ("ooc", [part("/pre post pre", "draw(me, 1)")], "a play names each window once"),
        (
            "ooc",
            [part("/pre", "draw(me, 1)"), part("/post pre", "draw(me, 2)")],
            "one play only names the window 'pre'",
        ),
        ("fleeter", [part("enters", "draw(me, 1)", only_if='"has_reserve"')], "'only_if' is for what a player does"),
        ("fleeter", [part("passive", "threshold(1)", only_if='"i_attack"')], "'only_if' is for what a player does"),
        ("fleeter", [part("enters", "draw(me, 1)", words="10")], "'words' and 'discards' are what an act costs"),
        ("ooc", [part("/pre", "draw(me, 1)", discards="1")], "'words' and 'discards' are what an act costs"),
        (
            "fleeter",
            [part("passive", "threshold(1)", weakness="true")],
            "a weakness is of an account, and never its act",
        ),
        ("account", [part("act", "draw(opp, 1)", weakness="true")], "a weakness is of an account, and never its act"),
    ],
)
def test_what_a_part_of_a_text_has(kind: str, parts: list[str], told: str) -> None:
    (*_, said) = faults(HEAD + card(kind, abilities=text(*parts)))
    assert told in said


# What a card has


@pytest.mark.rule("TRF-601", "TRF-602", "TRF-609", "TRF-610", "TRF-614", "TRF-616", "TRF-R68", "TRF-R69")
@pytest.mark.parametrize(
    ("body", "told"),
    [
        (card("planett"), "'kind': unknown name 'planett'; did you mean 'planet'?"),
        (card(class_='"fleter"'), "'class': unknown name 'fleter'; did you mean 'fleeter'?"),
        (card(class_='["fleeter", "individual"]'), "'class': Expected `str"),
        (card(class_=None), "'class': a character has 'class' (TRF-609)"),
        (card(faction='"jedis"'), "'faction': unknown name 'jedis'; did you mean 'jedi'?"),
        (card(faction=None), "'faction': a character has 'faction' (TRF-609)"),
        (card(alignment='"lite"'), "'alignment': unknown name 'lite'; did you mean 'light'?"),
        (card(alignment='"none"'), "'alignment': a universal card has alignment none, every other card has one"),
        (card(faction='"universal"', alignment='"light"'), "'alignment': a universal card has alignment none"),
        (card(cost=None), "'cost': a character has 'cost'"),
        (card(cost="-1"), "'cost': Expected `int` >= 0"),
        (card(cost="2001"), "'cost': Expected `int` <= 2000"),
        (card(cost="1.5"), "'cost': Expected `int"),
        (card(combat=None), "'combat': a character has 'combat'"),
        (card(combat="21"), "'combat': Expected `int` <= 20"),
        (card(capture=None), "'capture': a Fleeter has a capture value, 0 or more"),
        (card(capture="21"), "'capture': Expected `int` <= 20"),
        (card("individual", capture="1"), "'capture': an Individual's capture value is 0 (TRF-457)"),
        (card(titles='["captain"]'), "'titles': Expected `str` matching regex"),
        (card(titles='["Mod Squad"]'), "'titles': Expected `str` matching regex"),
        (card(ties='["Azguard"]'), "'ties': Expected `str` matching regex"),
        (card(meters="100"), "'meters': a character has no 'meters' (TRF-609)"),
        (card(title='"Mod"'), "'title': a character has no 'title'"),
        (card(subtype='"staff_ruling"'), "'subtype': a character has no 'subtype'"),
        (card(name=""), "'name': Expected `str` of length >= 1"),
        (card(combt="3"), "'combt': unknown key; did you mean 'combat'?"),
        (card(abilities='[{ when = "entrs", do = "draw(me, 1)" }]'), "unknown name 'entrs'; did you mean 'enters'?"),
        (card(abilities='[{ when = "enters", doo = "draw(me, 1)" }]'), "unknown key 'doo'; did you mean 'do'?"),
        (card(abilities='[{ when = "enters" }]'), "'abilities': Object missing required field `do`"),
        (card(abilities=text(part("act", "draw(me, 1)", discards="4"))), "'abilities': Expected `int` <= 3"),
        (card(abilities=text(part("act", "draw(me, 1)", words="1001"))), "'abilities': Expected `int` <= 1000"),
        (card("account", faction=None), "'faction': an account has 'faction' (TRF-601)"),
        (card("account", cost="100"), "'cost': an account has no 'cost'"),
        (card("planet", second_meters="250"), "'second_meters': a planet has no 'second_meters' (TRF-602)"),
        (card("account", second_meters="1001"), "'second_meters': Expected `int` <= 1000"),
        (card("account", unique="true"), "'unique': an account has no 'unique'"),
        (card("account", ties='["azguard"]'), "'ties': an account has no 'ties'"),
        (
            card("account", titles='["Captain"]'),
            "'titles': the titles of an account are of Veteran, Admin, Mod, Trouble",
        ),
        (card("planet", meters=None), "'meters': a planet has 'meters' (TRF-602)"),
        (card("planet", words=None), "'words': a planet has 'words'"),
        (card("planet", meters="1001"), "'meters': Expected `int` <= 1000"),
        (card("planet", capture_value=None), "'capture_value': a planet has 'capture_value'"),
        (card("planet", capture_value="0"), "'capture_value': Expected `int` >= 1"),
        (card("planet", homeworld_value=None), "'homeworld_value': a planet has 'homeworld_value'"),
        (card("planet", homeworld_value="41"), "'homeworld_value': Expected `int` <= 40"),
        (card("planet", cost="100"), "'cost': a planet has no 'cost'"),
        (card("planet", faction='"jedi"'), "'faction': a planet has no 'faction'"),
        (card("planet", alignment='"light"'), "'alignment': a planet has no 'alignment'"),
        (card("ooc", cost=None), "'cost': an OOC card has 'cost' (TRF-616)"),
        (card("ooc", title='"Modd"'), "'title': unknown name 'Modd'; did you mean 'Mod'?"),
        (card("ooc", subtype='"staff_rule"'), "'subtype': unknown name 'staff_rule'; did you mean 'staff_ruling'?"),
        (card("ooc", combat="1"), "'combat': an OOC card has no 'combat'"),
        (card("ooc", alignment='"light"'), "'alignment': an OOC card has no 'alignment'"),
        (card("ooc", titles='["Mod"]'), "'titles': an OOC card has no 'titles'"),
        (card("ooc", abilities=None), "'abilities': an OOC card is played in at least one window"),
        (
            card("ooc", abilities='[{ windows = ["pree"], do = "draw(me, 1)" }]'),
            "unknown name 'pree'; did you mean 'pre'?",
        ),
    ],
)
def test_what_a_card_of_its_kind_has(body: str, told: str) -> None:
    (found,) = faults(HEAD + body)
    assert told in found
    assert found.startswith("tests.toml:3: card ")


@pytest.mark.parametrize("key", ["id", "name", "kind"])
def test_every_card_has_an_id_a_name_and_a_kind(key: str) -> None:
    lines = [line for line in card().splitlines() if not line.startswith(f"{key} =")]
    (found,) = faults(HEAD + "\n".join(lines))
    assert f"key {key!r}: Object missing required field `{key}`" in found


@pytest.mark.rule("TRF-R68")
def test_a_card_has_room_for_so_much() -> None:
    act = part("act", "draw(me, 1)")
    assert "length <= 10" in fault(card(abilities=text(*[act] * 11)))
    holds = part("passive", ", ".join(["combat(self, 1)"] * 21))
    assert fault(card(abilities=text(holds))) == "'abilities': a card has at most 20 passive words, not 21"
    full = read(card(abilities=text(part("passive", ", ".join(["combat(self, 1)"] * 20)), *[act] * 9)))
    assert (len(full.abilities), len(full.passives)) == (10, 20)


# What is read from a card


@pytest.mark.rule("TRF-312", "TRF-316", "TRF-614")
def test_a_card_is_aligned_as_its_faction_unless_it_says_otherwise() -> None:
    plain, deviant = read(card()), read(card(alignment='"dark"'))
    assert [(one.faction, one.alignment, one.deviant) for one in (plain, deviant)] == [
        ("jedi", "light", False),
        ("jedi", "dark", True),
    ]
    universal, ooc = read(card(faction='"universal"')), read(card("ooc"))
    assert [(one.faction, one.alignment, one.deviant) for one in (universal, ooc)] == [("universal", "none", False)] * 2
    assert not read(card("account", alignment='"dark"')).deviant


@pytest.mark.rule("TRF-327", "TRF-616", "TRF-620")
def test_plays_are_found_by_window() -> None:
    ruling, late = CORE["O02"], CORE["O48"]
    assert (ruling.windows, late.windows) == (("pre", "response"), ("pre", "post"))
    assert [ability.number for window in ruling.windows if (ability := ruling.play(window))] == [1, 2]
    assert ruling.play("post") is None
    assert late.play("pre") is late.play("post")
    assert [CORE[cid].persistent for cid in ("O02", "O13", "O57")] == [False, True, True]
    assert [CORE[cid].staff_ruling for cid in ("O02", "O13", "O57")] == [True, True, False]


@pytest.mark.rule("TRF-518", "TRF-605")
def test_passives_are_told_apart_by_name_part_and_place() -> None:
    azguard = CORE["P01"]
    assert [passive.key for passive in azguard.passives] == [("Azguard", 1, 1), ("Azguard", 1, 2)]
    assert azguard.uses == {"cost"}
    assert [(one.home, one.persist) for cid in ("P09", "O40", "P18") for one in CORE[cid].passives] == [
        (True, False),
        (False, True),
        (False, False),
    ]
    assert [ability.when for ability in azguard.having("home_act")] == ["home_act"]


@pytest.mark.rule("TRF-906")
def test_a_part_that_speaks_of_an_opponent_says_so() -> None:
    speaking = {card.cid for card in CORE.values() if any(ability.opponent for ability in card.abilities)}
    assert speaking == {"A05", "P10", "U05", "U12", "O10", "O52"}
    asked = read(card("account", abilities=text(part("act", "draw(me, 1)", only_if='"hand(opp) >= 3"'))))
    assert asked.abilities[0].opponent


@pytest.mark.rule("TRF-602", "TRF-609", "TRF-616")
@pytest.mark.parametrize(
    ("cid", "attributes"),
    [
        (
            "A01",
            {
                "kind": "account",
                "faction": "coalition",
                "alignment": "light",
                "titles": "Veteran, Mod",
                "second_meters": "250",
            },
        ),
        ("P02", {"kind": "planet", "meters": "500", "words": "40", "capture_value": "4", "homeworld_value": "9"}),
        (
            "C02",
            {
                "kind": "character",
                "class": "individual",
                "unique": "yes",
                "faction": "coalition",
                "alignment": "light",
                "titles": "Chieftain",
                "ties": "azguard",
                "cost": "350",
                "combat": "5",
                "capture": "0",
            },
        ),
        (
            "O13",
            {
                "kind": "ooc",
                "faction": "universal",
                "alignment": "none",
                "title": "Admin",
                "subtype": "staff_ruling",
                "persistent": "yes",
                "windows": "pre",
                "cost": "100",
            },
        ),
    ],
)
def test_a_catalogue_shows_what_is_printed(cid: str, attributes: dict[str, str]) -> None:
    assert catalogue.printed(CORE[cid]).attributes == attributes


def test_cards_have_names_for_people() -> None:
    named = CardNames(CORE)
    assert (named.name("C02"), named.name(None)) == ("Regrad", "a card")


# A set of cards


@pytest.mark.rule("TRF-R67")
def test_ids_are_unique_also_over_several_files() -> None:
    (found,) = core_faults(HEAD + card(), HEAD + card("ooc", "Bo again"))
    assert found.startswith("tests1.toml:3: card 'Bo again', key 'id': 'bo' is taken")


@pytest.mark.rule("TRF-R67")
def test_the_ids_of_the_core_set_are_taken() -> None:
    (found,) = faults(HEAD + card(cid="C02"))
    assert "key 'id': 'C02' is taken" in found


@pytest.mark.rule("TRF-R67", "TRF-608")
def test_an_own_set_has_ties_titles_and_cards_of_its_own() -> None:
    tied = card(ties='["kitchen"]', titles='["Chef"]')
    asks = card(
        "account",
        "Cy",
        "cy",
        abilities=text(
            part("passive", "combat(my_char[tied(kitchen) or titled(Chef)], 1), opens(tied(azguard))"),
            part("act", "draw(me, 1)", only_if='"account_is(cy)"'),
        ),
    )
    loaded = read_all(tied, asks)
    assert [one.cid for one in loaded] == [card_id(hash_of(HEAD + tied + asks), place) for place in (1, 2)]
    assert loaded[0].titles == ("Chef",)
    assert "'kitchen' is no tie" in fault(card(abilities=text(part("passive", "combat(my_char[tied(kitchen)], 1)"))))


def test_a_file_shows_all_its_faults_at_once() -> None:
    worse = card(name="Cy", cid="cy", cost=None, capture=None, abilities=text(part("act", "drw(me, 1)")))
    found = faults(HEAD + card(abilities=text(part("act", "damage(same, 1)"))) + card("ooc", "Di") + worse)
    assert [one.split(":")[1] for one in found] == ["13", "3", "19", "19", "19"]
    said = ["'bo' is taken", "'same'", "'drw'", "'cost'", "'capture'"]
    assert [words in one for words, one in zip(said, found, strict=True)] == [True] * 5


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("set = ", "this is no TOML"),
        (HEAD, "cards are written as [[card]] tables"),
        (card(), "key 'set' is needed at the head of the file"),
    ],
)
def test_files_that_hold_no_card_set(given: str, told: str) -> None:
    assert told in faults(given)[0]


def test_the_core_set_is_read_by_the_same_rules() -> None:
    (cards,) = core().sets
    assert (cards.id, cards.name, len(cards.cards)) == ("core", "Core Set", len(core().listed))
    (found,) = core_faults(HEAD + card("planet", meters=None))
    assert "'meters': a planet has 'meters'" in found


def test_what_a_passive_text_says_has_a_place_for_every_argument_of_its_words() -> None:
    words = [word for (group, _), word in VOCABULARY.words.items() if group == "modifier"]
    said = {parameter.name for word in words for parameter in word.parameters}
    assert said == set(Given.__struct_fields__)
