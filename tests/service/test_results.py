"""Statistics of decks and cards, and of two entrants: what they count, and that they tell nothing early."""

from __future__ import annotations

from collections.abc import AsyncIterator
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import Engine

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS
from api_schema.ports.matches import ActInput, CreateMatch, MatchFilter
from api_schema.ports.results import StatisticsFilter
from api_schema.ports.tournaments import TournamentPolicy
from domain.kernel.match import TournamentGame
from service.application.ids import MATCH_IDS
from service.projections.tournament_list.table import tournament_seats
from service.results.usecases import win_rate
from service.times import rfc3339
from tests.kit.lanes import sampled
from tests.kit.results import JUSTICE, MYSTERY, ON_CONCEDE, PEACE, SLUG, begun, finished, made_with, rows
from tests.kit.served import ALICE, BOB, EVE, Served, serve, sqlite_url
from tests.kit.stamps import standing_still
from tests.kit.tournament_desk import hosted
from tests.toy_game import GAME

pytestmark = [pytest.mark.anyio, pytest.mark.each_store]
DELAY = 3_600_000


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind."""
    served = await serve(url)
    async with served.app:
        yield served


@pytest.fixture
async def resting(url: str) -> AsyncIterator[Served]:
    """A service in which nothing happens by itself, on an empty store of each kind."""
    served = await serve(url)
    yield served
    await served.app.stop()


async def decks(served: Served, game: str = SLUG, **wanted: Any) -> dict[str, Any]:
    await served.app.projector.catch_up()
    page = await served.app.use_cases.results.deck_statistics(game, first=100, wanted=StatisticsFilter(**wanted))
    assert not page.has_next
    return {one.deck: one for one in page.decks}


async def cards(served: Served, **wanted: Any) -> dict[str, Any]:
    await served.app.projector.catch_up()
    page = await served.app.use_cases.results.card_statistics(SLUG, first=100, wanted=StatisticsFilter(**wanted))
    return {one.card: one for one in page.cards}


def told(one: Any) -> tuple[int, ...]:
    """(matches, played, wins, draws, losses)."""
    return one.matches, one.played, one.wins, one.draws, one.losses


async def test_decks(store: Served) -> None:
    """Seat 0 gives up each time; a match of a deck with itself is one match, played twice."""
    await finished(store)
    await finished(store, PEACE, JUSTICE)
    await finished(store, MYSTERY, JUSTICE)
    await finished(store, JUSTICE, JUSTICE)
    found = await decks(store)
    assert {deck: told(one) for deck, one in found.items()} == {
        JUSTICE: (4, 5, 3, 0, 2),
        PEACE: (2, 2, 1, 0, 1),
        MYSTERY: (1, 1, 0, 0, 1),
    }
    assert msgspec.to_builtins(found[JUSTICE].win_rate) == {"numerator": 3, "denominator": 5, "text": "60.0%"}
    assert await decks(store, "c4") == {}


async def test_draws_and_three_seats(store: Served) -> None:
    match = await store.open(seats=3)
    for caller, deck in ((ALICE, "fox"), (BOB, "owl"), (EVE, "fox")):
        await store.sit(caller, match, deck=deck)
    await store.play_out(match, ALICE, BOB, EVE)
    shown = await store.app.use_cases.matches.get(ALICE, match)
    assert shown.result is not None
    found = await decks(store, GAME.slug)
    assert {deck: (one.matches, one.played) for deck, one in found.items()} == {"fox": (1, 2), "owl": (1, 1)}
    best = len(shown.result.placings[0])
    assert sum(one.wins for one in found.values()) == (1 if shown.result.kind == "WIN" else 0)
    assert sum(one.draws for one in found.values()) == (0 if shown.result.kind == "WIN" else best)
    page = await store.app.use_cases.results.deck_matchups(GAME.slug, first=9)
    assert page.matchups == ()


@pytest.mark.answers("getCardStatistics")
async def test_cards(store: Served) -> None:
    await finished(store)
    await finished(store, MYSTERY, JUSTICE)
    listed = {deck.id: deck.cards for deck in store.app.catalogue.decks(SLUG)}
    found = await cards(store)
    for card, one in found.items():
        brought = [deck for deck in (JUSTICE, PEACE, MYSTERY, JUSTICE) if card in listed[deck]]
        assert one.decks == len(set(brought))
        assert one.played == len(brought) == one.wins + one.losses
        assert one.copies == sum(listed[deck][card] for deck in brought)
    assert set(found) == {card for deck in (JUSTICE, PEACE, MYSTERY) for card in listed[deck]}


@pytest.mark.answers("getDeckMatchups")
async def test_decks_against_each_other(store: Served) -> None:
    await finished(store)
    await finished(store, PEACE, JUSTICE)
    await finished(store, JUSTICE, JUSTICE)
    await store.app.projector.catch_up()
    use = store.app.use_cases.results
    found = (await use.deck_matchups(SLUG, first=9)).matchups
    assert {(one.deck, one.against): told(one) for one in found} == {
        (JUSTICE, JUSTICE): (1, 2, 1, 0, 1),
        (JUSTICE, PEACE): (2, 2, 1, 0, 1),
        (PEACE, JUSTICE): (2, 2, 1, 0, 1),
    }
    own = (await use.deck_matchups(SLUG, first=9, deck=PEACE)).matchups
    assert [(one.deck, one.against) for one in own] == [(PEACE, JUSTICE)]
    walked: list[Any] = []
    after = None
    for _ in range(3):
        page = await use.deck_matchups(SLUG, first=1, after=after)
        walked += page.matchups
        after = page.end_cursor
    assert walked == list(found)
    assert not page.has_next


async def test_filters_of_what_counts(store: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    made_with(monkeypatch, tournament=TournamentGame("tn_a", 1, 1))
    await finished(store)
    made_with(monkeypatch, tournament=None)
    between = store.clock.now
    await finished(store, MYSTERY, JUSTICE)
    await finished(store, "ryu", "gambit", game="capcom_crossovers")
    assert set(await decks(store, tournament="tn_a")) == {JUSTICE, PEACE}
    assert set(await decks(store, tournament="tn_b")) == set()
    assert set(await decks(store, until=rfc3339(between + 1))) == {JUSTICE, PEACE}
    assert set(await decks(store, since=rfc3339(between + 1))) == {MYSTERY, JUSTICE}
    assert set(await decks(store, mode="tag")) == set()
    assert set(await decks(store, "capcom_crossovers", mode="one_on_one")) == {"ryu", "gambit"}
    assert set(await decks(store, "capcom_crossovers", mode="team")) == set()
    assert len(await cards(store, tournament="tn_b")) == 0


async def test_pages_hold_each_row_once_and_cursors_are_good_for_their_list(store: Served) -> None:
    await finished(store)
    await store.app.projector.catch_up()
    use, after = store.app.use_cases.results, None
    walked: list[str] = []
    while True:
        page = await use.card_statistics(SLUG, first=7, after=after)
        walked += [one.card for one in page.cards]
        after = page.end_cursor
        if not page.has_next:
            break
    assert sorted(walked) == sorted(await cards(store))
    assert len(walked) == len(set(walked))
    for wrong in (use.deck_statistics(SLUG, first=7, after=after), use.card_statistics("c4", first=7, after=after)):
        with pytest.raises(ApiError) as caught:
            await wrong
        assert (caught.value.code, caught.value.path) == (ErrorCode.INVALID_INPUT, ("after",))


@pytest.mark.parametrize(
    ("game", "first", "wanted", "code"),
    [
        ("nothing", 5, {}, ErrorCode.NOT_FOUND),
        (SLUG, 0, {}, ErrorCode.INVALID_INPUT),
        (SLUG, 101, {}, ErrorCode.INVALID_INPUT),
        (SLUG, 5, {"since": "yesterday"}, ErrorCode.INVALID_INPUT),
        (SLUG, 5, {"tournament": "\x00"}, ErrorCode.INVALID_INPUT),
    ],
)
async def test_what_makes_no_sense(store: Served, game: str, first: int, wanted: Any, code: ErrorCode) -> None:
    with pytest.raises(ApiError) as caught:
        await store.app.use_cases.results.deck_statistics(game, first=first, wanted=StatisticsFilter(**wanted))
    assert caught.value.code == code


async def everything(served: Served) -> bytes:
    """All that strangers are answered about results, to all filters, as bytes."""
    await served.app.projector.catch_up()
    use = served.app.use_cases
    answers: list[Any] = []
    filters: list[dict[str, Any]] = [{"deck": deck} for deck in (JUSTICE, PEACE, MYSTERY)]
    filters += [{"card": card.id} for card in served.app.catalogue.cards(SLUG)]
    for caller in (ANONYMOUS, EVE):
        for wanted in filters:
            page = await use.matches.find(caller, first=100, wanted=MatchFilter(**wanted))
            answers.append((len(page.matches), page.has_next, page.end_cursor))
    for first in (1, 100):
        answers.append(await use.results.deck_statistics(SLUG, first=first))
        answers.append(await use.results.card_statistics(SLUG, first=first))
        answers.append(await use.results.deck_matchups(SLUG, first=first))
        answers.append(await use.results.deck_matchups(SLUG, first=first, deck=MYSTERY))
    answers.append(await use.results.head_to_head("en_a", "en_b", first=9))
    return msgspec.json.encode(answers)


@pytest.mark.parametrize("hidden", sampled(["running", "participants", "private", "late"], keep=2))
async def test_twins_with_other_decks_get_the_same_bytes_while_decks_are_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hidden: str
) -> None:
    """Two services, at the same times, with matches of the same ids; only what seat 0 and 1 brought differs."""
    answers = []
    for name, own, other in (("one", JUSTICE, PEACE), ("other", MYSTERY, JUSTICE)):
        (tmp_path / name).mkdir()
        served = await serve(sqlite_url(tmp_path / name))
        numbers = count()
        monkeypatch.setattr(served, "key", lambda numbers=numbers: f"the-key-of-call-{next(numbers)}")
        with standing_still():
            # known before, and the same in both
            known = await finished(served)
            hidden_one = await _hide(served, hidden, own, other)
            await enter(served, known, hidden_one)
            answers.append(await everything(served))
        await served.app.stop()
    assert answers[0] == answers[1]
    assert b'"deck":"forces_of_justice","matches":1' in answers[0]


async def _hide(served: Served, hidden: str, own: str, other: str) -> str:
    if hidden == "running":
        return await begun(served, own, other)
    if hidden == "participants":
        return await finished(served, own, other, reveal="PARTICIPANTS")
    if hidden == "late":
        return await finished(served, own, other, spectator_delay_ms=DELAY)
    order = CreateMatch(SLUG, 2, visibility="INVITE")
    private, _, invite = await served.app.use_cases.matches.create(ALICE, served.key(), order)
    for caller, deck in ((ALICE, own), (BOB, other)):
        await served.sit(caller, private.id, deck=deck, invite=invite)
    await served.act(ALICE, private.id, action=ON_CONCEDE)
    return private.id


async def test_the_same_twins_differ_once_everybody_may_know(tmp_path: Path) -> None:
    """That what is compared above would see a difference."""
    answers = set()
    for name, own in (("one", JUSTICE), ("other", MYSTERY)):
        (tmp_path / name).mkdir()
        served = await serve(sqlite_url(tmp_path / name))
        await finished(served, own)
        answers.add(await everything(served))
        await served.app.stop()
    assert len(answers) == 2


async def test_statistics_follow_strangers_who_are_behind(store: Served) -> None:
    await finished(store, spectator_delay_ms=DELAY)
    ended = store.clock.now
    for when, known in ((ended, False), (ended + DELAY - 60_000, False), (ended + DELAY, True)):
        store.clock.now = when
        assert bool(await decks(store)) == bool(await cards(store)) == known


async def enter(served: Served, *matches: str, one: str = "en_a", other: str = "en_b") -> None:
    """Alice plays for `one`, Bob for `other`."""
    rows = [
        {"stream_id": MATCH_IDS.stream_of(match), "seat": seat, "entrant": name, "out": False, "conceded": False}
        for match in matches
        for seat, name in enumerate((one, other))
    ]
    await served.app.projector.catch_up()  # which would begin with an empty table
    await served.app.store.sql.write(lambda connection: connection.execute(tournament_seats.insert(), rows))


async def test_two_entrants(store: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    made_with(monkeypatch, tournament=TournamentGame("tn_a", 2, 5, 3))
    first = await finished(store)
    made_with(monkeypatch, tournament=None)
    second = await begun(store)
    await store.act(BOB, second, action=ON_CONCEDE)
    third = await finished(store, "fox", "fox", game=GAME.slug)
    running, foreign = await begun(store), await finished(store)
    await enter(store, first, second, third, running)
    await enter(store, foreign, other="en_c")
    await store.app.projector.catch_up()
    use = store.app.use_cases.results
    found = await use.head_to_head("en_a", "en_b", first=9)
    assert (found.matches, found.wins, found.draws, found.losses) == (3, 1, 0, 2)
    assert [(one.match_id, one.outcome) for one in found.met] == [(third, "LOSS"), (second, "WIN"), (first, "LOSS")]
    place = found.met[2]
    assert (place.tournament, place.round, place.table, place.game_number) == ("tn_a", 2, 5, 3)
    turned = await use.head_to_head("en_b", "en_a", first=9)
    assert (turned.matches, turned.wins, turned.draws, turned.losses) == (3, 2, 0, 1)
    assert [one.match_id for one in (await use.head_to_head("en_a", "en_b", first=9, game=SLUG)).met] == [second, first]
    assert (await use.head_to_head("en_a", "en_x", first=9)).matches == 0
    page = await use.head_to_head("en_a", "en_b", first=2)
    rest = await use.head_to_head("en_a", "en_b", first=2, after=page.end_cursor)
    assert (page.has_next, rest.has_next, page.met + rest.met) == (True, False, found.met)
    await store.app.projector.rebuild(store.app.projector.projections[-1])
    assert await use.head_to_head("en_a", "en_b", first=9) == found


async def test_equal_places_draw(store: Served) -> None:
    match = await finished(store)
    await enter(store, match)
    await store.app.projector.catch_up()
    await store.app.store.sql.write(
        lambda connection: connection.execute(sa.text("UPDATE match_result_seats SET place = 1"))
    )
    found = await store.app.use_cases.results.head_to_head("en_a", "en_b", first=9)
    assert (found.matches, found.draws, found.met[0].outcome) == (1, 1, "DRAW")


async def test_entrants_meet_in_public_only_when_everybody_may_know(store: Served) -> None:
    late = await finished(store, spectator_delay_ms=DELAY)
    await enter(store, late, await _hide(store, "private", JUSTICE, PEACE))
    ended = store.clock.now
    for when, known in ((ended, 0), (ended + DELAY - 60_000, 0), (ended + DELAY, 1)):
        store.clock.now = when
        await store.app.projector.catch_up()
        assert (await store.app.use_cases.results.head_to_head("en_a", "en_b", first=9)).matches == known


async def test_head_to_head_needs_two_and_its_own_cursor(store: Served) -> None:
    use = store.app.use_cases.results
    for one, other, after, path in (
        ("en_a", "en_a", None, "other"),
        ("en_a", "\x00", None, "other"),
        ("en_a", "en_b", "x", "after"),
    ):
        with pytest.raises(ApiError) as caught:
            await use.head_to_head(one, other, first=9, after=after)
        assert (caught.value.code, caught.value.path) == (ErrorCode.INVALID_INPUT, (path,))


async def test_a_page_costs_one_statement_and_head_to_head_two(store: Served) -> None:
    await finished(store)
    await store.app.projector.catch_up()
    await store.app.projector.stop()
    ran: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        ran.append(statement)

    use, costs = store.app.use_cases.results, []
    event.listen(Engine, "before_cursor_execute", note)
    try:
        for asked in (
            use.deck_statistics(SLUG, first=1),
            use.card_statistics(SLUG, first=100),
            use.deck_matchups(SLUG, first=100),
            use.head_to_head("en_a", "en_b", first=100),
        ):
            ran.clear()
            await asked
            costs.append(len([statement for statement in ran if "match_result" in statement]))
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    assert costs == [1, 1, 1, 2]


@pytest.mark.parametrize(
    ("wins", "played", "text"), [(0, 3, "0.0%"), (1, 3, "33.3%"), (2, 3, "66.7%"), (1, 8, "12.5%"), (5, 5, "100.0%")]
)
def test_win_rates_are_exact_fractions(wins: int, played: int, text: str) -> None:
    rate = win_rate(wins, played)
    assert Fraction(rate.numerator, rate.denominator) == Fraction(wins, played)
    assert (rate.denominator, rate.text) == (Fraction(wins, played).denominator, text)


@pytest.mark.parametrize("decks_shown", ["AFTER_ROUND", "CLOSED"])
async def test_decks_of_a_tournament_count_once_it_has_revealed_them(resting: Served, decks_shown: str) -> None:
    """Before, the same is answered whatever was played; who has met whom is known at once."""
    held = await hosted(resting, decks=decks_shown, policy=TournamentPolicy("SWISS", rounds=2))
    (fox,) = await held.enter("fox")
    (owl,) = await held.enter("owl")
    await held.start()
    await resting.app.projector.catch_up()
    match = (await held.tables())[0].games[0].match_id
    use = resting.app.use_cases
    asked: dict[str, Any] = {"game": GAME.slug, "tournament": held.id}
    listed = await use.matches.find(EVE, first=9, wanted=MatchFilter(**asked, round=1))
    assert [one.id for one in listed.matches] == [match]
    assert (await use.results.head_to_head(fox, owl, first=9)).matches == 0
    nothing = await use.results.deck_statistics(GAME.slug, first=9)
    await use.matches.act(held.players[owl], match, ActInput(idempotency_key=resting.key(), action=ON_CONCEDE))
    await resting.app.projector.catch_up()
    met = await use.results.head_to_head(fox, owl, first=9)
    assert (met.matches, met.wins, met.losses, met.met[0].tournament) == (1, 1, 0, held.id)
    for deck in ("fox", "owl"):
        assert not (await use.matches.find(EVE, first=9, wanted=MatchFilter(deck=deck))).matches
    assert await use.results.deck_statistics(GAME.slug, first=9) == nothing
    await held.look()
    if decks_shown == "CLOSED":
        assert await use.results.deck_statistics(GAME.slug, first=9) == nothing
        await use.tournaments.cancel(held.organiser, held.id, resting.key(), "over")
    await held.look()
    found = await decks(resting, GAME.slug, tournament=held.id)
    assert {deck: told(one) for deck, one in found.items()} == {"fox": (1, 1, 1, 0, 0), "owl": (1, 1, 0, 0, 1)}
    page = await use.matches.find(EVE, first=9, wanted=MatchFilter(**asked, deck="owl"))
    assert [one.id for one in page.matches] == [match]
    before = await rows(resting)
    for projection in resting.app.projector.projections:
        await resting.app.projector.rebuild(projection)
    assert await rows(resting) == before
