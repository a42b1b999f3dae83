"""Words for what holds while a card is in play; `continuous.py` asks for them."""

from __future__ import annotations

from domain.games.trf.definitions import NUMBERED
from domain.games.trf.rules.continuous import EvalContext
from domain.games.trf.words.conditions import title_of_an_account
from domain.games.trf.words.vocabulary import (
    Change,
    CharacterCards,
    Forbidden,
    Keyword,
    Money,
    MoneyOfCard,
    OfFight,
    OfHand,
    Place,
    PlanetCards,
    TitleName,
    TitleNames,
    word,
)
from domain.kernel.effects.grammar import EffectFault
from domain.kernel.effects.vocabulary import Players


@word("modifier")
def combat(context: EvalContext, cards: CharacterCards, n: Change) -> None:
    """TRF-513 Their combat values are n higher."""


def fleeters_own(place: Place) -> None:
    """TRF-457 An Individual adds to the capture value of its Fleeter, it has none of its own."""
    for mine in place.asks("self"):
        if place.part.card.class_ == "individual":
            message = "an Individual's capture value is 0; say keyword(self, conqueror, n) (TRF-457, TRF-533)"
            raise EffectFault(message, mine.column)


@word("modifier", check=fleeters_own)
def capture(context: EvalContext, cards: CharacterCards, n: Change) -> None:
    """TRF-516 Their capture values are n higher."""


@word("modifier")
def defense(context: EvalContext, cards: PlanetCards, n: Change) -> None:
    """TRF-516 It takes n more to capture these planets."""


def how_much(place: Place) -> None:
    """TRF-203 TRF-308 It changes meters, words or both."""
    if not place.has("meters", "words"):
        raise place.fault(f"{place.call.word!r} says how many meters or words")


@word("modifier", check=how_much)
def income(context: EvalContext, who: Players, meters: Money | None = None, words: Money | None = None) -> None:
    """TRF-203 TRF-531 Each refill of theirs gives so much more."""


@word("modifier", check=how_much)
def cost(
    context: EvalContext, condition: OfHand, meters: MoneyOfCard | None = None, words: MoneyOfCard | None = None
) -> None:
    """TRF-308 Such cards cost the player so much more meters (characters) or words (OOC cards)."""


def asked_about_no_cost(place: Place) -> None:
    """TRF-645 In which window a card is played is known when it is paid."""
    for asked in place.asks("played_in"):
        raise EffectFault("'played_in' is asked about a cost (TRF-645)", asked.column)


@word("modifier", check=asked_about_no_cost)
def opens(context: EvalContext, condition: OfHand) -> None:
    """TRF-317 TRF-530 The player can play such cards that are not deviant, at faction multiplier x1."""


OF_CLASS = {"commander": "individual", "conqueror": "individual", "siege": "fleeter", "cloaked": "fleeter"}
"""TRF-532 TRF-533 TRF-536 TRF-539 Keywords of one class of characters."""


def fitting_keyword(place: Place) -> None:
    """TRF-531 to TRF-541 Some keywords have a number, some are for one class only."""
    name, card, has_number = place.name("name"), place.part.card, place.has("n")
    if has_number != (name in NUMBERED):
        raise place.fault(f"{name} has {'no number' if has_number else f'a number: keyword(..., {name}, n)'}")
    class_ = OF_CLASS.get(name, card.class_)
    if card.kind == "character" and class_ != card.class_ and "self" in place.words():
        raise place.fault(f"{name} is for {class_}s only (TRF-532 to TRF-539)")
    settles(place)


def settles(place: Place) -> None:
    """TRF-R70 A text that decides whether a card is spent or free does not ask for that."""
    for asked in place.asks("spent", "free_to_join") if place.group == "modifier" else ():
        message = f"what is always given or forbidden can't ask for {asked.word!r}, which it decides (TRF-R70)"
        raise EffectFault(message, asked.column)


@word("modifier", check=fitting_keyword)
def keyword(context: EvalContext, cards: CharacterCards, name: Keyword, n: Change | None = None) -> None:
    """TRF-532 to TRF-542 They have a keyword."""


@word("modifier", check=settles)
def cannot(context: EvalContext, cards: CharacterCards, what: Forbidden) -> None:
    """They can't attack, block or be blocked."""


@word("modifier", check=asked_about_no_cost)
def nobody_plays(context: EvalContext, condition: OfHand) -> None:
    """No player can play such OOC cards."""


@word("modifier")
def threshold(context: EvalContext, n: Change, condition: OfFight | None = None) -> None:
    """TRF-424 The bickering threshold of such fights, or of all, is n higher."""


def gives_titles(place: Place) -> None:
    """TRF-R69 TRF-R70 A text that decides the titles of accounts does not ask for titles."""
    if place.has("title", "titles"):
        title_of_an_account(place)
    for asked in place.asks("opponent_is"):
        message = f"{place.call.word!r} decides which titles there are; it can't ask for 'opponent_is' (TRF-R70)"
        raise EffectFault(message, asked.column)


def of_no_account(place: Place) -> None:
    """TRF-R70 Two accounts that blank each other would never settle."""
    if place.part.card.kind == "account":
        raise place.fault("an account blanks no account (TRF-R70)")
    gives_titles(place)


@word("modifier", check=of_no_account)
def blank_account(context: EvalContext, who: Players) -> None:
    """TRF-527 The abilities and the weakness of their accounts are blank; titles, faction and alignment are not."""


@word("modifier", check=gives_titles)
def lose_title(context: EvalContext, who: Players, titles: TitleNames) -> None:
    """TRF-637 Their accounts don't have these titles, whatever gives them."""


@word("modifier", check=gives_titles)
def gain_title(context: EvalContext, who: Players, title: TitleName) -> None:
    """TRF-324 Their accounts have this title too."""


@word("modifier")
def capture_to_hand(context: EvalContext, cards: PlanetCards) -> None:
    """TRF-635 If one of these planets is captured it goes to its owner's hand; of a homeworld it does nothing."""
