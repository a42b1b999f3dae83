"""Words for what a card, a fight or the moment is, and for numbers."""

from __future__ import annotations

from domain.games.trf import query
from domain.games.trf.board import Character, Persistent, Planet
from domain.games.trf.cards import definition
from domain.games.trf.printed import FACTIONS, Faction
from domain.games.trf.query import Scope
from domain.games.trf.units import is_fleeter, unit_of
from domain.games.trf.words.vocabulary import CardName, Tie, TitleName, WindowName, word
from domain.kernel.effects.vocabulary import Players


def _character(scope: Scope) -> Character | None:
    return scope.card if isinstance(scope.card, Character) else None


# What is printed


@word("condition")
def fleeter(scope: Scope) -> bool:
    """TRF-610 TRF-611 A Fleeter."""
    return scope.printed is not None and scope.printed.class_ == "fleeter"


@word("condition")
def individual(scope: Scope) -> bool:
    """TRF-610 TRF-612 An Individual."""
    return scope.printed is not None and scope.printed.class_ == "individual"


@word("condition")
def character(scope: Scope) -> bool:
    """TRF-601 A character."""
    return scope.printed is not None and scope.printed.kind == "character"


@word("condition")
def planet(scope: Scope) -> bool:
    """TRF-601 A planet."""
    return scope.printed is not None and scope.printed.kind == "planet"


@word("condition")
def ooc(scope: Scope) -> bool:
    """TRF-601 An OOC card."""
    return scope.printed is not None and scope.printed.kind == "ooc"


@word("condition")
def persistent(scope: Scope) -> bool:
    """TRF-620 A persistent OOC card."""
    return scope.printed is not None and scope.printed.persistent


@word("condition")
def staff_ruling(scope: Scope) -> bool:
    """TRF-622 A staff ruling."""
    return scope.printed is not None and scope.printed.staff_ruling


@word("condition")
def unique(scope: Scope) -> bool:
    """TRF-609 A Unique character."""
    return scope.printed is not None and scope.printed.unique


@word("condition")
def tied(scope: Scope, tie: Tie) -> bool:
    """TRF-608 TRF-R38 A card with this tie."""
    return scope.printed is not None and tie in scope.printed.ties


@word("condition")
def titled(scope: Scope, title: TitleName) -> bool:
    """TRF-613 A card with this printed title."""
    return scope.printed is not None and title in scope.printed.titles


def _of(scope: Scope, faction: Faction) -> bool:
    return scope.printed is not None and scope.printed.kind != "planet" and scope.printed.faction == faction


@word("condition")
def coalition(scope: Scope) -> bool:
    """TRF-614 A Coalition card."""
    return _of(scope, "coalition")


@word("condition")
def jedi(scope: Scope) -> bool:
    """TRF-614 A Jedi card."""
    return _of(scope, "jedi")


@word("condition")
def iron_regency(scope: Scope) -> bool:
    """TRF-614 An Iron Regency card."""
    return _of(scope, "iron_regency")


@word("condition")
def umbral_circle(scope: Scope) -> bool:
    """TRF-614 An Umbral Circle card."""
    return _of(scope, "umbral_circle")


@word("condition")
def freeport_league(scope: Scope) -> bool:
    """TRF-614 A Freeport League card."""
    return _of(scope, "freeport_league")


@word("condition")
def drift_clans(scope: Scope) -> bool:
    """TRF-614 A Drift Clans card."""
    return _of(scope, "drift_clans")


@word("condition")
def universal(scope: Scope) -> bool:
    """TRF-614 A universal card."""
    return _of(scope, "universal")


def _aligned(scope: Scope, alignment: str) -> bool:
    return scope.printed is not None and scope.printed.kind != "planet" and scope.printed.alignment == alignment


@word("condition")
def light(scope: Scope) -> bool:
    """TRF-614 A lightside card."""
    return _aligned(scope, "light")


@word("condition")
def dark(scope: Scope) -> bool:
    """TRF-614 A darkside card."""
    return _aligned(scope, "dark")


@word("condition")
def neutral(scope: Scope) -> bool:
    """TRF-614 A neutral card."""
    return _aligned(scope, "neutral")


@word("condition")
def chosen(scope: Scope) -> bool:
    """TRF-644 A card of the faction that was chosen for the persistent card."""
    card = scope.board.persistent(scope.env.iid)
    return card is not None and card.chosen is not None and _of(scope, card.chosen)


# Factions to choose from


@word("condition")
def any_faction(scope: Scope) -> bool:
    """TRF-644 Any faction but Universal."""
    return scope.subject != "universal"


@word("condition")
def of_my_alignment(scope: Scope) -> bool:
    """TRF-644 A faction of the alignment of the player's account."""
    account = scope.board.players[scope.env.you].account
    mine = None if account is None else definition(account.cid).alignment
    return any(faction == scope.subject and alignment == mine for faction, alignment in FACTIONS.items())


# Where it is, and what it did


@word("condition")
def this(scope: Scope) -> bool:
    """This very card."""
    return scope.subject is not None and scope.subject == scope.env.iid


@word("condition")
def other(scope: Scope) -> bool:
    """Any card but this one."""
    return not this(scope)


@word("condition")
def lone(scope: Scope) -> bool:
    """A character that is not combined."""
    card = _character(scope)
    return card is not None and query.lone(card)


@word("condition")
def home(scope: Scope) -> bool:
    """TRF-603 A homeworld."""
    return isinstance(scope.card, Planet) and scope.card.home


@word("condition")
def shield(scope: Scope) -> bool:
    """A planet in play that is not its owner's homeworld."""
    return isinstance(scope.card, Planet) and not scope.card.home


@word("condition")
def attacking(scope: Scope) -> bool:
    """TRF-649 Named in the attack of this turn."""
    card = _character(scope)
    return card is not None and query.attacking(scope.board, card)


@word("condition")
def blocking(scope: Scope) -> bool:
    """TRF-411 Blocking an attacker of this turn."""
    card = _character(scope)
    return card is not None and query.blocking(scope.board, card)


@word("condition")
def unblocked(scope: Scope) -> bool:
    """TRF-409 TRF-413 An attacker that nobody blocked, once the blocks are confirmed."""
    card, attack = _character(scope), scope.board.attack
    unit = None if card is None else scope.board.attacker_of(card.iid)
    return unit is not None and attack is not None and attack.blocked and not unit.blocked


@word("condition")
def assigned(scope: Scope) -> bool:
    """TRF-451 TRF-455 In a unit that was sent to a planet, once the assault is confirmed."""
    card, attack = _character(scope), scope.board.attack
    units = {unit for unit, _ in scope.board.assault} if attack is not None and attack.assaulted else set()
    return card is not None and any(one.iid in units for one in unit_of(scope.board, card.iid))


@word("condition")
def fighting(scope: Scope) -> bool:
    """TRF-427 In a fight, new or stuck."""
    card = _character(scope)
    return card is not None and card.fight is not None


@word("condition")
def stuck(scope: Scope) -> bool:
    """TRF-426 A stuck fight, or a character in one."""
    card = _character(scope)
    fight = scope.fight if card is None else scope.board.fight(card.fight)
    return fight is not None and fight.stuck


@word("condition")
def spent(scope: Scope) -> bool:
    """TRF-437 Spent; of a combined unit, any card of it."""
    card = _character(scope)
    return card is not None and any(query.spent(scope.board, one) for one in unit_of(scope.board, card.iid))


@word("condition")
def battled(scope: Scope) -> bool:
    """TRF-435 Battle-marked this turn; of a combined unit, any card of it."""
    card = _character(scope)
    return card is not None and any(query.marked(scope.board, one) for one in unit_of(scope.board, card.iid))


@word("condition")
def free_to_join(scope: Scope) -> bool:
    """TRF-633 In no attack and no block, and it could have attacked (own turn) or blocked (other turn)."""
    card = _character(scope)
    return card is not None and query.free_to_join(scope.board, unit_of(scope.board, card.iid))


@word("condition")
def against_chosen(scope: Scope) -> bool:
    """In a fight whose other side holds a card of the chosen faction."""
    card = _character(scope)
    where = None if card is None else query.sides(scope.board, card)
    return where is not None and any(chosen(scope.about(iid)) for iid in where[1])


# OOC cards


@word("condition")
def played_in(scope: Scope, window: WindowName) -> bool:
    """TRF-645 Played in this window, whatever others the card lists."""
    return scope.window == window


@word("condition")
def as_response(scope: Scope) -> bool:
    """TRF-340 An OOC card that was played as a response."""
    return scope.window == "response"


@word("condition")
def targets_mine(scope: Scope) -> bool:
    """An OOC card that targets a character or planet of the player."""
    pending = scope.board.pending(scope.subject)
    found = () if pending is None else (query.in_play(scope.board, name) for name in pending.targets)
    return any(card is not None and not isinstance(card, Persistent) and card.owner == scope.env.you for card in found)


# Fights


@word("condition")
def my_side(scope: Scope) -> bool:
    """TRF-430 A fight in which the player has a side."""
    return scope.fight is not None and scope.fight.side_of(scope.env.you) is not None


def _my_cards(scope: Scope) -> list[Character]:
    cards = () if scope.fight is None else scope.fight.cards()
    found = (scope.board.character(iid) for iid in cards)
    return [card for card in found if card is not None and card.owner == scope.env.you]


@word("condition")
def has_my_unit(scope: Scope) -> bool:
    """A fight with a unit of the player."""
    return bool(_my_cards(scope))


@word("condition")
def has_my_individual(scope: Scope) -> bool:
    """A fight in which the player's side holds an Individual."""
    return any(not is_fleeter(card) for card in _my_cards(scope))


@word("condition")
def my_defense(scope: Scope) -> bool:
    """A fight in which the player is the defender side."""
    return scope.fight is not None and scope.fight.defender == scope.env.you


@word("condition")
def with_host(scope: Scope) -> bool:
    """A fight with the card that the persistent card is attached to."""
    card = scope.board.persistent(scope.env.iid)
    return scope.fight is not None and card is not None and card.host in scope.fight.cards()


# The moment


@word("condition")
def opponent_is(scope: Scope, title: TitleName) -> bool:
    """TRF-625 TRF-R46 The account of any opponent has this title now."""
    return any(title in query.titles(scope.board, seat) for seat in scope.board.others(scope.env.you))


@word("condition")
def account_is(scope: Scope, card: CardName) -> bool:
    """TRF-617 The player's account is this card."""
    account = scope.board.players[scope.env.you].account
    return account is not None and account.cid == card


@word("condition")
def has_reserve(scope: Scope) -> bool:
    """TRF-104 The player has a reserve account that was not used."""
    return scope.board.players[scope.env.you].reserve is not None


@word("condition")
def declined_attack(scope: Scope) -> bool:
    """TRF-216 The AP declined the attack this turn."""
    return scope.board.declined


@word("condition")
def i_attack(scope: Scope) -> bool:
    """It is the player's own turn, and they attack."""
    return scope.board.active == scope.env.you and scope.board.attack is not None


# Numbers


@word("number")
def cost(scope: Scope) -> int:
    """The printed cost of the card."""
    return 0 if scope.printed is None else scope.printed.cost


@word("number")
def combat(scope: Scope) -> int:
    """The printed combat value of the card."""
    return 0 if scope.printed is None else scope.printed.combat


@word("number")
def unit_combat(scope: Scope) -> int:
    """The printed combat values of the cards of the unit, added up."""
    return 0 if scope.subject is None else query.unit_combat(scope.board, scope.subject)


@word("number")
def hand(scope: Scope, who: Players) -> int:
    """How many cards they hold."""
    return sum(scope.board.players[seat].hand.size for seat in who)


@word("number")
def captured(scope: Scope, who: Players) -> int:
    """How many planets they have captured this turn."""
    return sum(scope.board.players[seat].captured for seat in who)


@word("number")
def lost(scope: Scope, who: Players) -> int:
    """TRF-647 How many characters of theirs were defeated this turn."""
    return sum(scope.board.players[seat].defeated for seat in who)


@word("number")
def attack_size(scope: Scope) -> int:
    """TRF-641 How many units were named in the attack of this turn; 0 before it is confirmed."""
    return 0 if scope.board.attack is None else scope.board.attack.size
