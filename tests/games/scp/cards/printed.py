"""Rows for what is printed as a figure or a mark, each proved at its boundary by cards made for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from domain.games.scp import GAME
from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Job
from domain.games.scp.definitions import SKILLS, Kind
from domain.kernel import catalogue
from tests.games.scp.cards.rows import MakeTable
from tests.games.scp.custom import card
from tests.games.scp.table import P1, P2, Table
from tests.kit.scenario import cards_of

ICON_SKILLS = {"soldier": "soldier", "researcher": "research"}
ALL_ICONS = ("command", "researcher", "soldier", "non_human", "site_7", "site_19", "site_23")
KINDS: Sequence[Kind] = ("secure", "raid", "contain")


def _listed(words: str) -> str:
    return ", ".join(words.split())


def _shown(cid: str, **printed: object) -> None:
    """Whoever reads the card reads this, and nothing more."""
    assert catalogue.printed(cards_of(GAME)[cid]).attributes == {
        name: str(value) for name, value in printed.items() if value not in ("", None)
    }


def _person(table: Table, value: int, skills: Sequence[str] = (), icons: Sequence[str] = ()) -> str:
    """A Personnel of Cost 0 with these Skills, which Attrition does not choose."""
    return card(table, "personnel", cost=0, skill_value=value, skills=list(skills), icons=list(icons))


def _tried(table: Table, scp: str, job: Job, *cards: str) -> e.AttemptCompared:
    """An attempt of these, in which nothing is played."""
    group = [table.asset(P1, cid) for cid in cards]
    table.assigned(job, scp, *group).start("retrieval" if job == "secure" else "research")
    return table.whole_attempt(scp, job)


def _deployed(table: Table, cid: str, resources: int, *beside: str, host: bool = False) -> Table:
    """The card was revealed with so many Resources on it, beside these cards; the first of them is to bear it."""
    table.player(P1, queue=[(cid, resources)])
    others = [table.asset(P1, other) for other in beside]
    table.start("maintenance")
    table.reveal(P1, cid, others[0] if host else None)
    return table


def _costs(make: MakeTable, cid: str, cost: int, *, attached: bool = False) -> None:
    """With as many Resources as it costs it enters play, with 1 less it is discarded."""
    for resources, entered, rules in ((cost, [cid], []), (cost - 1, [], ["SCP-303"])):
        table = make()
        bearer = [_person(table, 1)] if attached else []
        _deployed(table, cid, resources, *bearer, host=attached and bool(entered))
        assert table.in_play(P1) == [*bearer, *entered]
        assert [one.rule for one in table.happened(e.BuildDiscarded)] == rules


def _lost(make: MakeTable, cid: str, value: int | None, *, attached: bool = False) -> None:
    """Chosen for Attrition it counts as much; None: it can't be chosen."""
    table = make()
    member = _person(table, 0)
    iid = table.asset(P1, member)
    table.asset(P1, cid, host=iid if attached else None)
    scp = table.scp(card(table, "scp", escalation=3))
    table.assigned("secure", scp, iid).start("retrieval")
    table.whole_attempt(scp)
    if table.asks(P1, "attrition"):
        table.choose(P1, cid)
    (done,) = table.ever(e.AttritionDone)
    assert done.total == (value or 0)
    assert (cid in table.in_play(P1)) is (value is None)


class ScpRow(msgspec.Struct, frozen=True, kw_only=True):
    """An SCP as printed."""

    card: str
    class_: str
    subtypes: str
    skill: int
    secure: int
    secure_skills: str
    contain: int
    contain_skills: str
    ev: int
    keywords: str = ""

    def prove(self, make: MakeTable) -> None:
        """Everything that is printed on it, each by a match of its own."""
        self.read()
        self._attempts(make, "secure", self.secure, self.secure_skills.split())
        self._attempts(make, "contain", self.contain, self.contain_skills.split())
        self._destroying(make)
        self._failing(make)
        self._breaking_out(make)

    def read(self) -> None:
        """Whoever reads it reads what is printed."""
        _shown(
            self.card,
            types="scp",
            **{"class": self.class_},
            subtypes=self.subtypes,
            keywords=self.keywords,
            skill=self.skill,
            secure=self.secure,
            secure_skills=_listed(self.secure_skills),
            contain=self.contain,
            contain_skills=_listed(self.contain_skills),
            escalation=self.ev,
        )

    def _attempts(self, make: MakeTable, job: Job, needed: int, skills: list[str]) -> None:
        """With 1 counter on it, as much as is needed is enough, 1 less is not, nor a group that lacks a Skill."""
        cases = [(needed + 1, skills, "success"), (needed, skills, "failure")]
        cases += [(needed + 9, [one for one in SKILLS if one != lacking], "failure") for lacking in skills]
        for total, having, outcome in cases:
            table = make()
            scp = table.scp(self.card, P1 if job == "contain" else None, counters=1)
            compared = _tried(table, scp, job, _person(table, total, having))
            found = compared.group_total, compared.requirement, compared.outcome
            assert found == (total, needed + 1, outcome), (job, having)

    def _destroying(self, make: MakeTable) -> None:
        """It takes more than EV and Skill together, counters not included; an Indestructible one can't be destroyed."""
        for more, destroyed in ((1, [P1]), (0, [])):
            table = make()
            scp = table.scp(self.card, P1, status="contained", counters=1)
            iid = table.asset(P1, _person(table, self.ev + self.skill + more, ["terminate"]))
            table.assigned("destroy", scp, iid).start("research")
            if "indestructible" in self.keywords:
                assert table.refused(P1, a.BeginAttempt(scp, "destroy")).rule == "SCP-218"
            else:
                table.whole_attempt(scp, "destroy")
                assert [one.by for one in table.board.scp_discard] == destroyed

    def _failing(self, make: MakeTable) -> None:
        """Who fails to secure it suffers Attrition equal to its EV; it takes so many counters and no more."""
        for counters, after in ((self.ev - 1, self.ev), (self.ev, self.ev)):
            table = make()
            scp = table.scp(self.card, counters=counters)
            _tried(table, scp, "secure", _person(table, 0))
            assert [one.n for one in table.ever(e.AttritionDue)] == [self.ev]
            assert table.counters(scp) == after

    def _breaking_out(self, make: MakeTable) -> None:
        """Unsecured, with as many counters as its EV it breaks out and each player loses as many cards as its Skill."""
        for counters, gone in ((self.ev, self.skill), (self.ev - 1, 0)):
            table = make()
            table.scp(self.card, counters=counters)
            table.start("outcome", stage="outbreaks")
            assert [table.deck_size(seat) for seat in (P1, P2)] == [20 - gone] * 2
            assert table.counters(self.card) % self.ev == (0 if gone else self.ev - 1)


class PersonnelRow(msgspec.Struct, frozen=True, kw_only=True):
    """A Personnel as printed. `more`: by its text to Secure an SCP; `attrition`: what it counts as, -1: nothing."""

    card: str
    subtitle: str
    affiliation: str
    subtypes: str
    cost: int
    skill_value: int
    skills: str = ""
    icons: str = ""
    keywords: str = ""
    more: int = 0
    attrition: int | None = None

    def prove(self, make: MakeTable) -> None:
        """Everything that is printed on it, each by a match of its own."""
        self.read()
        _costs(make, self.card, self.cost)
        self._attempts(make)
        self._icons(make)
        self._again(make)
        _lost(make, self.card, self.attrition or self.cost if self.attrition != -1 else None)

    def read(self) -> None:
        """Whoever reads it reads what is printed."""
        _shown(
            self.card,
            types="personnel",
            subtitle=self.subtitle,
            affiliation=self.affiliation,
            subtypes=self.subtypes,
            keywords=self.keywords,
            cost=self.cost,
            skill_value=self.skill_value,
            skills=_listed(self.skills),
            icons=_listed(self.icons),
        )

    def _attempts(self, make: MakeTable) -> None:
        """Alone it does what needs its Skill Value with its copies and a Skill that it has, not 1 more nor another."""
        copies = Counter(self.skills.split())
        copies.update(ICON_SKILLS[icon] for icon in self.icons.split() if icon in ICON_SKILLS)
        for skill in SKILLS:
            total = self.skill_value + self.more + max(0, copies[skill] - 1)
            for needed, enough in ((total, True), (total + 1, False)):
                table = make()
                scp = table.scp(card(table, "scp", secure=needed, secure_skills=[skill], escalation=1))
                compared = _tried(table, scp, "secure", self.card)
                found = compared.group_total, compared.skills_met, compared.outcome == "success"
                assert found == (total, copies[skill] > 0, enough and copies[skill] > 0), skill

    def _icons(self, make: MakeTable) -> None:
        """A Resource that needs its Icons can be deployed beside it, one that needs another can't."""
        for icon in ALL_ICONS:
            table = make()
            resource = card(table, "resource", required_icons=[icon])
            _deployed(table, resource, 0, self.card)
            assert (resource in table.in_play(P1)) is (icon in self.icons.split()), icon

    def _again(self, make: MakeTable) -> None:
        """Deployed a second time it takes the place of a Unique one."""
        table = _deployed(make(), self.card, self.cost, self.card)
        assert table.discards(P1) == ([self.card] if "unique" in self.keywords else [])


class GearRow(msgspec.Struct, frozen=True, kw_only=True):
    """A Gear as printed. `attrition`: what it counts as."""

    card: str
    subtypes: str
    cost: int
    mode: str
    attrition: int | None = None

    def prove(self, make: MakeTable) -> None:
        """Everything that is printed on it."""
        attached = self.mode == "attached"
        _shown(self.card, types="gear", subtypes=self.subtypes, cost=self.cost, mode=self.mode)
        _costs(make, self.card, self.cost, attached=attached)
        _lost(make, self.card, self.attrition or self.cost, attached=attached)
        if attached:
            self._worn(make)

    def _worn(self, make: MakeTable) -> None:
        """It needs a bearer; nobody bears a second one of the same title, nor a second Suit."""
        assert _deployed(make(), self.card, self.cost).discards(P1) == [self.card]
        for suit, both in ((False, False), (True, "Suit" not in self.subtypes)):
            table = make().player(P1, queue=[(self.card, self.cost)])
            other = card(table, "gear", mode="attached", subtypes=["Suit"]) if suit else self.card
            table.asset(P1, other, host=table.asset(P1, _person(table, 1)))
            table.start("maintenance")
            assert bool(table.legal(P1, "reveal_build")[0].get("host")) is both


class FinanceRow(msgspec.Struct, frozen=True, kw_only=True):
    """A Finance as printed."""

    card: str
    subtypes: str
    cost: int
    production: int

    def prove(self, make: MakeTable) -> None:
        """Everything that is printed on it."""
        _shown(self.card, types="finance", subtypes=self.subtypes, cost=self.cost, production=self.production)
        _costs(make, self.card, self.cost)
        _lost(make, self.card, self.cost)
        table = make()
        iid = table.asset(P1, self.card, tokens=1)
        table.start("maintenance").do(P1, a.Produce(iid))
        assert table.card(iid).tokens == 1 + self.production


class ResourceRow(msgspec.Struct, frozen=True, kw_only=True):
    """A Resource as printed."""

    card: str
    subtypes: str
    icons: str = ""

    def prove(self, make: MakeTable) -> None:
        """It is deployed for nothing while all its Icons are in play, and not if one of them is missing."""
        _shown(self.card, types="resource", subtypes=self.subtypes, required_icons=_listed(self.icons))
        icons = self.icons.split()
        for missing in (None, *range(len(icons))):
            table = make()
            people = [_person(table, 1, icons=[icon]) for place, icon in enumerate(icons) if place != missing]
            _deployed(table, self.card, 0, *people)
            assert (self.card in table.in_play(P1)) is (missing is None)
            rules = [one.rule for one in table.happened(e.BuildDiscarded)]
            assert rules == ([] if missing is None else ["SCP-309"])


class EventRow(msgspec.Struct, frozen=True, kw_only=True):
    """An Event as printed; `side`: what it has as a Complication."""

    card: str
    subtypes: str
    cost: int
    window: str
    side: dict[str, str | int] = {}

    def prove(self, make: MakeTable) -> None:
        """Whoever reads it reads what is printed."""
        types = "event, complication" if self.side else "event"
        _shown(self.card, types=types, subtypes=self.subtypes, cost=self.cost, window=self.window, **self.side)


class ComplicationRow(msgspec.Struct, frozen=True, kw_only=True):
    """A Complication as printed; `skills`, `icons`, `total`: what overcomes it."""

    card: str
    type: str
    subtypes: str
    windows: str
    ev: int
    skills: str = ""
    icons: str = ""
    total: int | None = None

    def prove(self, make: MakeTable) -> None:
        """Everything that is printed on it."""
        self.read()
        self._windows(make)
        self._overcome(make)

    def read(self) -> None:
        """Whoever reads it reads what is printed."""
        overcome = [*self.skills.split(), *self.icons.split(), *([] if self.total is None else [str(self.total)])]
        _shown(
            self.card,
            types="complication",
            complication_type=self.type,
            subtypes=self.subtypes,
            windows=_listed(self.windows),
            escalation=self.ev,
            overcome=", ".join(overcome),
        )

    def _windows(self, make: MakeTable) -> None:
        """In these attempts it is played and puts its counters on the SCP, if there is room for them."""
        for kind in KINDS:
            for room in range(max(0, self.ev - 1), self.ev + 1):
                table = self._begun(make, kind, room, 1)
                played = self._play(table)
                assert played is (kind in self.windows.split() and room == self.ev), (kind, room)
                if played:
                    assert table.counters(table.board.attempt.scp) == 9
                    assert [one.counters for one in table.ever(e.ComplicationResolved)] == [self.ev]

    def _overcome(self, make: MakeTable) -> None:
        """It is overcome by all that is listed, and not if anything of it is missing."""
        kind = next(kind for kind in KINDS if kind in self.windows.split())
        skills, icons, total = self.skills.split(), self.icons.split(), self.total or 1
        others: list[str] = [one for one in SKILLS if one not in skills]
        strange = [one for one in ALL_ICONS if one not in icons]
        cases = [(skills, icons, total, bool(skills or icons)), (others, strange, 30, False)]
        cases += [(skills, icons, total - 1, False)] if self.total else []
        for having, marks, value, expected in cases:
            table = self._begun(make, kind, 9, value, having, marks)
            assert self._play(table)
            assert bool(table.ever(e.ComplicationOvercome)) is expected, (having, value)

    def _begun(self, make: MakeTable, kind: Kind, room: int, value: int, *having: Sequence[str]) -> Table:
        """An attempt of such a Personnel and a Soldier on an SCP with room for so many counters; beside them what may
        be targeted.
        """
        table = make().player(P2, hand=[self.card])
        controller = {"secure": None, "raid": P2, "contain": P1}[kind]
        scp = table.scp(card(table, "scp", escalation=9), controller, counters=9 - room)
        iid = table.asset(P1, _person(table, value, *having))
        group = [iid, table.asset(P1, _person(table, 0, icons=["soldier"]))]
        for cid in (card(table, "gear"), card(table, "finance"), card(table, "resource")):
            table.asset(P1, cid)
        table.asset(P1, card(table, "gear", mode="attached"), host=iid)
        table.face_down(P1, "P35", 1)
        table.assigned("contain" if kind == "contain" else "secure", scp, *group)
        table.start("research" if kind == "contain" else "retrieval")
        table.attempt(scp, "contain" if kind == "contain" else "secure")
        return table

    def _play(self, table: Table) -> bool:
        """Whether it can be played; on the first that can be its target."""
        found = table.legal(P2, "play_complication")
        if found:
            table.do(P2, a.PlayComplication(found[0]["card"], found[0]["target"]))
        return bool(found)


class MissionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A Mission as printed."""

    card: str
    type: str
    ev: int

    def prove(self, make: MakeTable) -> None:
        """Whoever reads it reads what is printed."""
        _shown(self.card, types="mission", mission_type=self.type, escalation=self.ev)
