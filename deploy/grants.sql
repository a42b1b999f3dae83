-- The role of the service: it may add to history, never change it. Run with psql by the owner of the tables after
-- every migration, with SERVICE_PASSWORD in the environment; running it again changes nothing.
-- The triggers refuse changes as well; these rights hold even where somebody disables a trigger.
\set ON_ERROR_STOP on
\getenv password SERVICE_PASSWORD

SELECT 'CREATE ROLE playledger_service LOGIN'
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'playledger_service') \gexec
ALTER ROLE playledger_service PASSWORD :'password';
-- one writing transaction left open keeps its rows from being numbered
ALTER ROLE playledger_service SET idle_in_transaction_session_timeout = '10s';

GRANT USAGE ON SCHEMA public TO playledger_service;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO playledger_service;

-- partitions get no right of their own: whoever asks the parent needs none
SELECT format(
    'REVOKE ALL ON %1$s FROM playledger_service; GRANT SELECT%2$s ON %1$s TO playledger_service',
    oid::regclass,
    CASE
      WHEN relname LIKE '%\_version' OR relname = 'epochs' THEN ''
      WHEN relname IN (
        'events', 'commands', 'shard_log', 'core_sets', 'match_signatures', 'record_signatures', 'signing_keys'
      ) THEN ', INSERT'
      WHEN relname = 'match_secrets' THEN ', INSERT, UPDATE'
      ELSE ', INSERT, UPDATE, DELETE'
    END)
  FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition \gexec

-- where the store is spread over several nodes, what waits for its position is seen through a view
SELECT 'GRANT SELECT ON unsequenced TO playledger_service' WHERE EXISTS (
    SELECT FROM pg_class WHERE oid = to_regclass('public.unsequenced') AND relkind = 'v'
) \gexec
