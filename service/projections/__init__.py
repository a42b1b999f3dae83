"""Read models: folded from the log, rebuilt from nothing at any time."""
