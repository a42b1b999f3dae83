-- append_events, told of the events in lines: the driver looks at every element of an array that it sends, and there
-- were seven for each event. An event has no line end in it: it is canonical JSON.
CREATE FUNCTION append_lines(
  p_stream uuid, p_kind text, p_expected integer,
  p_caller text, p_command text, p_fingerprint bytea,
  p_count integer, p_types text, p_schemas text, p_bodies text, p_privates text, p_batch_ends text, p_times text,
  p_hashes bytea,
  p_close boolean, p_secret bytea,
  OUT outcome text, OUT first_version integer, OUT last_version integer, OUT head_hash bytea, OUT used_at bigint
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  outcome := 'appended';
  first_version := p_expected + 1;
  last_version := p_expected + p_count;
  head_hash := substr(p_hashes, 32 * p_count - 31);
  -- who waits here for another append finds another version then: a command never comes without events
  UPDATE streams
    SET version = p_expected + p_count, head_hash = substr(p_hashes, 32 * p_count - 31), closed = p_close
    WHERE stream_id = p_stream AND version = p_expected AND version > 0 AND NOT closed
      -- as in eventstore/chain.py
      AND substr(p_hashes, 1, 32)
        = sha256('\x00'::bytea || head_hash || convert_to(split_part(p_bodies, E'\n', 1), 'UTF8'))
      AND NOT EXISTS (
        SELECT FROM commands WHERE stream_id = p_stream AND caller = p_caller AND command_id = p_command
      );
  IF NOT FOUND THEN
    SELECT * INTO outcome, first_version, last_version, head_hash, used_at
      FROM append_checked(
        p_stream, p_kind, p_expected, p_caller, p_command, p_fingerprint,
        string_to_array(p_types, E'\n'), string_to_array(p_schemas, E'\n')::smallint[],
        string_to_array(p_bodies, E'\n'), string_to_array(p_privates, E'\n', ''),
        string_to_array(p_batch_ends, E'\n')::boolean[], string_to_array(p_times, E'\n')::bigint[],
        ARRAY(SELECT substr(p_hashes, 32 * n - 31, 32) FROM generate_series(1, p_count) n),
        p_close, p_secret
      );
    RETURN;
  END IF;

  INSERT INTO events (stream_id, version, type, schema, body, private, batch_end, recorded_at, hash)
    SELECT p_stream, p_expected + e.n, e.type, e.schema::smallint, e.body, e.private, e.batch_end::boolean,
           'epoch'::timestamptz + e.at::bigint * interval '1 millisecond', substr(p_hashes, 32 * e.n::integer - 31, 32)
    FROM unnest(
      string_to_array(p_types, E'\n'), string_to_array(p_schemas, E'\n'), string_to_array(p_bodies, E'\n'),
      string_to_array(p_privates, E'\n', ''), string_to_array(p_batch_ends, E'\n'), string_to_array(p_times, E'\n')
    ) WITH ORDINALITY AS e (type, schema, body, private, batch_end, at, n);
  INSERT INTO commands (stream_id, caller, command_id, fingerprint, first_version, last_version)
    VALUES (p_stream, p_caller, p_command, p_fingerprint, first_version, last_version);
  -- the id is drawn while the stream is locked: within a stream, ids rise with versions
  INSERT INTO unsequenced (stream_id, first_version, last_version, since)
    VALUES (p_stream, first_version, last_version, clock_timestamp());
END $$
