"""Webhooks: what happens to matches and in tournaments, told to URLs of accounts at least once, in order, signed."""
