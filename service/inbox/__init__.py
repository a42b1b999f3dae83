"""What accounts are told of their matches: found again after a break, and live."""
