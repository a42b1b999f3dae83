"""What the service counts and measures, in Prometheus' text format. No label names a match, an account or a caller."""
