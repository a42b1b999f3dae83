"""The members of a card by its kind, and of a part of its text by the time at which it works."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.games.trf.definitions import (
    ACTS,
    FITS,
    MOST_PASSIVES,
    MOST_TARGETS,
    STAYING,
    TITLES,
    WINDOWS,
    Ability,
    AbilityTable,
    CardTable,
    Kind,
)
from domain.kernel.cardfile import CardEntry, Flaw
from domain.kernel.effects.compiler import Block, Compiler
from domain.kernel.effects.grammar import EffectFault


def _a(kind: Kind) -> str:
    return {"account": "an account", "ooc": "an OOC card"}.get(kind, f"a {kind}")


def check_ability(card: CardTable, given: AbilityTable) -> Iterator[str]:
    """TRF-325 TRF-527 TRF-605 TRF-616 The members of a part by the time at which it works."""
    fits, is_play = FITS[card.kind], bool(given.windows)
    if (given.when is None) != is_play:
        yield "a part of a text has 'when', a play of an OOC card 'windows'; one of the two"
    elif is_play and card.kind != "ooc":
        yield f"only an OOC card is played in windows; 'when' of {_a(card.kind)} is one of {', '.join(fits)} (TRF-616)"
    elif given.when is not None and given.when not in fits:
        yield f"'when' of {_a(card.kind)} is one of {', '.join(fits)}, not {given.when!r} (TRF-605)"
    if len(set(given.windows)) != len(given.windows):
        yield "a play names each window once (TRF-327)"
    is_act = given.when in ACTS
    if given.only_if is not None and not is_act and not is_play:
        yield "'only_if' is for what a player does: act, home_act and plays; say when(condition, ...) (TRF-328)"
    if (given.words or given.discards) and not is_act:
        yield "'words' and 'discards' are what an act costs, nothing else has them (TRF-301)"
    if given.weakness and (card.kind != "account" or is_act):
        yield "a weakness is of an account, and never its act: it applies without choice (TRF-527)"


def check_play(compiler: Compiler, number: int) -> None:
    """TRF-325 TRF-620 TRF-R68 A play stays at its end, once and whatever happens; a choice is kept by what stays."""
    block, used = compiler.blocks[number], compiler.used
    stays, choices, picks = ([c for c in used if c.word == word] for word in ("stay", "choose_faction", "pick"))
    if len(picks) > MOST_TARGETS:
        raise EffectFault(f"a text has at most {MOST_TARGETS} targets", picks[MOST_TARGETS].column)
    if stays and (len(stays) > 1 or block[-1].number != stays[0].number):
        raise EffectFault("'stay' stands once, as the last effect of a play (TRF-325)", stays[-1].column)
    first = {call.number for call in block}
    if choices and (len(choices) > 1 or choices[0].number not in first or not stays):
        message = "a faction is chosen once, by a card that stays: choose_faction(...), stay(...) (TRF-644)"
        raise EffectFault(message, choices[-1].column)


def check_windows(entry: CardEntry[CardTable]) -> Iterator[Flaw]:
    """TRF-327 An OOC card has one play in a window."""
    card = entry.card
    if card.kind == "ooc" and not any(ability.windows for ability in card.abilities):
        yield entry.fault("abilities", "an OOC card is played in at least one window (TRF-616)")
    named = [window for ability in card.abilities for window in dict.fromkeys(ability.windows)]
    for window in WINDOWS:
        if named.count(window) > 1:
            yield entry.fault("abilities", f"one play only names the window {window!r} (TRF-327)")


def check_staying(
    entry: CardEntry[CardTable], abilities: Sequence[Ability | None], blocks: Sequence[Block]
) -> Iterator[Flaw]:
    """TRF-521 TRF-620 TRF-644 The texts of an OOC card that stays, and its host and choice."""
    if entry.card.kind != "ooc" or None in abilities:
        return
    calls = [call for block in blocks for call in block]
    calls += [call for ability in abilities if ability for call in ability.calls]
    stays = [call for call in calls if call.word == "stay"]
    if not stays:
        for number, ability in enumerate(abilities, 1):
            if ability is not None and ability.when in STAYING:
                message = f"{ability.when!r} is for a card that stays; let a play say stay(...) (TRF-521)"
                yield entry.fault(f"abilities[{number}]", message)
        return
    words = {part.word for call in calls if call.word != "stay" for part in call.parts()}
    hosted = sorted(words & {"host", "host_owner", "with_host"})
    if hosted and any("host" not in call.arguments for call in stays):
        yield entry.fault("abilities", f"{hosted[0]!r} is of a card that stays with a host: stay(pick(...)) (TRF-620)")
    chosen, choices = sorted(words & {"chosen", "against_chosen"}), [c for c in calls if c.word == "choose_faction"]
    if chosen and len(choices) < len(stays):
        yield entry.fault("abilities", f"{chosen[0]!r} is of a card whose play says choose_faction(...) (TRF-644)")


def check_passives(entry: CardEntry[CardTable], abilities: Sequence[Ability | None]) -> Iterator[Flaw]:
    """TRF-518 TRF-R68 A card that always holds too much would make every look at the table slow."""
    found = sum(len(ability.calls) for ability in abilities if ability is not None)
    if found > MOST_PASSIVES:
        yield entry.fault("abilities", f"a card has at most {MOST_PASSIVES} passive words, not {found}")


NEEDS: Mapping[Kind, tuple[str, ...]] = {
    "account": ("faction",),
    "planet": ("meters", "words", "capture_value", "homeworld_value"),
    "character": ("class", "faction", "cost", "combat"),
    "ooc": ("cost",),
}
"""TRF-602 TRF-609 TRF-616 The members of a card of a kind, and the optional ones."""
MAY_HAVE: Mapping[Kind, tuple[str, ...]] = {
    "account": ("alignment", "titles", "second_meters"),
    "planet": (),
    "character": ("alignment", "unique", "titles", "ties", "capture"),
    "ooc": ("faction", "title", "ties", "subtype"),
}
OF_EVERY_CARD = ("id", "name", "kind", "text", "abilities")


def check_kind(entry: CardEntry[CardTable]) -> Iterator[Flaw]:
    """TRF-601 TRF-602 TRF-609 TRF-614 TRF-616 The members of a card follow from its kind."""
    card = entry.card
    called = _a(card.kind)
    for name, key in zip(CardTable.__struct_fields__, CardTable.__struct_encode_fields__, strict=True):
        given = getattr(card, name) is not None
        if key in NEEDS[card.kind] and not given:
            yield entry.fault(key, f"{called} has {key!r} {_RULES[card.kind]}")
        elif given and key not in (*OF_EVERY_CARD, *NEEDS[card.kind], *MAY_HAVE[card.kind]):
            yield entry.fault(key, f"{called} has no {key!r} {_RULES[card.kind]}")
    if card.class_ == "fleeter" and card.capture is None and card.kind == "character":
        yield entry.fault("capture", "a Fleeter has a capture value, 0 or more (TRF-609)")
    if card.class_ == "individual" and card.capture:
        yield entry.fault("capture", "an Individual's capture value is 0 (TRF-457)")
    if None not in (card.alignment, card.faction) and (card.alignment == "none") != (card.faction == "universal"):
        yield entry.fault("alignment", "a universal card has alignment none, every other card has one (TRF-614)")
    strange = [title for title in card.titles or () if title not in TITLES]
    if card.kind == "account" and strange:
        known = ", ".join(TITLES)
        yield entry.fault("titles", f"the titles of an account are of {known}, not {strange[0]!r} (TRF-R69)")


_RULES: Mapping[Kind, str] = {
    "account": "(TRF-601)",
    "planet": "(TRF-602)",
    "character": "(TRF-609)",
    "ooc": "(TRF-616)",
}
