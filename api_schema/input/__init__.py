"""Input of clients: the names of its members, its form, and every fault of it."""
