-- What the role of the service may do, and no more. Run by the owner of the tables, after every migration:
--   psql "$DATABASE_URL" -v role=playledger_service -f grants.sql
-- It may add events, commands and log entries, and read them; it may never change or remove them.
GRANT USAGE ON SCHEMA public TO :"role";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO :"role";
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO :"role";
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO :"role";
-- a partition is reached through events only
REVOKE ALL ON events, events_0, events_1, events_2, events_3, events_4, events_5, events_6, events_7 FROM :"role";
REVOKE ALL ON commands, log, shard_log FROM :"role";
GRANT SELECT, INSERT ON events, commands, log, shard_log TO :"role";
-- a seed changes its key and nothing else; lost, its match can't go on
REVOKE DELETE ON match_secrets FROM :"role";
REVOKE INSERT, UPDATE, DELETE ON event_store_version FROM :"role";
