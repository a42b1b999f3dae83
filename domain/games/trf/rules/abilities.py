"""Activated abilities of planets, accounts and characters (TRF-329 to TRF-333, TRF-344, TRF-508)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Board, Character, account_id
from domain.games.trf.definitions import Ability
from domain.games.trf.frames import Do, Env
from domain.games.trf.match import Batch
from domain.games.trf.rules import continuous, piles, resources, targeting
from domain.games.trf.rules.targeting import Declared
from domain.games.trf.rules.units import called, unit_of
from domain.kernel.prompts import Template
from domain.kernel.refusal import Refusal, illegal

Activation = a.ActivatePlanet | a.ActivateAccount | a.ActivateCharacter


def env_of(board: Board, seat: int, name: str) -> Env | None:
    """The references of a text of a card in play, or of the own account; None: the player has no such card."""
    if name == account_id(seat):
        account = board.players[seat].account
        return None if account is None else Env(seat, account.cid, name)
    card = continuous.in_play(board, name)
    return None if card is None or card.owner != seat else Env(seat, card.cid, card.iid)


def acts(board: Board, env: Env) -> Iterator[Ability]:
    """TRF-331 TRF-605 The activated abilities that a card has where it is."""
    planet = board.planet(env.iid)
    home = planet is not None and planet.home
    for ability in board.cards[env.cid].abilities:
        if ability.when == "act" or (ability.when == "home_act" and home):
            yield ability


def refuse_source(board: Board, env: Env) -> Refusal | None:
    """TRF-329 TRF-332 TRF-333 TRF-R90 Why no ability of this card can be used now, or None."""
    refused = resources.refuse_more(board, env.you)
    if refused is not None:
        return refused
    planet, character = board.planet(env.iid), board.character(env.iid)
    if planet is not None:
        return resources.refuse_contribution(board, planet)
    if character is not None:
        return _refuse_character(board, character)
    return _refuse_account(board, env.you)


def _refuse_account(board: Board, seat: int) -> Refusal | None:
    """TRF-332 TRF-527 TRF-R40 Once a turn, and not while it is blank."""
    account = board.players[seat].account
    if account is not None and account.used_turn == board.turn:
        return illegal("TRF-332", "an ability of your account was used this turn")
    if continuous.blanked(board, seat):
        return illegal("TRF-527", "your account is blank")
    return None


def _refuse_character(board: Board, card: Character) -> Refusal | None:
    """TRF-333 TRF-427 TRF-436 TRF-440 TRF-508 TRF-510 TRF-R34 TRF-R35 Committed, in a battle, or its unit has acted."""
    if card.fight is not None:
        return illegal("TRF-427", "it is committed to a stuck fight", "character")
    if continuous.marked(board, card):
        return illegal("TRF-436", "it was in a battle this turn", "character")
    if any(one.ability_turn == board.turn for one in unit_of(board, card.iid)):
        return illegal("TRF-508", "an ability of its unit was used this turn", "character")
    return None


def refuse_cost(board: Board, env: Env, ability: Ability) -> Refusal | None:
    """TRF-301 TRF-302 TRF-329 Words that the text takes, beside what the planet gave."""
    planet = board.planet(env.iid)
    more = 0 if planet is None else planet.gave_w
    return resources.refuse_words(board, env.you, ability.words + more, "TRF-301", "ability") if ability.words else None


def templates(board: Board, seat: int, kind: str, key: str | None, names: Sequence[str]) -> Iterator[Template]:
    """Each ability of these cards that can be used now, in each way."""
    for name in names:
        env = env_of(board, seat, name)
        if env is None or not any(acts(board, env)) or refuse_source(board, env) is not None:
            continue
        for ability in acts(board, env):
            if refuse_cost(board, env, ability) is None:
                fixed: dict[str, object] = {"ability": ability.number}
                fixed = fixed if key is None else {key: name, **fixed}
                label = f"Use {board.cards[env.cid].name if key is None else called(board, name)}"
                yield from targeting.templates(kind, fixed, targeting.ways(board, env, ability), label, RULES[kind])


RULES = {"activate_planet": "TRF-329", "activate_account": "TRF-332", "activate_character": "TRF-333"}


def planet_templates(board: Board, seat: int) -> Iterator[Template]:
    """TRF-213 TRF-215 TRF-220 TRF-329 TRF-R39 Abilities of planets."""
    names = [planet.iid for planet in board.players[seat].planets]
    return templates(board, seat, "activate_planet", "planet", names)


def account_templates(board: Board, seat: int) -> Iterator[Template]:
    """TRF-215 TRF-220 TRF-332 Abilities of the account."""
    return templates(board, seat, "activate_account", None, [account_id(seat)])


def character_templates(board: Board, seat: int) -> Iterator[Template]:
    """TRF-215 TRF-333 Abilities of characters."""
    names = [card.iid for card in board.players[seat].characters]
    return templates(board, seat, "activate_character", "character", names)


def name_of(seat: int, action: Activation) -> tuple[str, str]:
    """The activated ability, and the key that names it."""
    match action:
        case a.ActivatePlanet():
            return action.planet, "planet"
        case a.ActivateCharacter():
            return action.character, "character"
    return account_id(seat), "ability"


def refuse(board: Board, seat: int, action: Activation) -> Refusal | None:
    """TRF-328 TRF-329 TRF-331 TRF-332 TRF-333 Why this ability can't be used so, or None."""
    found = _find(board, seat, action)
    if isinstance(found, Refusal):
        return found
    env, ability = found
    named = Declared(action.targets, action.cards, action.opponent)
    return refuse_source(board, env) or refuse_cost(board, env, ability) or targeting.refuse(board, env, ability, named)


def _find(board: Board, seat: int, action: Activation) -> tuple[Env, Ability] | Refusal:
    name, key = name_of(seat, action)
    env = env_of(board, seat, name)
    right = {"planet": board.planet, "character": board.character}.get(key)
    if env is None or (right is not None and right(name) is None):
        return illegal(RULES[str(action.__struct_config__.tag)], f"you have no such {key} in play", key)
    ability = next((one for one in acts(board, env) if one.number == action.ability), None)
    if ability is None:
        away = any(one.number == action.ability and one.when == "home_act" for one in board.cards[env.cid].abilities)
        if away:
            return illegal("TRF-331", "that ability works only while the planet is your homeworld", "ability")
        return illegal(RULES[str(action.__struct_config__.tag)], "it has no ability of this number to use", "ability")
    return env, ability


def activate(batch: Batch, seat: int, action: Activation) -> None:
    """TRF-302 TRF-330 TRF-344 TRF-508 The cost is paid, then it happens; nobody can respond."""
    board = batch.board
    found = _find(board, seat, action)
    assert not isinstance(found, Refusal)
    env, ability = found
    wanted = targeting.needs(board, env, ability, action.opponent)
    event = e.AbilityUsed(
        seat=seat,
        iid=str(env.iid),
        card=env.cid,
        ability=ability.number,
        targets=action.targets,
        opponent=action.opponent,
    )
    batch.emit(event)
    resources.pay_words(batch, seat, ability.words, env.cid)
    planet = board.planet(env.iid)
    if planet is not None:
        gone = e.PlanetExhausted(seat=seat, iid=planet.iid, card=planet.cid, meters=planet.gave_m, words=planet.gave_w)
        batch.emit(gone)
    for iid in action.cards:
        piles.discard(batch, seat, iid, env.cid)
    named = Declared(action.targets, action.cards, action.opponent)
    batch.push(Do(targeting.bound(env, wanted, named), ability.block))
