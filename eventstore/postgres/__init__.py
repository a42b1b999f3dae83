"""The store on Postgres 15 or newer, for any number of replicas."""
