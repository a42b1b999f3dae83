"""What read models are made with: how far they are, and what they look back at."""
