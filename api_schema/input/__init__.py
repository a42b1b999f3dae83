"""What clients send: the names of its members, its form, and every fault of it."""
