"""What random play seldom or never shows of SCP-CCG: examples of its events, frames and actions, made by hand."""

from __future__ import annotations

from typing import Any

from domain.games.scp import GAME
from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp import frames as f
from domain.games.scp.board import Asset as InPlay
from domain.games.scp.board import Assignment, Attempt, Board, Destroyed, FaceDown, Lasting, Mission, Played, Scp
from domain.kernel.actions import Action
from domain.kernel.facts import Event
from domain.kernel.frames import Frame
from domain.kernel.zones import Card
from tests.kit.scenario import cards_of

ENV = f.Env(
    you=1,
    cid="G12",
    iid="s0000000001",
    target="s0000000002",
    player=0,
    host="s0000000003",
    opponent=0,
    paid=4,
    bound=((1, ("s0000000004",)), (2, ())),
)
DO = f.Do(env=ENV, block=0, at=1)
EVENTS: tuple[Event, ...] = (
    e.HandRevealed(seat=1, viewers=(0, 2), cause="M04", cards=("C04", "P15")),
    e.FinanceTokenChanged(seat=0, iid="s0000000005", card="F02", delta=1, cause="S05"),
    e.CardTapped(seat=0, iid="s0000000006", card="P10", cause="cost"),
    e.MissionPlayed(seat=0, iid="s0000000007", card="M05", player=1),
    e.MissionResolved(seat=0, iid="s0000000007", card="M05", success=True, accepted=False),
    e.BuildChanged(seat=0, iid="s0000000008", delta=3, cause="M03"),
    e.CardDeployed(seat=0, iid="s0000000008", card="G01", cost=3, host="s0000000006"),
    e.ReplacedByNewer(seat=0, iid="s0000000006", card="P01"),
    e.AttemptBegun(
        seat=0,
        kind="raid",
        scp="s0000000009",
        card="S18",
        members=("s0000000006",),
        defender=1,
        defenders=("s000000000a",),
    ),
    e.ComplicationNegated(seat=1, iid="s000000000b", card="C04", cause="E05"),
    e.ComplicationOvercome(seat=1, iid="s000000000b", card="C14"),
    e.EventPlayed(seat=0, iid="s000000000c", card="E11", player=1),
    e.AbilityUsed(seat=0, iid="s0000000006", card="P10", ability=1, target="s000000000d"),
    e.MemberRemoved(seat=0, iid="s0000000006", card="P22", cause="C06"),
    e.AttemptCompared(
        seat=0,
        kind="raid",
        scp="s0000000009",
        card="S18",
        group_total=9,
        requirement=8,
        skills_met=True,
        outcome="success",
        members=("s0000000006",),
        defenders=("s000000000a",),
        icons=("soldier",),
    ),
    e.AttemptCalledOff(seat=0, scp="s0000000009", card="S18", cause="E14"),
    e.AttemptVoid(seat=0, scp="s0000000009", card="S18"),
    e.ScpPeeked(seat=0, n=2, cause="S15", cards=("S18", "S19")),
    e.ScpPutOnBottom(seat=0, n=2, places=(0, 1)),
    e.BuildPeeked(seat=0, owner=1, iid="s000000000d", cause="P10", card="P22"),
    e.ScpUncontained(seat=1, scp="s0000000009", card="S18", cause="SCP-238", breach=True),
    e.ScpUncontained(seat=1, scp="s0000000009", card="S18", cause="M10"),
    e.ScpUnsecured(seat=1, scp="s0000000009", card="S18", cause="M07"),
    e.ScpDestroyed(scp="s0000000009", card="S18", cause="SCP-423", seat=0),
    e.PreventionUsed(seat=0, number=1, n=2),
    e.AttritionDone(seat=0, total=2, lost=1),
    e.CardReturned(seat=0, old="s0000000006", card="P22", cause="S34", iid="s000000000e"),
    e.CardRecovered(seat=0, old="s000000000f", card="P22", cause="E17", iid="s0000000010"),
    e.EffectStarted(
        seat=0,
        effect=Lasting(
            number=1,
            you=0,
            cid="C05",
            block=0,
            at=0,
            until="this_turn",
            iid="s0000000011",
            target="s0000000006",
            player=1,
            host="s0000000006",
            cards=("s0000000006",),
            stock=4,
        ),
    ),
    e.EffectsEnded(numbers=(1,), reason="left"),
    e.RevealsAllowed(seat=0, n=1, cause="S24"),
    e.LoopBroken(cards=("s0000000006", "s0000000009")),
)
FRAMES: tuple[Frame, ...] = (
    f.Moment(when=("end", "each_end"), may=True, pending=((0, "s0000000006", 1),), seats=(0, 1)),
    DO,
    f.Text(env=ENV, ability=1),
    f.Triggers(queue=(f.Text(env=ENV, ability=1),), open=True),
    f.Pay(env=ENV, ability=1, at=1),
    f.Resolved(iid="s000000000c"),
    f.InAttempt(stage="reply", asked=(1, 2)),
    f.Announced(env=ENV, answered=True),
    f.Attrition(seat=0, n=4, cause="SCP-410", begun=True, paid=2),
    f.Escalate(scp="s0000000009", n=1, cause="SCP-417", breach=True),
    f.CardChoice(
        then=DO,
        number=1,
        candidates=("s0000000006", "s000000000a"),
        seats=(0, 1),
        own=True,
        chosen=("s000000000a",),
        decline=True,
    ),
    f.CostChoice(then=f.Pay(env=ENV, ability=1), candidates=("s0000000005", "s0000000006")),
    f.PlayerChoice(seat=0, then=DO),
    f.Discard(seat=1, by=0, n=1, cause="M05"),
    f.Peek(seat=0),
    f.MissionStep(seat=0, resolved=True, success=True),
    f.Outbreaks(scps=("s0000000009", "s0000000012")),
)
ACTIONS: tuple[Action, ...] = (
    a.PlayMission("s0000000007", "s0000000009"),
    a.PlayMission("s0000000007", player=1),
    a.BeginAttempt("s0000000009", "destroy"),
    a.RevealBuild("s0000000008", "s0000000006"),
    a.PlayEvent("s000000000c", "s0000000006"),
    a.PlayEvent("s000000000c", player=1),
    a.PlayComplication("s000000000b", "s0000000006"),
    a.UseAbility("s0000000006", 1, "s000000000d"),
    a.ChoosePlayer(1),
    a.DiscardCard("C04"),
    a.PutUnder((1, 2)),
    a.Decline(),
)


def prepare(board: Any) -> None:
    """A board on which any event can be folded: a turn, an attempt, and more cards than an event may name."""
    assert isinstance(board, Board)
    cards = cards_of(GAME)
    scps = [cid for cid, card in cards.items() if card.is_("scp")]
    board.turn, board.round, board.active = 3, 2, 0
    board.scp_deck.renew(scps * 2, range(2 * len(scps)))
    board.scps = [Scp("s0000000009", "S18", 1, 1, "contained", 1, 2), Scp("s0000000012", "S20", 2, 2)]
    board.scp_discard = [Destroyed("s0000000013", "S03", 0)]
    board.attempt = Attempt("raid", "s0000000009", "S18", 0, 1, ("s0000000006",))
    board.resolving = [Played(f"s00000000{place:02x}", "E05", 0) for place in range(20)]
    board.lasting = [Lasting(1, 0, "G10", 0, 0, "this_attempt", stock=4)]
    for seat, player in enumerate(board.players):
        player.deck.renew(list(cards), range(len(cards)))
        player.looks, player.looking = 6, tuple(board.scp_deck.cards[:6])
        player.mission = Mission("s0000000007", "M01", "s0000000009")
        for place in range(40):
            player.hand.add(f"h{seat}{place:09x}", "P15")
        player.discard = [Card(f"d{seat}{place:09x}", "P22", seat) for place in range(20)]
        player.queue = [FaceDown(f"q{seat}{place:09x}", "P22", 2) for place in range(5)]
        player.play = [InPlay(f"p{seat}{place:09x}", "P22", seat, place) for place in range(10)]
    board.players[0].play.append(InPlay("s0000000006", "P22", 0, 9, assignment=Assignment("secure", "s0000000009")))
