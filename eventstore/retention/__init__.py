"""How long rows stay: epochs, whose rows leave together, and the streams that the archive has."""
