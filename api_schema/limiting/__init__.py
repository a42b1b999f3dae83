"""Limits of one client: budgets that refill, open streams, and what is left of both."""
