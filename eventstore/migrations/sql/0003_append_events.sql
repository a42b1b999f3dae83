-- As in 0001, and other_history: the version is the expected one, but the hash of the first event does not follow from
-- the head of the stream. Who decided it knew another history, which the store has lost.
CREATE OR REPLACE FUNCTION append_events(
  p_stream uuid, p_kind text, p_expected integer,
  p_caller text, p_command text, p_fingerprint bytea,
  p_types text[], p_schemas smallint[], p_bodies text[], p_privates text[], p_batch_ends boolean[],
  p_times bigint[], p_hashes bytea[],
  p_close boolean, p_secret bytea,
  OUT outcome text, OUT first_version integer, OUT last_version integer, OUT head_hash bytea, OUT used_at bigint
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_stream streams%ROWTYPE;
  v_command commands%ROWTYPE;
  -- the hash before the first event of every stream
  v_previous bytea := '\x0000000000000000000000000000000000000000000000000000000000000000';
BEGIN
  SELECT * INTO v_stream FROM streams WHERE stream_id = p_stream FOR UPDATE;
  IF NOT FOUND THEN
    IF p_expected <> 0 THEN
      outcome := 'wrong_version'; last_version := 0;
      RETURN;
    END IF;
    IF p_hashes[1] <> sha256('\x00'::bytea || v_previous || convert_to(p_bodies[1], 'UTF8')) THEN
      outcome := 'other_history';
      RETURN;
    END IF;
    -- waits for whoever is creating the same stream; what they committed is then found and locked
    INSERT INTO streams (stream_id, kind, version, head_hash, closed)
      VALUES (p_stream, p_kind, 0, '', false) ON CONFLICT DO NOTHING;
    SELECT * INTO v_stream FROM streams WHERE stream_id = p_stream FOR UPDATE;
  END IF;

  SELECT * INTO v_command FROM commands
    WHERE stream_id = p_stream AND caller = p_caller AND command_id = p_command;
  IF FOUND THEN
    IF v_command.fingerprint = p_fingerprint THEN
      outcome := 'replayed'; first_version := v_command.first_version; last_version := v_command.last_version;
      SELECT hash INTO head_hash FROM events WHERE stream_id = p_stream AND version = v_command.last_version;
    ELSE
      outcome := 'key_reused';
      SELECT (extract(epoch FROM recorded_at) * 1000)::bigint INTO used_at
        FROM events WHERE stream_id = p_stream AND version = v_command.first_version;
    END IF;
    RETURN;
  END IF;

  IF v_stream.version <> p_expected THEN
    outcome := 'wrong_version'; last_version := v_stream.version;
    RETURN;
  END IF;
  IF v_stream.version > 0 THEN
    v_previous := v_stream.head_hash;
  END IF;
  -- as in eventstore/chain.py; one expression, for a function of its own would cost a fifth of an append
  IF p_hashes[1] <> sha256('\x00'::bytea || v_previous || convert_to(p_bodies[1], 'UTF8')) THEN
    outcome := 'other_history';
    RETURN;
  END IF;
  IF v_stream.closed THEN
    outcome := 'closed';
    RETURN;
  END IF;

  outcome := 'appended';
  first_version := p_expected + 1;
  last_version := p_expected + cardinality(p_types);
  head_hash := p_hashes[cardinality(p_hashes)];
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
  UPDATE streams SET version = last_version, head_hash = p_hashes[cardinality(p_hashes)], closed = p_close
    WHERE stream_id = p_stream;
  IF p_secret IS NOT NULL THEN
    INSERT INTO match_secrets (stream_id, secret) VALUES (p_stream, p_secret);
  END IF;
END $$
