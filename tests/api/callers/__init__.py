"""Every operation of both skins against every kind of caller: one table, tried on a real service."""
