"""Accounts that are entered through an identity provider: its keys, its tokens, whose they are."""
