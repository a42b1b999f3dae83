-- The epoch of what is born now. It stays open until the transaction ends: whoever opens the next one waits for that.
CREATE FUNCTION birth_epoch() RETURNS smallint LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('playledger'), hashtext('births'));
  -- a statement of its own, so that its snapshot is younger than the lock
  RETURN (SELECT max(epoch) FROM epochs);
END $$

-- next
-- One append, one round trip, one transaction. What is refused comes back as `outcome`, nothing is raised: appended,
-- replayed, wrong_version (last_version: the stream's version), key_reused (used_at), closed, archived (its rows have
-- left the database), other_history (the version is the expected one, but the hash of the first event does not follow
-- from the head of the stream: whoever decided it knew another history, which the store has lost).
CREATE FUNCTION append_checked(
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
    INSERT INTO streams (stream_id, kind, version, head_hash, closed, epoch)
      VALUES (p_stream, p_kind, 0, '', false, birth_epoch()) ON CONFLICT DO NOTHING;
    SELECT * INTO v_stream FROM streams WHERE stream_id = p_stream FOR UPDATE;
  END IF;

  IF v_stream.epoch < 0 THEN
    outcome := 'archived';
    RETURN;
  END IF;

  SELECT * INTO v_command FROM commands
    WHERE epoch = v_stream.epoch AND stream_id = p_stream AND caller = p_caller AND command_id = p_command;
  IF FOUND THEN
    IF v_command.fingerprint = p_fingerprint THEN
      outcome := 'replayed'; first_version := v_command.first_version; last_version := v_command.last_version;
      SELECT hash INTO head_hash FROM events
        WHERE epoch = v_stream.epoch AND stream_id = p_stream AND version = v_command.last_version;
    ELSE
      outcome := 'key_reused';
      SELECT (extract(epoch FROM recorded_at) * 1000)::bigint INTO used_at
        FROM events WHERE epoch = v_stream.epoch AND stream_id = p_stream AND version = v_command.first_version;
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
  INSERT INTO events (stream_id, version, type, schema, body, private, batch_end, recorded_at, hash, epoch)
    SELECT p_stream, p_expected + e.n, e.type, e.schema, e.body, e.private, e.batch_end,
           'epoch'::timestamptz + e.at * interval '1 millisecond', e.hash, v_stream.epoch
    FROM unnest(p_types, p_schemas, p_bodies, p_privates, p_batch_ends, p_times, p_hashes)
      WITH ORDINALITY AS e (type, schema, body, private, batch_end, at, hash, n);
  INSERT INTO commands (stream_id, caller, command_id, fingerprint, first_version, last_version, epoch)
    VALUES (p_stream, p_caller, p_command, p_fingerprint, first_version, last_version, v_stream.epoch);
  -- the id is drawn while the stream is locked: within a stream, ids rise with versions
  INSERT INTO unsequenced (stream_id, first_version, last_version, since)
    VALUES (p_stream, first_version, last_version, clock_timestamp());
  UPDATE streams SET version = last_version, head_hash = p_hashes[cardinality(p_hashes)], closed = p_close
    WHERE stream_id = p_stream;
  IF p_secret IS NOT NULL THEN
    INSERT INTO match_secrets (stream_id, secret) VALUES (p_stream, p_secret);
  END IF;
END $$

-- next
-- The append that is made takes four statements: it locks the stream by changing it. Whatever can't be made so is left to
-- append_checked: it creates the stream, finds what was stored before, or says what is wrong.
CREATE FUNCTION append_events(
  p_stream uuid, p_kind text, p_expected integer,
  p_caller text, p_command text, p_fingerprint bytea,
  p_types text[], p_schemas smallint[], p_bodies text[], p_privates text[], p_batch_ends boolean[],
  p_times bigint[], p_hashes bytea[],
  p_close boolean, p_secret bytea,
  OUT outcome text, OUT first_version integer, OUT last_version integer, OUT head_hash bytea, OUT used_at bigint
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_epoch smallint;
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
    RETURNING epoch INTO v_epoch;
  IF FOUND THEN
    INSERT INTO commands (stream_id, caller, command_id, fingerprint, first_version, last_version, epoch)
      VALUES (p_stream, p_caller, p_command, p_fingerprint, first_version, last_version, v_epoch)
      ON CONFLICT DO NOTHING;
    IF FOUND THEN
      INSERT INTO events (stream_id, version, type, schema, body, private, batch_end, recorded_at, hash, epoch)
        SELECT p_stream, p_expected + e.n, e.type, e.schema, e.body, e.private, e.batch_end,
               'epoch'::timestamptz + e.at * interval '1 millisecond', e.hash, v_epoch
        FROM unnest(p_types, p_schemas, p_bodies, p_privates, p_batch_ends, p_times, p_hashes)
          WITH ORDINALITY AS e (type, schema, body, private, batch_end, at, hash, n);
      -- the id is drawn while the stream is locked: within a stream, ids rise with versions
      INSERT INTO unsequenced (stream_id, first_version, last_version, since)
        VALUES (p_stream, first_version, last_version, clock_timestamp());
      RETURN;
    END IF;
    -- the command is stored, in the snapshot or not: the stream is again as it was
    UPDATE streams SET version = p_expected, closed = false, head_hash = (
      SELECT hash FROM events WHERE epoch = v_epoch AND stream_id = p_stream AND version = p_expected
    ) WHERE stream_id = p_stream;
  END IF;
  SELECT * INTO outcome, first_version, last_version, head_hash, used_at
    FROM append_checked(
      p_stream, p_kind, p_expected, p_caller, p_command, p_fingerprint, p_types, p_schemas, p_bodies, p_privates,
      p_batch_ends, p_times, p_hashes, p_close, p_secret
    );
END $$

-- next
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
DECLARE
  v_epoch smallint;
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
    RETURNING epoch INTO v_epoch;
  IF FOUND THEN
    INSERT INTO commands (stream_id, caller, command_id, fingerprint, first_version, last_version, epoch)
      VALUES (p_stream, p_caller, p_command, p_fingerprint, first_version, last_version, v_epoch)
      ON CONFLICT DO NOTHING;
    IF FOUND THEN
      INSERT INTO events (stream_id, version, type, schema, body, private, batch_end, recorded_at, hash, epoch)
        SELECT p_stream, p_expected + e.n, e.type, e.schema::smallint, e.body, e.private, e.batch_end::boolean,
               'epoch'::timestamptz + e.at::bigint * interval '1 millisecond', substr(p_hashes, 32 * e.n::integer - 31, 32),
               v_epoch
        FROM unnest(
          string_to_array(p_types, E'\n'), string_to_array(p_schemas, E'\n'), string_to_array(p_bodies, E'\n'),
          string_to_array(p_privates, E'\n', ''), string_to_array(p_batch_ends, E'\n'), string_to_array(p_times, E'\n')
        ) WITH ORDINALITY AS e (type, schema, body, private, batch_end, at, n);
      -- the id is drawn while the stream is locked: within a stream, ids rise with versions
      INSERT INTO unsequenced (stream_id, first_version, last_version, since)
        VALUES (p_stream, first_version, last_version, clock_timestamp());
      RETURN;
    END IF;
    -- the command is stored, in the snapshot or not: the stream is again as it was
    UPDATE streams SET version = p_expected, closed = false, head_hash = (
      SELECT hash FROM events WHERE epoch = v_epoch AND stream_id = p_stream AND version = p_expected
    ) WHERE stream_id = p_stream;
  END IF;
  SELECT * INTO outcome, first_version, last_version, head_hash, used_at
    FROM append_checked(
      p_stream, p_kind, p_expected, p_caller, p_command, p_fingerprint,
      string_to_array(p_types, E'\n'), string_to_array(p_schemas, E'\n')::smallint[],
      string_to_array(p_bodies, E'\n'), string_to_array(p_privates, E'\n', ''),
      string_to_array(p_batch_ends, E'\n')::boolean[], string_to_array(p_times, E'\n')::bigint[],
      ARRAY(SELECT substr(p_hashes, 32 * n - 31, 32) FROM generate_series(1, p_count) n),
      p_close, p_secret
    );
END $$

-- next
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
  v_born smallint;
BEGIN
  -- a block that is left by an exception takes back what it wrote and locked
  BEGIN
    -- creates what is missing and then locks, both in the order of the ids: so no two can wait for one another,
    -- in whatever order they append, and ids of the queue are drawn while the streams are locked
    v_born := birth_epoch();
    INSERT INTO streams (stream_id, kind, version, head_hash, closed, epoch)
      SELECT stream_id, kind, 0, '', false, v_born FROM unnest(p_streams, p_kinds) AS asked (stream_id, kind)
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
      JOIN streams s USING (stream_id)
      JOIN commands c ON c.epoch = s.epoch AND c.stream_id = s.stream_id AND c.caller = asked.caller
        AND c.command_id = asked.command_id
      JOIN events f ON f.epoch = s.epoch AND f.stream_id = s.stream_id AND f.version = c.first_version
      JOIN events l ON l.epoch = s.epoch AND l.stream_id = s.stream_id AND l.version = c.last_version
      ORDER BY asked.nth;
    RETURN;
  END IF;
  IF outcome = 'replayed' THEN
    outcome := 'key_reused';
    SELECT (extract(epoch FROM recorded_at) * 1000)::bigint INTO used_at
      FROM events
      WHERE epoch = (SELECT epoch FROM streams WHERE stream_id = p_streams[nth]) AND stream_id = p_streams[nth]
        AND version = first_version;
  END IF;
  RETURN NEXT;
END $$

-- next
-- Takes a stream from an epoch to the open one, whole: its rows are copied, and those of before stay where they are.
-- False if it is not in that epoch (any more).
CREATE FUNCTION move_stream(p_stream uuid, p_from smallint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_to smallint := birth_epoch();
BEGIN
  -- the lock of an append: what was appended meanwhile is seen by the statements that follow
  PERFORM FROM streams WHERE stream_id = p_stream AND epoch = p_from FOR NO KEY UPDATE;
  IF NOT FOUND OR v_to = p_from THEN
    RETURN false;
  END IF;
  INSERT INTO events (stream_id, version, type, schema, body, private, batch_end, recorded_at, hash, epoch)
    SELECT stream_id, version, type, schema, body, private, batch_end, recorded_at, hash, v_to
    FROM events WHERE epoch = p_from AND stream_id = p_stream;
  INSERT INTO commands (stream_id, caller, command_id, fingerprint, first_version, last_version, epoch)
    SELECT stream_id, caller, command_id, fingerprint, first_version, last_version, v_to
    FROM commands WHERE epoch = p_from AND stream_id = p_stream;
  UPDATE streams SET epoch = v_to WHERE stream_id = p_stream;
  RETURN true;
END $$
