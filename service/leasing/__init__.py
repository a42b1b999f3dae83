"""The leases of several replicas: who holds which shards, by the tables that they share."""
