-- Releases before logs by shard number nothing any more, and learn that at once. Their read models go on to the end of
-- the dense log, to which nobody can add any more.
CREATE OR REPLACE FUNCTION sequence_events(p_limit integer) RETURNS integer LANGUAGE sql AS $$ SELECT 0 $$

-- next
CREATE TRIGGER log_closed BEFORE INSERT ON log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()

-- next
ALTER TABLE log ENABLE ALWAYS TRIGGER log_closed
