"""Tasks in processes of their own, which begin with all that this process has imported and collected."""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable, Sequence
from typing import NoReturn

LAST_SECONDS = 60
"""What a task that took too long has to stop what it started."""


def together(tasks: Sequence[Callable[[], bool]], at_once: int, patience: int) -> list[bool]:
    """The answers of the tasks, a few at once; False for one that breaks or takes more seconds than `patience`.

    A patience of 0 has no end.
    """
    answers = [False] * len(tasks)
    running: dict[int, int] = {}
    for place, task in enumerate(tasks):
        if len(running) == at_once:
            _await_one(running, answers)
        running[_forked(task, patience)] = place
    while running:
        _await_one(running, answers)
    return answers


def give_up_after(seconds: int) -> None:
    """This process raises TimeoutError when the time is over, and ends a minute later if that was of no use."""
    signal.signal(signal.SIGALRM, _too_late)
    signal.alarm(seconds)


def _too_late(*_: object) -> NoReturn:
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(LAST_SECONDS)
    raise TimeoutError


def _await_one(running: dict[int, int], answers: list[bool]) -> None:
    process, status = os.wait()
    answers[running.pop(process)] = status == 0


def _forked(task: Callable[[], bool], patience: int) -> int:
    process = os.fork()
    if process == 0:
        give_up_after(patience)
        _answer(task)
    return process


def _answer(task: Callable[[], bool]) -> NoReturn:
    code = 1
    try:
        code = 0 if task() else 1
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)
