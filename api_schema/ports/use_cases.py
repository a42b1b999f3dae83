"""All use cases together: what the skins are built on."""

from __future__ import annotations

import msgspec

from api_schema.ports.about import AboutOut
from api_schema.ports.accounts import Accounts
from api_schema.ports.catalogue import Catalogue
from api_schema.ports.decks import Decks
from api_schema.ports.health import Health
from api_schema.ports.history import MatchHistory, Signing
from api_schema.ports.inbox import Inbox
from api_schema.ports.matches import Matches
from api_schema.ports.ratings import Ratings
from api_schema.ports.results import Results
from api_schema.ports.tournaments import Tournaments
from api_schema.ports.webhooks import Webhooks


class UseCases(msgspec.Struct, frozen=True):
    """All that the skins need, built in one place."""

    accounts: Accounts
    catalogue: Catalogue
    matches: Matches
    health: Health
    signing: Signing
    history: MatchHistory
    inbox: Inbox
    decks: Decks
    webhooks: Webhooks
    tournaments: Tournaments
    results: Results
    ratings: Ratings
    about: AboutOut
