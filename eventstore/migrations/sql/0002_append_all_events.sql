-- Several appends, one round trip, one transaction: all of them or none. No row comes back when all were written.
-- A retry, which is one whose first command was stored before, gets a row for each command that was: replayed, or
-- key_reused. Any other refusal is one row: wrong_version, key_reused (also for a command that is stored while the
-- first is not), closed. The arrays of events hold those of all appends; p_counts says how many are of each.
CREATE FUNCTION append_all_events(
  p_streams uuid[], p_kinds text[], p_expected integer[],
  p_callers text[], p_commands text[], p_fingerprints bytea[],
  p_closes boolean[], p_secrets bytea[], p_counts integer[],
  p_types text[], p_schemas smallint[], p_bodies text[], p_privates text[], p_batch_ends boolean[],
  p_times bigint[], p_hashes bytea[]
) RETURNS TABLE (
  nth integer, outcome text, first_version integer, last_version integer, head_hash bytea, used_at bigint
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_from integer;
  v_to integer := 0;
BEGIN
  -- a block that is left by an exception takes back what it wrote and locked
  BEGIN
    -- creates what is missing and then locks, both in the order of the ids: so no two can wait for one another,
    -- in whatever order they append, and ids of the queue are drawn while the streams are locked
    INSERT INTO streams (stream_id, kind, version, head_hash, closed)
      SELECT stream_id, kind, 0, '', false FROM unnest(p_streams, p_kinds) AS asked (stream_id, kind)
      ORDER BY stream_id ON CONFLICT DO NOTHING;
    PERFORM FROM streams WHERE stream_id = ANY (p_streams) ORDER BY stream_id FOR UPDATE;
    FOR i IN 1 .. cardinality(p_streams) LOOP
      nth := i;
      v_from := v_to + 1;
      v_to := v_to + p_counts[i];
      SELECT * INTO outcome, first_version, last_version, head_hash, used_at
        FROM append_events(
          p_streams[i], p_kinds[i], p_expected[i], p_callers[i], p_commands[i], p_fingerprints[i],
          p_types[v_from:v_to], p_schemas[v_from:v_to], p_bodies[v_from:v_to], p_privates[v_from:v_to],
          p_batch_ends[v_from:v_to], p_times[v_from:v_to], p_hashes[v_from:v_to], p_closes[i], p_secrets[i]
        );
      IF outcome <> 'appended' THEN
        RAISE EXCEPTION USING ERRCODE = 'PLREF';
      END IF;
    END LOOP;
    RETURN;
  EXCEPTION WHEN SQLSTATE 'PLREF' THEN
    -- the variables keep what was refused
  END;

  IF outcome = 'replayed' AND nth = 1 THEN
    RETURN QUERY
      SELECT asked.nth::integer, CASE WHEN c.fingerprint = asked.fingerprint THEN 'replayed' ELSE 'key_reused' END,
             c.first_version, c.last_version, l.hash, (extract(epoch FROM f.recorded_at) * 1000)::bigint
      FROM unnest(p_streams, p_callers, p_commands, p_fingerprints)
        WITH ORDINALITY AS asked (stream_id, caller, command_id, fingerprint, nth)
      JOIN commands c USING (stream_id, caller, command_id)
      JOIN events f ON f.stream_id = c.stream_id AND f.version = c.first_version
      JOIN events l ON l.stream_id = c.stream_id AND l.version = c.last_version
      ORDER BY asked.nth;
    RETURN;
  END IF;
  IF outcome = 'replayed' THEN
    outcome := 'key_reused';
    SELECT (extract(epoch FROM recorded_at) * 1000)::bigint INTO used_at
      FROM events WHERE stream_id = p_streams[nth] AND version = first_version;
  END IF;
  RETURN NEXT;
END $$
