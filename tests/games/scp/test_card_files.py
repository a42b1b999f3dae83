"""Card files that can't be used, and what is said about them (SCP-601 to SCP-615, SCP-R69 to SCP-R72)."""

from __future__ import annotations

import pytest

from domain.games.scp.cardfiles import READER, core
from domain.games.scp.definitions import CardType, Definition, Overcome, Window
from domain.games.scp.sentences import Names
from domain.kernel import catalogue
from domain.kernel.cardfile import CardFault
from domain.kernel.cardsets import card_id, hash_of

HEAD = 'set = "tests"\nname = "Tests"\n'
MISSION = (
    '[{ when = "mission", target = "any[scp]", requires = "secured_this_turn(tgt)" }, '
    '{ when = "success", do = "draw(you, 1)" }, { when = "failure", do = "mill(you, 1)" }]'
)
KEYS: dict[str, dict[str, str]] = {
    "scp": {"class": '"safe"', "skill": "1", "secure": "4", "contain": "2", "escalation": "8"},
    "personnel": {"affiliation": '"Foundation"', "cost": "2", "skill_value": "2"},
    "gear": {"cost": "1", "mode": '"attached"'},
    "finance": {"cost": "2", "production": "1"},
    "resource": {},
    "event": {"cost": "1", "abilities": '[{ when = "event", window = "own_turn", do = "draw(you, 1)" }]'},
    "complication": {
        "complication_type": '"mundane"',
        "windows": '["secure"]',
        "escalation": "0",
        "abilities": '[{ when = "complication", target = "members", do = "mod_group(-1)" }]',
    },
    "mission": {"mission_type": '"covert"', "escalation": "1", "abilities": MISSION},
}
FIRST = '[[card]]\nid = "ann"\nname = "Ann"\ntypes = ["resource"]\n'


def card(kind: str = "personnel", name: str = "Bo", cid: str = "bo", **keys: str | None) -> str:
    """A card of a file, its `[[card]]` the first line; keys as they are written (`class_` too), None leaves one out.

    `kind` is its type, or several with a space between them.
    """
    kinds = kind.split()
    table: dict[str, str | None] = {"id": f'"{cid}"', "name": f'"{name}"', "types": str(kinds).replace("'", '"')}
    for one in kinds:
        table |= KEYS.get(one, {})
    table |= {key.rstrip("_"): value for key, value in keys.items()}
    return "\n".join(["[[card]]", *(f"{key} = {value}" for key, value in table.items() if value is not None), ""])


def part(when: str, do: str | None = None, **more: str | bool) -> str:
    """A part of a text; `when` may name a window behind a slash (`act/own_turn`)."""
    when, _, window = when.partition("/")
    given = {"when": when, **({"window": window} if window else {}), **({} if do is None else {"do": do}), **more}
    written = {key: str(value).lower() if isinstance(value, bool) else f'"{value}"' for key, value in given.items()}
    return "{ " + ", ".join(f"{key} = {value}" for key, value in written.items()) + " }"


def text(*parts: str) -> str:
    return f"[{', '.join(parts)}]"


def mission(
    target: str | None = "any[scp]",
    requires: str = "unsecured_total >= 1",
    success: str = "draw(you, 1)",
    failure: str = "mill(you, 1)",
    *more: str,
) -> str:
    """The parts of a Mission."""
    played = {"requires": requires} if target is None else {"target": target, "requires": requires}
    return text(part("mission", **played), part("success", success), part("failure", failure), *more)


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
    begins = "tests.toml:7: card 'Bo', key "
    assert found.startswith(begins), found
    return found.removeprefix(begins)


def in_part(said: str, column: int, number: int = 1) -> str:
    """What is said of a column of a part of the text."""
    begins = f"'abilities[{number}]', column {column}: "
    assert said.startswith(begins), said
    return said.removeprefix(begins)


def load(text: str) -> list[Definition]:
    """The cards of a set that is read beside the core set."""
    return list(READER.read_own(core(), text).cards.values())


def read(body: str) -> Definition:
    """The one card of a good file."""
    (loaded,) = load(HEAD + body)
    return loaded


@pytest.mark.rule("SCP-601")
@pytest.mark.parametrize("kind", KEYS)
def test_a_good_file(kind: str) -> None:
    written = HEAD + card(kind) + card(kind, "Ann", "ann")
    assert [(one.cid, one.name, one.set, one.types) for one in load(written)] == [
        (card_id(hash_of(written), 1), "Bo", "tests", (kind,)),
        (card_id(hash_of(written), 2), "Ann", "tests", (kind,)),
    ]


# The words of a text


@pytest.mark.parametrize(
    ("do", "column", "told"),
    [
        ("drw(you, 1)", 1, "unknown effect 'drw'; did you mean 'draw'?"),
        ("draw(yo, 1)", 6, "unknown players 'yo'; did you mean 'you'?"),
        ("draw(you, 1), wound(one(min[personnel]), 1)", 25, "unknown cards 'min'; did you mean 'mine'?"),
        ("wound(on(mine[personnel]), 1)", 7, "unknown target 'on'; did you mean 'one'?"),
        ("wound(one(mine[persnnel]), 1)", 16, "unknown condition 'persnnel'; did you mean 'personnel'?"),
        ("draw(you, cnt(mine))", 11, "unknown number 'cnt'; did you mean 'count'?"),
        ("wound(one(mine[skill(combt)]), 1)", 22, "'combt' is no name; did you mean 'combat'?"),
        ("wound(one(mine[icon(sodier)]), 1)", 21, "'sodier' is no name; did you mean 'soldier'?"),
        ("wound(one(mine[subtype(Humn)]), 1)", 24, "; did you mean 'Human'?"),
        ("recover(one(my_discard[titled(E171)]))", 31, "; did you mean 'E17'?"),
        ("mod_skill(self, 1, this_trn)", 20, "'this_trn' is no until; did you mean 'this_turn'?"),
        ("set_status(one(any[scp]), containd)", 27, "'containd' is no status; did you mean 'contained'?"),
        ("draw(you)", 1, "draw needs 'n'"),
        ("draw(you, 1", 5, "this can't be read"),
        ("draw('you', 1)", 6, "only whole numbers and words are known here, not 'you'"),
        ("draw(you, 1.5)", 11, "only whole numbers and words are known here, not 1.5"),
        ("score_bonus(you, 1)", 1, "unknown effect 'score_bonus'"),
        ("[]", 1, "an effect can't be empty"),
    ],
)
def test_words_that_are_unknown_are_told_with_the_right_spelling(do: str, column: int, told: str) -> None:
    assert told in in_part(fault(card(abilities=text(part("start", do)))), column)


@pytest.mark.parametrize(
    ("key", "written", "column", "told"),
    [
        ("only_if", "pol(you) >= 1", 1, "unknown number 'pol'; did you mean 'pool'?"),
        ("only_if", "atempt([secure])", 1, "unknown condition 'atempt'; did you mean 'attempt'?"),
        ("only_if", "attempt([secure, rad])", 18, "'rad' is no kinds; did you mean 'raid'?"),
        ("cost", "pay(1), tpa", 9, "unknown cost 'tpa'; did you mean 'tap'?"),
        ("cost", "draw(you, 1)", 1, "unknown cost 'draw'"),
        ("target", "mine[tappd]", 6, "unknown condition 'tappd'; did you mean 'tapped'?"),
        ("target", "one(mine)", 1, "unknown cards 'one'"),
        ("target_player", "each_othr", 1, "unknown players 'each_othr'; did you mean 'each_other'?"),
    ],
)
def test_other_keys_of_a_part_are_told_with_their_column(key: str, written: str, column: int, told: str) -> None:
    said = fault(card(abilities=text(part("act/attempt", "draw(you, 1)", **{key: written}))))
    assert told in in_part(said, column)


@pytest.mark.parametrize(
    ("do", "column", "told"),
    [
        ("draw(you, 1)", 1, "unknown modifier 'draw'"),
        ("mod_skill(one(mine), 1)", 11, "unknown cards 'one'"),
        ("mod_skil(self, 1)", 1, "unknown modifier 'mod_skil'; did you mean 'mod_skill'?"),
        ("cannot(you, rade)", 13, "'rade' is no what; did you mean 'raid'?"),
        ("cannot_do(self, defnd)", 17, "'defnd' is no job; did you mean 'defend'?"),
        ("immune(self, of_type([lethl]))", 23, "did you mean 'lethal'?"),
    ],
)
def test_texts_that_hold(do: str, column: int, told: str) -> None:
    assert told in in_part(fault(card(abilities=text(part("static", do)))), column)


# What the grammar can say and the rules can't mean

HERE = "has no meaning here; it can stand in"
ATTEMPT = "attempt, response, defend, complication"


@pytest.mark.rule("SCP-311", "SCP-316", "SCP-407", "SCP-429", "SCP-515")
@pytest.mark.parametrize(
    ("kind", "abilities", "column", "told"),
    [
        ("personnel", part("start", "mod_group(1)"), 1, f"'mod_group' {HERE} {ATTEMPT}"),
        ("personnel", part("act/own_turn", "cancel_attempt"), 1, f"'cancel_attempt' {HERE} {ATTEMPT}"),
        ("personnel", part("end", "prevent_attrition(you, 1)"), 1, f"'prevent_attrition' {HERE} {ATTEMPT}"),
        ("scp", part("revealed", "wound(all(members), 1)"), 11, f"'members' {HERE} {ATTEMPT}, static, secured"),
        ("scp", part("outbreak", "wound(own_choice(defenders), 1)"), 18, f"'defenders' {HERE} {ATTEMPT}"),
        ("personnel", part("each_end", "wound(all(involved), 1)"), 11, f"'involved' {HERE} {ATTEMPT}"),
        ("personnel", part("start", "add_escalation(all(scp), 1)"), 20, f"'scp' {HERE} {ATTEMPT}"),
        ("personnel", part("start", "when(attempt([raid]), draw(you, 1))"), 6, f"'attempt' {HERE} {ATTEMPT}"),
        ("personnel", part("end", "draw(you, 1)", only_if="in_attempt(self)"), 1, f"'in_attempt' {HERE} {ATTEMPT}"),
        ("personnel", part("end", "draw(you, 1)", only_if="attempt_by(you)"), 1, f"'attempt_by' {HERE} {ATTEMPT}"),
        ("personnel", part("start", "mod_skill(self, 1, this_attempt)"), 20, f"'this_attempt' {HERE} {ATTEMPT}"),
        ("personnel", part("act/attempt", "negate"), 1, f"'negate' {HERE} response"),
        (
            "personnel",
            part("act/attempt", "draw(you, 1)", only_if="announced([lethal])"),
            1,
            f"'announced' {HERE} response",
        ),
        ("personnel", part("static", "mod_cost(opp, event, 1)"), 10, "'opp' is chosen when something happens"),
        ("personnel", part("start", "draw(you, 1)", only_if="pool(opp) >= 1"), 6, "'opp' is chosen when"),
        (
            "personnel",
            part("act/own_turn", "peek_build(tgt)", target="queue(opp)"),
            7,
            "'opp' is chosen when something happens; here it is each_other",
        ),
        ("personnel", part("static", "mod_skill(host, 1)"), 11, "only attached Gear has a bearer (SCP-308)"),
        ("personnel", part("start", "draw(controller, 1)"), 6, "'controller' is of an SCP; of other cards it is 'you'"),
        ("personnel", part("start", "wound(tgt, 1)"), 7, "there is no target here"),
        ("personnel", part("act/own_turn", "draw(tgt_controller, 1)"), 6, "there is no target here"),
        ("personnel", part("act/own_turn", "draw(tgt_player, 1)"), 6, "there is no player as target here"),
        (
            "personnel",
            part("act/own_turn", "draw(tgt_player, 1)", target="mine[personnel]"),
            6,
            "there is no player as target here; that is the key 'target_player'",
        ),
        (
            "personnel",
            part("act/own_turn", "tap(tgt)", target="mine[personnel]", only_if="some(tgt)"),
            6,
            "there is no target here",
        ),
        (
            "personnel",
            part("act/own_turn", "draw(tgt_controller, 1)", target="my_discard"),
            6,
            "a target in the discard pile has no controller",
        ),
        ("personnel", part("act/own_turn", "draw(you, cost_paid)"), 11, "'cost_paid' is of a card that is destroyed"),
        ("personnel", part("act/own_turn", "draw(you, cost_paid)", cost="pay(1)"), 11, "'cost_paid' is of a card"),
        (
            "personnel",
            part("act/own_turn", "draw(you, 1)", cost="pay(cost_paid), destroy(self)"),
            5,
            "'cost_paid' is known when the cost is paid",
        ),
        (
            "personnel",
            part("act/own_turn", "draw(you, 1)", cost="pay(pool(opp))"),
            10,
            "'opp' is chosen when something",
        ),
        ("event", part("event/own_turn", "wound(self, 1)"), 7, f"'self' {HERE} static, start"),
        ("event", part("event/own_turn", "wound(all(mine[personnel and other]), 1)"), 30, f"'other' {HERE} static"),
        ("event", part("event/own_turn", "draw(you, 1)", cost="tap"), 1, f"'tap' {HERE} static, start"),
        (
            "complication",
            part("complication", "draw(you, 1)", target="any[personnel and not this]"),
            23,
            f"'this' {HERE} static",
        ),
        ("personnel", part("start", "draw(each[resource], 1)"), 6, "players have no filter"),
    ],
)
def test_words_that_stand_where_they_mean_nothing(kind: str, abilities: str, column: int, told: str) -> None:
    assert in_part(fault(card(kind, abilities=text(abilities))), column).startswith(told)


@pytest.mark.rule("SCP-213", "SCP-238", "SCP-442", "SCP-502", "SCP-508", "SCP-615")
@pytest.mark.parametrize(
    ("do", "column", "told"),
    [
        (
            "wound(all(mine), 1)",
            7,
            "'wound' is about Personnel in play; this can be Gear in play or Finance in play or",
        ),
        ("wound(one(mine[gear]), 1)", 7, "'wound' is about Personnel in play; this can be Gear in play"),
        ("wound(one(mine[personnel or gear]), 1)", 7, "'wound' is about Personnel in play; this can be Gear in play"),
        ("wound(one(mine[not gear]), 1)", 7, "this can be Finance in play or Resources in play or SCPs in play"),
        ("wound(one(mine[tapped]), 1)", 7, "this can be Gear in play"),
        ("heal(one(my_discard), 1)", 6, "'heal' is about Personnel in play; this can be cards of the own discard pile"),
        ("tap(all(mine))", 5, "this can be SCPs in play"),
        ("untap(one(mine[scp]))", 7, "this can be SCPs in play"),
        ("return_to_hand(one(theirs))", 16, "this can be SCPs in play"),
        ("add_finance_token(one(mine[resource]), 1)", 19, "'add_finance_token' is about Finance in play"),
        ("add_build(one(mine[gear]), 1)", 11, "'add_build' is about face-down cards of a Build Queue"),
        ("peek_build(one(theirs))", 12, "'peek_build' is about face-down cards of a Build Queue"),
        ("set_status(one(mine), contained)", 12, "'set_status' is about SCPs in play"),
        ("add_escalation(self, 1)", 16, "'add_escalation' is about SCPs in play; this can be Personnel in play"),
        ("destroy(one(queue(you)))", 9, "this can be face-down cards of a Build Queue"),
        ("recover(one(mine[gear]))", 9, "'recover' is about cards of the own discard pile; this can be Gear in play"),
        ("mod_skill(mine, 1, this_turn)", 11, "'mod_skill' is about Personnel in play"),
        ("mod_req(self, raid, 1, this_turn)", 9, "'mod_req' is about SCPs in play"),
        ("blank(queue(each), this_turn)", 7, "this can be face-down cards of a Build Queue"),
        ("assign_defend(self, one(mine[gear]))", 21, "'assign_defend' is about SCPs in play; this can be Gear in play"),
        ("assign_defend(one(mine), one(mine[scp]))", 15, "'assign_defend' is about Personnel in play"),
        ("when(secured_this_turn(mine), draw(you, 1))", 24, "'secured_this_turn' is about SCPs in play"),
        ("assign_defend(one(mine[personnel]), one(mine[scp and contained and icon(command)]))", 68, "'icon' is about"),
    ],
)
def test_an_effect_names_what_it_is_about(do: str, column: int, told: str) -> None:
    assert told in in_part(fault(card(abilities=text(part("start", do)))), column)


ABOUT = {
    "personnel": "Personnel in play",
    "gear": "Gear in play",
    "finance": "Finance in play",
    "resource": "Resources in play",
    "scp": "SCPs in play",
}


@pytest.mark.rule("SCP-503", "SCP-515")
@pytest.mark.parametrize(
    ("when", "do", "fits"),
    [
        ("start", "wound(all(mine[X]), 1)", "personnel"),
        ("start", "heal(all(mine[X]), 1)", "personnel"),
        ("start", "repair(all(mine[X]), 1)", "personnel"),
        ("act/attempt", "remove_from_attempt(one(any[X]))", "personnel"),
        ("start", "tap(all(mine[X]))", "personnel gear finance resource"),
        ("start", "untap(all(mine[X]))", "personnel gear finance resource"),
        ("start", "return_to_hand(all(mine[X]))", "personnel gear finance resource"),
        ("start", "destroy(all(mine[X]))", "personnel gear finance resource scp"),
        ("start", "add_finance_token(all(mine[X]), 1)", "finance"),
        ("start", "remove_finance_token(all(mine[X]), 1)", "finance"),
        ("start", "add_escalation(all(mine[X]), 1)", "scp"),
        ("start", "remove_escalation(all(mine[X]), 1)", "scp"),
        ("start", "set_status(all(mine[X]), secured)", "scp"),
        ("start", "add_build(all(mine[X]), 1)", ""),
        ("start", "remove_build(all(mine[X]), 1)", ""),
        ("start", "peek_build(all(mine[X]))", ""),
        ("start", "recover(all(mine[X]))", ""),
        ("start", "assign_defend(self, one(mine[X]))", "scp"),
        ("start", "mod_skill(mine[X], 1, this_turn)", "personnel"),
        ("start", "grant_skill(mine[X], covert, this_turn)", "personnel"),
        ("start", "lose_skill(mine[X], all, this_turn)", "personnel"),
        ("start", "grant_icon(mine[X], command, this_turn)", "personnel"),
        ("start", "mod_req(mine[X], contain, 1, this_turn)", "scp"),
        ("start", "blank(mine[X], this_turn)", "personnel gear finance resource scp"),
        ("static", "mod_skill(mine[X], 1)", "personnel"),
        ("static", "mod_req(mine[X], contain, 1)", "scp"),
        ("static", "grant_skill(mine[X], covert)", "personnel"),
        ("static", "lose_skill(mine[X], covert)", "personnel"),
        ("static", "grant_icon(mine[X], command)", "personnel"),
        ("static", "immune(mine[X], event)", "personnel gear finance resource scp"),
        ("static", "cannot_do(mine[X], defend)", "personnel"),
        ("static", "mod_production(mine[X], 1)", "finance"),
        ("static", "attrition_value(mine[X], 1)", "personnel gear finance"),
        ("act/attempt", "when(in_attempt(mine[X]), draw(you, 1))", "personnel"),
        ("start", "when(secured_this_turn(mine[X]), draw(you, 1))", "scp"),
        ("start", "when(contained_this_turn(mine[X]), draw(you, 1))", "scp"),
        ("start", "when(destroyed_this_turn(mine[X]), draw(you, 1))", "scp"),
        ("start", "when(members_had(mine[X], soldier), draw(you, 1))", "scp"),
        ("start", "when(no_complication(mine[X]), draw(you, 1))", "scp"),
    ],
)
def test_each_word_is_about_some_types_of_cards(when: str, do: str, fits: str) -> None:
    for kind, called in ABOUT.items():
        body = card(abilities=text(part(when, do.replace("X", kind))))
        if kind in fits.split():
            assert len(read(body).abilities) == 1
        else:
            assert fault(body).endswith(f"this can be {called}")


@pytest.mark.rule("SCP-519", "SCP-317")
@pytest.mark.parametrize(
    ("when", "do", "column", "told"),
    [
        ("start", "wound(one(mine[personnel and contained]), 1)", 30, "'contained' is about SCPs in play; here it is"),
        ("start", "tap(one(mine[gear and skill(covert)]))", 23, "'skill' is about Personnel in play; here it is asked"),
        ("start", "tap(one(mine[event]))", 14, "'event' is about cards of the own discard pile"),
        (
            "start",
            "peek_build(one(queue(you)[resource]))",
            27,
            "here it is asked about face-down cards of a Build Queue",
        ),
        ("start", "peek_build(one(queue(you)[cost >= 2]))", 27, "'cost' is about Personnel in play"),
        ("start", "recover(one(my_discard[tapped]))", 24, "'tapped' is about Personnel in play"),
        ("start", "recover(one(my_discard[controlled(you)]))", 24, "here it is asked about cards of the own discard"),
        ("start", "when(personnel, draw(you, 1))", 6, "'personnel' is about Personnel in play"),
        ("start", "when(cost >= 2, draw(you, 1))", 6, "here the match is asked about"),
        ("start", "draw(you, cost)", 11, "here the match is asked about"),
        ("static", "immune(self, tapped)", 14, "'tapped' is about Personnel in play"),
        ("static", "immune(self, skill(covert))", 14, "here it is asked about cards that would have a target"),
        ("static", "mod_cost(you, complication, -1)", 15, "here it is asked about cards that cost something"),
        ("static", "mod_cost(you, scp, -1)", 15, "'scp' is about SCPs in play or"),
        ("static", "mod_skill(self, cost)", 17, "'cost' is about Personnel in play"),
    ],
)
def test_a_condition_is_asked_about_what_it_can_be_true_of(when: str, do: str, column: int, told: str) -> None:
    assert told in in_part(fault(card(abilities=text(part(when, do)))), column)


@pytest.mark.rule("SCP-235", "SCP-310", "SCP-520")
def test_what_is_asked_before_is_about_the_match_or_about_what_was_destroyed() -> None:
    for key, when in (("only_if", "start"), ("requires", "mission")):
        given = part(when, None if when == "mission" else "draw(you, 1)", **{key: "pool(you) >= 1 and tapped"})
        others = [part("success", "draw(you, 1)"), part("failure", "mill(you, 1)")] if when == "mission" else []
        said = fault(card("mission" if when == "mission" else "gear", abilities=text(given, *others)))
        assert in_part(said, 20).endswith("here the match is asked about")
    which = part("destroyed", "draw(you, 1)", which="personnel and defending")
    assert in_part(fault(card(abilities=text(which))), 15).endswith(
        "here it is asked about the card that was destroyed"
    )


@pytest.mark.rule("SCP-316")
@pytest.mark.parametrize(
    "do",
    [
        "assign_defend(one(mine[personnel]), one(mine[scp])), tap(one(mine[personnel]))",
        "when(pool(you) >= 1, [tap(one(mine[gear])), wound(one(mine[personnel]), 1)], destroy(own_choice(any)))",
    ],
)
def test_each_effect_has_its_own_target(do: str) -> None:
    assert len(read(card(abilities=text(part("start", do)))).abilities) == 1


@pytest.mark.rule("SCP-301", "SCP-315", "SCP-502")
@pytest.mark.parametrize(
    ("kind", "cost", "column", "told"),
    [
        ("personnel", "destroy(one(theirs[gear]))", 9, "the cost is one card of its player: self or one(mine[...])"),
        ("personnel", "destroy(all(mine[gear]))", 9, "the cost is one card of its player"),
        ("personnel", "destroy(own_choice(mine[gear]))", 9, "the cost is one card of its player"),
        ("personnel", "destroy(one(mine))", 9, "this can be SCPs in play"),
        ("scp", "destroy(self)", 9, "this can be SCPs in play"),
        ("scp", "tap", 1, "an SCP is not tapped as a cost (SCP-502)"),
        ("gear", "remove_finance_token(1)", 1, "only a Finance has Finance Tokens (SCP-213)"),
        ("gear", "pay(1), pay(1)", 9, "a cost names 'pay' once"),
        ("gear", "tap, destroy(self), tap", 21, "a cost names 'tap' once"),
    ],
)
def test_a_player_pays_with_their_own(kind: str, cost: str, column: int, told: str) -> None:
    said = fault(card(kind, abilities=text(part("act/own_turn", "draw(you, 1)", cost=cost))))
    assert told in in_part(said, column)


@pytest.mark.rule("SCP-R71", "SCP-510")
@pytest.mark.parametrize(
    ("kind", "do", "only_if", "told"),
    [
        ("gear", "grant_icon(host, command)", "icons(soldier) >= 1", "'grant_icon' all the time can't ask for 'icons'"),
        ("gear", "grant_icon(mine[icon(soldier)], command)", None, "can't ask for 'icon', which depends on it"),
        ("gear", "grant_icon(mine[skill(soldier)], command)", None, "can't ask for 'skill'"),
        ("gear", "grant_skill(mine[skill(covert)], combat)", None, "'grant_skill' all the time can't ask for 'skill'"),
        ("gear", "lose_skill(mine[skill(covert)], all)", None, "'lose_skill' all the time can't ask for 'skill'"),
        ("gear", "grant_skill(host, covert)", "untapped_total(covert) >= 4", "can't ask for 'untapped_total'"),
        ("gear", "mod_skill(host, untapped_total(covert))", None, "'mod_skill' all the time can't ask for"),
        ("resource", "grant_icon(mine[personnel], command)", None, "a Resource that needs Icons gives none"),
    ],
)
def test_what_gives_something_does_not_ask_for_what_depends_on_it(
    kind: str, do: str, only_if: str | None, told: str
) -> None:
    asked = {} if only_if is None else {"only_if": only_if}
    needs = {"required_icons": '["command"]'} if kind == "resource" else {}
    said = fault(card(kind, abilities=text(part("static", do, **asked)), **needs))
    assert told in said
    assert said.endswith("SCP-R71)")


@pytest.mark.rule("SCP-216", "SCP-235", "SCP-610")
@pytest.mark.parametrize(
    ("abilities", "number", "column", "told"),
    [
        (mission("queue(you)", success="destroy(tgt)"), 2, 9, "'destroy' is about Personnel in play"),
        (mission("mine[gear]", success="set_status(tgt, secured)"), 2, 12, "'set_status' is about SCPs in play"),
        (mission("mine[gear]", requires="secured_this_turn(tgt)"), 1, 19, "'secured_this_turn' is about SCPs in play"),
        (mission(None, success="draw(tgt_player, 1)"), 2, 6, "there is no player as target here"),
        (mission(None, failure="destroy(tgt)"), 3, 9, "there is no target here"),
        (mission(None, requires="pool(opp) >= 3"), 1, 6, "'opp' is chosen when something happens"),
        (mission("mine[gear and other]"), 1, 15, f"'other' {HERE} static"),
        (
            mission(
                "any[scp]", "unsecured_total >= 1", "draw(you, 1)", "mill(you, 1)", part("restrict", "mod_group(1)")
            ),
            4,
            1,
            "the restrictions of a Mission are of 'cannot' (SCP-216)",
        ),
        (
            mission(
                "mine[gear]",
                "unsecured_total >= 1",
                "draw(you, 1)",
                "mill(you, 1)",
                part("restrict", "cannot(you, assign_secure_other)"),
            ),
            4,
            13,
            "'assign_secure_other' is a restriction of a Mission whose target is an SCP (SCP-216)",
        ),
    ],
)
def test_what_a_mission_may_say(abilities: str, number: int, column: int, told: str) -> None:
    assert in_part(fault(card("mission", abilities=abilities)), column, number).startswith(told)


@pytest.mark.rule("SCP-216")
def test_only_a_mission_forbids_to_secure_others() -> None:
    said = fault(card(abilities=text(part("static", "cannot(you, assign_secure_other)"))))
    assert "'assign_secure_other' is a restriction of a Mission" in in_part(said, 13)


@pytest.mark.rule("SCP-427")
def test_a_complication_has_as_its_target_a_card_on_the_table() -> None:
    said = fault(card("complication", abilities=text(part("complication", "draw(you, 1)", target="my_discard"))))
    assert in_part(said, 1) == "the target of a Complication is a card in play or in a Build Queue (SCP-427)"


def test_a_target_that_cannot_be_read_is_told_once() -> None:
    body = card("mission", abilities=mission("any[sc]", success="set_status(tgt, secured)"))
    assert in_part(fault(body), 5) == "unknown condition 'sc'; did you mean 'scp'?"


@pytest.mark.parametrize(
    ("kind", "parts"),
    [
        ("personnel", [part("end", "draw(you + each_other, 1 + count(mine) - 1)")]),
        ("personnel", [part("start", "wound(one(mine[not (gear or finance or resource or scp)]), 1)", may=True)]),
        ("personnel", [part("static", "mod_skill(members[other and cost <= 3], count(mine[gear]))")]),
        ("personnel", [part("act/response", "negate", cost="tap, pay(1)", only_if="announced([lethal])")]),
        ("personnel", [part("act/own_turn", "draw(tgt_player, 1)", target_player="each_other")]),
        ("personnel", [part("act/own_turn", "lose_resources(tgt_controller, 1)", target="queue(each_other)")]),
        ("personnel", [part("you_destroy", "draw(you, count(members))", only_if="in_attempt(self)")]),
        ("personnel", [part("destroyed", "draw(opp, 1)", which="this or gear and controlled(you) and cost >= 2")]),
        ("gear", [part("static", "immune(host, event or of_type([lethal]) or subtype(Prank) or titled(C04))")]),
        ("gear", [part("act/attempt", "mod_skill(host, cost_paid, this_attempt)", cost="destroy(one(mine[finance]))")]),
        ("gear", [part("static", "mod_skill(mine[icon(soldier)], icons(command)), grant_skill(host, covert)")]),
        ("finance", [part("end", "draw(you, 1)", may=True, cost="remove_finance_token(2), discard_hand(1)")]),
        ("resource", [part("static", "grant_icon(mine[personnel and subtype(D_Class)], command)")]),
        ("resource", [part("you_secure", "heal(all(members), 1)", only_if="attempt([raid])")]),
        ("scp", [part("escalation", "draw(active, 1), draw(controller, 1)", status="secured", only_if="some(self)")]),
        ("scp", [part("attempt_failed", "add_escalation(self, count(members))")]),
        ("event", [part("event/attempt", "mod_skill(tgt, 2, this_attempt)", target="members[not skill(occult)]")]),
        ("event", [part("event/own_turn", "recover(tgt)", target="my_discard[personnel or cost >= 2 or mission]")]),
        ("complication", [part("complication", "destroy(tgt), draw(tgt_controller, 1)", target="any[not scp]")]),
        (
            "complication",
            [part("complication", "blank(tgt, this_attempt)", target="any[gear]", only_if="some(members)")],
        ),
    ],
)
def test_combinations_with_a_meaning(kind: str, parts: list[str]) -> None:
    assert len(read(card(kind, abilities=text(*parts))).abilities) == len(parts)


# What a part of a text has


@pytest.mark.rule("SCP-208", "SCP-301", "SCP-310", "SCP-314", "SCP-316", "SCP-413", "SCP-427", "SCP-505", "SCP-602")
@pytest.mark.parametrize(
    ("kind", "abilities", "told"),
    [
        ("personnel", part("secured", "draw(you, 1)"), "'when' of a Personnel is one of static, start, end, each_end"),
        ("personnel", part("event/own_turn", "draw(you, 1)"), "'when' of a Personnel is one of static"),
        ("scp", part("mission", requires="some(mine)"), "'when' of an SCP is one of static, start, end, each_end"),
        ("personnel", part("start"), "'do' is missing"),
        ("personnel", part("static", "mod_skill(self, 1)", may=True), "'may' has no meaning for 'static'; it may have"),
        ("personnel", part("start/own_turn", "draw(you, 1)"), "'window' has no meaning for 'start'"),
        ("personnel", part("start", "draw(you, 1)", target="mine"), "'target' has no meaning for 'start'"),
        ("personnel", part("escalation", "draw(you, 1)", may=True), "'may' has no meaning for 'escalation'"),
        ("personnel", part("start", "draw(you, 1)", which="gear"), "'which' has no meaning for 'start'"),
        ("personnel", part("start", "draw(you, 1)", requires="some(mine)"), "'requires' has no meaning for 'start'"),
        ("personnel", part("start", "draw(you, 1)", cost="pay(1)"), "only what may be left has a cost: may = true"),
        ("personnel", part("start", "draw(you, 1)", status="secured"), "only an SCP has a status (SCP-505)"),
        ("personnel", part("destroyed", "draw(you, 1)"), "'destroyed' has 'which' (SCP-520)"),
        ("personnel", part("act", "draw(you, 1)"), "'act' has 'window' (SCP-314)"),
        ("personnel", part("act/defend", "draw(you, 1)"), "an ability has another window (SCP-413)"),
        (
            "personnel",
            part("act/own_turn", "draw(you, 1)", target="mine", target_player="each"),
            "a part of a text has 'target' or 'target_player', one of the two (SCP-316)",
        ),
        ("event", part("event", "draw(you, 1)"), "'event' has 'window' (SCP-310)"),
        ("event", part("event/own_turn", "draw(you, 1)", status="secured"), "'status' has no meaning for 'event'"),
        ("complication", part("complication", "mod_group(1)"), "'complication' has 'target' (SCP-427)"),
        (
            "complication",
            part("complication", "mod_group(1)", target="members", cost="pay(1)"),
            "'cost' has no meaning for 'complication'; it may have target, only_if",
        ),
    ],
)
def test_what_a_part_of_a_text_has(kind: str, abilities: str, told: str) -> None:
    found = faults(HEAD + card(kind, abilities=text(abilities)))
    assert any("'abilities[1]': " in said and told in said for said in found), found


@pytest.mark.rule("SCP-235", "SCP-605", "SCP-607", "SCP-610")
@pytest.mark.parametrize(
    ("kind", "abilities", "told"),
    [
        ("event", None, "an Event has one part with when = 'event', not 0 (SCP-607)"),
        ("event", text(*[part("event/own_turn", "draw(you, 1)")] * 2), "one part with when = 'event', not 2"),
        ("complication", None, "a Complication has one part with when = 'complication', not 0 (SCP-605)"),
        ("mission", text(part("success", "draw(you, 1)"), part("failure", "mill(you, 1)")), "when = 'mission', not 0"),
        (
            "mission",
            text(part("mission", requires="some(mine)"), part("failure", "mill(you, 1)")),
            "'success', not 0",
        ),
        (
            "mission",
            text(part("mission", requires="some(mine)"), part("success", "mill(you, 1)")),
            "'failure', not 0",
        ),
        (
            "mission",
            mission(None, "some(mine)", "draw(you, 1)", "mill(you, 1)", *[part("restrict", "cannot(you, raid)")] * 2),
            "the restrictions of a Mission stand in one part (SCP-610)",
        ),
    ],
)
def test_what_a_card_does_when_it_is_played_stands_there_once(kind: str, abilities: str | None, told: str) -> None:
    (found,) = faults(HEAD + card(kind, abilities=abilities))
    assert "key 'abilities': " in found
    assert told in found


@pytest.mark.rule("SCP-610")
def test_a_mission_is_read_when_it_succeeds_or_fails() -> None:
    does = text(part("mission", "draw(you, 1)", requires="some(mine)"), part("success", "draw(you, 1)"))
    found = faults(HEAD + card("mission", abilities=does))
    assert "a Mission is played for its success: 'do' stands there (SCP-610)" in found[0]
    bare = text(part("mission"), part("success", "draw(you, 1)"), part("failure", "mill(you, 1)"))
    assert "'mission' has 'requires' (SCP-235)" in faults(HEAD + card("mission", abilities=bare))[0]


# What a card has


@pytest.mark.rule("SCP-503", "SCP-511", "SCP-512", "SCP-513", "SCP-601", "SCP-602", "SCP-603", "SCP-605", "SCP-606")
@pytest.mark.rule("SCP-607", "SCP-608", "SCP-609", "SCP-610", "SCP-611", "SCP-612", "SCP-613", "SCP-615", "SCP-R72")
@pytest.mark.parametrize(
    ("body", "told"),
    [
        (card("personel"), "'types': unknown name 'personel'; did you mean 'personnel'?"),
        (card(types="[]"), "'types': Expected `array` of length >= 1"),
        (card(types='["personnel", "personnel"]'), "'types': a card stays in play as one type"),
        (card("personnel gear"), "'types': a card stays in play as one type, not as a Personnel and a Gear (SCP-R72)"),
        (card("event event"), "'types': each is named once"),
        (card("scp mission"), "'types': an SCP is kept apart from all other cards; it has no other type (SCP-615)"),
        (card("scp", class_='"kter"'), "'class': unknown name 'kter'; did you mean 'keter'?"),
        (card("scp", class_=None), "'class': an SCP has 'class' (SCP-603)"),
        (card("scp", skill=None), "'skill': an SCP has 'skill' (SCP-603)"),
        (card("scp", skill="51"), "'skill': Expected `int` <= 50"),
        (card("scp", secure=None), "'secure': an SCP has 'secure' (SCP-603)"),
        (card("scp", contain="-1"), "'contain': Expected `int` >= 0"),
        (card("scp", contain="100"), "'contain': Expected `int` <= 99"),
        (card("scp", escalation="0"), "'escalation': the Escalation Value of an SCP is at least 1 (SCP-503)"),
        (card("scp", escalation="31"), "'escalation': Expected `int` <= 30"),
        (card("scp", secure_skills='["combt"]'), "'secure_skills': unknown name 'combt'; did you mean 'combat'?"),
        (card("scp", secure_skills='["combat", "combat"]'), "'secure_skills': each is named once"),
        (card("scp", contain_skills='["medical", "medical"]'), "'contain_skills': each is named once"),
        (card("scp", cost="3"), "'cost': an SCP has no 'cost' (SCP-603)"),
        (card("scp", keywords='["unique"]'), "'keywords': 'unique' is a keyword of personnel; this is an SCP"),
        (card(affiliation=None), "'affiliation': a Personnel has 'affiliation' (SCP-611)"),
        (card(affiliation='"foundation"'), "'affiliation': Expected `str` matching regex"),
        (card(cost=None), "'cost': a Personnel has 'cost' (SCP-611)"),
        (card(cost="51"), "'cost': Expected `int` <= 50"),
        (card(cost="1.5"), "'cost': Expected `int"),
        (card(skill_value=None), "'skill_value': a Personnel has 'skill_value' (SCP-611)"),
        (card(skills='["covrt"]'), "'skills': unknown name 'covrt'; did you mean 'covert'?"),
        (card(icons='["site_0"]'), "'icons': an Icon is command, researcher, soldier, non_human or the number of"),
        (card(icons='["site_10000"]'), "the number of a site, as site_19, not 'site_10000' (SCP-612)"),
        (card("complication", overcome='{ icons = ["sites_7"] }'), "'overcome': an Icon is"),
        (card("gear", abilities=text(part("static", "grant_icon(host, site_18)"))), "'site_18' is no icon; did you"),
        (card(icons='["command", "command"]'), "'icons': each is named once"),
        (card(keywords='["uniqe"]'), "'keywords': unknown name 'uniqe'; did you mean 'unique'?"),
        (card(keywords='["unique", "unique"]'), "'keywords': each is named once"),
        (card(subtypes='["human"]'), "'subtypes': Expected `str` matching regex"),
        (card(subtypes='["Human", "Human"]'), "'subtypes': each is named once"),
        (card(escalation="1"), "'escalation': a Personnel has no 'escalation' (SCP-611)"),
        (card(production="1"), "'production': a Personnel has no 'production' (SCP-611)"),
        (card("gear", mode=None), "'mode': a Gear has 'mode' (SCP-609)"),
        (card("gear", mode='"atached"'), "'mode': unknown name 'atached'; did you mean 'attached'?"),
        (card("gear", skill_value="1"), "'skill_value': a Gear has no 'skill_value' (SCP-609)"),
        (card("gear", keywords='["unique"]'), "'keywords': 'unique' is a keyword of personnel; this is a Gear"),
        (card("finance", production=None), "'production': a Finance has 'production' (SCP-608)"),
        (card("finance", production="21"), "'production': Expected `int` <= 20"),
        (card("resource", cost="1"), "'cost': a Resource has no 'cost' (SCP-613)"),
        (card("resource", required_icons='["soldir"]'), "'required_icons': an Icon is command, resear"),
        (card("resource", keywords='["attrition_immune"]'), "is a keyword of personnel, gear, finance; this is a Res"),
        (card("event", cost=None), "'cost': an Event has 'cost' (SCP-607)"),
        (card("event", windows='["raid"]'), "'windows': an Event has no 'windows' (SCP-607)"),
        (card("event", keywords='["unique"]'), "'keywords': an Event has no 'keywords' (SCP-607)"),
        (card("complication", cost="1"), "'cost': a Complication has no 'cost' (SCP-605)"),
        (card("complication", complication_type=None), "a Complication has 'complication_type' (SCP-605)"),
        (card("complication", complication_type='"letal"'), "unknown name 'letal'; did you mean 'lethal'?"),
        (card("complication", windows="[]"), "'windows': Expected `array` of length >= 1"),
        (
            card("complication", windows='["destroy"]'),
            "'windows': unknown name 'destroy'; known here: contain, raid, secure",
        ),
        (card("complication", windows='["raid", "raid"]'), "'windows': each is named once"),
        (card("complication", escalation=None), "'escalation': a Complication has 'escalation' (SCP-605)"),
        (card("complication", overcome="{}"), "'overcome': to be overcome it needs Skills, Icons or a total"),
        (card("complication", overcome='{ skill = ["combat"] }'), "unknown key 'skill'; did you mean 'skills'?"),
        (card("complication", overcome='{ skills = ["cmbat"] }'), "unknown name 'cmbat'; did you mean 'combat'?"),
        (card("mission", mission_type=None), "'mission_type': a Mission has 'mission_type' (SCP-610)"),
        (card("mission", cost="1"), "'cost': a Mission has no 'cost' (SCP-610)"),
        (card("event mission", production="1"), "an Event and a Mission has no 'production' (SCP-607, SCP-610)"),
        (card(name=""), "'name': Expected `str` of length >= 1"),
        (card(skils="3"), "'skils': unknown key; did you mean 'skills'?"),
        (card(abilities='[{ when = "strt", do = "draw(you, 1)" }]'), "unknown name 'strt'; did you mean 'start'?"),
        (card(abilities='[{ when = "start", doo = "draw(you, 1)" }]'), "unknown key 'doo'; did you mean 'do'?"),
        (card(abilities='[{ do = "draw(you, 1)" }]'), "'abilities': Object missing required field `when`"),
    ],
)
def test_what_a_card_of_its_types_has(body: str, told: str) -> None:
    found = faults(HEAD + body)
    assert any(told in said for said in found), found
    assert all(said.startswith("tests.toml:3: card ") for said in found)


@pytest.mark.parametrize("key", ["id", "name", "types"])
def test_every_card_has_an_id_a_name_and_types(key: str) -> None:
    lines = [line for line in card().splitlines() if not line.startswith(f"{key} =")]
    (found,) = faults(HEAD + "\n".join(lines))
    assert f"key {key!r}: Object missing required field `{key}`" in found


@pytest.mark.rule("SCP-R70")
def test_a_card_has_room_for_so_much() -> None:
    act = part("act/own_turn", "draw(you, 1)")
    assert "length <= 10" in fault(card(abilities=text(*[act] * 11)))
    holds = part("static", ", ".join(["mod_skill(self, 1)"] * 21))
    assert fault(card(abilities=text(holds))) == "'abilities': a card has at most 20 passive words, not 21"
    full = read(card(abilities=text(part("static", ", ".join(["mod_skill(self, 1)"] * 20)), *[act] * 9)))
    assert (len(full.abilities), full.uses) == (10, {"mod_skill"})


# What is read from a card


def printed(cid: str) -> Definition:
    """A card of the core set."""
    return core().cards[cid]


@pytest.mark.rule("SCP-602")
def test_a_card_of_two_types_is_played_as_either() -> None:
    alarm = printed("E16")
    kinds: list[CardType] = ["event", "complication", "personnel"]
    assert [alarm.is_(kind) for kind in kinds] == [True, True, False]
    event, complication = alarm.play("event"), alarm.play("complication")
    assert event is not None
    assert complication is not None
    assert (event.number, event.window, complication.number, complication.window) == (1, "own_turn", 2, None)
    assert [call.text for call in alarm.blocks[complication.block]] == ["mod_group(-2)"]
    assert (alarm.cost, alarm.escalation, alarm.windows) == (1, 0, ("raid",))
    assert alarm.overcome == Overcome(("covert",), (), 6)
    assert alarm.play("mission") is None
    assert not alarm.in_play


@pytest.mark.rule("SCP-R72")
def test_what_stays_in_play_may_also_be_played_as_an_event() -> None:
    both = read(
        card("personnel event", abilities=text(part("event/own_turn", "draw(you, 1)"), part("start", "draw(you, 1)")))
    )
    assert (both.types, both.in_play, both.cost) == (("personnel", "event"), True, 1)


@pytest.mark.rule("SCP-511", "SCP-512", "SCP-513", "SCP-609")
def test_keywords_and_where_gear_lies() -> None:
    found = [(c.unique, c.indestructible, c.attrition_immune) for c in map(printed, ("P01", "S01", "P11", "P15"))]
    assert found == [(True, False, False), (False, True, False), (True, False, True), (False, False, False)]
    assert [printed(cid).attached for cid in ("G01", "G05", "F01")] == [True, False, False]


@pytest.mark.rule("SCP-311", "SCP-505")
def test_abilities_are_found_by_when() -> None:
    kit, rifle, watcher = printed("G07"), printed("G03"), printed("S42")
    assert [ability.when for ability in kit.having("act", "static")] == ["static", "act"]
    assert [ability.only_if is None for ability in rifle.having("static")] == [True, False]
    assert (kit.uses, watcher.uses) == ({"grant_skill"}, set())
    assert [ability.when for ability in watcher.having("secured", "contained")] == ["secured", "contained"]
    windows: list[Window | None] = [ability.window for ability in printed("R06").abilities]
    assert windows == ["response"]
    assert [ability.status for ability in printed("S33").abilities] == ["secured"]


@pytest.mark.rule("SCP-216", "SCP-235", "SCP-610")
def test_a_mission_has_its_parts() -> None:
    quiet, paper = printed("M01"), printed("M06")
    assert [ability.when for ability in quiet.abilities] == ["mission", "restrict", "success", "failure"]
    played, restricted = quiet.play("mission"), quiet.play("restrict")
    assert played is not None
    assert restricted is not None
    assert (played.block, played.target is None, played.requires is None) == (-1, False, False)
    assert ([call.word for call in restricted.calls], restricted.block) == (["cannot"], -1)
    assert paper.play("restrict") is None
    assert quiet.uses == set()


@pytest.mark.rule("SCP-316")
def test_a_part_that_speaks_of_an_opponent_says_so() -> None:
    speaking = {card.cid for card in core().cards.values() if any(ability.opponent for ability in card.abilities)}
    assert speaking == {"F10", "E11"}
    named = {card.cid for card in core().cards.values() for a in card.abilities if a.target_player is not None}
    assert named == {"M05", "M11"}


@pytest.mark.rule("SCP-603", "SCP-605", "SCP-607", "SCP-608", "SCP-609", "SCP-610", "SCP-611", "SCP-613")
@pytest.mark.parametrize(
    ("cid", "attributes"),
    [
        (
            "S01",
            "types scp; class keter; subtypes Creature; keywords indestructible; skill 10; secure 14; "
            "secure_skills combat; contain 10; contain_skills science; escalation 8",
        ),
        (
            "P11",
            "types personnel; subtitle Prototype Custodian; affiliation Foundation; subtypes Construct; "
            "keywords attrition_immune, unique; cost 6; skill_value 6; skills technical, technical, combat; "
            "icons non_human",
        ),
        ("G01", "types gear; subtypes Suit; cost 3; mode attached"),
        ("G05", "types gear; subtypes Station; cost 3; mode standalone"),
        ("F04", "types finance; subtypes Subsidiary; cost 5; production 3"),
        ("R01", "types resource; subtypes Containment; required_icons command, researcher"),
        ("E05", "types event; subtypes Oversight; cost 1; window response"),
        (
            "C11",
            "types complication; complication_type lethal; subtypes Attack; escalation 1; windows secure, raid; "
            "overcome combat, 8",
        ),
        ("M01", "types mission; mission_type combat; escalation 2"),
    ],
)
def test_a_catalogue_shows_what_is_printed(cid: str, attributes: str) -> None:
    assert catalogue.printed(printed(cid)).attributes == dict(one.split(" ", 1) for one in attributes.split("; "))


def test_cards_have_names_for_people() -> None:
    names = Names(core().cards)
    assert (names.name("S01"), names.name(None)) == ("SCP-682 Hard-to-Destroy Reptile", "a card")


# A set of cards


@pytest.mark.rule("SCP-R69")
def test_ids_are_unique_also_over_several_files() -> None:
    (found,) = core_faults(HEAD + card(), HEAD + card("gear", "Bo again"))
    assert found.startswith("tests1.toml:3: card 'Bo again', key 'id': 'bo' is taken")


@pytest.mark.rule("SCP-R69")
def test_the_ids_of_the_core_set_are_taken() -> None:
    (found,) = faults(HEAD + card(cid="S01"))
    assert "key 'id': 'S01' is taken" in found


@pytest.mark.rule("SCP-R69")
def test_an_own_set_has_subtypes_and_cards_of_its_own() -> None:
    cook = card(subtypes='["Human", "Pastry-Cook"]')
    asks = card("gear", "Cy", "cy", abilities=text(part("static", "mod_skill(mine[subtype(Pastry_Cook)], 1)")))
    again = card(
        "event", "Di", "di", abilities=text(part("event/own_turn", "recover(tgt)", target="my_discard[titled(bo)]"))
    )
    written = HEAD + cook + asks.replace("mine[", "mine[personnel and ") + again
    loaded = load(written)
    assert [one.cid for one in loaded] == [card_id(hash_of(written), place) for place in (1, 2, 3)]
    assert loaded[0].subtypes == ("Human", "Pastry-Cook")
    body = card(abilities=text(part("static", "mod_skill(mine[personnel and subtype(Pastry_Cook)], 1)")))
    assert "'Pastry_Cook' is no " in fault(body)


def test_a_file_shows_all_its_faults_at_once() -> None:
    worse = card(name="Cy", cid="cy", cost=None, skill_value=None, abilities=text(part("start", "drw(you, 1)")))
    found = faults(HEAD + card(abilities=text(part("start", "wound(tgt, 1)"))) + card("gear", "Di") + worse)
    assert [one.split(":")[1] for one in found] == ["11", "3", "17", "17", "17"]
    said = ["'bo' is taken", "no target", "'drw'", "'cost'", "'skill_value'"]
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
    (read,) = core().sets
    assert (read.id, read.name, len(read.cards)) == ("core", "Core Set", len(core().listed))
    (found,) = core_faults(HEAD + card("gear", mode=None))
    assert "'mode': a Gear has 'mode'" in found
