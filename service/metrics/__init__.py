"""The metrics of the service, in Prometheus' text format. No label names a match, an account or a caller."""
