"""The parts of webhooks, built and connected."""

from __future__ import annotations

from dataclasses import dataclass

from api_schema.ports.catalogue import Catalogue
from service.foundation import Foundation
from service.leases import Job
from service.webhooks.addresses import AddressGuard
from service.webhooks.deliverer import Deliverer
from service.webhooks.poster import Poster
from service.webhooks.secrets import SecretBox
from service.webhooks.usecases import WebhookUseCases


@dataclass(frozen=True)
class WebhookParts:
    """The running parts of webhooks."""

    use_cases: WebhookUseCases
    guard: AddressGuard
    secrets: SecretBox
    poster: Poster
    deliverer: Deliverer


def build(base: Foundation, catalogue: Catalogue) -> WebhookParts:
    """Build them."""
    guard, secrets = AddressGuard(allow_private=base.settings.webhook_allow_private), SecretBox(base.keys)
    poster, days = Poster(guard), base.settings.webhook_disable_after_days
    lease = base.leases[Job.WEBHOOKS]
    deliverer = Deliverer(
        base.store, base.broker, secrets, poster.post, base.clock, disable_after_days=days, lease=lease
    )
    use_cases = WebhookUseCases(base.store, catalogue, guard, secrets, base.clock)
    return WebhookParts(use_cases, guard, secrets, poster, deliverer)
