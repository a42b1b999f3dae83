"""The vocabulary of C4 cards: one small function per word, its docstring the reference."""

from __future__ import annotations

from typing import Literal

from domain.games.c4 import attacks, declarations, movements, piles, playing
from domain.games.c4 import events as e
from domain.games.c4.abilities import Doing, Scope, Unanswerable, has_attribute
from domain.games.c4.board import Duration, Lasting
from domain.games.c4.cards import definition
from domain.games.c4.frames import CardChoice, Choice, Each, IfDid, Item, LookTop, Movement, Pay, Put, Vote
from domain.games.c4.tokens import count as token_count
from domain.kernel.audience import seat as seat_audience
from domain.kernel.effects.vocabulary import Condition, Effects, Number, Pattern, Players, Vocabulary

VOCABULARY = Vocabulary(declared=frozenset({"opp", "any"}), roles=frozenset({"opp"}))
word = VOCABULARY.word

Nm = Literal["nm"]
Role = Literal["you", "other", "any", "opp"]
YesNo = Literal["yes", "no", "any"]
CardKind = Literal["regular", "stay_in_play", "reaction", "any"]
ATTRIBUTES = ("wears_pants", "wears_glasses", "wears_hat", "wears_black", "in_costume", "visible_tattoo", "long_hair")
Attribute = Literal[
    "wears_pants", "wears_glasses", "wears_hat", "wears_black", "in_costume", "visible_tattoo", "long_hair"
]
BEATS = {"rock": "scissors", "scissors": "paper", "paper": "rock"}


# Players


def _only(scope: Scope, seat: int | None) -> tuple[int, ...]:
    """The seat, if there is one and it is still in the match (C4-444)."""
    return (seat,) if seat is not None and scope.board.players[seat].in_match else ()


@word("players")
def you(scope: Scope) -> tuple[int, ...]:
    """C4-511 The player of the card; of a card in play its controller at that moment."""
    return _only(scope, scope.env.you)


@word("players")
def opp(scope: Scope) -> tuple[int, ...]:
    """C4-402 C4-444 The other player declared with the card."""
    return _only(scope, scope.env.opp)


@word("players", "any")
def any_player(scope: Scope) -> tuple[int, ...]:
    """The player declared with the card, oneself included."""
    return _only(scope, scope.env.opp)


@word("players", "all")
def everybody(scope: Scope) -> tuple[int, ...]:
    """C4-213 Each remaining player, in turn order."""
    return scope.board.turn_order()


@word("players")
def others(scope: Scope) -> tuple[int, ...]:
    """Each other remaining player, in turn order."""
    return tuple(seat for seat in scope.board.turn_order() if seat != scope.env.you)


@word("players")
def attacker(scope: Scope) -> tuple[int, ...]:
    """The attacker of the attack spoken of."""
    return _only(scope, scope.env.attacker)


@word("players")
def defender(scope: Scope) -> tuple[int, ...]:
    """The defender of the attack spoken of."""
    return _only(scope, scope.env.defender)


@word("players")
def rival(scope: Scope) -> tuple[int, ...]:
    """C4-406 The other player of the attack."""
    env = scope.env
    return _only(scope, env.defender if env.attacker == env.you else env.attacker)


@word("players")
def active(scope: Scope) -> tuple[int, ...]:
    """The active player."""
    return _only(scope, scope.board.active)


@word("players")
def left(scope: Scope) -> tuple[int, ...]:
    """C4-904 The next remaining higher seat, whatever the direction."""
    return _only(scope, scope.board.left_of(scope.env.you))


@word("players")
def trig(scope: Scope) -> tuple[int, ...]:
    """The player of the triggering event."""
    return _only(scope, scope.env.trig)


@word("players")
def they(scope: Scope) -> tuple[int, ...]:
    """The player of this round of `each`."""
    return _only(scope, scope.env.they)


@word("players")
def top(scope: Scope) -> tuple[int, ...]:
    """C4-561 The player a vote was decided on."""
    return _only(scope, scope.env.top)


# Numbers


def _asked(scope: Scope, player: tuple[int, ...] | None) -> int:
    """The seat that a number or condition is about: the one given, else the one that the filter asks about."""
    if player is None:
        return scope.env.you if scope.seat is None else scope.seat
    return player[0] if player else -1


@word("number")
def count(scope: Scope, who: Players) -> int:
    """C4-372 How many players."""
    return len(who)


@word("number", "min")
def smaller(scope: Scope, a: Number, b: Number) -> int:
    """The smaller number."""
    return min(a, b)


@word("number", "max")
def larger(scope: Scope, a: Number, b: Number) -> int:
    """The larger number."""
    return max(a, b)


@word("number")
def amount(scope: Scope) -> int:
    """The size of the triggering event."""
    return scope.env.amount


@word("number")
def x(scope: Scope) -> int:
    """C4-314 The X declared with the card."""
    return scope.env.x


@word("number")
def tokens(scope: Scope, player: Players | None = None) -> int:
    """C4-360 Tokens in a player's supply; in a filter, of the player asked about."""
    seat = _asked(scope, player)
    return scope.board.players[seat].tokens if seat >= 0 else 0


@word("number")
def hand(scope: Scope, player: Players | None = None) -> int:
    """Cards in a player's hand."""
    seat = _asked(scope, player)
    return scope.board.players[seat].hand.size if seat >= 0 else 0


@word("number")
def cards_in_play(scope: Scope, player: Players | None = None) -> int:
    """C4-516 C4-R12 Cards that a player controls."""
    seat = _asked(scope, player)
    return sum(1 for card in scope.board.in_play if card.controller == seat)


@word("number")
def tokens_here(scope: Scope) -> int:
    """Tokens on this card."""
    card = scope.board.card_in_play(scope.env.iid)
    return 0 if card is None else token_count(card.tokens)


@word("number", "pot")
def pot_size(scope: Scope) -> int:
    """Tokens in the pot."""
    return token_count(scope.board.pot)


@word("number")
def paid_actions(scope: Scope) -> int:
    """Additional actions taken this turn."""
    return scope.board.paid_actions


@word("number")
def actions_taken(scope: Scope) -> int:
    """C4-313 Actions taken this turn, free ones included."""
    return scope.board.actions_taken


@word("number")
def action_price(scope: Scope) -> int:
    """C4-303 C4-306 What the next additional action would cost the active player."""
    return declarations.additional_price(scope.board, scope.board.active)


# Conditions


def _attribute_word(name: str) -> None:
    def holds(scope: Scope, player: Players | None = None) -> bool:
        return has_attribute(scope.board, _asked(scope, player), name)

    holds.__doc__ = f"C4-541 Whether a player has the attribute {name}."
    word("condition", name)(holds)


for _name in ATTRIBUTES:
    _attribute_word(_name)


@word("condition")
def same_faction(scope: Scope, player: Players | None = None) -> bool:
    """C4-542 Whether a player is of your faction; two players with `none` are not of the same."""
    mine = scope.board.players[scope.env.you].faction
    return mine != "none" and scope.board.players[_asked(scope, player)].faction == mine


@word("condition")
def most_tokens(scope: Scope) -> bool:
    """C4-R64 Whether the player asked about has the most tokens of all but you."""
    seat = _asked(scope, None)
    return all(scope.board.players[other].tokens <= scope.board.players[seat].tokens for other in others(scope))


@word("condition")
def attacking(scope: Scope) -> bool:
    """Whether the player asked about is the attacker."""
    return _asked(scope, None) == scope.env.attacker


@word("condition")
def it_is(scope: Scope, what: Literal["regular", "stay_in_play", "reaction", "rock", "paper", "scissors"]) -> bool:
    """C4-R66 Whether the revealed card is of this kind or symbol; without a card there is no answer."""
    if scope.env.revealed is None:
        raise Unanswerable
    card = definition(scope.env.revealed)
    return what in (card.kind, card.symbol)


# Costs


@word("cost", "pay")
def pay_cost(scope: Scope, n: Number) -> int:
    """C4-311 The card's own cost from the supply."""
    return n


@word("cost", "spill")
def spill_cost(scope: Scope, n: Number) -> int:
    """Tokens from this card to the pot."""
    return n


# Token movements


def _movement(do: Doing, kind: Literal["gain", "lose"], who: tuple[int, ...], n: int, nm: str | None) -> None:
    """C4-375 Nothing happens with a base of 0."""
    if n > 0 and who:
        items = tuple(Item(seat, n) for seat in who)
        env = do.env
        do.push(Movement(kind, items, env.cid, restricted=nm is not None, causes=env.causes, report=env.report))


@word("effect")
def gain(do: Doing, who: Players, n: Number, kind: Nm | None = None) -> None:
    """C4-340 Tokens from the pot to supplies; `nm`: Non Matching only."""
    _movement(do, "gain", who, n, kind)


@word("effect")
def lose(do: Doing, who: Players, n: Number, kind: Nm | None = None) -> None:
    """C4-343 Tokens from supplies to the pot; `nm`: Non Matching only."""
    _movement(do, "lose", who, n, kind)


@word("effect")
def take(do: Doing, by: Players, source: Players, n: Number, kind: Nm | None = None) -> None:
    """C4-346 C4-371 Tokens from other players' supplies to one's own, one player after the other."""
    _transfer(do, "take", [(taker, victim) for taker in by for victim in source], n, kind)


@word("effect")
def give(do: Doing, giver: Players, receiver: Players, n: Number) -> None:
    """C4-350 C4-371 Tokens from one's own supply to another player's."""
    _transfer(do, "give", [(to, source) for source in giver for to in receiver], n, None)


def _transfer(do: Doing, kind: Literal["take", "give"], pairs: list[tuple[int, int]], n: int, nm: str | None) -> None:
    """C4-346 C4-350 C4-375 One after the other; never between a player and the same player, nor with a base of 0."""
    env = do.env
    frames = [
        Movement(
            kind,
            (Item(player, n),),
            env.cid,
            other=other,
            restricted=nm is not None,
            causes=env.causes,
            report=env.report,
        )
        for player, other in pairs
        if player != other and n > 0
    ]
    do.push(*frames)


@word("effect")
def pay(do: Doing, who: Players, n: Number) -> None:
    """C4-353 Players pay to the pot, as many as they can."""
    env = do.env
    do.push(*(Pay(seat, n, "effect", env.cid, causes=env.causes, report=env.report) for seat in who if n > 0))


@word("effect")
def put(do: Doing, who: Players, n: Number) -> None:
    """C4-356 Tokens from supplies onto this card, as many as there are."""
    env = do.env
    if env.iid is not None:
        do.push(*(Put(seat, n, env.iid, env.cid, report=env.report) for seat in who))


@word("effect")
def put_from_pot(do: Doing, n: Number) -> None:
    """C4-356 Tokens from the pot onto this card, as many as there are; the card's controller picks their kinds."""
    env = do.env
    if env.iid is not None and do.board.card_in_play(env.iid) is not None:
        do.push(Put(env.you, n, env.iid, env.cid, source="pot", report=env.report))


@word("effect")
def collect(do: Doing, who: Players, n: Number | None = None) -> None:
    """C4-356 Tokens from this card to a supply; all of them if no number is given."""
    env = do.env
    card = do.board.card_in_play(env.iid)
    if card is not None:
        most = token_count(card.tokens) if n is None else n
        do.push(*(Put(seat, most, card.iid, card.cid, source="card", report=env.report) for seat in who))


# Cards


@word("effect")
def draw(do: Doing, who: Players, n: Number) -> None:
    """C4-216 C4-220 Draw cards, each player completely before the next."""
    drawn = [piles.draw(do.batch, seat, n, "effect") for seat in who]
    if any(drawn):
        do.happened()


@word("effect")
def discard(do: Doing, who: Players, n: Number, how: Literal["choice", "random", "by_you"] = "choice") -> None:
    """Cards from hands to discards, as many as there are; `by_you`: you see the hand and choose."""
    frames = []
    for seat in who:
        size = do.board.players[seat].hand.size
        if how == "random":
            for _ in range(min(n, size)):
                piles.discard_at_random(do.batch, seat, do.env.cid)
        elif size:
            chooser = do.env.you if how == "by_you" else seat
            frames.append(CardChoice(chooser, seat, min(n, size), "discard", do.env))
        if size:
            do.happened()
    do.push(*frames)


@word("effect")
def recover(do: Doing, who: Players, n: Number) -> None:
    """Players choose cards of their own discard for their hand, as many as there are."""
    sizes = [(seat, min(n, len(do.board.players[seat].discard))) for seat in who]
    if any(size for _, size in sizes):
        do.happened()
    do.push(*(CardChoice(seat, seat, size, "recover", do.env) for seat, size in sizes if size))


@word("effect")
def reveal_top(do: Doing, who: Players) -> None:
    """C4-R55 C4-R66 Turn a top card up, no When Flipped; it goes to its owner's discard."""
    for seat in who:
        do.bind(revealed=piles.reveal_top(do.batch, seat))


@word("effect")
def look_top(do: Doing, who: Players) -> None:
    """Players look at their own top card and may put it at the bottom."""
    for seat in who:
        cid = piles.top_card(do.batch, seat, "look")
        if cid is not None:
            event = e.CardsLookedAt(viewer=seat, whose=seat, zone="deck", count=1, cards=((cid, None),))
            do.batch.emit(event, {seat_audience(seat): ("cards",)})
            do.push(LookTop(seat, do.env))


@word("effect")
def icebox(do: Doing, what: Literal["in_play", "being_played", "anywhere", "that"], kind: CardKind = "any") -> None:
    """C4-470 C4-473 Remove a card in play or cancel a card being played; `that`: the card of the window."""
    playing.icebox(do.batch, do.env, do.env.that if what == "that" else do.env.target)


@word("effect")
def remove_this(do: Doing) -> None:
    """C4-357 This card leaves play to its owner's discard."""
    if do.board.card_in_play(do.env.iid) is not None:
        playing.leave_play(do.batch, str(do.env.iid), "own_text", do.env.causes)
        do.happened()


@word("effect")
def enter(do: Doing, who: Players) -> None:
    """C4-611 This card enters play in front of that player, who controls it; its owner stays its owner."""
    for seat in who:
        playing.enter_play(do.batch, str(do.env.iid), seat)


@word("effect")
def move_this(do: Doing, who: Players) -> None:
    """A player becomes the controller of this card; the tokens stay on it."""
    card = do.board.card_in_play(do.env.iid)
    for seat in who:
        if card is not None and card.controller != seat:
            do.batch.emit(e.ControlChanged(card=card.cid, iid=card.iid, from_seat=card.controller, to_seat=seat))


# Attacks


@word("effect")
def attack(do: Doing, who: Players, effects: Effects) -> None:
    """C4-401 If you win an attack against that player, the effects happen."""
    for seat in who:
        attacks.declare(do.batch, do.env, seat, effects)


@word("effect")
def attack_each(do: Doing, who: Players, effects: Effects) -> None:
    """C4-417 One complete attack against each of these players."""
    attacks.declare_each(do.batch, do.env, who, effects)


@word("effect")
def cancel_attack(do: Doing) -> None:
    """C4-415 The attack neither wins nor fails; flipped cards still go to the hands."""
    attacks.cancel(do.batch, do.env.cid)


@word("effect")
def redirect_attack(do: Doing, who: Players) -> None:
    """C4-416 That player becomes the defender and is attacked anew."""
    for seat in who:
        attacks.redirect(do.batch, seat, do.env.cid)


@word("effect")
def set_symbol(do: Doing, who: Players, symbol: Literal["rock", "paper", "scissors", "named", "beats_rival"]) -> None:
    """C4-418 C4-422 Change the symbol of a flipped card for this attack; `named` is declared with the card."""
    for seat in who:
        attacks.set_symbol(do.batch, seat, str(do.env.mode) if symbol == "named" else symbol)


@word("effect")
def reflip(do: Doing, who: Players) -> None:
    """C4-419 C4-422 C4-423 Discard a flipped card and flip a new one, whose When Flipped happens at once."""
    for seat in who:
        attacks.reflip(do.batch, seat)


# Turns and actions


@word("effect")
def extra_action(do: Doing, n: Number) -> None:
    """C4-305 More free actions for the active player this turn; the ladder stays."""
    do.batch.emit(e.ExtraActions(seat=do.board.active, n=n))
    do.happened()


@word("effect")
def skip_turn(do: Doing, who: Players, n: Number) -> None:
    """C4-211 Coming turns of these players are passed over."""
    for seat in who:
        do.batch.emit(e.SkipAdded(seat=seat, turns=n))


@word("effect")
def reverse(do: Doing) -> None:
    """C4-209 The direction of play turns round, until it is turned again; with two players it is only recorded."""
    do.batch.emit(e.DirectionReversed(direction="right" if do.board.direction == 1 else "left"))


@word("effect")
def next_turn(do: Doing, who: Players) -> None:
    """C4-208 C4-210 That player takes the next turn."""
    for seat in who:
        do.batch.emit(e.TurnOverrideAdded(seat=seat, source=do.env.cid))


@word("effect")
def end_turn(do: Doing) -> None:
    """C4-214 The turn ends as soon as step 2 would be idle."""
    playing.request_end(do.batch)


# Lasting effects


def _lasting(do: Doing, kind: str, who: tuple[int, ...], duration: Duration, value: int = 0, what: str = "") -> None:
    """C4-512 An effect that goes on although its card is in the discard; whom it concerns is fixed now (C4-372)."""
    env = do.env
    effect = Lasting(do.board.next_effect, env.cid, env.you, kind, duration, who, value, what)
    do.batch.emit(e.EffectAdded(effect=effect))


@word("effect", "ties_win")
def ties_win_for_now(do: Doing, who: Players, duration: Duration) -> None:
    """C4-410 Equal symbols count as a win of these players for a while."""
    _lasting(do, "ties_win", who, duration)


@word("effect", "mod_gain")
def mod_gain_for_now(do: Doing, who: Players, n: Number, duration: Duration) -> None:
    """C4-376 Their gains change by n for a while."""
    _lasting(do, "mod_gain", who, duration, n)


@word("effect", "mod_lose")
def mod_lose_for_now(do: Doing, who: Players, n: Number, duration: Duration) -> None:
    """C4-376 Their losses change by n for a while."""
    _lasting(do, "mod_lose", who, duration, n)


@word("effect", "price")
def price_for_now(do: Doing, who: Players, n: Number, duration: Duration) -> None:
    """C4-306 Their additional actions cost n more or less for a while."""
    _lasting(do, "price", who, duration, n)


@word("effect", "prevent_gain")
def prevent_gain_for_now(do: Doing, who: Players, duration: Duration) -> None:
    """C4-378 They can't gain for a while."""
    _lasting(do, "prevent_gain", who, duration)


@word("effect", "prevent_lose")
def prevent_lose_for_now(do: Doing, who: Players, duration: Duration, cause: Literal["take"] | None = None) -> None:
    """C4-378 They can't lose, or with `take` only not be taken from, for a while."""
    _lasting(do, "prevent_lose", who, duration, what=cause or "")


@word("effect", "forbid")
def forbid_for_now(
    do: Doing,
    who: Players,
    what: Literal["attack", "attack_you", "reactions", "actions_over_2"],
    duration: Duration,
) -> None:
    """C4-502 They may not do this for a while."""
    _lasting(do, "forbid", who, duration, what=what)


@word("effect", "attr")
def attr_for_now(do: Doing, who: Players, what: Attribute, duration: Duration) -> None:
    """C4-543 They count as having an attribute for a while."""
    _lasting(do, "attr", who, duration, what=what)


@word("effect")
def delayed(do: Doing, duration: Duration, when: Pattern, effects: Effects) -> None:
    """C4-526 A lasting trigger without a card in play."""
    env = do.env
    effect = Lasting(
        do.board.next_effect, env.cid, env.you, "delayed", duration, trigger=when, block=effects, opp=env.opp
    )
    do.batch.emit(e.EffectAdded(effect=effect))


# Changing what is about to happen


@word("effect")
def prevent_this(do: Doing) -> None:
    """C4-379 C4-381 The event that is about to happen does not."""
    movements.change_amount(do.batch, 0, do.env.cid)


@word("effect")
def reduce_this(do: Doing, n: Number) -> None:
    """C4-349 C4-379 The event that is about to happen is smaller; takes are never changed."""
    now = movements.current(do.batch)
    if now is not None and now[0].kind != "take":
        movements.change_amount(do.batch, max(0, now[1].amount - n), do.env.cid)


# Structure


@word("effect")
def when(do: Doing, condition: Condition, effects: Effects, otherwise: Effects | None = None) -> None:
    """C4-525 One block or the other, as the condition is now."""
    block = effects if condition else otherwise
    if block is not None:
        do.run(block)


@word("effect")
def choose(do: Doing, who: Players, first: Effects, second: Effects) -> None:
    """A player chooses one of two blocks."""
    do.push(*(Choice(seat, do.env, (first, second)) for seat in who))


@word("effect")
def may(do: Doing, who: Players, effects: Effects) -> None:
    """A player may have the effects happen."""
    do.push(*(Choice(seat, do.env, (effects,), may=True) for seat in who))


@word("effect")
def if_did(do: Doing, effects: Effects, then: Effects) -> None:
    """C4-443 The second block only if the first really happened."""
    do.push(IfDid(then, do.env))
    do.run(effects, report=len(do.batch.frames) - 1)


@word("effect")
def each(do: Doing, who: Players, effects: Effects) -> None:
    """C4-371 C4-372 The block once for each of these players, in turn order, each completely."""
    do.push(Each(effects, do.env, who))


@word("effect")
def vote(do: Doing, voters: Players, effects: Effects) -> None:
    """C4-560 These players vote for another player; the block happens to the one on top."""
    do.push(Vote(voters, effects, do.env))


# Modifiers of cards in play


@word("modifier")
def mod_gain(scope: Scope, who: Players, n: Number) -> None:
    """C4-376 Their gains, not takes, change by n."""


@word("modifier")
def mod_lose(scope: Scope, who: Players, n: Number) -> None:
    """C4-376 Their losses, not takes, change by n."""


@word("modifier")
def price(scope: Scope, who: Players, n: Number) -> None:
    """C4-306 Their additional actions cost n more or less."""


@word("modifier")
def prevent_gain(scope: Scope, who: Players) -> None:
    """C4-378 They can't gain."""


@word("modifier")
def prevent_lose(scope: Scope, who: Players, cause: Literal["take"] | None = None) -> None:
    """C4-378 They can't lose, or with `take` only not be taken from."""


@word("modifier")
def forbid(scope: Scope, who: Players, what: Literal["attack", "attack_you", "reactions", "actions_over_2"]) -> None:
    """C4-502 They may not do this."""


@word("modifier")
def attr(scope: Scope, who: Players, what: Attribute) -> None:
    """C4-543 They count as having an attribute."""


@word("modifier")
def ties_win(scope: Scope, who: Players) -> None:
    """C4-410 Equal symbols count as their win."""


# Triggers and conditions of Reactions: the seat that `trig` means, or None if the moment doesn't fit


def _is(scope: Scope, seat: int | None, role: str) -> bool:
    if role == "any":
        return True
    if role == "opp":
        return seat == scope.env.opp
    return (seat == scope.env.you) == (role == "you")


def _fits(scope: Scope, name: str, player: str) -> int | None:
    moment = scope.moment
    if moment is None or moment.name != name or not _is(scope, moment.player, player):
        return None
    return moment.player


@word("trigger")
def turn_started(scope: Scope, player: Role = "any") -> int | None:
    """C4-202 A turn of that player starts."""
    return _fits(scope, "turn_started", player)


@word("trigger")
def turn_ending(scope: Scope, player: Role = "any") -> int | None:
    """C4-206 A turn of that player is ending."""
    return _fits(scope, "turn_ending", player)


@word("trigger")
def card_being_played(
    scope: Scope, player: Role = "any", kind: CardKind = "any", additional: YesNo = "any"
) -> int | None:
    """C4-442 A card is being played by that player; `additional`: as an additional action."""
    seat = _fits(scope, "card_being_played", player)
    moment = scope.moment
    if moment is None or kind not in ("any", moment.kind):
        return None
    return seat if _flag(moment.flag, additional) else None


def _flag(value: bool, wanted: str) -> bool:
    return wanted == "any" or value == (wanted == "yes")


def _side(scope: Scope, names: tuple[str, str], player: str, take: str) -> int | None:
    """C4-453 Gaining fits the taker's side of a take, losing the other's; `names`: (own moment, moment of a take)."""
    moment = scope.moment
    if moment is None or moment.name not in names or not _flag(moment.name == names[1], take):
        return None
    losing = names[0] in ("would_lose", "lost")
    seat = moment.other if losing and moment.name == names[1] else moment.player
    return seat if seat is not None and _is(scope, seat, player) else None


@word("trigger")
def would_gain(scope: Scope, player: Role = "any", take: YesNo = "any") -> int | None:
    """C4-452 C4-453 That player is about to gain."""
    return _side(scope, ("would_gain", "would_take"), player, take)


@word("trigger")
def would_lose(scope: Scope, player: Role = "any", take: YesNo = "any") -> int | None:
    """C4-452 C4-453 That player is about to lose."""
    return _side(scope, ("would_lose", "would_take"), player, take)


@word("trigger")
def gained(scope: Scope, player: Role = "any", take: YesNo = "any") -> int | None:
    """C4-347 C4-453 That player has gained, by a take too."""
    return _side(scope, ("gained", "taken"), player, take)


@word("trigger")
def lost(scope: Scope, player: Role = "any", take: YesNo = "any") -> int | None:
    """C4-347 C4-453 That player has lost, by a take too."""
    return _side(scope, ("lost", "taken"), player, take)


def _transferred(scope: Scope, name: str, taker: str, victim: str) -> int | None:
    seat = _fits(scope, name, taker)
    moment = scope.moment
    return seat if moment is not None and _is(scope, moment.other, victim) else None


@word("trigger")
def would_take(scope: Scope, taker: Role = "any", victim: Role = "any") -> int | None:
    """C4-453 A player is about to take from another; `trig` is the taker."""
    return _transferred(scope, "would_take", taker, victim)


@word("trigger")
def taken(scope: Scope, taker: Role = "any", victim: Role = "any") -> int | None:
    """C4-453 A player has taken from another; `trig` is the taker."""
    return _transferred(scope, "taken", taker, victim)


@word("trigger")
def paid(
    scope: Scope, player: Role = "any", reason: Literal["action", "card_cost", "effect", "any"] = "any"
) -> int | None:
    """C4-384 That player has paid; `action`: for an additional action."""
    seat = _fits(scope, "paid", player)
    return seat if scope.moment is not None and reason in ("any", scope.moment.kind) else None


def _attack(scope: Scope, name: str, attacker: str, defender: str, either: str) -> int | None:
    seat = _transferred(scope, name, attacker, defender)
    moment = scope.moment
    if seat is None or moment is None:
        return None
    return seat if any(_is(scope, side, either) for side in (moment.player, moment.other)) else None


@word("trigger")
def attack_declared(scope: Scope, attacker: Role = "any", defender: Role = "any", either: Role = "any") -> int | None:
    """C4-404 An attack is declared; `either`: on either side of it."""
    return _attack(scope, "attack_declared", attacker, defender, either)


@word("trigger")
def flips_shown(scope: Scope, attacker: Role = "any", defender: Role = "any", either: Role = "any") -> int | None:
    """C4-407 The flipped cards are shown."""
    return _attack(scope, "flips_shown", attacker, defender, either)


@word("trigger")
def attack_won(scope: Scope, attacker: Role = "any", defender: Role = "any") -> int | None:
    """C4-411 An attack was won by its attacker."""
    won = scope.moment is not None and scope.moment.flag
    return _attack(scope, "attack_decided", attacker, defender, "any") if won else None


@word("trigger")
def attack_failed(scope: Scope, attacker: Role = "any", defender: Role = "any") -> int | None:
    """C4-411 An attack has failed."""
    won = scope.moment is not None and scope.moment.flag
    return None if won else _attack(scope, "attack_decided", attacker, defender, "any")


@word("trigger")
def claim_upheld(scope: Scope, kind: Literal["swore", "used_phone", "made_pun"]) -> int | None:
    """C4-556 A claim of that kind was upheld; `trig` is the accused."""
    seat = _fits(scope, "claim_upheld", "any")
    return seat if scope.moment is not None and scope.moment.kind == kind else None


@word("trigger")
def left_play(scope: Scope) -> int | None:
    """C4-524 This card has left play."""
    seat = _fits(scope, "left_play", "any")
    return seat if scope.moment is not None and scope.moment.iid == scope.env.iid else None


@word("trigger")
def any_time(scope: Scope) -> int | None:
    """C4-458 The start or the end of a turn, or any card being played."""
    moment = scope.moment
    names = ("turn_started", "card_being_played", "turn_ending")
    return moment.player if moment is not None and moment.name in names else None
