"""Card files to cards: the core sets', and those that players write."""

from __future__ import annotations

from functools import cache, partial

from domain.games.c4 import definitions as d
from domain.games.c4.validation import TAKEN, check_kind, check_set_number
from domain.games.c4.words import VOCABULARY
from domain.kernel.cardreader import CardReader
from domain.kernel.cardsets import Core
from domain.kernel.drafts import Draft, Tables
from domain.kernel.effects.compiler import Call, Compiler
from domain.kernel.effects.grammar import EffectFault


def compiled(draft: Draft[d.CardTable]) -> d.Definition | None:
    """C4-601 One card."""
    card, compiler, part = draft.card, draft.compiler, draft.part
    reaction = part("reaction", partial(_pattern, compiler, card.reaction)) if card.reaction else None
    reaction_test = part("reaction_if", partial(compiler.condition, card.reaction_if)) if card.reaction_if else None
    cost = part("cost", lambda: _cost(compiler, card.cost))
    compiler.begin()
    play = part("play", partial(compiler.effects, card.play)) if card.play else None
    needs = part("play", lambda: _needs(compiler))
    compiler.begin()
    flipped = part("flipped", partial(compiler.effects, card.flipped)) if card.flipped else None
    flipped_needs = part("flipped", lambda: _undeclared(compiler))
    continuous = [part("continuous", partial(compiler.call, "modifier", text)) for text in card.continuous]
    triggers = [part("on", partial(_trigger, compiler, on)) for on in card.on]
    acts = [part("act", partial(_ability, compiler, act)) for act in card.act]
    if not draft.sound(check_kind(draft.entry)):
        return None
    return d.Definition(
        **draft.printed(d.Definition, "set", "number", "play", "flipped", "reaction", "continuous", "cost"),
        set=draft.digest or draft.set,
        number=card.number,
        cost=cost,
        xs=_xs(card.x),
        play=play,
        flipped=flipped,
        flipped_needs=flipped_needs,
        reaction=None if reaction is None else d.Trigger(reaction, reaction_test, play or 0),
        continuous=tuple(continuous),
        triggers=tuple(triggers),
        acts=tuple(acts),
        patterns=tuple(compiler.patterns),
        needs=needs,
        claims=tuple(
            call.arguments["kind"](None) for call in (t.pattern for t in triggers) if call.word == "claim_upheld"
        ),
        listens=frozenset(moment for trigger in triggers for moment in d.moments_of(trigger.pattern.word)),
        fits=frozenset(() if reaction is None else d.moments_of(reaction.word)),
    )


def _cost(compiler: Compiler, text: str | None) -> d.Cost | None:
    if text is None:
        return None
    call = compiler.call("cost", text)
    return d.Cost("pay" if call.word == "pay" else "spill", call.arguments["n"])


def _pattern(compiler: Compiler, text: str) -> Call:
    """The trigger of an ability. Nobody has declared a player at that time, so it can't wait for one."""
    compiler.begin()
    pattern = compiler.call("trigger", text)
    if compiler.declared:
        raise EffectFault("no player is declared yet when this is looked at; write you, other or any")
    return pattern


def _trigger(compiler: Compiler, on: d.TriggerTable) -> d.Trigger:
    pattern = _pattern(compiler, on.when)
    test = None if on.test is None else compiler.condition(on.test)
    return d.Trigger(pattern, test, compiler.effects(on.do), _undeclared(compiler))


def _ability(compiler: Compiler, act: d.AbilityTable) -> d.Ability:
    compiler.begin()
    cost = _cost(compiler, act.cost)
    test = None if act.test is None else compiler.condition(act.test)
    block, needs = compiler.effects(act.do), _needs(compiler)
    if needs.icebox not in (None, "that") or needs.named:
        raise EffectFault("using an ability declares a player and an X; what needs a target or a symbol is played")
    return d.Ability(cost, test, _xs(act.x), block, needs)


def _needs(compiler: Compiler) -> d.Needs:
    """The declarations that the ability compiled last needs."""
    players = {name for name, _ in compiler.declared}
    if len(players) > 1:
        raise EffectFault("a card declares one player: opp or any, not both")
    used = {call.word: call for call in compiler.used}
    icebox = used.get("icebox")
    what = None if icebox is None else icebox.arguments["what"](None)
    kind = "any" if icebox is None or "kind" not in icebox.arguments else icebox.arguments["kind"](None)
    puts = used.get("put")
    attacks = [call for call in compiler.used if call.word in ("attack", "attack_each")]
    told = not any(call.word in LATER for attack in attacks for call in attack.parts())
    return d.Needs(
        player="opp" if "opp" in players else "any" if players else None,
        tests=tuple(test for _, test in compiler.declared if test is not None),
        attack="attack" in used,
        attack_each="attack_each" in used,
        against=tuple(attack.arguments["who"] for attack in attacks) if told else (),
        icebox=what,
        icebox_kind=kind,
        named="set_symbol" in used and used["set_symbol"].arguments["symbol"](None) == "named",
        puts_x=puts is not None and "x" in used,
        enters="enter" in used,
    )


LATER = ("opp", "any", "they", "top", "x", "it_is")
"""C4-R85 Words in whom an attack is against that are declared with the card, or not known before its text happens."""


def _undeclared(compiler: Compiler) -> d.Needs:
    """The same for an ability that nobody declares: a player in it is chosen when it happens."""
    needs = _needs(compiler)
    if needs.icebox is not None and needs.icebox != "that":
        raise EffectFault("icebox needs a declared target; it can stand in play only")
    if needs.named:
        raise EffectFault("a named symbol is declared with a card; it can stand in play only")
    return needs


def _xs(bounds: tuple[int, int] | None) -> tuple[int, ...]:
    return () if bounds is None else tuple(range(bounds[0], bounds[1] + 1))


def card_name(set_number: str, number: int) -> str:
    """C4-608 The id of an official card: the letters of its set and its Collector Number."""
    return f"{set_number[2:5]}-{number:02d}"


READER: CardReader[d.Definition] = CardReader(
    rule="C4-R78",
    vocabulary=VOCABULARY,
    cards=Tables(table=d.CardTable, compile=compiled, key="number", numbered=card_name, taken=TAKEN),
    head=check_set_number,
)
"""C4-601 C4-804 C4-R78 How the card files of the game are read, and those of its players."""


@cache
def core() -> Core[d.Definition]:
    """The card sets of this release, in the order of their files."""
    return READER.released(__package__)
