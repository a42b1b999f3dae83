-- append_all_events over several nodes: one distributed transaction, which Citus commits in two phases. It answers as the
-- function of one database does. What has no more than a row for each stream is locked and written one by one; the rest takes a statement a table.
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
  v_nth integer;
  v_stream uuid;
  v_kind text;
  v_version integer;
  v_head bytea;
  v_closed boolean;
  v_versions integer[] := array_fill(0, ARRAY[cardinality(p_streams)]);
  v_heads bytea[] := array_fill(''::bytea, ARRAY[cardinality(p_streams)]);
  v_closes boolean[] := array_fill(false, ARRAY[cardinality(p_streams)]);
  v_known integer[];
  v_same boolean[];
  v_used bigint[];
  v_place integer;
  v_from integer := 1;
  v_ends integer[];
  v_owners uuid[];
  v_places integer[];
  v_now timestamptz;
  v_secret bytea;
BEGIN
  SELECT array_agg(total ORDER BY n) INTO v_ends
    FROM (SELECT n, sum(count) OVER (ORDER BY n) AS total
          FROM unnest(p_counts) WITH ORDINALITY AS counted (count, n)) AS running;
  -- a block that is left by an exception takes back what it wrote and locked
  BEGIN
    -- one after the other in the order of the ids: so no two can wait for one another
    FOR v_nth, v_stream, v_kind IN
      SELECT n, id, kind FROM unnest(p_streams, p_kinds) WITH ORDINALITY AS asked (id, kind, n) ORDER BY id
    LOOP
      SELECT version, head_hash, closed INTO v_version, v_head, v_closed
        FROM streams WHERE stream_id = v_stream FOR UPDATE;
      IF NOT FOUND THEN
        INSERT INTO streams (stream_id, kind, version, head_hash, closed, epoch)
          VALUES (v_stream, v_kind, 0, '', false, birth_epoch()) ON CONFLICT DO NOTHING;
        SELECT version, head_hash, closed INTO v_version, v_head, v_closed
          FROM streams WHERE stream_id = v_stream FOR UPDATE;
      END IF;
      v_versions[v_nth] := v_version;
      v_heads[v_nth] := v_head;
      v_closes[v_nth] := v_closed;
    END LOOP;

    SELECT array_agg(asked.nth::integer), array_agg(c.fingerprint = asked.fingerprint),
           array_agg((extract(epoch FROM f.recorded_at) * 1000)::bigint)
      INTO v_known, v_same, v_used
      FROM unnest(p_streams, p_callers, p_commands, p_fingerprints)
        WITH ORDINALITY AS asked (stream_id, caller, command_id, fingerprint, nth)
      JOIN commands c USING (stream_id, caller, command_id)
      JOIN events f ON f.stream_id = c.stream_id AND f.version = c.first_version;

    FOR i IN 1 .. cardinality(p_streams) LOOP
      v_from := v_ends[i] - p_counts[i] + 1;
      v_place := array_position(v_known, i);
      outcome := CASE
        WHEN v_place IS NOT NULL THEN CASE WHEN i = 1 AND v_same[v_place] THEN 'replayed' ELSE 'key_reused' END
        WHEN v_versions[i] <> p_expected[i] THEN 'wrong_version'
        -- as in eventstore/chain.py
        WHEN p_hashes[v_from] <> sha256(
          '\x00'::bytea || CASE WHEN v_versions[i] = 0 THEN decode(repeat('00', 32), 'hex') ELSE v_heads[i] END
          || convert_to(p_bodies[v_from], 'UTF8')
        ) THEN 'other_history'
        WHEN v_closes[i] THEN 'closed'
      END;
      IF outcome IS NOT NULL THEN
        nth := i;
        last_version := v_versions[i];
        used_at := v_used[v_place];
        RAISE EXCEPTION USING ERRCODE = 'PLREF';
      END IF;
    END LOOP;

    v_now := clock_timestamp();
    SELECT array_agg(p_streams[i] ORDER BY i, k), array_agg(p_expected[i] + k ORDER BY i, k)
      INTO v_owners, v_places
      FROM generate_series(1, cardinality(p_streams)) AS i, generate_series(1, p_counts[i]) AS k;
    INSERT INTO events (stream_id, version, type, schema, body, private, batch_end, recorded_at, hash, epoch)
      SELECT owner, place, type, schema, body, private, batch_end,
             'epoch'::timestamptz + at * interval '1 millisecond', hash, birth_epoch()
      FROM unnest(v_owners, v_places, p_types, p_schemas, p_bodies, p_privates, p_batch_ends, p_times, p_hashes)
        AS e (owner, place, type, schema, body, private, batch_end, at, hash);
    INSERT INTO commands (stream_id, caller, command_id, fingerprint, first_version, last_version, epoch)
      SELECT id, caller, command, fingerprint, expected + 1, expected + count, birth_epoch()
      FROM unnest(p_streams, p_callers, p_commands, p_fingerprints, p_expected, p_counts)
        AS c (id, caller, command, fingerprint, expected, count);
    -- one after the other: rows that are copied together are refused without a word of which rule refuses them
    FOR i IN 1 .. cardinality(p_streams) LOOP
      IF p_secrets[i] IS NOT NULL THEN
        v_stream := p_streams[i];
        v_secret := p_secrets[i];
        INSERT INTO match_secrets (stream_id, secret) VALUES (v_stream, v_secret);
      END IF;
    END LOOP;
    -- the order given is the order of the log: each a microsecond after the one before it
    INSERT INTO spread_queue (stream_id, first_version, last_version, since)
      SELECT id, expected + 1, expected + count, v_now + n * interval '1 microsecond'
      FROM unnest(p_streams, p_expected, p_counts) WITH ORDINALITY AS q (id, expected, count, n);
    UPDATE streams SET version = n.version, head_hash = n.head, closed = n.closing
      FROM (
        SELECT p_streams[i] AS id, p_expected[i] + p_counts[i] AS version, p_hashes[v_ends[i]] AS head,
               p_closes[i] AS closing
        FROM generate_series(1, cardinality(p_streams)) AS i
      ) AS n
      WHERE streams.stream_id = n.id;
    RETURN;
  EXCEPTION WHEN SQLSTATE 'PLREF' THEN
    -- the variables keep what was refused
  END;

  IF outcome = 'replayed' THEN
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
  RETURN NEXT;
END $$
