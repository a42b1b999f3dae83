"""Words for what a card, a fight or the moment is, and for numbers."""

from __future__ import annotations

from domain.games.trf.board import Character, Persistent, Planet
from domain.games.trf.definitions import FACTIONS, IN_PLAY, STAYING, TITLES, Faction
from domain.games.trf.rules import continuous
from domain.games.trf.rules.continuous import EvalContext
from domain.games.trf.rules.units import is_fleeter, unit_of
from domain.games.trf.words.vocabulary import (
    AT_TIMES,
    OF_CHARACTERS,
    OF_OOC,
    ON_TABLE,
    PRINTED,
    CardName,
    Place,
    Tie,
    TitleName,
    WindowName,
    word,
)
from domain.kernel.effects.vocabulary import Players


def _character(context: EvalContext) -> Character | None:
    return context.card if isinstance(context.card, Character) else None


# What is printed


@word("condition", asks=OF_CHARACTERS)
def fleeter(context: EvalContext) -> bool:
    """TRF-610 TRF-611 A Fleeter."""
    return context.printed is not None and context.printed.class_ == "fleeter"


@word("condition", asks=OF_CHARACTERS)
def individual(context: EvalContext) -> bool:
    """TRF-610 TRF-612 An Individual."""
    return context.printed is not None and context.printed.class_ == "individual"


@word("condition", asks=("character", "discard", "answered", "hand"))
def character(context: EvalContext) -> bool:
    """TRF-601 A character."""
    return context.printed is not None and context.printed.kind == "character"


@word("condition", asks=("character", "discard", "answered", "hand"))
def planet(context: EvalContext) -> bool:
    """TRF-601 A planet."""
    return context.printed is not None and context.printed.kind == "planet"


@word("condition", asks=("character", "discard", "answered", "hand"))
def ooc(context: EvalContext) -> bool:
    """TRF-601 An OOC card."""
    return context.printed is not None and context.printed.kind == "ooc"


@word("condition", asks=OF_OOC)
def persistent(context: EvalContext) -> bool:
    """TRF-620 A persistent OOC card."""
    return context.printed is not None and context.printed.persistent


@word("condition", asks=OF_OOC)
def staff_ruling(context: EvalContext) -> bool:
    """TRF-622 A staff ruling."""
    return context.printed is not None and context.printed.staff_ruling


@word("condition", asks=OF_CHARACTERS)
def unique(context: EvalContext) -> bool:
    """TRF-609 A Unique character."""
    return context.printed is not None and context.printed.unique


@word("condition", asks=PRINTED)
def tied(context: EvalContext, tie: Tie) -> bool:
    """TRF-608 TRF-R38 A card with this tie."""
    return context.printed is not None and tie in context.printed.ties


@word("condition", asks=PRINTED)
def titled(context: EvalContext, title: TitleName) -> bool:
    """TRF-613 A card with this printed title."""
    return context.printed is not None and title in context.printed.titles


def _of(context: EvalContext, faction: Faction) -> bool:
    return context.printed is not None and context.printed.kind != "planet" and context.printed.faction == faction


@word("condition", asks=PRINTED)
def coalition(context: EvalContext) -> bool:
    """TRF-614 A Coalition card."""
    return _of(context, "coalition")


@word("condition", asks=PRINTED)
def jedi(context: EvalContext) -> bool:
    """TRF-614 A Jedi card."""
    return _of(context, "jedi")


@word("condition", asks=PRINTED)
def iron_regency(context: EvalContext) -> bool:
    """TRF-614 An Iron Regency card."""
    return _of(context, "iron_regency")


@word("condition", asks=PRINTED)
def umbral_circle(context: EvalContext) -> bool:
    """TRF-614 An Umbral Circle card."""
    return _of(context, "umbral_circle")


@word("condition", asks=PRINTED)
def freeport_league(context: EvalContext) -> bool:
    """TRF-614 A Freeport League card."""
    return _of(context, "freeport_league")


@word("condition", asks=PRINTED)
def drift_clans(context: EvalContext) -> bool:
    """TRF-614 A Drift Clans card."""
    return _of(context, "drift_clans")


@word("condition", asks=PRINTED)
def universal(context: EvalContext) -> bool:
    """TRF-614 A universal card."""
    return _of(context, "universal")


def _aligned(context: EvalContext, alignment: str) -> bool:
    return context.printed is not None and context.printed.kind != "planet" and context.printed.alignment == alignment


@word("condition", asks=PRINTED)
def light(context: EvalContext) -> bool:
    """TRF-614 A lightside card."""
    return _aligned(context, "light")


@word("condition", asks=PRINTED)
def dark(context: EvalContext) -> bool:
    """TRF-614 A darkside card."""
    return _aligned(context, "dark")


@word("condition", asks=PRINTED)
def neutral(context: EvalContext) -> bool:
    """TRF-614 A neutral card."""
    return _aligned(context, "neutral")


@word("condition", asks=PRINTED, only=STAYING)
def chosen(context: EvalContext) -> bool:
    """TRF-644 A card of the faction that was chosen for the persistent card."""
    card = context.board.persistent(context.env.iid)
    return card is not None and card.chosen is not None and _of(context, card.chosen)


# Factions to choose from


@word("condition", asks=("faction",))
def any_faction(context: EvalContext) -> bool:
    """TRF-644 Any faction but Universal."""
    return context.subject != "universal"


@word("condition", asks=(*PRINTED, "faction"))
def of_my_alignment(context: EvalContext) -> bool:
    """TRF-644 A faction of the alignment of the player's account."""
    account = context.board.players[context.env.you].account
    mine = None if account is None else context.board.cards[account.cid].alignment
    return any(faction == context.subject and alignment == mine for faction, alignment in FACTIONS.items())


# Where it is, and what it did


@word("condition", asks=ON_TABLE, only=IN_PLAY)
def this(context: EvalContext) -> bool:
    """This very card."""
    return context.subject is not None and context.subject == context.env.iid


@word("condition", asks=ON_TABLE, only=AT_TIMES)
def other(context: EvalContext) -> bool:
    """Any card but this one."""
    return not this(context)


@word("condition", asks=("character",))
def lone(context: EvalContext) -> bool:
    """A character that is not combined."""
    card = _character(context)
    return card is not None and card.partner is None


@word("condition", asks=("planet",))
def home(context: EvalContext) -> bool:
    """TRF-603 A homeworld."""
    return isinstance(context.card, Planet) and context.card.home


@word("condition", asks=("planet",))
def shield(context: EvalContext) -> bool:
    """A planet in play that is not its owner's homeworld."""
    return isinstance(context.card, Planet) and not context.card.home


@word("condition", asks=("character",))
def attacking(context: EvalContext) -> bool:
    """TRF-649 Named in the attack of this turn."""
    card = _character(context)
    return card is not None and continuous.attacking(context.board, card)


@word("condition", asks=("character",))
def blocking(context: EvalContext) -> bool:
    """TRF-411 Blocking an attacker of this turn."""
    card = _character(context)
    return card is not None and continuous.blocking(context.board, card)


@word("condition", asks=("character",))
def unblocked(context: EvalContext) -> bool:
    """TRF-409 TRF-413 An attacker that nobody blocked, once the blocks are confirmed."""
    card, attack = _character(context), context.board.attack
    unit = None if card is None else context.board.attacker_of(card.iid)
    return unit is not None and attack is not None and attack.blocked and not unit.blocked


@word("condition", asks=("character",))
def assigned(context: EvalContext) -> bool:
    """TRF-451 TRF-455 In a unit that was sent to a planet, once the assault is confirmed."""
    card, attack = _character(context), context.board.attack
    units = {unit for unit, _ in context.board.assault} if attack is not None and attack.assaulted else set()
    return card is not None and any(one.iid in units for one in unit_of(context.board, card.iid))


@word("condition", asks=("character",))
def fighting(context: EvalContext) -> bool:
    """TRF-427 In a fight, new or stuck."""
    card = _character(context)
    return card is not None and card.fight is not None


@word("condition", asks=("character", "fight"))
def stuck(context: EvalContext) -> bool:
    """TRF-426 A stuck fight, or a character in one."""
    card = _character(context)
    fight = context.fight if card is None else context.board.fight(card.fight)
    return fight is not None and fight.stuck


@word("condition", asks=("character",))
def spent(context: EvalContext) -> bool:
    """TRF-437 Spent; of a combined unit, any card of it."""
    card = _character(context)
    return card is not None and any(continuous.spent(context.board, one) for one in unit_of(context.board, card.iid))


@word("condition", asks=("character",))
def battled(context: EvalContext) -> bool:
    """TRF-435 Battle-marked this turn; of a combined unit, any card of it."""
    card = _character(context)
    return card is not None and any(continuous.marked(context.board, one) for one in unit_of(context.board, card.iid))


@word("condition", asks=("character",))
def free_to_join(context: EvalContext) -> bool:
    """TRF-633 In no attack and no block, and it could have attacked (own turn) or blocked (other turn)."""
    card = _character(context)
    return card is not None and continuous.free_to_join(context.board, unit_of(context.board, card.iid))


@word("condition", asks=("character",), only=STAYING)
def against_chosen(context: EvalContext) -> bool:
    """In a fight whose other side holds a card of the chosen faction."""
    card = _character(context)
    where = None if card is None else continuous.sides(context.board, card)
    return where is not None and any(chosen(context.about(iid)) for iid in where[1])


# OOC cards


@word("condition", asks=("hand",))
def played_in(context: EvalContext, window: WindowName) -> bool:
    """TRF-645 Played in this window, whatever others the card lists."""
    return context.window == window


@word("condition", asks=("answered",))
def as_response(context: EvalContext) -> bool:
    """TRF-340 An OOC card that was played as a response."""
    return context.window == "response"


@word("condition", asks=("answered",))
def targets_mine(context: EvalContext) -> bool:
    """An OOC card that targets a character or planet of the player."""
    pending = context.board.pending(context.subject)
    found = () if pending is None else (continuous.in_play(context.board, name) for name in pending.targets)
    return any(
        card is not None and not isinstance(card, Persistent) and card.owner == context.env.you for card in found
    )


# Fights


@word("condition", asks=("fight",))
def my_side(context: EvalContext) -> bool:
    """TRF-430 A fight in which the player has a side."""
    return context.fight is not None and context.fight.side_of(context.env.you) is not None


def _my_cards(context: EvalContext) -> list[Character]:
    cards = () if context.fight is None else context.fight.cards()
    found = (context.board.character(iid) for iid in cards)
    return [card for card in found if card is not None and card.owner == context.env.you]


@word("condition", asks=("fight",))
def has_my_unit(context: EvalContext) -> bool:
    """A fight with a unit of the player."""
    return bool(_my_cards(context))


@word("condition", asks=("fight",))
def has_my_individual(context: EvalContext) -> bool:
    """A fight in which the player's side holds an Individual."""
    return any(not is_fleeter(context.board, card) for card in _my_cards(context))


@word("condition", asks=("fight",))
def my_defense(context: EvalContext) -> bool:
    """A fight in which the player is the defender side."""
    return context.fight is not None and context.fight.defender == context.env.you


@word("condition", asks=("fight",), only=("persist",))
def with_host(context: EvalContext) -> bool:
    """A fight with the card that the persistent card is attached to."""
    card = context.board.persistent(context.env.iid)
    return context.fight is not None and card is not None and card.host in context.fight.cards()


# The moment


def title_of_an_account(place: Place) -> None:
    """TRF-R69 Accounts have the titles by which OOC cards are priced."""
    named = place.name("titles" if place.has("titles") else "title")
    strange = [title for title in ([named] if isinstance(named, str) else named) if title not in TITLES]
    if strange:
        raise place.fault(f"an account's titles are of {', '.join(TITLES)}, not {strange[0]!r} (TRF-R69)")


@word("condition", check=title_of_an_account)
def opponent_is(context: EvalContext, title: TitleName) -> bool:
    """TRF-625 TRF-R46 The account of any opponent has this title now."""
    return any(title in continuous.titles(context.board, seat) for seat in context.board.others(context.env.you))


@word("condition")
def account_is(context: EvalContext, card: CardName) -> bool:
    """TRF-617 The player's account is this card."""
    account = context.board.players[context.env.you].account
    return account is not None and account.cid == card


@word("condition")
def homeworld_is(context: EvalContext, card: CardName) -> bool:
    """TRF-617 The player's homeworld in use is this card."""
    home = context.board.home(context.env.you)
    return home is not None and home.cid == card


def not_all_the_time(place: Place) -> None:
    """TRF-104 Nobody else's reserve account is known."""
    if place.group == "modifier":
        raise place.fault("what holds all the time is seen by all; it can't ask for 'has_reserve' (TRF-104)")


@word("condition", check=not_all_the_time)
def has_reserve(context: EvalContext) -> bool:
    """TRF-104 The player has a reserve account that was not used."""
    return context.board.players[context.env.you].reserve is not None


@word("condition")
def declined_attack(context: EvalContext) -> bool:
    """TRF-216 The AP declined the attack this turn."""
    return context.board.declined


@word("condition")
def i_attack(context: EvalContext) -> bool:
    """It is the player's own turn, and they attack."""
    return context.board.active == context.env.you and context.board.attack is not None


# Numbers


@word("number", asks=PRINTED)
def cost(context: EvalContext) -> int:
    """The printed cost of the card."""
    return 0 if context.printed is None else context.printed.cost


@word("number", asks=OF_CHARACTERS)
def combat(context: EvalContext) -> int:
    """The printed combat value of the card."""
    return 0 if context.printed is None else context.printed.combat


@word("number", asks=("character",))
def unit_combat(context: EvalContext) -> int:
    """The printed combat values of the cards of the unit, added up."""
    return sum(context.board.cards[card.cid].combat for card in unit_of(context.board, context.subject))


@word("number")
def hand(context: EvalContext, who: Players) -> int:
    """How many cards they hold."""
    return sum(context.board.players[seat].hand.size for seat in who)


@word("number")
def captured(context: EvalContext, who: Players) -> int:
    """How many planets they have captured this turn."""
    return sum(context.board.players[seat].captured for seat in who)


@word("number")
def lost(context: EvalContext, who: Players) -> int:
    """TRF-647 How many characters of theirs were defeated this turn."""
    return sum(context.board.players[seat].defeated for seat in who)


@word("number")
def attack_size(context: EvalContext) -> int:
    """TRF-641 How many units were named in the attack of this turn; 0 before it is confirmed."""
    return 0 if context.board.attack is None else context.board.attack.size
