"""Streams: waking up those who watch a match. A hint says only that something is new; the store says what."""
