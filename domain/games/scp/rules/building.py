"""The Build Queue: cards face down, Resources on them, reveals and what enters play (SCP-222, SCP-303 to SCP-309)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Asset, Board, FaceDown
from domain.games.scp.definitions import DEPLOYED, Definition
from domain.games.scp.match import Batch
from domain.games.scp.rules import continuous, piles
from domain.kernel.audience import seat as seat_audience
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal
from domain.kernel.sentences import count


def place_templates(board: Board, seat: int) -> Iterator[Template]:
    """SCP-222 SCP-306 Any card of the hand, while there is room."""
    player = board.players[seat]
    if player.hand.known and len(player.queue) < continuous.LARGEST_QUEUE:
        cards = Parameter("card", "card", tuple(player.hand.known))
        yield Template("place_build", {}, (cards,), "Place a card face down", ("SCP-222",))


def refuse_place(board: Board, seat: int, action: a.PlaceBuild) -> Refusal:
    """SCP-222 Why the card can't be placed."""
    if action.card not in board.players[seat].hand.known:
        return illegal("SCP-222", "that card is not in your hand", "card")
    return illegal("SCP-222", f"a Build Queue holds at most {continuous.LARGEST_QUEUE} cards")


def place(batch: Batch, seat: int, action: a.PlaceBuild) -> None:
    """SCP-222 The card gets another id, so that nobody knows it again."""
    hand, old = batch.board.players[seat].hand, action.card
    iid, source = piles.IDS.new(batch, "table")
    event = e.CardPlacedFaceDown(
        seat=seat, iid=iid, hand_count=hand.size - 1, card=hand.known[old], old=old, draws=(source,)
    )
    batch.emit(event, {seat_audience(seat): ("card", "old")})


def fund_templates(board: Board, seat: int) -> Iterator[Template]:
    """SCP-223 Resources of the pool onto face-down cards."""
    player = board.players[seat]
    if player.queue and player.pool:
        cards = Parameter("card", "card", tuple(card.iid for card in player.queue))
        n = Parameter("n", "number", tuple(range(1, min(player.pool, continuous.MOST_AT_ONCE) + 1)))
        yield Template("fund_build", {}, (cards, n), "Put Resources on a face-down card", ("SCP-223",))


def refuse_fund(board: Board, seat: int, action: a.FundBuild) -> Refusal:
    """SCP-223 SCP-224 SCP-307 SCP-R25 Why these Resources can't be moved."""
    player = board.players[seat]
    if not any(card.iid == action.card for card in player.queue):
        return illegal("SCP-223", "that is no face-down card of yours", "card")
    if action.n < 1:
        return illegal("SCP-307", "Resources on a face-down card cannot be taken back; move at least 1", "n")
    if action.n > continuous.MOST_AT_ONCE:
        return illegal("SCP-R98", f"move at most {continuous.MOST_AT_ONCE} Resources at once", "n")
    return illegal("SCP-223", f"the pool holds {player.pool} Resources, not {action.n}", "n")


def fund(batch: Batch, seat: int, action: a.FundBuild) -> None:
    """SCP-223."""
    batch.emit(e.BuildFunded(seat=seat, iid=action.card, n=action.n))


# Reveals


def bearers(board: Board, seat: int, printed: Definition) -> list[Asset]:
    """SCP-308 SCP-R26 The Personnel that could bear a Gear: one Suit each, one of each title each."""
    return [card for card in continuous.personnel(board, seat) if _may_bear(board, card, printed)]


def _may_bear(board: Board, card: Asset, printed: Definition) -> bool:
    worn = [board.cards[gear.cid] for gear in continuous.attached(board, card.iid)]
    if any(gear.name == printed.name for gear in worn):
        return False
    return "Suit" not in printed.subtypes or not any("Suit" in gear.subtypes for gear in worn)


def barred(board: Board, seat: int, card: FaceDown) -> str | None:
    """SCP-303 SCP-305 SCP-306 SCP-308 SCP-309 SCP-R24 The rule by which a card may not enter play, or None."""
    assert card.cid is not None
    printed = board.cards[card.cid]
    if not any(printed.is_(kind) for kind in DEPLOYED):
        return "SCP-306"
    if card.resources < continuous.cost(board, seat, printed):
        return "SCP-303"
    needed = Counter(printed.required_icons)
    if any(continuous.icon_count(board, seat, icon) < n for icon, n in needed.items()):
        return "SCP-309"
    if printed.attached and not bearers(board, seat, printed):
        return "SCP-308"
    return None


def left_to_reveal(board: Board, seat: int) -> int:
    """SCP-232 SCP-R16 One card a turn, unless texts allow more."""
    return continuous.reveals(board, seat) - board.facts.reveals


def reveal_templates(board: Board, seat: int) -> Iterator[Template]:
    """SCP-232 SCP-308 The face-down cards; Gear that could have a bearer names one."""
    if left_to_reveal(board, seat) <= 0:
        return
    for card in board.players[seat].queue:
        if card.cid is None:
            continue
        hosts = _hosts(board, seat, card)
        named = (Parameter("host", "card", hosts),) if hosts else ()
        label = f"Reveal {board.cards[card.cid].name} with {count(card.resources, 'Resource')}"
        yield Template("reveal_build", {"card": card.iid}, named, label, ("SCP-232",))


def _hosts(board: Board, seat: int, card: FaceDown) -> tuple[str, ...]:
    """SCP-308 SCP-R81 The Personnel that could bear it, if it may enter play."""
    assert card.cid is not None
    printed = board.cards[card.cid]
    if not printed.attached or barred(board, seat, card) is not None:
        return ()
    return tuple(host.iid for host in bearers(board, seat, printed))


def refuse_reveal(board: Board, seat: int, action: a.RevealBuild) -> Refusal:
    """SCP-232 SCP-308 Why this can't be revealed so."""
    card = next((card for card in board.players[seat].queue if card.iid == action.card), None)
    if card is None:
        return illegal("SCP-232", "that is no face-down card of yours", "card")
    if left_to_reveal(board, seat) <= 0:
        return illegal("SCP-232", "no more cards may be revealed this turn")
    if _hosts(board, seat, card):
        return illegal("SCP-308", "name a Personnel of yours that can bear it", "host")
    return illegal("SCP-308", "it has no bearer: it stands alone, or will not enter play", "host")


def reveal(batch: Batch, seat: int, action: a.RevealBuild) -> None:
    """SCP-303 SCP-304 SCP-305 SCP-R23 The card enters play, or is discarded; what lay on it is gone."""
    board = batch.board
    card = next(card for card in board.players[seat].queue if card.iid == action.card)
    assert card.cid is not None
    rule, price = barred(board, seat, card), continuous.cost(board, seat, board.cards[card.cid])
    batch.emit(e.BuildRevealed(seat=seat, iid=card.iid, card=card.cid))
    if rule is not None:
        batch.emit(e.BuildDiscarded(seat=seat, iid=card.iid, card=card.cid, rule=rule))
        return
    for older in _older(board, seat, board.cards[card.cid]):
        batch.emit(e.ReplacedByNewer(seat=seat, iid=older.iid, card=older.cid))
    batch.emit(e.CardDeployed(seat=seat, iid=card.iid, card=card.cid, cost=price, host=action.host))


def _older(board: Board, seat: int, printed: Definition) -> list[Asset]:
    """SCP-513 SCP-R48 The Unique Personnel of the same title that the player has in play."""
    own = continuous.personnel(board, seat) if printed.unique and printed.is_("personnel") else []
    others = ((card, board.cards[card.cid]) for card in own)
    return [card for card, other in others if other.unique and other.name == printed.name]
