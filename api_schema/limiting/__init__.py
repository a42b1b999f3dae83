"""How much one client may ask for: budgets that refill, streams that are open, and what of it is left."""
