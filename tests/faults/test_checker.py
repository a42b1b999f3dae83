"""The checker finds what it is for: each fault is planted into a history that is sound."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from tests.faults.checker import DRIFT, Anomaly, Loss, anomalies, untimely
from tests.faults.history import Act, Event, Operation, Read, Resync, Seen, Unanswered, chain_of

MATCH = "mt_one"
LOSS = Loss(began=25.0, ended=30.0)


def chain(batches: int = 5, *, turn: str = "") -> list[Event]:
    """A match with batches of two events: the action at an odd version, what it caused after it."""
    found = []
    for batch in range(batches):
        command = f"command {batch}{turn}"
        for place in range(2):
            version = 2 * batch + place + 1
            found.append(
                Event(version, f"{turn}{version:04x}", command, "seat:0", 1000 * batch, place == 1, place == 0)
            )
    return found


def acted(batch: int, began: float | None = None, *, turn: str = "", key: str = "", took: float = 1.0) -> Act:
    """The action of a batch, acknowledged: the first one from second 0 to 1, the next from 10 to 11, and so on."""
    begun = 10.0 * batch if began is None else began
    version = 2 * batch + 2
    return Act("player", MATCH, key or f"key {batch}{turn}", begun, begun + took, version, f"{turn}{version:04x}")


def read(version: int, began: float, digest: str | None = None) -> Read:
    return Read("reader", MATCH, began, began + 1, version, digest or f"{version:04x}")


def seen(first: int, last: int, at: float, *, turn: str = "") -> Seen:
    return Seen("watcher", MATCH, at, first, tuple(f"{turn}{version:04x}" for version in range(first, last + 1)))


def sound() -> list[Operation]:
    """Five actions, a read after each, and a watcher who was away for a while."""
    acts = [acted(batch) for batch in range(5)]
    reads = [read(act.version, act.ended + 1) for act in acts]
    return [*acts, *reads, seen(1, 4, 12), seen(5, 10, 60)]


def found(history: Sequence[Operation], events: Sequence[Event], *losses: Loss) -> list[tuple[str, int]]:
    """The kinds of the anomalies, each with the number of operations that it names."""
    return [(one.kind, len(one.operations)) for one in anomalies(history, {MATCH: events}, *losses)]


def test_a_sound_history_has_no_anomaly() -> None:
    assert anomalies(sound(), {MATCH: chain()}) == []


def test_a_lost_action() -> None:
    assert ("lost", 1) in found(sound(), chain(4))


def test_a_lost_action_in_whose_place_another_stands() -> None:
    events = [*chain(4), *chain(5, turn="f")[8:]]
    history = [*(acted(batch) for batch in range(5)), acted(4, 50, turn="f")]
    assert found(history, events) == [("lost", 2), ("duplicate", 2)]


def test_an_action_that_was_done_twice() -> None:
    again = [msgspec.structs.replace(event, command="command 3") for event in chain()[8:]]
    history = [one for one in sound() if one != acted(4)]
    assert ("duplicate", 2) in found(history, [*chain(4), *again])


def test_an_action_that_nobody_was_told_of() -> None:
    history = [one for one in sound() if one != acted(2)]
    assert found(history, chain()) == [("duplicate", 2)]


def test_an_action_that_nobody_heard_of_may_have_happened() -> None:
    unheard = Unanswered("player", MATCH, "key 2", 20, 24)
    history = [unheard if one == acted(2) else one for one in sound()]
    assert found(history, chain()) == []
    assert found([*(acted(batch) for batch in (0, 1)), unheard], chain(2)) == []


def test_two_commands_that_were_told_of_one_batch() -> None:
    assert found([*sound(), acted(2, 20.5, key="another")], chain()) == [("duplicate", 2)]


def test_a_command_that_was_told_of_two_batches() -> None:
    history = [acted(2, key="key 1") if one == acted(2) else one for one in sound()]
    assert found(history, chain()) == [("duplicate", 2)]


def test_a_reordered_action() -> None:
    """The second began after the first was acknowledged, and stands before it."""
    history = [acted(0), acted(2, 10), acted(1, 20), acted(3), acted(4)]
    assert found(history, chain()) == [("reordered", 2)]


def test_actions_at_the_same_time_may_come_in_any_order() -> None:
    history = [acted(0), acted(2, 10, took=15), acted(1, 20), acted(3), acted(4)]
    assert found(history, chain()) == []


def test_a_stale_read() -> None:
    assert found([*sound(), read(4, 45)], chain()) == [("stale read", 2)]


def test_a_read_that_is_older_than_another_read() -> None:
    unheard = Unanswered("player", MATCH, "key 4", 40, 80)
    history = [unheard if one == acted(4) else one for one in sound()]
    assert found([*history, read(8, 60)], chain()) == [("stale read", 2)]


def test_a_read_at_the_same_time_may_be_older() -> None:
    history: list[Operation] = [acted(0), acted(1, 10, took=20), read(2, 15), read(4, 16)]
    assert found(history, chain(2)) == []


def test_a_read_of_what_is_not_there() -> None:
    assert found([*sound(), read(8, 70, "ffff")], chain()) == [("G1a", 2)]
    assert found([*sound(), read(12, 70)], chain()) == [("G1a", 1)]


def test_a_read_of_the_middle_of_a_batch() -> None:
    assert found([*sound(), read(9, 40.5)], chain()) == [("G1b", 2)]


@pytest.mark.parametrize("then", [seen(12, 12, 70), seen(10, 10, 70), seen(3, 4, 70)], ids=["missed", "twice", "back"])
def test_a_watcher_whose_slices_do_not_join(then: Seen) -> None:
    kinds = found([*sound(), then], [*chain(), *chain(6)[10:]])
    assert ("gap", 2) in kinds


def test_a_watcher_who_was_told_to_begin_anew_may_begin_anywhere() -> None:
    history = [*sound(), Resync("watcher", MATCH, 70, "SLOW"), seen(3, 4, 71)]
    assert found(history, chain()) == []


def test_a_watcher_who_was_told_what_is_not_there() -> None:
    history: list[Operation] = [*(acted(batch) for batch in range(5)), seen(1, 4, 12), seen(5, 6, 20, turn="f")]
    assert found(history, chain()) == [("G1a", 1)]


def test_a_gap_in_the_store() -> None:
    assert ("gap", 1) in found([], [event for event in chain() if event.version != 5])


def test_a_batch_that_is_torn() -> None:
    assert ("torn batch", 1) in found([], chain()[:-1])


def test_times_that_run_back() -> None:
    events = chain()
    events[6] = msgspec.structs.replace(events[6], at=10)
    assert ("time runs back", 2) in found(sound(), events)


def test_a_time_that_is_to_come() -> None:
    last = chain()[-1].at
    assert untimely({MATCH: chain()}, last - DRIFT) == []
    assert [one.kind for one in untimely({MATCH: chain()}, last - DRIFT - 1)] == ["time to come"]


@pytest.mark.parametrize(("due", "early"), [(4000, False), (4001, True)])
def test_a_time_that_was_up_too_early(due: int, early: bool) -> None:
    events = chain()
    events[1] = msgspec.structs.replace(events[1], due=due)
    events[8] = msgspec.structs.replace(events[8], defaulted=2, actor="clock")
    assert (("early time-out", 2) in found(sound(), events)) is early


def after_a_loss() -> tuple[list[Operation], list[Event]]:
    """A store that lost its third batch, which a reader and a watcher saw, and that went on with another one."""
    history: list[Operation] = [acted(0), acted(1), acted(2, 25), read(6, 26.5), seen(1, 6, 27)]
    history += [Resync("watcher", MATCH, 31, "DIVERGED"), acted(2, 32, turn="f"), seen(5, 6, 33, turn="f")]
    return history, [*chain(2), *chain(3, turn="f")[4:]]


def test_what_a_loss_may_take() -> None:
    history, events = after_a_loss()
    assert found(history, events, LOSS) == []
    assert ("lost", 2) in found(history, events)


def test_what_came_before_a_loss_is_there() -> None:
    history, _ = after_a_loss()
    assert ("lost", 1) in found(history, chain(1), LOSS)


def test_a_watcher_who_goes_on_after_what_is_lost_and_heard_nothing() -> None:
    history, events = after_a_loss()
    unheard = [one for one in history if not isinstance(one, Resync)]
    unheard[-1] = seen(7, 8, 33, turn="f")
    assert ("divergence", 2) in found([*unheard, acted(3, 34, turn="f")], [*events, *chain(4, turn="f")[6:]], LOSS)


def test_a_read_of_what_was_lost_after_the_loss() -> None:
    history, events = after_a_loss()
    assert found([*history, read(6, 40)], events, LOSS) == [("G1a", 2)]


def test_an_anomaly_names_its_operations() -> None:
    first, second = acted(0), read(2, 70, "ffff")
    text = str(Anomaly("G1a", MATCH, "why", (second, first)))
    assert "G1a in mt_one: why" in text
    assert "version=2, hash='ffff'" in text
    assert "key='key 0'" in text


def test_the_rows_of_a_store() -> None:
    opened = b'{"actor":"clock","at":5,"command":"c","pub":{"allowed":10},"type":"prompt_opened","v":1}'
    taken = b'{"actor":"clock","at":20,"command":"d","pub":{"default":true,"prompt":1},"type":"action_taken","v":2}'
    acting = b'{"actor":"seat:1","at":21,"command":"e","pub":{"prompt":1,"seat":1},"type":"action_taken","v":3}'
    rows = [(1, b"\1", opened, True), (2, b"\2", taken, True), (3, b"\3", acting, True)]
    assert chain_of(rows) == [
        Event(1, "01", "c", "clock", 5, True, due=15),
        Event(2, "02", "d", "clock", 20, True, defaulted=1),
        Event(3, "03", "e", "seat:1", 21, True, acts=True),
    ]
