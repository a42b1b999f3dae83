"""The store spread over the nodes of a Citus cluster: streams on workers, everything else on the coordinator."""
