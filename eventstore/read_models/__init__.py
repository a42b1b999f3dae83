"""The ground of read models: how far they are, and what they look back at."""
