"""Texts that the grammar allows and the rules can't mean."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, get_args

from domain.games.trf.definitions import MOST_TARGETS, STAYING, TITLES, WINDOWS, AbilityTable, CardTable, Kind, When
from domain.kernel.effects.compiler import Call, Compiler
from domain.kernel.effects.grammar import EffectFault

Subject = Literal[
    "character", "unit", "planet", "account", "persistent", "discard", "fight", "answered", "hand", "faction"
]
"""The cards that words name, and the cards that words are about."""
CALLED: Mapping[Subject, str] = {
    "character": "characters in play",
    "unit": "units",
    "planet": "planets in play",
    "account": "accounts",
    "persistent": "persistent cards in play",
    "discard": "cards in a discard pile",
    "fight": "fights",
    "answered": "the card that a response answers",
    "hand": "cards to be played",
    "faction": "factions to choose from",
}
IN_PLAY: tuple[str, ...] = tuple(when for when in get_args(When) if when not in ("defeated", "captured"))
"""When a card with a text is in play: neither a play of an OOC card, nor after it has left."""
ONLY: Mapping[str, tuple[str, ...]] = {
    "loser": ("wins_fight",),
    "assigned_here": ("captured",),
    "answered": ("response",),
    "host": STAYING,
    "host_owner": STAYING,
    "with_host": ("persist",),
    "chosen": STAYING,
    "against_chosen": STAYING,
    "stay": WINDOWS,
    "choose_faction": WINDOWS,
    "reroll": ("bicker", "dice"),
    "set_die": ("bicker",),
    "add_die": ("dice",),
    "cancel_attack": ("attack", "block"),
    "self": IN_PLAY,
    "this": IN_PLAY,
    "other": get_args(When),
}
"""Words that have a meaning in some parts of a text only, or in some windows."""
NAMES: Mapping[str, tuple[Subject, ...]] = {
    **dict.fromkeys(("my_char", "their_char", "any_char", "assigned_here"), ("character",)),
    **dict.fromkeys(("my_unit", "their_unit", "any_unit"), ("character", "unit")),
    **dict.fromkeys(("my_planet", "their_planet", "any_planet"), ("planet",)),
    **dict.fromkeys(("my_account", "their_account"), ("account",)),
    "persistents": ("persistent",),
    "my_discard": ("discard",),
    "fights": ("fight",),
    "answered": ("answered",),
    "host": ("character", "planet", "account"),
}
"""The cards that a word names."""
SELF: Mapping[Kind, tuple[Subject, ...]] = {
    "account": ("account",),
    "planet": ("planet",),
    "character": ("character", "unit"),
    "ooc": ("persistent",),
}
ON: Mapping[str, tuple[Subject, ...]] = {
    **dict.fromkeys(("damage", "heal", "destroy", "save", "combat", "capture", "keyword", "cannot"), ("character",)),
    **dict.fromkeys(("refresh_unit", "leave_fight"), ("unit",)),
    **dict.fromkeys(("defense", "skip_planet", "swap_home", "capture_to_hand"), ("planet",)),
    **dict.fromkeys(("to_hand", "put_into_play", "revive_free"), ("discard",)),
    "join_fight": ("unit", "fight"),
    "side": ("fight",),
    "cancel": ("answered",),
    "discard_persistent": ("persistent",),
    "stay": ("character", "account", "planet"),
    "cost": ("hand",),
    "opens": ("hand",),
    "nobody_plays": ("hand",),
    "threshold": ("fight",),
    "choose_faction": ("faction",),
}
"""The cards that an effect or a modifier is about."""
JOINS: Mapping[str, Subject] = {"target": "unit", "fight": "fight"}
"""TRF-633 A unit joins a fight."""
_PRINTED: tuple[Subject, ...] = ("character", "account", "persistent", "discard", "answered", "hand")
_OF_CHARACTERS: tuple[Subject, ...] = ("character", "discard", "hand")
_OF_OOC: tuple[Subject, ...] = ("persistent", "discard", "answered", "hand")
FACTIONS_NAMED = (
    "coalition",
    "jedi",
    "iron_regency",
    "umbral_circle",
    "freeport_league",
    "drift_clans",
    "universal",
    "chosen",
    "light",
    "dark",
    "neutral",
)
ASKS: Mapping[str, tuple[Subject, ...]] = {
    **dict.fromkeys(("fleeter", "individual", "unique", "combat"), _OF_CHARACTERS),
    **dict.fromkeys(("character", "planet", "ooc"), ("character", "discard", "answered", "hand")),
    **dict.fromkeys(("persistent", "staff_ruling"), _OF_OOC),
    **dict.fromkeys((*FACTIONS_NAMED, "tied", "titled", "cost"), _PRINTED),
    "of_my_alignment": (*_PRINTED, "faction"),
    "any_faction": ("faction",),
    **dict.fromkeys(("shield", "home"), ("planet",)),
    **dict.fromkeys(
        (
            "lone",
            "attacking",
            "blocking",
            "unblocked",
            "assigned",
            "fighting",
            "spent",
            "battled",
            "free_to_join",
            "against_chosen",
            "unit_combat",
        ),
        ("character",),
    ),
    "stuck": ("character", "fight"),
    **dict.fromkeys(("this", "other"), ("character", "planet", "account", "persistent")),
    "played_in": ("hand",),
    **dict.fromkeys(("as_response", "targets_mine"), ("answered",)),
    **dict.fromkeys(("my_side", "has_my_unit", "has_my_individual", "my_defense", "with_host"), ("fight",)),
}
"""The subjects of conditions and numbers; those that are not here are about the match."""
NUMBERED = ("commander", "conqueror", "raider", "interceptor", "duelist", "siege")
"""TRF-531 to TRF-536 Keywords with a number."""
OF_CLASS = {"commander": "individual", "conqueror": "individual", "siege": "fleeter", "cloaked": "fleeter"}
"""TRF-532 TRF-533 TRF-536 TRF-539 Keywords of one class of characters."""
SETTLED_BY = ("spent", "free_to_join")
"""Conditions that what is given or forbidden decides."""


def check_words(
    compiler: Compiler, card: CardTable, given: AbilityTable, slot: Literal["effect", "modifier", "only_if"]
) -> None:
    """TRF-328 Faults of texts that the grammar allows and the rules can't mean."""
    moments = given.windows or (given.when,)
    of_value = {part.number for call in compiler.used for part in call.inner}
    picked: Call | None = None
    for call in compiler.used:
        _check_moment(compiler, call, moments)
        if call.word == "has_reserve" and slot == "modifier":
            message = "what holds all the time is seen by all; it can't ask for 'has_reserve' (TRF-104)"
            raise EffectFault(message, call.column)
        if call.word == "opp" and slot == "modifier":
            raise EffectFault("what holds all the time asks for no opponent; say each_opp (TRF-906)", call.column)
        if call.word == "same" and picked is None:
            raise EffectFault("'same' is the target of the pick before, and there is none", call.column)
        picked = call if call.word == "pick" else picked
        _check_titles(call)
        if slot == "only_if":
            _check_asked(call, (call,), (), "'only_if' asks about the match")
        elif call.number not in of_value:
            _check_statement(compiler, card, call, slot)
    picks = [call for call in compiler.used if call.word == "pick"]
    if len(picks) > MOST_TARGETS:
        raise EffectFault(f"a text has at most {MOST_TARGETS} targets", picks[MOST_TARGETS].column)


def _check_moment(compiler: Compiler, call: Call, moments: Sequence[str | None]) -> None:
    """Whether a word has a meaning at that time."""
    allowed = ONLY.get(call.word, moments)
    if any(moment not in allowed for moment in moments) and not _counts(compiler, call):
        message = f"{call.word!r} has no meaning here; it can stand in {', '.join(ONLY[call.word])}"
        raise EffectFault(message, call.column)


def _check_titles(call: Call) -> None:
    """TRF-R69 Accounts have the titles by which OOC cards are priced."""
    if call.word not in ("gain_title", "lose_title", "opponent_is"):
        return
    named = call.arguments["titles" if call.word == "lose_title" else "title"](None)
    strange = [title for title in ([named] if isinstance(named, str) else named) if title not in TITLES]
    if strange:
        message = f"an account's titles are of {', '.join(TITLES)}, not {strange[0]!r} (TRF-R69)"
        raise EffectFault(message, call.column)


def _counts(compiler: Compiler, call: Call) -> bool:
    """TRF-522 Whether a word says in `stay` at the start of whose turns tokens are counted down."""
    numbers = {part.number for one in compiler.used if one.word == "stay" for part in one.inner}
    return call.word == "host_owner" and call.number in numbers


def _check_statement(compiler: Compiler, card: CardTable, call: Call, slot: Literal["effect", "modifier"]) -> None:
    """One effect or modifier: its subjects, and the conditions in it."""
    parts = list(call.parts())
    targets = [part for part in parts if part.word in ("pick", "same")]
    if len(targets) > (2 if call.word == "join_fight" else 1):
        raise EffectFault(f"{call.word!r} has one target", targets[-1].column)
    _check_subjects(compiler, card, call)
    _check_amounts(call)
    asked = f"{call.word!r} asks about the match"
    about = ON.get(call.word, ()) if not any(_names(card, part) for part in parts) else ()
    for group in (call, *parts):
        here = [subject for part in group.inner for subject in _names(card, part)]
        _check_asked(call, group.inner, tuple(here) or (about if group is call else ()), asked)
    CHECKS.get(call.word, _nothing)(call, card, slot)


def _names(card: CardTable, part: Call) -> tuple[Subject, ...]:
    """The cards that a word names; () for a word that names no cards."""
    return SELF[card.kind] if part.word == "self" else NAMES.get(part.word, ())


def _check_subjects(compiler: Compiler, card: CardTable, call: Call) -> None:
    """A word about characters names characters, a word about planets planets, and so on."""
    wanted = ON.get(call.word)
    if wanted is None:
        return
    for place, part in enumerate(call.inner):
        fitting = (JOINS[[*call.arguments][place]],) if call.word == "join_fight" else wanted
        for inner in (part, *part.parts()):
            named = _names_of_same(compiler, card, inner) if inner.word == "same" else _names(card, inner)
            if named and not set(named) & set(fitting):
                message = f"{call.word!r} is about {CALLED[fitting[0]]}, {inner.word!r} names {CALLED[named[0]]}"
                raise EffectFault(message, inner.column)


def _names_of_same(compiler: Compiler, card: CardTable, same: Call) -> tuple[Subject, ...]:
    """The cards that the pick before names."""
    before = [call for call in compiler.used if call.word == "pick" and call.number < same.number]
    return tuple(subject for part in before[-1].parts() for subject in _names(card, part)) if before else ()


def _check_asked(call: Call, asked: Sequence[Call], about: tuple[Subject, ...], otherwise: str) -> None:
    """A condition needs a subject that it can be true of."""
    for part in asked:
        can = ASKS.get(part.word)
        if can is None or set(can) & set(about):
            continue
        found = f"here it is asked about {CALLED[about[-1]]}" if about else otherwise
        raise EffectFault(f"{part.word!r} is about {CALLED[can[0]]}; {found}", part.column)
    for part in asked:
        if part.word == "played_in" and call.word != "cost":
            raise EffectFault("'played_in' is asked about a cost (TRF-645)", part.column)


def _check_amounts(call: Call) -> None:
    """A printed number needs a filter: beside it there is no card."""
    if call.word in ("cost", "opens", "nobody_plays"):
        return
    bare = {*_outside(ast.parse(call.text, mode="eval").body)} & {"cost", "combat", "unit_combat"}
    for part in call.parts():
        if part.word in bare:
            raise EffectFault(f"{part.word!r} is a number of a card; ask it in a filter", part.column)


def _outside(tree: ast.AST) -> Iterator[str]:
    """The words of an effect that stand in no filter and are no calls."""
    if isinstance(tree, ast.Name):
        yield tree.id
    for field, value in ast.iter_fields(tree):
        if (isinstance(tree, ast.Subscript) and field == "slice") or (isinstance(tree, ast.Call) and field == "func"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _outside(child)


def _nothing(call: Call, card: CardTable, slot: str) -> None:
    """Nothing more to check in this word."""


def _check_blank(call: Call, card: CardTable, slot: str) -> None:
    """TRF-R70 Two accounts that blank each other would never settle."""
    if card.kind == "account":
        raise EffectFault("an account blanks no account (TRF-R70)", call.column)
    _check_title(call, card, slot)


def _check_title(call: Call, card: CardTable, slot: str) -> None:
    """TRF-R70 A text that decides the titles of accounts does not ask for titles."""
    for part in call.parts():
        if part.word == "opponent_is":
            message = f"{call.word!r} decides which titles there are; it can't ask for 'opponent_is' (TRF-R70)"
            raise EffectFault(message, part.column)


def _check_capture(call: Call, card: CardTable, slot: str) -> None:
    """TRF-457 An Individual adds to the capture value of its Fleeter, it has none of its own."""
    mine = next((part for part in call.parts() if part.word == "self"), None)
    if mine is not None and card.class_ == "individual":
        message = "an Individual's capture value is 0; say keyword(self, conqueror, n) (TRF-457, TRF-533)"
        raise EffectFault(message, mine.column)


def _check_choice(call: Call, card: CardTable, slot: str) -> None:
    """TRF-644 A faction is chosen among all or among those of the account's alignment."""
    if [part.word for part in call.inner] not in (["any_faction"], ["of_my_alignment"]):
        raise EffectFault("choose_faction takes any_faction or of_my_alignment (TRF-644)", call.column)


def _check_income(call: Call, card: CardTable, slot: str) -> None:
    """TRF-203 TRF-308 It changes meters, words or both."""
    if not {"meters", "words"} & call.arguments.keys():
        raise EffectFault(f"{call.word!r} says how many meters or words", call.column)


def _check_keyword(call: Call, card: CardTable, slot: str) -> None:
    """TRF-531 to TRF-541 Some keywords have a number, some are for one class only."""
    name, has_number = call.arguments["name"](None), "n" in call.arguments
    if has_number != (name in NUMBERED):
        message = f"{name} has {'no number' if has_number else f'a number: keyword(..., {name}, n)'}"
        raise EffectFault(message, call.column)
    class_ = OF_CLASS.get(name, card.class_)
    if card.kind == "character" and class_ != card.class_ and any(part.word == "self" for part in call.parts()):
        raise EffectFault(f"{name} is for {class_}s only (TRF-532 to TRF-539)", call.column)
    _check_settled(call, card, slot)


def _check_settled(call: Call, card: CardTable, slot: str) -> None:
    """TRF-R70 A text that decides whether a card is spent or free does not ask for that."""
    for part in call.parts():
        if slot == "modifier" and part.word in SETTLED_BY:
            message = f"what is always given or forbidden can't ask for {part.word!r}, which it decides (TRF-R70)"
            raise EffectFault(message, part.column)


def _check_put(call: Call, card: CardTable, slot: str) -> None:
    """TRF-601 Planets and characters come into play, OOC cards are played."""
    _check_asks(call, ("planet", "character", "fleeter", "individual"), "planets or characters")


def _check_revive(call: Call, card: CardTable, slot: str) -> None:
    """TRF-334 Characters are revived."""
    _check_asks(call, ("character", "fleeter", "individual"), "characters")


def _check_asks(call: Call, wanted: Sequence[str], named: str) -> None:
    filters = [part.slice for part in ast.walk(ast.parse(call.text)) if isinstance(part, ast.Subscript)]
    is_same = any(part.word == "same" for part in call.parts())
    if not is_same and not any(_ensures(part, wanted) for part in filters):
        message = f"{call.word!r} is about {named}; ask for them: my_discard[{wanted[0]}]"
        raise EffectFault(message, call.column)


def _ensures(test: ast.expr, wanted: Sequence[str]) -> bool:
    """Whether everything that passes a test is one of these."""
    if isinstance(test, ast.BoolOp):
        decide = any if isinstance(test.op, ast.And) else all
        return decide(_ensures(part, wanted) for part in test.values)
    return isinstance(test, ast.Name) and test.id in wanted


def _check_roll(call: Call, card: CardTable, slot: str) -> None:
    """TRF-643 Each face of the die has one outcome at most."""
    seen: set[int] = set()
    for outcome in call.arguments.values():
        low, high, _ = outcome(None)
        faces = set(range(low, high + 1))
        if not faces or faces & seen:
            message = f"on({low}, {high}, ...) names no face of the die, or one that was named before"
            raise EffectFault(message, call.column)
        seen |= faces


def _check_stay(call: Call, card: CardTable, slot: str) -> None:
    """TRF-522 TRF-620 Tokens are counted down at the start of somebody's turns; one host is named."""
    given = call.arguments.keys()
    if ("tokens" in given) != ("counted" in given):
        raise EffectFault("tokens are counted down: tokens=n, counted=me or host_owner (TRF-522)", call.column)
    if "host" not in given and "host_owner" in call.text:
        raise EffectFault("without a host there is no host_owner (TRF-620)", call.column)
    if "host" in given and not any(part.word in ("pick", "same") for part in call.inner):
        raise EffectFault("the host is one card: stay(pick(...)) (TRF-620)", call.column)


def _check_swap_account(call: Call, card: CardTable, slot: str) -> None:
    """TRF-628 Nobody else's reserve account is known."""
    if [part.word for part in call.parts()] != ["me"]:
        raise EffectFault("an account is swapped by its player: swap_account(me) (TRF-628)", call.column)


def _check_swap_home(call: Call, card: CardTable, slot: str) -> None:
    """TRF-604 A homeworld changes places with another planet of its owner."""
    words = {part.word for part in call.parts()}
    if not {"my_planet", "self", "same"} & words:
        raise EffectFault("a homeworld changes places with a planet of its owner's: my_planet[shield]", call.column)


CHECKS: Mapping[str, Callable[[Call, CardTable, str], None]] = {
    "blank_account": _check_blank,
    "cannot": _check_settled,
    "capture": _check_capture,
    "choose_faction": _check_choice,
    "cost": _check_income,
    "gain_title": _check_title,
    "income": _check_income,
    "income_next": _check_income,
    "keyword": _check_keyword,
    "lose_title": _check_title,
    "put_into_play": _check_put,
    "revive_free": _check_revive,
    "roll": _check_roll,
    "stay": _check_stay,
    "swap_account": _check_swap_account,
    "swap_home": _check_swap_home,
}
"""The other faults of an effect or modifier."""


def check_play(compiler: Compiler, given: AbilityTable, number: int) -> None:
    """TRF-325 TRF-620 A play stays at its end, once and whatever happens; a choice is kept by what stays."""
    block = compiler.blocks[number]
    stays = [call for call in compiler.used if call.word == "stay"]
    if stays and (len(stays) > 1 or block[-1].number != stays[0].number):
        raise EffectFault("'stay' stands once, as the last effect of a play (TRF-325)", stays[-1].column)
    choices = [call for call in compiler.used if call.word == "choose_faction"]
    first = {call.number for call in block}
    if choices and (len(choices) > 1 or choices[0].number not in first or not stays):
        message = "a faction is chosen once, by a card that stays: choose_faction(...), stay(...) (TRF-644)"
        raise EffectFault(message, choices[-1].column)
    for call in compiler.used:
        die = call.arguments["what"](None) if call.word == "reroll" else None
        window = None if die is None else "bicker" if die == "bicker" else "dice"
        if window is not None and any(named != window for named in given.windows):
            raise EffectFault(
                f"reroll({die}) has a meaning in the window {window} only (TRF-425, TRF-431)", call.column
            )
