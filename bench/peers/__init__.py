"""Peers on the same work, in the same run as ours: what other open programs of this kind do, and what ours costs."""
