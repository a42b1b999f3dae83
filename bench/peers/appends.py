"""Appends by the Postgres recorder of the library `eventsourcing`, in an environment that has it: DATABASE_URL.

Each line of JSON that comes in is an order; one line answers.
"""

from __future__ import annotations

import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

from eventsourcing.persistence import InfrastructureFactory, StoredEvent
from eventsourcing.utils import Environment
from psycopg.conninfo import conninfo_to_dict

STATE = b'{"pub":{"seat":0,"text":"' + b"x" * 200 + b'"}}'
WRITERS = 8


def recorder(url: str) -> Any:
    """The recorder of applications, with a connection for each writer."""
    found = conninfo_to_dict(url)
    settings = {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": found["dbname"],
        "POSTGRES_HOST": found["host"],
        "POSTGRES_PORT": str(found.get("port", 5432)),
        "POSTGRES_USER": found["user"],
        "POSTGRES_PASSWORD": found.get("password") or "none",
        "POSTGRES_POOL_SIZE": str(WRITERS),
    }
    return InfrastructureFactory.construct(Environment("bench", settings)).application_recorder()


def write(into: Any, events: int, end: float) -> int:
    """Append so many events at a time to one aggregate until the clock says `end`; how many appends it made."""
    aggregate, done = uuid4(), 0
    while not done or time.perf_counter() < end:
        first = done * events
        into.insert_events([StoredEvent(aggregate, first + place, "bench", STATE) for place in range(events)])
        done += 1
    return done


def appended(into: Any, events: int, seconds: float) -> dict[str, object]:
    """All writers at once, each a thread."""
    begin, worked = time.perf_counter(), time.process_time()
    with ThreadPoolExecutor(WRITERS) as pool:
        writers = [pool.submit(write, into, events, begin + seconds) for _ in range(WRITERS)]
        appends = sum(writer.result() for writer in writers)
    return {"appends": appends, "seconds": time.perf_counter() - begin, "cpu": time.process_time() - worked}


def main() -> None:
    """Answer orders until there are no more."""
    into = recorder(sys.argv[1])
    for line in sys.stdin:
        print(json.dumps(appended(into, **json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
