"""Tables of scenarios for cards: what is given, what is done, and all that has changed.

A row is written as in play. What is given: `p1("P22 secure S18", "G02 on P22", "F02 tokens 2", hand=["E03"])` and
`scps=["S18 2", "p2.S29 contained 1"]`: an Unsecured SCP with 2 counters, and one that P2 has Contained. What is done:
`attempt("S18"), compare()`, by P1 unless a seat is named. Then: `{"p1.P22": "3 tapped", "S18": "p1 secured 2"}`, each
fact that is another one than before, and nothing else may be: the whole table is compared, and nobody may be asked
anything but what the active player is asked in a phase or an attempt. Every figure stands in the row; none is read from
the card. At the end `targets` are all that may be named with the card, `now` facts whether changed or not.

The facts, by name: `turn`, `result`, `attempt` (`secure 9/8`: its total and its requirement); of each player `pool`,
`hand`, `deck`, `discard` (card ids), `mission`; `scp_deck`, `scp_discard`; of each card in play what stands in `_asset`
and `_scp`, under its card id (`p1.P22#2` for the second one of a player), of each face-down card its Resources
(`p1.queue.P19`); of each Personnel its Skills and Icons (`p1.P22.skills`, `p1.P22.icons`), which go with it without a
word. None: it is not there any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import JOBS, Asset, Board, Scp
from domain.games.scp.rules import continuous
from domain.games.scp.rules.turns import PLAYED
from domain.kernel.result import Result
from tests.games.scp.table import P1, P2, Table

Fact = str | None
Facts = Mapping[str, Fact]
MakeTable = Callable[..., Table]
Step = Callable[[Table], None]
DECK = ("P35", "P16", "P17", "P18", "P20")
"""What a deck holds from the top, if a row does not say it."""
SCP_DECK = ("S03", "S08", "S14")
QUIET = {*(f"{phase}_phase" for phase in PLAYED), "attempt_window"}
"""What the active player may be asked at the end of a row."""


# Given


class Side(msgspec.Struct, frozen=True):
    """What one player has."""

    given: Mapping[str, Any]
    cards: Sequence[str]
    queue: Sequence[str]


def side(*cards: str, queue: Sequence[str] = (), **given: Any) -> Side:
    """Cards in play as `P22 tapped wounds 1 secure S18` or `G02 on P22`, face-down ones as `P19 3`."""
    return Side({"deck": DECK, **given}, cards, queue)


p1 = p2 = p3 = side


def dealt(table: Table, sides: Sequence[Side], scps: Sequence[str] = (), scp_deck: Sequence[str] = SCP_DECK) -> Table:
    """The table with the SCPs and with all sides on it."""
    table.scps(*scp_deck)
    for text in scps:
        _scp_given(table, *text.split())
    for seat, given in enumerate(sides):
        table.player(seat, **given.given)
        for text in given.cards:
            _asset_given(table, seat, *text.split())
        for text in given.queue:
            cid, *resources = text.split()
            table.face_down(seat, cid, int(resources[0]) if resources else 0)
    return table


def _scp_given(table: Table, name: str, *words: str) -> None:
    """An SCP: its player in front of it, `contained`, the number of counters."""
    seat, _, cid = name.rpartition(".")
    counters = int(words[-1]) if words and words[-1].isdigit() else 0
    status: Any = "contained" if "contained" in words else None
    table.scp(cid, int(seat[1:]) - 1 if seat else None, status=status, counters=counters)


def _asset_given(table: Table, seat: int, cid: str, *words: str) -> None:
    """A card: `tapped`, `wounds` and `tokens` and how many, `on` its bearer, a job with its SCP."""
    facts: dict[str, Any] = {"tapped": True} if "tapped" in words else {}
    facts |= {name: int(words[words.index(name) + 1]) for name in ("wounds", "tokens") if name in words}
    if "on" in words:
        facts["host"] = iid_of(table, f"p{seat + 1}.{words[words.index('on') + 1]}")
    iid = table.asset(seat, cid, **facts)
    for job in JOBS:
        if job in words:
            scp = iid_of(table, words[words.index(job) + 1]) if job != "research" else None
            table.assigned(job, scp, iid)


# When


def _doing(seat: int, action: Callable[[Table], Any], rule: str) -> Step:
    """An action, or one that is refused by a rule."""

    def step(table: Table) -> None:
        if rule:
            assert table.refused(seat, action(table)).rule == rule
        else:
            table.do(seat, action(table))

    return step


def _named(table: Table, name: str | None) -> str | None:
    return None if name is None else iid_of(table, name)


def event(cid: str, target: str | None = None, player: int | None = None, seat: int = P1, rule: str = "") -> Step:
    """Play an Event of the hand."""
    return _doing(seat, lambda table: a.PlayEvent(table.held(seat, cid), _named(table, target), player), rule)


def complicate(cid: str, target: str, seat: int = P2, rule: str = "") -> Step:
    """Play a Complication of the hand."""
    return _doing(seat, lambda table: a.PlayComplication(table.held(seat, cid), iid_of(table, target)), rule)


def use(name: str, target: str | None = None, ability: int | None = None, seat: int = P1, rule: str = "") -> Step:
    """Use an activated ability, the first one unless its number is given."""
    return _doing(
        seat, lambda table: table.using(seat, iid_of(table, name), _named(table, target), ability=ability), rule
    )


def mission(cid: str, target: str | None = None, player: int | None = None, rule: str = "") -> Step:
    """Play a Mission of the hand."""
    return _doing(P1, lambda table: a.PlayMission(table.held(P1, cid), _named(table, target), player), rule)


def assign(name: str, job: Any, scp: str | None = None, seat: int = P1, rule: str = "") -> Step:
    """Give a job."""
    return _doing(seat, lambda table: a.Assign(iid_of(table, name), job, _named(table, scp)), rule)


def reveal(cid: str, host: str | None = None, rule: str = "") -> Step:
    """Reveal a face-down card."""
    return _doing(P1, lambda table: a.RevealBuild(table.queued(P1, cid), _named(table, host)), rule)


def produce(name: str, rule: str = "") -> Step:
    return _doing(P1, lambda table: a.Produce(iid_of(table, name)), rule)


def draw_cards(n: int, seat: int = P1) -> Step:
    """Pay for cards."""
    return _doing(seat, lambda table: a.DrawCards(n), "")


def research(rule: str = "") -> Step:
    return _doing(P1, lambda table: a.DoResearch(), rule)


def attempt(scp: str, job: Any = "secure", seat: int = P1, rule: str = "") -> Step:
    """Begin the attempt of those who are assigned."""
    return _doing(seat, lambda table: a.BeginAttempt(iid_of(table, scp), job), rule)


def compare(seat: int = P1) -> Step:
    """Play nothing more in the attempt; the others play nothing."""

    def step(table: Table) -> None:
        table.compare(seat)
        table.all_pass()

    return step


def pass_all() -> Step:
    """Whoever is asked for a Complication, a response or a reply passes."""
    return lambda table: table.all_pass()


def to_reply() -> Step:
    """The others play nothing, the attempt goes on to the defender's reply."""

    def step(table: Table) -> None:
        table.all_pass()
        table.do(P1, a.Compare())

    return step


def choose(name: str, seat: int = P1, rule: str = "") -> Step:
    """Answer with a card."""
    return _doing(seat, lambda table: a.ChooseCard(iid_of(table, name)), rule)


def choose_player(player: int, seat: int = P1) -> Step:
    return _doing(seat, lambda table: a.ChoosePlayer(player), "")


def discard(cid: str, seat: int = P1) -> Step:
    """Answer with a card of the own hand."""
    return lambda table: table.discard(seat, cid)


def discard_of(cid: str, seat: int = P1) -> Step:
    """Answer with a card of another's hand, which goes by its card id."""
    return _doing(seat, lambda table: a.DiscardCard(cid), "")


def trigger(name: str, ability: int = 1, seat: int = P1) -> Step:
    """Use an optional text of the start or end of the turn, or choose which comes first."""
    return _doing(seat, lambda table: a.ChooseTrigger(iid_of(table, name), ability), "")


def put_under(*places: int, seat: int = P1, rule: str = "") -> Step:
    """Put these of the SCPs that are seen on the bottom."""
    return _doing(seat, lambda table: a.PutUnder(places), rule)


def let_pass(seat: int = P1) -> Step:
    return lambda table: table.let_pass(seat)


def accept() -> Step:
    """Resolve the Success text of the Mission."""
    return _doing(P1, lambda table: a.Accept(), "")


def end_phase(seat: int = P1) -> Step:
    return lambda table: table.end_phase(seat)


def end_turn(seat: int = P1) -> Step:
    """Nobody does anything that can be left, until the active player or another is asked for something."""
    return _doing(seat, lambda table: a.EndTurn(), "")


def check(**facts_now: Fact) -> Step:
    """These facts are so now; a dot in a name is written `__`."""

    def step(table: Table) -> None:
        found = facts(table)
        wanted = {name.replace("__", "."): value for name, value in facts_now.items()}
        assert {name: found.get(name) for name in wanted} == wanted

    return step


def can(*names: str, action: str = "play_complication", seat: int = P2) -> Step:
    """These cards, and no others, could be named in an action of this type now."""

    def step(table: Table) -> None:
        known = {iid: name for name, iid in names_of(table).items()}
        assert sorted({known[one["target"]] for one in table.legal(seat, action)}) == sorted(names)

    return step


def saw_hand(seat: int | tuple[int, ...], owner: int, *cards: str, of: int = 1) -> Step:
    """A player has, or several have, just seen this hand, one `of` so many that were shown."""
    viewers = seat if isinstance(seat, tuple) else (seat,)

    def step(table: Table) -> None:
        shown = [(one.seat, one.viewers, one.cards) for one in table.happened(e.HandRevealed)]
        assert (owner, viewers, cards) in shown
        assert len(shown) == of

    return step


def saw_build(seat: int, owner: int, cid: str) -> Step:
    """A player has just seen this face-down card."""

    def step(table: Table) -> None:
        (looked,) = table.happened(e.BuildPeeked)
        assert (looked.seat, looked.owner, looked.card) == (seat, owner, cid)

    return step


def due(*attrition: tuple[int, int, int]) -> Step:
    """Since the given these players had to suffer so much Attrition, of which so much was prevented."""

    def step(table: Table) -> None:
        assert [(one.seat, one.n, one.prevented) for one in table.ever(e.AttritionDue)] == list(attrition)

    return step


def compared(text: str) -> Step:
    """What the last attempt was compared with and came to: `9/8 success`."""

    def step(table: Table) -> None:
        last = table.ever(e.AttemptCompared)[-1]
        assert f"{last.group_total}/{last.requirement} {last.outcome}" == text, last

    return step


def scored(*scores: tuple[int, int]) -> Step:
    """The match was scored: the Contained SCPs of each player, and bonuses."""

    def step(table: Table) -> None:
        (one,) = [fact.event for fact in table.history if isinstance(fact.event, e.MatchScored)]
        assert [(score.contained, score.bonus) for score in one.scores] == list(scores)

    return step


# Names


def names_of(table: Table) -> dict[str, str]:
    """What stands for what: cards in play, SCPs, face-down cards, cards of discard piles."""
    board: Board = table.board
    found = {name: card.iid for name, card in in_play(table)}
    for seat, player in enumerate(board.players):
        found |= {f"p{seat + 1}.queue.{card.cid}": card.iid for card in reversed(player.queue)}
        found |= {f"p{seat + 1}.discard.{card.cid}": card.iid for card in reversed(player.discard)}
    return found


def iid_of(table: Table, name: str) -> str:
    """The instance id of what a name means; a side may be left out where only one has such a card there."""
    known = names_of(table)
    if name in known:
        return known[name]
    found = [iid for label, iid in known.items() if label.partition(".")[2] == name]
    assert len(found) == 1, f"{name}: there are {len(found)} of them"
    return found[0]


def in_play(table: Table) -> Iterator[tuple[str, Asset | Scp]]:
    """Every card in play with its name."""
    board: Board = table.board
    for seat, player in enumerate(board.players):
        yield from _numbered(f"p{seat + 1}.", player.play)
    yield from _numbered("", board.scps)


def _numbered(before: str, cards: Sequence[Asset | Scp]) -> Iterator[tuple[str, Asset | Scp]]:
    seen: dict[str, int] = {}
    for card in cards:
        seen[card.cid] = seen.get(card.cid, 0) + 1
        yield f"{before}{card.cid}" + (f"#{seen[card.cid]}" if seen[card.cid] > 1 else ""), card


# Then


def facts(table: Table) -> dict[str, Fact]:
    """Everything on the table by name."""
    board: Board = table.board
    result = table.state.result
    found: dict[str, Fact] = {
        "turn": f"p{board.active + 1} {board.turn}",
        "result": None if result is None else _result(result),
        "attempt": _attempt(table),
        "scp_deck": " ".join(board.scp_deck.cards),
        "scp_discard": " ".join(
            f"{card.cid} {'-' if card.by is None else f'p{card.by + 1}'}" for card in board.scp_discard
        ),
    }
    for seat, player in enumerate(board.players):
        name = f"p{seat + 1}"
        found |= {f"{name}.pool": str(player.pool), f"{name}.hand": " ".join(player.hand.known.values())}
        found |= {f"{name}.deck": " ".join(player.deck.cards)}
        found |= {f"{name}.discard": " ".join(card.cid for card in player.discard)}
        found |= {f"{name}.mission": None if player.mission is None else player.mission.cid}
        found |= {f"{name}.queue.{card.cid}": str(card.resources) for card in player.queue}
    for name, card in in_play(table):
        found |= _scp(name, card) if isinstance(card, Scp) else _asset(table, name, card)
    return found


def _result(result: Result) -> str:
    who = f"p{result.placings[0][0] + 1}" if result.kind == "win" else result.kind
    return f"{who} by {result.reason}"


def _attempt(table: Table) -> Fact:
    on = table.board.attempt
    if on is None:
        return None
    total, needed = table.totals()
    return f"{on.kind} {total}/{needed}"


def _scp(name: str, card: Scp) -> dict[str, Fact]:
    """Who has it, its status, its counters."""
    words = [] if card.controller is None else [f"p{card.controller + 1}"]
    return {name: " ".join([*words, card.status, *([str(card.counters)] if card.counters else [])])}


def _asset(table: Table, name: str, card: Asset) -> dict[str, Fact]:
    """Its Skill Value if it is a Personnel, then only what is so: tapped, Wounds, tokens, bearer, job."""
    board: Board = table.board
    is_person = board.cards[card.cid].is_("personnel")
    words = [str(continuous.skill_value(board, card))] if is_person else ["in play"]
    words += ["tapped"] * card.tapped + ([f"wounds {card.wounds}"] if card.wounds else [])
    words += [f"tokens {card.tokens}"] if card.tokens else []
    words += [] if card.host is None else [f"on {_cid(board, card.host)}"]
    if card.assignment is not None:
        words += [card.assignment.job] + ([] if card.assignment.scp is None else [_cid(board, card.assignment.scp)])
    if not is_person:
        return {name: " ".join(words)}
    copies = sorted(Counter(continuous.skills(board, card)).items())
    skills = " ".join(f"{one} {n}" if n > 1 else one for one, n in copies)
    icons = " ".join(sorted(set(continuous.icons(board, card))))
    return {name: " ".join(words), f"{name}.skills": skills, f"{name}.icons": icons}


def _cid(board: Board, iid: str) -> str:
    card = board.card(iid)
    return "" if card is None else card.cid


def changed(before: Facts, after: Facts) -> dict[str, Fact]:
    """The facts that are not as they were, None for what is gone; Skills and Icons only of who was there and is."""
    found = {name: after.get(name) for name in {**before, **after} if after.get(name) != before.get(name)}
    return {name: value for name, value in found.items() if not _of_mover(name, before, after)}


def _of_mover(name: str, before: Facts, after: Facts) -> bool:
    """Whether these are Skills or Icons of a Personnel that has come or gone."""
    card, _, what = name.rpartition(".")
    return what in ("skills", "icons") and (card not in before or card not in after)


def targets(table: Table, seat: int, cid: str) -> list[str]:
    """All that may be named now with a card of the hand or in play."""
    mine = {one for one, held in table.board.players[seat].hand.known.items() if held == cid}
    mine |= {iid for name, iid in names_of(table).items() if name.rpartition(".")[2] == cid}
    known = {iid: name for name, iid in names_of(table).items()}
    acts = ("play_event", "play_complication", "use_ability", "play_mission")
    found = [one for one in table.legal(seat) if one["type"] in acts and one["card"] in mine]
    return sorted({_target(known, one) for one in found})


def _target(known: Mapping[str, str], action: Mapping[str, Any]) -> str:
    if action.get("target") is not None:
        return known[action["target"]]
    return "" if action.get("player") is None else f"p{action['player'] + 1}"


# Rows


class Row(msgspec.Struct, frozen=True):
    """A scenario of a card. `stage`: the phase that begins, `at`: a later part of it; `seat`: whose `targets`."""

    card: str
    shows: str
    when: Sequence[Step] = ()
    then: Facts = {}
    p1: Side = side()
    p2: Side = side()
    p3: Side | None = None
    scps: Sequence[str] = ()
    scp_deck: Sequence[str] = SCP_DECK
    stage: Any = "draw"
    at: str | None = None
    active: int = P1
    seat: int = P1
    targets: Sequence[str] | None = None
    now: Facts = {}
    asked: str = ""

    def run(self, make: MakeTable) -> None:
        """Deal, act, compare the whole table."""
        sides = [self.p1, self.p2] if self.p3 is None else [self.p1, self.p2, self.p3]
        table = dealt(make(len(sides)), sides, self.scps, self.scp_deck).turn(self.active)
        before = facts(table)
        table.start(self.stage, stage=self.at)
        for step in self.when:
            step(table)
        if self.targets is not None:
            named = targets(table, self.seat, self.card)
            assert named == sorted(self.targets), named
        found = facts(table)
        assert {name: found.get(name) for name in self.now} == self.now, {name: found.get(name) for name in self.now}
        after = changed(before, found)
        assert after == self.then, after
        self._asked(table)

    def _asked(self, table: Table) -> None:
        """Nobody is asked anything but the active player in a phase or an attempt, or what the row says."""
        asked = [f"p{seat + 1} {kind}" for seat, kind in table.asked()]
        if self.asked or table.state.result is not None:
            assert asked == [self.asked] * bool(self.asked), asked
        else:
            assert all(kind.split()[1] in QUIET for kind in asked), asked


class TotalRow(msgspec.Struct, frozen=True):
    """What an attempt of P1 comes to by a text: `contain S04: 4/2`. Nothing changes but that its members are tapped."""

    card: str
    shows: str
    attempt: str
    p1: Side = side()
    p2: Side = side()
    p3: Side | None = None
    scps: Sequence[str] = ()
    active: int = P1

    def run(self, make: MakeTable) -> None:
        """Deal, begin the attempt, compare its numbers and the table."""
        sides = [self.p1, self.p2] if self.p3 is None else [self.p1, self.p2, self.p3]
        what, _, total = self.attempt.partition(": ")
        kind, scp = what.split()
        table = dealt(make(len(sides)), sides, self.scps).turn(self.active)
        table.start("retrieval" if kind in ("secure", "raid") else "research")
        before = facts(table)
        attempt(scp, "secure" if kind == "raid" else kind, self.active)(table)
        table.all_pass()
        found = facts(table)
        assert found["attempt"] == f"{kind} {total}", found["attempt"]
        members = {name for name, card in in_play(table) if card.iid in table.board.attempt.members}
        assert set(changed(before, found)) <= {"attempt", *members}
