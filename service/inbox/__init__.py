"""What accounts are told of their matches and tournaments: found again after a break, and live."""
