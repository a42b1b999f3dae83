"""Texts that the grammar allows and the rules can't mean."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Literal

from domain.games.scp.definitions import (
    DEPLOYED,
    IN_PLAY,
    OF_CARDS_IN_PLAY,
    OF_MISSIONS,
    OF_SCPS,
    AbilityTable,
    CardTable,
)
from domain.kernel.effects.grammar import EffectFault, column, parse, parts
from domain.kernel.effects.vocabulary import Group, Vocabulary, Word

Subject = Literal[
    "personnel", "gear", "finance", "resource", "scp", "face_down", "discard", "destroyed", "source", "priced"
]
"""The cards that words name, and the cards that words are about."""
Subjects = frozenset[Subject]
CALLED: Mapping[Subject, str] = {
    "personnel": "Personnel in play",
    "gear": "Gear in play",
    "finance": "Finance in play",
    "resource": "Resources in play",
    "scp": "SCPs in play",
    "face_down": "face-down cards of a Build Queue",
    "discard": "cards of the own discard pile",
    "destroyed": "the card that was destroyed",
    "source": "cards that would have a target",
    "priced": "cards that cost something",
}
PERSONNEL, FINANCE, SCP, FACE_DOWN, DISCARD = (
    frozenset[Subject]({subject}) for subject in ("personnel", "finance", "scp", "face_down", "discard")
)
STAYING: Subjects = frozenset(IN_PLAY)
NOT_SCP: Subjects = frozenset(DEPLOYED)
NOBODY: Subjects = frozenset()
ANYTHING: Subjects = frozenset(CALLED)

NAMES: Mapping[str, Subjects] = {
    **dict.fromkeys(("mine", "theirs", "any"), STAYING),
    **dict.fromkeys(("members", "defenders", "involved", "host"), PERSONNEL),
    "scp": SCP,
    "queue": FACE_DOWN,
    "my_discard": DISCARD,
}
"""The cards that a word names; `self` and `tgt` depend on the card and on its target."""
_TARGETS: tuple[tuple[tuple[str, ...], Subjects], ...] = (
    (("add_build", "remove_build", "peek_build"), FACE_DOWN),
    (("add_escalation", "remove_escalation", "set_status"), SCP),
    (("add_finance_token", "remove_finance_token"), FINANCE),
    (("wound", "heal", "repair", "remove_from_attempt"), PERSONNEL),
    (("tap", "untap", "return_to_hand"), NOT_SCP),
    (("destroy",), STAYING),
    (("recover",), DISCARD),
)
_LASTING: tuple[tuple[tuple[str, ...], Subjects], ...] = (
    (("mod_skill", "grant_skill", "lose_skill", "grant_icon", "cannot_do"), PERSONNEL),
    (("mod_req",), SCP),
    (("mod_production",), FINANCE),
    (("attrition_value",), frozenset[Subject]({"personnel", "gear", "finance"})),
    (("immune", "blank"), STAYING),
)
_ASKED: tuple[tuple[tuple[str, ...], Subjects], ...] = (
    (("in_attempt",), PERSONNEL),
    (("secured_this_turn", "contained_this_turn", "destroyed_this_turn", "members_had", "no_complication"), SCP),
)
ON: Mapping[str, tuple[Subjects, ...]] = {
    **{word: (about,) for words, about in (*_TARGETS, *_LASTING, *_ASKED) for word in words},
    "assign_defend": (PERSONNEL, SCP),
}
"""The cards that an effect, a modifier or a condition is about, for each of its cards."""
ABOUT: Mapping[str, Subject] = {"immune": "source", "mod_cost": "priced"}
"""The subject of a modifier's condition."""
_PRINTED: Subjects = frozenset({*STAYING, "discard", "destroyed", "source", "priced"})
ASKS: Mapping[str, Subjects] = {
    **{kind: frozenset({kind, "discard", "destroyed", "source", "priced"}) for kind in NOT_SCP},
    "scp": frozenset({"scp", "destroyed", "source"}),
    "event": frozenset({"discard", "source", "priced"}),
    **dict.fromkeys(("complication", "mission", "of_type"), frozenset({"discard", "source"})),
    **dict.fromkeys(("skill", "icon", "defending"), PERSONNEL),
    **dict.fromkeys(("subtype", "titled", "cost"), _PRINTED),
    "scp_class": frozenset({"scp", "destroyed"}),
    **dict.fromkeys(("tapped", "untapped"), STAYING),
    **dict.fromkeys(("unsecured", "secured", "contained"), SCP),
    **dict.fromkeys(("this", "other"), STAYING | {"destroyed"}),
    "controlled": STAYING | {"face_down", "destroyed"},
}
"""The subjects of conditions and of the number `cost`; those that are not here are about the match."""

_IN_ATTEMPT = ("attempt", "response", "defend", "complication")
"""Windows and parts of a text that have their place in an attempt."""
_ABOUT_ATTEMPT = (*_IN_ATTEMPT, "static", "secured", "contained", "attempt_failed", "you_secure", "you_destroy")
_ON_TABLE = (*OF_CARDS_IN_PLAY, *OF_SCPS)
"""SCP-505 SCP-509 When a card with a text is in play."""
ONLY: Mapping[tuple[Group, str], tuple[str, ...]] = {
    **dict.fromkeys((("cards", word) for word in ("members", "defenders", "involved", "scp")), _ABOUT_ATTEMPT),
    **dict.fromkeys((("condition", word) for word in ("attempt", "attempt_by", "in_attempt")), _ABOUT_ATTEMPT),
    **dict.fromkeys(
        (("effect", word) for word in ("mod_group", "cancel_attempt", "remove_from_attempt", "prevent_attrition")),
        _IN_ATTEMPT,
    ),
    ("effect", "negate"): ("response",),
    ("condition", "announced"): ("response",),
    **dict.fromkeys((("cost", "tap"), ("cost", "remove_finance_token")), _ON_TABLE),
    **dict.fromkeys((("cards", "self"), ("target", "self"), ("condition", "this"), ("condition", "other")), _ON_TABLE),
}
"""Words that have a meaning in some parts of a text only, or in some windows."""
LAYERS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("grant_icon",), ("icon", "icons", "skill", "untapped_total")),
    (("grant_skill", "lose_skill"), ("skill", "untapped_total")),
    (("mod_skill",), ("untapped_total",)),
)
"""SCP-R71 Texts that always give Icons, give or take Skills, or change Skill Values, and what they do not ask for."""
Slot = Literal["only_if", "which", "requires"]


class Meaning:
    """SCP-316 SCP-R71 One part of a card's text, read against what the rules can mean. Raises EffectFault."""

    def __init__(self, vocabulary: Vocabulary, card: CardTable, given: AbilityTable) -> None:
        self.vocabulary, self.card, self.given = vocabulary, card, given
        self._chosen = False

    def check_condition(self, text: str, slot: Slot) -> None:
        """SCP-235 SCP-310 SCP-520 Check a condition: about the match, or about the destroyed card."""
        tree = parse(text)
        _refuse_opponent(tree)
        self._chosen = slot == "requires"
        self._narrow(tree, frozenset({"destroyed"}) if slot == "which" else NOBODY)

    def check_target(self, text: str) -> None:
        """SCP-316 SCP-427 Cards to choose the target from."""
        tree = parse(text)
        _refuse_opponent(tree)
        self._chosen = False
        found = self._cards(tree)
        if self.given.when == "complication" and not found <= STAYING | FACE_DOWN:
            message = "the target of a Complication is a card in play or in a Build Queue (SCP-427)"
            raise EffectFault(message, column(tree))

    def check_target_player(self, text: str) -> None:
        """SCP-316 Players to choose the target from."""
        tree = parse(text)
        _refuse_opponent(tree)
        self._chosen = False
        self._players(tree)

    def check_cost(self, text: str) -> None:
        """SCP-301 SCP-314 SCP-315 Check costs: a player pays with own things, each once."""
        tree = parse(text)
        _refuse_opponent(tree)
        self._chosen = False
        paid = set()
        for part in parts(tree):
            word, _ = self._word("cost", part)
            if word.name in paid:
                raise EffectFault(f"a cost names {word.name!r} once", column(part))
            paid.add(word.name)
            self._statement("cost", part)
            self._check_paid(word, part)

    def check_modifiers(self, text: str) -> None:
        """SCP-216 SCP-514 SCP-516 Check texts that hold while the card is in play, or for a Mission's turn."""
        tree = parse(text)
        _refuse_opponent(tree)
        self._chosen = self.given.when == "restrict"
        for part in parts(tree):
            word, _ = self._word("modifier", part)
            if self.given.when == "restrict" and word.name != "cannot":
                raise EffectFault("the restrictions of a Mission are of 'cannot' (SCP-216)", column(part))
            self._statement("modifier", part)
            self._check_layer(word.name, part)

    def check_effects(self, text: str) -> None:
        """SCP-316 SCP-319 What happens."""
        self._chosen = True
        for part in parts(parse(text)):
            self._effect(part)

    def _effect(self, node: ast.expr) -> None:
        """SCP-515 One effect; what lasts for an attempt happens in one."""
        _, given = self._word("effect", node)
        self._statement("effect", node)
        for part in given.values():
            if isinstance(part, ast.Name) and part.id == "this_attempt":
                self._check_moment(part.id, _IN_ATTEMPT, part)

    def _statement(self, group: Group, node: ast.expr, about: Subjects = NOBODY) -> None:
        """A word with what it is given: when it may stand here, and which cards it is about."""
        word, given = self._word(group, node)
        self._check_moment(word.name, ONLY.get((group, word.name)), node)
        wanted = iter(ON.get(word.name, ()))
        for parameter in word.parameters:
            part = given.get(parameter.name)
            if part is None:
                continue
            if parameter.kind in ("cards", "target"):
                found = self._cards(part) if parameter.kind == "cards" else self._target(part)
                _check_subjects(word.name, found, next(wanted, ANYTHING), part)
            elif parameter.kind == "effects":
                for one in parts(part):
                    self._effect(one)
            else:
                self._value(word.name, parameter.kind, part, about)
        self._check_word(word.name, node)

    def _value(self, word: str, kind: str, node: ast.expr, about: Subjects) -> None:
        """SCP-317 SCP-519 A number, a condition or players that a word is given."""
        if kind == "players":
            self._players(node)
        elif kind == "number":
            self._number(node, about)
        elif kind == "condition":
            self._narrow(node, frozenset({ABOUT[word]}) if word in ABOUT else NOBODY)

    def _word(self, group: Group, node: ast.expr) -> tuple[Word, dict[str, ast.expr]]:
        """A word, and by name what it is given."""
        named = node.func if isinstance(node, ast.Call) else node
        word = self.vocabulary.find(group, named.id) if isinstance(named, ast.Name) else None
        if word is None:
            raise EffectFault(f"a {group} is expected here", column(node))
        if not isinstance(node, ast.Call):
            return word, {}
        given = dict(zip((parameter.name for parameter in word.parameters), node.args, strict=False))
        return word, given | {keyword.arg or "": keyword.value for keyword in node.keywords}

    def _check_moment(self, word: str, allowed: tuple[str, ...] | None, node: ast.expr) -> None:
        """Whether a word has a meaning at the time at which this part of the text works."""
        if allowed is not None and not {self.given.when, self.given.window} & set(allowed):
            raise EffectFault(f"{word!r} has no meaning here; it can stand in {', '.join(allowed)}", column(node))

    def _cards(self, node: ast.expr) -> Subjects:
        """The kinds of cards that these can be."""
        if isinstance(node, ast.Subscript):
            return self._narrow(node.slice, self._cards(node.value))
        self._statement("cards", node)
        word, _ = self._word("cards", node)
        return self._named(word.name, node)

    def _target(self, node: ast.expr) -> Subjects:
        """The kinds of cards that a target can be."""
        word, given = self._word("target", node)
        self._check_moment(word.name, ONLY.get(("target", word.name)), node)
        found = [self._cards(part) for part in given.values()]
        return found[0] if found else self._named(word.name, node)

    def _named(self, word: str, node: ast.expr) -> Subjects:
        """SCP-308 SCP-316 The kinds of cards that a word names on this card."""
        if word == "self":
            return frozenset(kind for kind in IN_PLAY if kind in self.card.types)
        if word == "host" and self.card.mode != "attached":
            raise EffectFault("only attached Gear has a bearer (SCP-308)", column(node))
        if word == "tgt":
            return self._of_target(node)
        return NAMES[word]

    def _of_target(self, node: ast.expr) -> Subjects:
        """SCP-216 SCP-316 The kinds of cards that the target of this part of the text can be."""
        part = self._targeted()
        if part.target is None or not self._chosen:
            raise EffectFault("there is no target here; a part of the text has it as its key 'target'", column(node))
        try:
            return Meaning(self.vocabulary, self.card, part)._cards(parse(part.target))
        except EffectFault:
            return NOBODY  # what is wrong in the target is said there

    def _targeted(self) -> AbilityTable:
        """SCP-216 The part of the text whose target it is: of a Mission the one that is played."""
        if self.given.when not in OF_MISSIONS:
            return self.given
        return next((part for part in self.card.abilities if part.when == "mission"), self.given)

    def _players(self, node: ast.expr) -> None:
        """SCP-505 SCP-901 The players who exist at that time."""
        if isinstance(node, ast.BinOp):
            self._players(node.left)
            self._players(node.right)
            return
        if isinstance(node, ast.Subscript):
            raise EffectFault("players have no filter", column(node))
        word, _ = self._word("players", node)
        if word.name == "controller" and "scp" not in self.card.types:
            raise EffectFault("'controller' is of an SCP; of other cards it is 'you'", column(node))
        if word.name == "tgt_controller" and not self._of_target(node) <= STAYING | FACE_DOWN:
            raise EffectFault("a target in the discard pile has no controller", column(node))
        if word.name == "tgt_player" and (self._targeted().target_player is None or not self._chosen):
            raise EffectFault("there is no player as target here; that is the key 'target_player'", column(node))

    def _number(self, node: ast.expr, about: Subjects) -> None:
        if isinstance(node, ast.UnaryOp):
            self._number(node.operand, about)
        elif isinstance(node, ast.BinOp):
            self._number(node.left, about)
            self._number(node.right, about)
        elif not isinstance(node, ast.Constant):
            word, _ = self._word("number", node)
            self._ask(word.name, about, node)
            self._statement("number", node)

    def _narrow(self, node: ast.expr, about: Subjects) -> Subjects:
        """The kinds of cards among these that a condition can be true of."""
        if isinstance(node, ast.BoolOp):
            return self._narrow_all(node, about)
        if isinstance(node, ast.UnaryOp):
            others = self._narrow(node.operand, about)
            return about - others if _is_types(node.operand) and about <= STAYING else about
        if isinstance(node, ast.Compare):
            self._number(node.left, about)
            self._number(node.comparators[0], about)
            return about
        word, _ = self._word("condition", node)
        narrowed = self._ask(word.name, about, node)
        self._statement("condition", node)
        return narrowed

    def _narrow_all(self, node: ast.BoolOp, about: Subjects) -> Subjects:
        """With `and` each part narrows the subjects of the next."""
        if isinstance(node.op, ast.Or):
            return NOBODY.union(*(self._narrow(part, about) for part in node.values))
        for part in node.values:
            about = self._narrow(part, about)
        return about

    def _ask(self, word: str, about: Subjects, node: ast.expr) -> Subjects:
        """Those kinds of cards that it can be asked about."""
        can = ASKS.get(word)
        if can is None:
            return about
        if not can & about:
            found = f"here it is asked about {_listed(about)}" if about else "here the match is asked about"
            raise EffectFault(f"{word!r} is about {_listed(can)}; {found}", column(node))
        return can & about

    def _check_word(self, word: str, node: ast.expr) -> None:
        """SCP-216 SCP-301 The other faults."""
        if word == "cost_paid" and not self._chosen:
            raise EffectFault("'cost_paid' is known when the cost is paid (SCP-301)", column(node))
        if word == "cost_paid" and not self._pays_card():
            raise EffectFault("'cost_paid' is of a card that is destroyed as a cost: destroy(...)", column(node))
        aimed = next((name for name in _names(node) if name.id == "assign_secure_other"), None)
        if word == "cannot" and aimed is not None:
            part = self._targeted()
            if self.given.when != "restrict" or part.target is None or not self._of_target(aimed) <= SCP:
                message = "'assign_secure_other' is a restriction of a Mission whose target is an SCP (SCP-216)"
                raise EffectFault(message, column(aimed))

    def _pays_card(self) -> bool:
        return self.given.cost is not None and any(name.id == "destroy" for name in _names(parse(self.given.cost)))

    def _check_paid(self, word: Word, node: ast.expr) -> None:
        """SCP-301 SCP-315 SCP-502 A player pays with their own cards; SCPs are neither tapped nor destroyed for it."""
        if word.name == "tap" and "scp" in self.card.types:
            raise EffectFault("an SCP is not tapped as a cost (SCP-502)", column(node))
        if word.name == "remove_finance_token" and "finance" not in self.card.types:
            raise EffectFault("only a Finance has Finance Tokens (SCP-213)", column(node))
        if word.name != "destroy":
            return
        _, given = self._word("cost", node)
        (part,) = given.values()
        _check_subjects("destroy", self._target(part), NOT_SCP, part)
        target, chosen = self._word("target", part)
        own = target.name == "self" or (target.name == "one" and _base(chosen) == "mine")
        if not own:
            raise EffectFault("the cost is one card of its player: self or one(mine[...]) (SCP-301)", column(part))

    def _check_layer(self, word: str, node: ast.expr) -> None:
        """SCP-R71 SCP-510 A text that gives something does not ask for what depends on it."""
        for changing, asking in LAYERS:
            asked = [*_names(node), *(_names(parse(self.given.only_if)) if self.given.only_if else ())]
            wrong = next((name.id for name in asked if name.id in asking), None)
            if word in changing and wrong is not None:
                message = f"what holds {word!r} all the time can't ask for {wrong!r}, which depends on it (SCP-R71)"
                raise EffectFault(message, column(node))
        if word == "grant_icon" and self.card.required_icons:
            raise EffectFault("a Resource that needs Icons gives none all the time (SCP-510, SCP-R71)", column(node))


def _refuse_opponent(tree: ast.AST) -> None:
    """SCP-901 Without a choice there is no chosen opponent."""
    chosen = next((name for name in _names(tree) if name.id == "opp"), None)
    if chosen is not None:
        raise EffectFault("'opp' is chosen when something happens; here it is each_other", column(chosen))


def _check_subjects(word: str, found: Subjects, wanted: Subjects, node: ast.expr) -> None:
    """A word about Personnel names Personnel, a word about SCPs SCPs, and so on."""
    strange = found - wanted
    if strange:
        message = f"{word!r} is about {_listed(wanted)}; this can be {_listed(strange)}"
        raise EffectFault(message, column(node))


def _names(tree: ast.AST) -> list[ast.Name]:
    """The words and names in an expression, in written order."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    return sorted(found, key=lambda name: (name.lineno, name.col_offset))


def _is_types(node: ast.expr) -> bool:
    """Whether a condition asks for types and nothing else, so that cards that fail it are of other types."""
    if isinstance(node, ast.BoolOp):
        return isinstance(node.op, ast.Or) and all(map(_is_types, node.values))
    return isinstance(node, ast.Name) and node.id in IN_PLAY


def _base(given: Mapping[str, ast.expr]) -> str:
    """The word for cards that filters stand behind."""
    (node,) = given.values()
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _listed(subjects: Subjects) -> str:
    return " or ".join(CALLED[subject] for subject in CALLED if subject in subjects)
