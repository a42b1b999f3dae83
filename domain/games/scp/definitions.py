"""A card as it is written in a card file, and as it is compiled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal, get_args

import msgspec

from domain.kernel.catalogue import CardFace, face
from domain.kernel.effects.compiler import Block, Call, Expression

CardType = Literal["complication", "event", "finance", "gear", "mission", "personnel", "resource", "scp"]
"""SCP-601 The types of a card; it may be several of them (SCP-602)."""
Staying = Literal["personnel", "gear", "finance", "resource", "scp"]
IN_PLAY: tuple[Staying, ...] = ("scp", "personnel", "gear", "finance", "resource")
"""SCP-501 SCP-509 Types of cards that stay in play."""
DEPLOYED: tuple[Staying, ...] = ("personnel", "gear", "finance", "resource")
"""SCP-303 Types of cards that enter play from a Build Queue."""
Keyword = Literal["unique", "indestructible", "attrition_immune"]
Class = Literal["safe", "euclid", "keter"]
"""SCP-604."""
Skill = Literal["combat", "covert", "technical", "science", "medical", "occult", "research", "terminate", "soldier"]
SKILLS: tuple[Skill, ...] = get_args(Skill)
Icon = str
"""SCP-612 One of `ICONS`, or that of a site."""
ICONS: tuple[Icon, ...] = ("command", "researcher", "soldier", "non_human")
SITE = re.compile(r"site_([1-9][0-9]{0,3})")
"""SCP-612 A Site Number; cards say which sites there are."""
Mode = Literal["attached", "standalone"]
"""SCP-609 Where a Gear lies."""
ComplicationType = Literal[
    "mundane", "lethal", "containment", "security", "financial", "bureaucracy", "horrific", "kondraki"
]
"""SCP-606."""
MissionType = Literal["combat", "covert", "emergency", "sabotage"]
"""SCP-610."""
Kind = Literal["secure", "raid", "contain", "destroy"]
"""SCP-401 The kinds of attempt."""
ComplicationWindow = Literal["secure", "raid", "contain"]
"""SCP-427 Attempts that a Complication is played in."""
Status = Literal["unsecured", "secured", "contained"]
"""SCP-501."""
Window = Literal["own_turn", "attempt", "response", "defend"]
"""SCP-311 When an Event or an activated ability is used."""
When = Literal[
    "static",
    "start",
    "end",
    "each_end",
    "escalation",
    "secured",
    "contained",
    "revealed",
    "outbreak",
    "attempt_failed",
    "you_secure",
    "you_reveal",
    "you_destroy",
    "destroyed",
    "act",
    "event",
    "complication",
    "mission",
    "restrict",
    "success",
    "failure",
]
HOLDING: tuple[When, ...] = ("static", "restrict")
"""Parts of a text that hold for a time; in all others something happens."""
PHASED: tuple[When, ...] = ("start", "end", "each_end")
"""SCP-206 SCP-208 SCP-240 Parts that happen at the start or end of a turn, by command or by choice."""
OF_SCPS: tuple[When, ...] = ("secured", "contained", "revealed", "outbreak", "attempt_failed")
"""The times of texts of an SCP about itself."""
OF_CARDS_IN_PLAY: tuple[When, ...] = (
    "static",
    *PHASED,
    "escalation",
    "you_secure",
    "you_reveal",
    "you_destroy",
    "destroyed",
    "act",
)
OF_MISSIONS: tuple[When, ...] = ("mission", "restrict", "success", "failure")
IN_ATTEMPT: tuple[When | Window, ...] = ("attempt", "response", "defend", "complication")
"""SCP-407 Windows and parts of a text that have their place in an attempt."""
ABOUT_ATTEMPT: tuple[When | Window, ...] = (
    *IN_ATTEMPT,
    "static",
    "secured",
    "contained",
    "attempt_failed",
    "you_secure",
    "you_destroy",
)
"""Those that may ask about one."""
ON_TABLE: tuple[When, ...] = (*OF_CARDS_IN_PLAY, *OF_SCPS)
"""SCP-505 SCP-509 When a card with a text is in play."""
FITS: Mapping[CardType, tuple[When, ...]] = {
    "scp": (*OF_CARDS_IN_PLAY, *OF_SCPS),
    **dict.fromkeys(DEPLOYED, OF_CARDS_IN_PLAY),
    "event": ("event",),
    "complication": ("complication",),
    "mission": OF_MISSIONS,
}
"""The parts of a text that a card of a type may have."""
PLAYS: tuple[When, ...] = ("event", "complication", "mission")
"""SCP-310 SCP-427 SCP-215 The times of texts of a card's play, by the type of that name."""
MOST_ABILITIES = 10
"""SCP-R70 Of a card."""
MOST_PASSIVES = 20
"""SCP-R70 Passive words of a card: every look at the table asks for each of them."""
MOST_LOOKS = 10
"""SCP-R70 Words of a card that go through many cards, beyond one for each of its effects: filters multiply them."""
TEXTS = ("do", "only_if", "cost", "target", "target_player", "which", "requires")
"""Keys of a part of a text that are written in words."""

CostOf = Annotated[int, msgspec.Meta(ge=0, le=50)]
Strength = Annotated[int, msgspec.Meta(ge=0, le=50)]
Requirement = Annotated[int, msgspec.Meta(ge=0, le=99)]
Counters = Annotated[int, msgspec.Meta(ge=0, le=30)]
Tokens = Annotated[int, msgspec.Meta(ge=0, le=20)]
Label = Annotated[str, msgspec.Meta(pattern="^[A-Z][A-Za-z0-9]*([ -][A-Za-z0-9]+)*$", max_length=40)]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
SkillsOf = Annotated[tuple[Skill, ...], msgspec.Meta(max_length=20)]
IconsOf = Annotated[tuple[Icon, ...], msgspec.Meta(max_length=20)]


class AbilityTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a text: `when` it holds, happens or is used, what it does, what it needs and what it costs."""

    when: When
    do: str | None = None
    only_if: str | None = None
    status: Status | None = None
    may: bool = False
    cost: str | None = None
    window: Window | None = None
    target: str | None = None
    target_player: str | None = None
    which: str | None = None
    requires: str | None = None


class Overcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """SCP-430 The parts that cancel a Complication by themselves: Skills, Icons, and a total where a number stands."""

    skills: SkillsOf = ()
    icons: IconsOf = ()
    total: Requirement | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """As printed."""
        return (*self.skills, *self.icons, *(() if self.total is None else (f"{self.total}",)))


class CardTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """SCP-601 SCP-602 One `[[card]]` of a card file; which keys it has follows from its types."""

    id: Annotated[str, msgspec.Meta(pattern="^[A-Za-z][A-Za-z0-9_]*$", max_length=60)]
    name: Title
    types: Annotated[tuple[CardType, ...], msgspec.Meta(min_length=1, max_length=4)]
    text: str = ""
    subtypes: Annotated[tuple[Label, ...], msgspec.Meta(max_length=5)] = ()
    keywords: Annotated[tuple[Keyword, ...], msgspec.Meta(max_length=3)] | None = None
    class_: Class | None = msgspec.field(default=None, name="class")
    skill: Strength | None = None
    secure: Requirement | None = None
    secure_skills: SkillsOf | None = None
    contain: Requirement | None = None
    contain_skills: SkillsOf | None = None
    escalation: Counters | None = None
    affiliation: Label | None = None
    subtitle: Title | None = None
    cost: CostOf | None = None
    skill_value: Strength | None = None
    skills: SkillsOf | None = None
    icons: IconsOf | None = None
    mode: Mode | None = None
    production: Tokens | None = None
    required_icons: IconsOf | None = None
    complication_type: ComplicationType | None = None
    windows: Annotated[tuple[ComplicationWindow, ...], msgspec.Meta(min_length=1)] | None = None
    overcome: Overcome | None = None
    mission_type: MissionType | None = None
    abilities: Annotated[tuple[AbilityTable, ...], msgspec.Meta(max_length=MOST_ABILITIES)] = ()


class Ability(msgspec.Struct, frozen=True):
    """A part of a card's text: `calls` hold for a time, `block` is its effect, -1 without one.

    Abilities count from 1. `target` are cards and `target_player` players to choose one of when it is used; `opponent`:
    it speaks of one other player, to choose too; `about_target`: what it `requires` is about the target.
    """

    number: int
    when: When
    may: bool
    status: Status | None
    window: Window | None
    calls: tuple[Call, ...]
    block: int
    only_if: Expression | None
    which: Expression | None
    requires: Expression | None
    cost: tuple[Call, ...]
    target: Expression | None
    target_player: Expression | None
    opponent: bool
    about_target: bool = False


class Definition(msgspec.Struct, frozen=True, kw_only=True):
    """A card as printed and compiled. Blocks are numbered effects; frames name them.

    `uses` are the words of its static texts, `times` the kinds of its abilities.
    """

    cid: str
    name: str
    subtitle: str = ""
    set: str
    number: int
    types: tuple[CardType, ...]
    text: str
    subtypes: tuple[str, ...]
    keywords: frozenset[Keyword]
    class_: Class | None = None
    skill: int = 0
    secure: int = 0
    secure_skills: tuple[Skill, ...] = ()
    contain: int = 0
    contain_skills: tuple[Skill, ...] = ()
    escalation: int = 0
    affiliation: str = ""
    cost: int = 0
    skill_value: int = 0
    skills: tuple[Skill, ...] = ()
    icons: tuple[Icon, ...] = ()
    attached: bool
    production: int = 0
    required_icons: tuple[Icon, ...] = ()
    complication_type: ComplicationType | None = None
    windows: tuple[ComplicationWindow, ...] = ()
    overcome: Overcome | None = None
    mission_type: MissionType | None = None
    abilities: tuple[Ability, ...]
    blocks: tuple[Block, ...]
    uses: frozenset[str]
    times: frozenset[When]
    source: Mapping[str, object]

    @property
    def unique(self) -> bool:
        """SCP-513 Its player has one of that title in play."""
        return "unique" in self.keywords

    @property
    def indestructible(self) -> bool:
        """SCP-511 Nothing destroys it."""
        return "indestructible" in self.keywords

    @property
    def attrition_immune(self) -> bool:
        """SCP-512 Attrition does not choose it."""
        return "attrition_immune" in self.keywords

    @property
    def in_play(self) -> bool:
        """SCP-509 Whether it is of a type that stays in play."""
        return any(kind in IN_PLAY for kind in self.types)

    def is_(self, kind: CardType) -> bool:
        """SCP-602 Whether it counts as this type."""
        return kind in self.types

    def needed(self, kind: Kind) -> tuple[Skill, ...]:
        """SCP-406 SCP-414 SCP-421 SCP-422 SCP-R33 The Skills that an attempt on it needs: those listed or Terminate."""
        if kind == "destroy":
            return ("terminate",)
        return self.contain_skills if kind == "contain" else self.secure_skills

    def having(self, *when: When) -> tuple[Ability, ...]:
        """Its abilities of these kinds, in printed order."""
        if self.times.isdisjoint(when):
            return ()
        return tuple([ability for ability in self.abilities if ability.when in when])

    def play(self, when: When) -> Ability | None:
        """The one ability of a kind that a card has once; None: it has none."""
        return next(iter(self.having(when)), None)

    @property
    def face(self) -> CardFace:
        """SCP-603 SCP-605 SCP-607 SCP-608 SCP-609 SCP-610 SCP-611 SCP-613 The print on it."""
        return face(
            numbers=self._numbers(),
            lines={
                "class": self.class_,
                "subtitle": self.subtitle,
                "affiliation": self.affiliation,
                "complication_type": self.complication_type,
                "mission_type": self.mission_type,
                "mode": None if not self.is_("gear") else "attached" if self.attached else "standalone",
                "window": event.window if (event := self.play("event")) else None,
            },
            tags={
                "types": self.types,
                "subtypes": self.subtypes,
                "keywords": sorted(self.keywords),
                "skills": self.skills,
                "icons": self.icons,
                "required_icons": self.required_icons,
                "secure_skills": self.secure_skills,
                "contain_skills": self.contain_skills,
                "windows": self.windows,
                "overcome": () if self.overcome is None else self.overcome.parts,
            },
        )

    def _numbers(self) -> dict[str, int | None]:
        is_scp, is_personnel = self.is_("scp"), self.is_("personnel")
        has_cost = is_personnel or self.is_("gear") or self.is_("finance") or self.is_("event")
        escalates = is_scp or self.is_("complication") or self.is_("mission")
        return {
            "cost": self.cost if has_cost else None,
            "skill_value": self.skill_value if is_personnel else None,
            "production": self.production if self.is_("finance") else None,
            "skill": self.skill if is_scp else None,
            "secure": self.secure if is_scp else None,
            "contain": self.contain if is_scp else None,
            "escalation": self.escalation if escalates else None,
        }
