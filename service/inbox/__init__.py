"""Inboxes: news of their matches and tournaments for accounts, after a break and live."""
