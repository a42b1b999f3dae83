"""Webhooks: what happens to matches, told to the URLs of accounts at least once, in order, signed."""
