"""The read models that a run has left, beside those that the log makes."""

from __future__ import annotations

from typing import Any

from pydantic import SecretStr

from service.bootstrap import Playledger, bootstrap
from service.settings import Settings
from tests.e2e.servers import KEY
from tests.kit.kept import held

SAID = (
    "the log makes other rows now. Either a fold has lost or doubled some, or an earlier release left rows of another "
    "form: then a revision deletes the row of this read model in `read_models` (CONTRIBUTING.md, A read model)"
)


async def folded_anew(database: str) -> None:
    """The read models are what the log makes of them: nothing is missing, and nothing there twice."""
    app = await bootstrap(Settings(database_url=database, clocks=False, webhooks=False, secret_key=SecretStr(KEY)))
    try:
        await app.projector.catch_up()
        before = await contents(app)
        for model in app.projector.projections:
            await app.projector.rebuild(model)
        after = await contents(app)
        changed = [name for name, rows in after.items() if rows != before[name]]
        assert not changed, f"{', '.join(changed)}: {SAID}"
    finally:
        await app.stop()


async def contents(app: Playledger) -> dict[str, Any]:
    return await held(app.store, [table for model in app.projector.projections for table in model.tables])
