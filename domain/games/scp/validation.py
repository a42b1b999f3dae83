"""The members of a card by its types, and of a part of its text by the time at which it works."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Mapping, Sequence

from domain.games.scp.definitions import (
    FITS,
    ICONS,
    IN_PLAY,
    MOST_LOOKS,
    MOST_PASSIVES,
    OF_SCPS,
    PHASED,
    SITE,
    TEXTS,
    Ability,
    AbilityTable,
    CardTable,
    CardType,
    Icon,
    Keyword,
    When,
)
from domain.kernel.cardfile import CardEntry, Flaw
from domain.kernel.effects.compiler import Call
from domain.kernel.effects.grammar import EffectFault, parse, parts
from domain.kernel.effects.subjects import Kinds
from domain.kernel.effects.vocabulary import Vocabulary

_CALLED: Mapping[CardType, str] = {
    "complication": "a Complication",
    "event": "an Event",
    "finance": "a Finance",
    "gear": "a Gear",
    "mission": "a Mission",
    "personnel": "a Personnel",
    "resource": "a Resource",
    "scp": "an SCP",
}
_RULES: Mapping[CardType, str] = {
    "complication": "SCP-605",
    "event": "SCP-607",
    "finance": "SCP-608",
    "gear": "SCP-609",
    "mission": "SCP-610",
    "personnel": "SCP-611",
    "resource": "SCP-613",
    "scp": "SCP-603",
}
NEEDS: Mapping[CardType, tuple[str, ...]] = {
    "complication": ("complication_type", "windows", "escalation"),
    "event": ("cost",),
    "finance": ("cost", "production"),
    "gear": ("cost", "mode"),
    "mission": ("mission_type", "escalation"),
    "personnel": ("affiliation", "cost", "skill_value"),
    "resource": (),
    "scp": ("class", "skill", "secure", "contain", "escalation"),
}
"""SCP-603 SCP-605 SCP-607 SCP-608 SCP-609 SCP-610 SCP-611 SCP-613 The members of a card of a type."""
MAY_HAVE: Mapping[CardType, tuple[str, ...]] = {
    "complication": ("overcome",),
    "event": (),
    "finance": ("keywords",),
    "gear": ("keywords",),
    "mission": (),
    "personnel": ("subtitle", "skills", "icons", "keywords"),
    "resource": ("required_icons", "keywords"),
    "scp": ("secure_skills", "contain_skills", "keywords"),
}
"""Its optional members."""
OF_EVERY_CARD = ("id", "name", "types", "text", "subtypes", "abilities")
KEYWORDS: Mapping[Keyword, tuple[CardType, ...]] = {
    "unique": ("personnel",),
    "indestructible": IN_PLAY,
    "attrition_immune": ("personnel", "gear", "finance"),
}
"""SCP-435 SCP-511 SCP-513 The cards that a keyword is about."""
ONCE = ("types", "subtypes", "keywords", "secure_skills", "contain_skills", "icons", "windows")
"""SCP-406 SCP-507 The things that a card names once: a second time would add nothing."""


def _called(types: Sequence[CardType]) -> str:
    """SCP-602 A card by its types."""
    return " and ".join(_CALLED[kind] for kind in types)


def borne(card: CardTable) -> Iterator[tuple[str, Icon]]:
    """SCP-309 SCP-430 SCP-612 The Icons that are printed on a card, by their keys."""
    overcome = () if card.overcome is None else card.overcome.icons
    for key, icons in (("icons", card.icons), ("required_icons", card.required_icons), ("overcome", overcome)):
        yield from ((key, icon) for icon in icons or ())


def check_types(entry: CardEntry[CardTable]) -> Iterator[Flaw]:
    """SCP-601 SCP-602 SCP-615 SCP-R72 The members of a card follow from its types."""
    types = entry.card.types
    staying = [kind for kind in types if kind in IN_PLAY]
    if "scp" in types and len(types) > 1:
        yield entry.fault("types", "an SCP is kept apart from all other cards; it has no other type (SCP-615)")
    elif len(staying) > 1:
        message = f"a card stays in play as one type, not as {_called(staying)} (SCP-R72)"
        yield entry.fault("types", message)
    needed = {key: kind for kind in types for key in NEEDS[kind]}
    allowed = {*OF_EVERY_CARD, *needed, *(key for kind in types for key in MAY_HAVE[kind])}
    rules = ", ".join(_RULES[kind] for kind in types)
    for name, key in zip(CardTable.__struct_fields__, CardTable.__struct_encode_fields__, strict=True):
        given = getattr(entry.card, name) is not None
        if key in needed and not given:
            yield entry.fault(key, f"{_CALLED[needed[key]]} has {key!r} ({_RULES[needed[key]]})")
        elif given and key not in allowed:
            yield entry.fault(key, f"{_called(types)} has no {key!r} ({rules})")


def check_printed(entry: CardEntry[CardTable]) -> Iterator[Flaw]:
    """SCP-430 SCP-503 SCP-511 SCP-512 SCP-513 Every member of a card says something."""
    card = entry.card
    for key in ONCE:
        listed: tuple[str, ...] = getattr(card, key) or ()
        if len(set(listed)) < len(listed):
            yield entry.fault(key, "each is named once")
    for keyword in card.keywords or ():
        if not set(KEYWORDS[keyword]) & set(card.types):
            allowed = ", ".join(KEYWORDS[keyword])
            yield entry.fault("keywords", f"{keyword!r} is a keyword of {allowed}; this is {_called(card.types)}")
    if "scp" in card.types and card.escalation == 0:
        yield entry.fault("escalation", "the Escalation Value of an SCP is at least 1 (SCP-503)")
    for key, icon in borne(card):
        if icon not in ICONS and SITE.fullmatch(icon) is None:
            message = f"an Icon is {', '.join(ICONS)} or the number of a site, as site_19, not {icon!r} (SCP-612)"
            yield entry.fault(key, message)
    overcome = card.overcome
    if overcome is not None and not (overcome.skills or overcome.icons or overcome.total):
        message = "to be overcome it needs Skills, Icons or a total; leave the key out if it can't be (SCP-430)"
        yield entry.fault("overcome", message)


KEYS: Mapping[When, tuple[str, ...]] = {
    "static": ("status", "only_if"),
    **dict.fromkeys(PHASED, ("may", "cost", "status", "only_if")),
    **dict.fromkeys((*OF_SCPS, "escalation", "you_secure", "you_reveal", "you_destroy"), ("status", "only_if")),
    "destroyed": ("which", "status", "only_if"),
    "act": ("cost", "window", "target", "target_player", "status", "only_if"),
    "event": ("cost", "window", "target", "target_player", "only_if"),
    "complication": ("target", "only_if"),
    "mission": ("target", "target_player", "only_if", "requires"),
    "restrict": (),
    "success": (),
    "failure": (),
}
"""The members of a part of a text beside `when` and `do`."""
NEEDED: Mapping[When, tuple[str, str]] = {
    "destroyed": ("which", "SCP-520"),
    "act": ("window", "SCP-314"),
    "event": ("window", "SCP-310"),
    "complication": ("target", "SCP-427"),
    "mission": ("requires", "SCP-235"),
}
"""Its required members, by rule."""


def check_ability(card: CardTable, given: AbilityTable) -> Iterator[str]:
    """SCP-310 SCP-314 SCP-427 SCP-505 SCP-602 SCP-610 The members of a part by the time at which it works."""
    when = given.when
    fits = [fit for kind in card.types for fit in FITS[kind]]
    if when not in fits:
        yield f"'when' of {_called(card.types)} is one of {', '.join(fits)}, not {when!r} (SCP-602)"
        return
    if (given.do is None) != (when == "mission"):
        yield "a Mission is played for its success: 'do' stands there (SCP-610)" if given.do else "'do' is missing"
    for key in AbilityTable.__struct_fields__:
        has = getattr(given, key) not in (None, False)
        if has and key not in ("when", "do", *KEYS[when]):
            yield f"{key!r} has no meaning for {when!r}; it may have {', '.join(KEYS[when]) or 'nothing but do'}"
    needed = NEEDED.get(when)
    if needed is not None and getattr(given, needed[0]) is None:
        yield f"{when!r} has {needed[0]!r} ({needed[1]})"
    yield from _check_combined(card, given)


def _check_combined(card: CardTable, given: AbilityTable) -> Iterator[str]:
    """SCP-208 SCP-316 SCP-413 SCP-505 Keys that need one another or shut one another out."""
    if given.when in PHASED and given.cost is not None and not given.may:
        yield "only what may be left has a cost: may = true (SCP-208)"
    if given.status is not None and "scp" not in card.types:
        yield "only an SCP has a status (SCP-505)"
    if given.when == "act" and given.window == "defend":
        yield "the defender replies with a card from hand; an ability has another window (SCP-413)"
    if given.target is not None and given.target_player is not None:
        yield "a part of a text has 'target' or 'target_player', one of the two (SCP-316)"


def check_target(given: AbilityTable, kinds: Kinds) -> None:
    """SCP-427 The target of a Complication is on the table."""
    if given.when == "complication" and kinds - {*IN_PLAY, "face_down"}:
        raise EffectFault("the target of a Complication is a card in play or in a Build Queue (SCP-427)")


def check_cost(cost: Sequence[Call]) -> None:
    """SCP-301 SCP-314 A cost names each word once."""
    for place, call in enumerate(cost):
        if call.word in (paid.word for paid in cost[:place]):
            raise EffectFault(f"a cost names {call.word!r} once", call.column)


def check_restrictions(given: AbilityTable, calls: Sequence[Call]) -> None:
    """SCP-216 A Mission restricts what players do."""
    for call in calls:
        if given.when == "restrict" and call.word != "cannot":
            raise EffectFault("the restrictions of a Mission are of 'cannot' (SCP-216)", call.column)


PARTS: Mapping[CardType, tuple[When, ...]] = {
    "event": ("event",),
    "complication": ("complication",),
    "mission": ("mission", "success", "failure"),
}
"""SCP-605 SCP-607 SCP-610 Parts that a card of a type has exactly once."""


def check_plays(entry: CardEntry[CardTable]) -> Iterator[Flaw]:
    """SCP-235 SCP-310 SCP-427 SCP-610 The text of a card's play stands there once."""
    named = [ability.when for ability in entry.card.abilities]
    for kind in entry.card.types:
        for when in PARTS.get(kind, ()):
            if named.count(when) != 1:
                message = f"{_CALLED[kind]} has one part with when = {when!r}, not {named.count(when)} ({_RULES[kind]})"
                yield entry.fault("abilities", message)
    if named.count("restrict") > 1:
        yield entry.fault("abilities", "the restrictions of a Mission stand in one part (SCP-610)")


def check_passives(entry: CardEntry[CardTable], abilities: Sequence[Ability | None]) -> Iterator[Flaw]:
    """SCP-R70 A card that always holds too much would make every look at the table slow."""
    found = sum(len(ability.calls) for ability in abilities if ability is not None)
    if found > MOST_PASSIVES:
        yield entry.fault("abilities", f"a card has at most {MOST_PASSIVES} passive words, not {found}")


def check_looks(entry: CardEntry[CardTable], vocabulary: Vocabulary) -> Iterator[Flaw]:
    """SCP-R70 Cards that ask about all cards for all cards, over and over, would make every look at the table slow."""
    many = frozenset(word.name for word in vocabulary.words.values() if word.meaning.many)
    texts = (getattr(ability, key) for ability in entry.card.abilities for key in TEXTS)
    found = sum(_looks(text, many) for text in texts if text is not None)
    if found > MOST_LOOKS:
        message = f"beyond one in each effect a card has at most {MOST_LOOKS} words for many cards, not {found}"
        yield entry.fault("abilities", message)


def _looks(text: str, many: Container[str]) -> int:
    """Words for many cards in a text, but the first of each of its effects; what can't be read is said elsewhere."""
    try:
        effects = parts(parse(text))
    except EffectFault:
        return 0
    return sum(max(0, sum(name in many for name in _names(effect)) - 1) for effect in effects)


def _names(tree: ast.expr) -> Iterator[str]:
    return (node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
