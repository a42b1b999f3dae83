-- The append that is made takes four statements: it locks the stream by changing it. Whatever can't be made so is left to
-- append_checked, which is append_events of 0003: it creates the stream, finds what was stored before, or says what is
-- wrong. Both may run at once.
ALTER FUNCTION append_events(
  uuid, text, integer, text, text, bytea, text[], smallint[], text[], text[], boolean[], bigint[], bytea[], boolean, bytea
) RENAME TO append_checked

-- next
CREATE FUNCTION append_events(
  p_stream uuid, p_kind text, p_expected integer,
  p_caller text, p_command text, p_fingerprint bytea,
  p_types text[], p_schemas smallint[], p_bodies text[], p_privates text[], p_batch_ends boolean[],
  p_times bigint[], p_hashes bytea[],
  p_close boolean, p_secret bytea,
  OUT outcome text, OUT first_version integer, OUT last_version integer, OUT head_hash bytea, OUT used_at bigint
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  outcome := 'appended';
  first_version := p_expected + 1;
  last_version := p_expected + cardinality(p_types);
  head_hash := p_hashes[cardinality(p_hashes)];
  -- who waits here for another append finds another version then: a command never comes without events
  UPDATE streams
    SET version = p_expected + cardinality(p_types), head_hash = p_hashes[cardinality(p_hashes)], closed = p_close
    WHERE stream_id = p_stream AND version = p_expected AND version > 0 AND NOT closed
      -- as in eventstore/chain.py
      AND p_hashes[1] = sha256('\x00'::bytea || head_hash || convert_to(p_bodies[1], 'UTF8'))
      AND NOT EXISTS (
        SELECT FROM commands WHERE stream_id = p_stream AND caller = p_caller AND command_id = p_command
      );
  IF NOT FOUND THEN
    SELECT * INTO outcome, first_version, last_version, head_hash, used_at
      FROM append_checked(
        p_stream, p_kind, p_expected, p_caller, p_command, p_fingerprint, p_types, p_schemas, p_bodies, p_privates,
        p_batch_ends, p_times, p_hashes, p_close, p_secret
      );
    RETURN;
  END IF;

  INSERT INTO events (stream_id, version, type, schema, body, private, batch_end, recorded_at, hash)
    SELECT p_stream, p_expected + e.n, e.type, e.schema, e.body, e.private, e.batch_end,
           'epoch'::timestamptz + e.at * interval '1 millisecond', e.hash
    FROM unnest(p_types, p_schemas, p_bodies, p_privates, p_batch_ends, p_times, p_hashes)
      WITH ORDINALITY AS e (type, schema, body, private, batch_end, at, hash, n);
  INSERT INTO commands (stream_id, caller, command_id, fingerprint, first_version, last_version)
    VALUES (p_stream, p_caller, p_command, p_fingerprint, first_version, last_version);
  -- the id is drawn while the stream is locked: within a stream, ids rise with versions
  INSERT INTO unsequenced (stream_id, first_version, last_version, since)
    VALUES (p_stream, first_version, last_version, clock_timestamp());
END $$
