-- What the role of the service may do, and no more. Run by the owner of the tables, after every migration:
--   psql "$DATABASE_URL" -v role=playledger_service -f grants.sql
-- It may add events, commands and log entries, and read them; it may never change or remove them.
GRANT USAGE ON SCHEMA public TO :"role";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO :"role";
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO :"role";
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO :"role";
REVOKE ALL ON events, commands, shard_log FROM :"role";
GRANT SELECT, INSERT ON events, commands, shard_log TO :"role";
-- a seed changes its key and nothing else; lost, its match can't go on
REVOKE DELETE ON match_secrets FROM :"role";
REVOKE INSERT, UPDATE, DELETE ON event_store_version FROM :"role";
-- epochs are opened and retired by the owner
REVOKE INSERT, UPDATE, DELETE ON epochs FROM :"role";
-- a partition is reached through its table only
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT DISTINCT c.oid::regclass AS part, acl.grantee::regrole AS role
    FROM pg_class c, aclexplode(c.relacl) acl
    WHERE c.relnamespace = 'public'::regnamespace AND c.relispartition AND c.relkind IN ('r', 'p')
      AND acl.grantee NOT IN (0, c.relowner)
  LOOP
    EXECUTE format('REVOKE ALL ON %s FROM %s', one.part, one.role);
  END LOOP;
END $$;
