"""Continuous effects: what holds now, folded from the cards in play on demand and never stored (SCP-514 to SCP-518).

In strata: what is blank, then Icons, then Skills, then numbers. Texts that give Icons see printed Icons, texts that
give Skills see the Icons as they are, and texts that change Skill Values see printed ones (SCP-R71): no text can wait
for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from domain.games.scp.board import Asset, Attempt, Board, InPlay, Lasting, Mission, Scp
from domain.games.scp.definitions import Ability, Definition, Icon, Kind, Skill
from domain.games.scp.frames import Env
from domain.kernel.effects.compiler import Call, Expression

PRINTED, ICONS, SKILLS, NUMBERS = range(4)
"""The strata that a question may look at."""
REFILL = 5
"""SCP-212."""
ICON_SKILLS: dict[Icon, Skill] = {"soldier": "soldier", "researcher": "research"}
"""SCP-506."""
LARGEST_QUEUE = 5
"""SCP-222."""
MOST_AT_ONCE = 99
"""SCP-R98 Resources or Finance Tokens that one action moves."""


class EvalContext:
    """The context of words: the board, what they refer to, and what a filter is asked about.

    `card` is a card in play, `printed` what is printed on it, `owner` who has it; `subject` its instance. `stratum` is
    how far the text may look, `lasting` the number of the effect that asks, if it is one that lasts.
    """

    __slots__ = ("board", "card", "env", "lasting", "owner", "printed", "stratum", "subject")

    def __init__(self, board: Board, env: Env, stratum: int = NUMBERS, lasting: int | None = None) -> None:
        self.board = board
        self.env = env
        self.stratum = stratum
        self.lasting = lasting
        self.subject: str | None = None
        self.card: InPlay | None = None
        self.printed: Definition | None = None
        self.owner: int | None = None

    def in_turn_order(self, seats: set[int]) -> tuple[int, ...]:
        """These players, the active one first."""
        return tuple(seat for seat in self.board.around(self.board.active) if seat in seats)

    def about(self, iid: str) -> EvalContext:
        """The context of a filter: about what this names. No text can ask what a face-down card is (SCP-R96)."""
        context = EvalContext(self.board, self.env, self.stratum)
        context.subject = iid
        context.card = self.board.card(iid)
        if context.card is not None:
            context.printed, context.owner = self.board.cards[context.card.cid], context.card.controller
            return context
        hidden, gone = self.board.face_down(iid), self.board.discarded(iid)
        if hidden is not None:
            context.owner = hidden[0]
        elif gone is not None:
            context.owner, context.printed = gone[0], self.board.cards[gone[1].cid]
        return context

    def about_card(self, printed: Definition, owner: int | None) -> EvalContext:
        """The context of a filter: about a card that is played, or has just left."""
        context = EvalContext(self.board, self.env, self.stratum)
        context.printed, context.owner = printed, owner
        return context


def you_of(board: Board, card: InPlay) -> int:
    """SCP-505 SCP-R44 The player that a text calls "you": the controller; for an Unsecured SCP the active player."""
    return board.active if card.controller is None else card.controller


def env_of(board: Board, card: InPlay) -> Env:
    """The references of the texts of a card in play."""
    return Env(you_of(board, card), card.cid, card.iid)


# Working texts


def blanked(board: Board, iid: str) -> bool:
    """SCP-518 Whether the card has no text now."""
    return bool(board.lasting) and iid in board.cached(_blanked)


def _blanked(board: Board) -> frozenset[str]:
    return frozenset(iid for effect in board.lasting for iid in effect.cards)


def works(board: Board, card: InPlay, stratum: int = NUMBERS) -> bool:
    """SCP-510 SCP-518 SCP-R47 Whether the texts of a card in play work."""
    if blanked(board, card.iid):
        return False
    needed, you = board.cards[card.cid].required_icons, you_of(board, card)
    return all(icon_count(board, you, icon, stratum) >= needed.count(icon) for icon in needed)


def stands(card: InPlay, ability: Ability) -> bool:
    """SCP-505 Whether an SCP is in the status that the text names."""
    return ability.status is None or (isinstance(card, Scp) and card.status == ability.status)


def holds(context: EvalContext, condition: Expression | None) -> bool:
    """Whether a condition is met; none is."""
    return condition is None or bool(condition(context))


def static(board: Board, word: str, stratum: int) -> list[tuple[EvalContext, Call]]:
    """SCP-514 SCP-516 SCP-R49 SCP-R76 Every text with this word that works now, static ones and those that last."""
    return board.cached(_static, word, stratum) if word in board.cached(_words) else []


def _static(board: Board, word: str, stratum: int) -> list[tuple[EvalContext, Call]]:
    cards = board.cards
    found: list[tuple[EvalContext, Call]] = []
    for card in board.cached(_users).get(word, ()):
        if works(board, card, stratum):
            context = EvalContext(board, env_of(board, card), stratum)
            for ability in cards[card.cid].having("static"):
                if stands(card, ability) and holds(context, ability.only_if):
                    found += [(context, call) for call in ability.calls if call.word == word]
    for seat, player in enumerate(board.players):
        if player.mission is not None:
            context = EvalContext(board, env_of_mission(seat, player.mission), stratum)
            found += [(context, call) for call in _restrictions(board, player.mission) if call.word == word]
    for effect in board.lasting:
        call = _call_of(board, effect)
        if call.word == word:
            found.append((EvalContext(board, env_of_lasting(effect), stratum, effect.number), call))
    return found


def _users(board: Board) -> dict[str, list[InPlay]]:
    """The cards in play by the words of their static texts, whether these work or not."""
    found: dict[str, list[InPlay]] = {}
    for card in board.in_play():
        for word in board.cards[card.cid].uses:
            found.setdefault(word, []).append(card)
    return found


def _words(board: Board) -> frozenset[str]:
    """The words of all these texts, whether they work or not: most questions are about words that none has."""
    missions = [player.mission for player in board.players if player.mission is not None]
    restricting = [call.word for mission in missions for call in _restrictions(board, mission)]
    return frozenset([*board.cached(_users), *restricting, *[_call_of(board, effect).word for effect in board.lasting]])


def _restrictions(board: Board, mission: Mission) -> Iterator[Call]:
    """SCP-216 The acts that a Mission forbids."""
    return (call for ability in board.cards[mission.cid].having("restrict") for call in ability.calls)


def _call_of(board: Board, effect: Lasting) -> Call:
    """The part of a text that lasts."""
    return board.cards[effect.cid].blocks[effect.block][effect.at]


def env_of_mission(seat: int, mission: Mission) -> Env:
    """SCP-216 The references of the texts of a Mission."""
    return Env(seat, mission.cid, mission.iid, mission.target, mission.player)


def env_of_lasting(effect: Lasting) -> Env:
    """SCP-516 Its references, also when its source has left."""
    named = (effect.target, effect.player, effect.host, effect.opponent)
    return Env(effect.you, effect.cid, effect.iid, *named, effect.paid)


def _about(board: Board, word: str, iid: str, stratum: int) -> list[tuple[EvalContext, Call]]:
    """The texts with this word that name this card."""
    return board.cached(_by_card, word, stratum).get(iid, []) if word in board.cached(_words) else []


def _by_card(board: Board, word: str, stratum: int) -> dict[str, list[tuple[EvalContext, Call]]]:
    found: dict[str, list[tuple[EvalContext, Call]]] = {}
    for context, call in static(board, word, stratum):
        for iid in call.arguments["cards"](context):
            found.setdefault(iid, []).append((context, call))
    return found


def _said(texts: Iterable[tuple[EvalContext, Call]], name: str) -> Iterator[Any]:
    """The values of these texts under this name."""
    return (call.arguments[name](context) for context, call in texts)


def _sum(texts: Iterable[tuple[EvalContext, Call]]) -> int:
    """SCP-514 The sum of these texts."""
    found: list[int] = list(_said(texts, "n"))
    return sum(found)


def _for_player(board: Board, word: str, seat: int) -> list[tuple[EvalContext, Call]]:
    """The texts with this word that are about this player."""
    return [(context, call) for context, call in static(board, word, NUMBERS) if seat in call.arguments["who"](context)]


# Icons and Skills


def icons(board: Board, card: Asset, stratum: int = NUMBERS) -> tuple[Icon, ...]:
    """SCP-507 SCP-612 The Icons of a Personnel; one it has it can't gain."""
    if blanked(board, card.iid):
        return ()
    printed = board.cards[card.cid].icons
    given = _about(board, "grant_icon", card.iid, PRINTED) if stratum > PRINTED else []
    if not given:
        return printed
    return (*printed, *dict.fromkeys(icon for icon in _said(given, "icon") if icon not in printed))


def icon_count(board: Board, seat: int, icon: Icon, stratum: int = NUMBERS) -> int:
    """SCP-309 The number of an Icon that a player has in play, on tapped cards too."""
    return sum(icons(board, card, stratum).count(icon) for card in board.players[seat].play)


def skills(board: Board, card: Asset, stratum: int = NUMBERS) -> tuple[Skill, ...]:
    """SCP-404 SCP-506 SCP-507 SCP-R45 SCP-R95 The Skills of a Personnel, a Skill as often as it has copies of it; one
    that an Icon gives is a copy like any other.
    """
    if blanked(board, card.iid):
        return ()
    having = icons(board, card, stratum)
    found = (*board.cards[card.cid].skills, *[skill for icon, skill in ICON_SKILLS.items() if icon in having])
    if stratum > ICONS:
        found = (*found, *_said(_about(board, "grant_skill", card.iid, ICONS), "skill"))
        for lost in _said(_about(board, "lose_skill", card.iid, ICONS), "skill"):
            found = tuple([skill for skill in found if lost not in (skill, "all")])
    return found


def skill_value(board: Board, card: Asset, stratum: int = NUMBERS) -> int:
    """SCP-405 The Skill Value of a Personnel, never below 0."""
    printed = 0 if blanked(board, card.iid) else board.cards[card.cid].skill_value
    if stratum < NUMBERS:
        return printed
    return max(0, printed + _sum(_about(board, "mod_skill", card.iid, SKILLS)))


# Cards


def personnel(board: Board, seat: int) -> list[Asset]:
    """The Personnel of a player, in order of entering play."""
    return [card for card in board.players[seat].play if board.cards[card.cid].is_("personnel")]


def is_construct(board: Board, card: InPlay) -> bool:
    """SCP-443 A machine."""
    return "Construct" in board.cards[card.cid].subtypes


def most_wounds(board: Board, card: InPlay) -> int:
    """SCP-442 SCP-443 With so many Wounds it is destroyed."""
    return 2 if is_construct(board, card) else 3


def dying(board: Board, card: Asset) -> bool:
    """SCP-442 SCP-443 Two Wounds; a Construct has no such state."""
    return card.wounds >= 2 and not is_construct(board, card)


def attached(board: Board, iid: str) -> list[Asset]:
    """SCP-308 The Gear on a Personnel."""
    return [card for player in board.players for card in player.play if card.host == iid]


def attrition_value(board: Board, card: Asset) -> int:
    """SCP-439 The worth of a card for Attrition: the printed Cost, or the value of its text."""
    said = list(_said(_about(board, "attrition_value", card.iid, NUMBERS), "n"))
    return max(said) if said else board.cards[card.cid].cost


def eligible(board: Board, seat: int) -> list[Asset]:
    """SCP-435 SCP-511 SCP-512 The cards that a player can lose by Attrition, in order of entering play."""
    return [card for card in board.players[seat].play if _can_be_lost(board, card)]


def _can_be_lost(board: Board, card: Asset) -> bool:
    printed = board.cards[card.cid]
    if printed.is_("resource") or not printed.cost:
        return False
    return not attrition_immune(board, card) and not indestructible(board, card)


def indestructible(board: Board, card: InPlay) -> bool:
    """SCP-511 SCP-518 Nothing destroys it, unless it is blanked."""
    return board.cards[card.cid].indestructible and not blanked(board, card.iid)


def attrition_immune(board: Board, card: Asset) -> bool:
    """SCP-512 SCP-518 Attrition can't choose it, unless it is blanked."""
    return board.cards[card.cid].attrition_immune and not blanked(board, card.iid)


def immune(board: Board, iid: str, played: Definition, by: int) -> bool:
    """SCP-519 Whether a card can't be the target of one that is played."""
    texts = _about(board, "immune", iid, NUMBERS)
    return any(holds(context.about_card(played, by), call.arguments["condition"]) for context, call in texts)


# Players


def forbidden(board: Board, seat: int, what: str) -> bool:
    """SCP-517 Whether a player cannot do this now."""
    return any(said == what for said in _said(_for_player(board, "cannot", seat), "what"))


def unfit(board: Board, iid: str, job: str) -> bool:
    """SCP-517 Whether a Personnel cannot be given this job."""
    return any(said == job for said in _said(_about(board, "cannot_do", iid, NUMBERS), "job"))


def cost(board: Board, seat: int, printed: Definition) -> int:
    """SCP-302 SCP-317 SCP-614 SCP-R22 SCP-R53 The cost of a card now, never below 0; Affiliation adds nothing."""
    texts = _for_player(board, "mod_cost", seat)
    fit = (one for one in texts if holds(one[0].about_card(printed, seat), one[1].arguments["condition"]))
    return max(0, printed.cost + _sum(fit))


def complication_ev(board: Board, seat: int, printed: Definition) -> int:
    """SCP-432 The number of counters that a Complication of this player puts on an SCP, never below 0."""
    return max(0, printed.escalation + _sum(_for_player(board, "mod_ev", seat)))


def refill_mark(board: Board, seat: int) -> int:
    """SCP-212."""
    return max(0, REFILL + _sum(_for_player(board, "mod_refill", seat)))


def production(board: Board, card: Asset) -> int:
    """SCP-231 The Production Value of a Finance; a blanked one gives nothing (SCP-518)."""
    if blanked(board, card.iid):
        return 0
    return max(0, board.cards[card.cid].production + _sum(_about(board, "mod_production", card.iid, NUMBERS)))


def reveals(board: Board, seat: int) -> int:
    """SCP-232 The number of cards of the Build Queue that the active player may reveal this turn."""
    texts = static(board, "extra_deploy", NUMBERS)
    return 1 + _sum(one for one in texts if one[0].env.you == seat) + board.facts.extra_reveals


def prevented(board: Board, seat: int) -> int:
    """SCP-440 The Attrition that the static texts of a player prevent each time."""
    return _sum(one for one in _for_player(board, "prevent_attrition", seat) if one[0].lasting is None)


def stocks(board: Board, seat: int) -> list[Lasting]:
    """SCP-440 The effects that can still prevent Attrition in this attempt, and are used up by it."""
    numbers = {context.lasting for context, _ in _for_player(board, "prevent_attrition", seat)}
    return [effect for effect in board.lasting if effect.number in numbers and effect.stock]


def score_bonus(board: Board, seat: int) -> int:
    """SCP-704."""
    return _sum(_for_player(board, "score_bonus", seat))


def contained(board: Board, seat: int) -> int:
    """SCP-701 SCP-711 The number of SCPs that a player has Contained."""
    return sum(card.status == "contained" for card in board.controlled(seat))


# The attempt


def required_skills(board: Board, attempt: Attempt) -> tuple[Skill, ...]:
    """SCP-406 The Skills that the group needs."""
    return board.cards[attempt.card].needed(attempt.kind)


def has_skills(board: Board, attempt: Attempt) -> bool:
    """SCP-406 SCP-424 SCP-R31 Each required Skill on at least one member; nobody has none."""
    members, needed = board.members(), required_skills(board, attempt)
    return bool(members) and all(any(skill in skills(board, card) for card in members) for skill in needed)


def group_total(board: Board, attempt: Attempt) -> int:
    """SCP-403 SCP-404 SCP-405 SCP-422 SCP-R31 SCP-R32 Skill Values, further copies of required Skills, changes."""
    needed = set(required_skills(board, attempt))
    members = board.members()
    if attempt.kind == "destroy":
        members = [card for card in members if "terminate" in skills(board, card)]
    total = sum(skill_value(board, card) for card in members)
    total += sum(max(0, skills(board, card).count(skill) - 1) for card in members for skill in needed)
    return max(0, total + _group_change(board, attempt))


def _group_change(board: Board, attempt: Attempt) -> int:
    """SCP-403 A static text works in its controller's attempts alone; one that lasts is about this attempt."""
    texts = static(board, "mod_group", NUMBERS)
    return _sum(one for one in texts if one[0].lasting is not None or one[0].env.you == attempt.active)


def defence_total(board: Board) -> int:
    """SCP-430 The defenders' side of a raid: the sum of their Skill Values."""
    return sum(skill_value(board, card) for card in board.defenders())


def requirement(board: Board, attempt: Attempt) -> int:
    """SCP-408 SCP-414 SCP-421 SCP-422 The number that the group total is held against."""
    scp, printed = board.scp(attempt.scp), board.cards[attempt.card]
    counters = 0 if scp is None else scp.counters
    match attempt.kind:
        case "secure":
            needed = printed.secure + counters
        case "raid":
            needed = printed.secure + counters + _defence(board, scp, printed)
        case "contain":
            needed = printed.contain + counters
        case "destroy":
            needed = printed.escalation + printed.skill
    return max(0, needed + requirement_change(board, attempt.scp, attempt.kind))


def _defence(board: Board, scp: Scp | None, printed: Definition) -> int:
    """SCP-414 The sum of a Contained SCP and the defenders with the Soldier Skill."""
    contained_too = printed.contain if scp is not None and scp.status == "contained" else 0
    soldiers = (card for card in board.defenders() if "soldier" in skills(board, card))
    return contained_too + sum(skill_value(board, card) for card in soldiers)


def requirement_change(board: Board, scp: str, kind: Kind) -> int:
    """The additions of texts to the requirement of attempts of this kind on this SCP."""
    texts = _about(board, "mod_req", scp, NUMBERS)
    return _sum(one for one in texts if one[1].arguments["kind"](one[0]) == kind)
