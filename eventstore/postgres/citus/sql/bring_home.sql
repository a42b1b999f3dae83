-- Moves what waits on workers for its position into the queue of the coordinator, where it is numbered. A stream's
-- appends come in their order: whoever sees one sees those before it, for a stream lies on one shard.
CREATE FUNCTION bring_home() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('playledger'), hashtext('bring home')) THEN
    RETURN;
  END IF;
  PERFORM 1 FROM spread_queue LIMIT 1;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  WITH taken AS (
    DELETE FROM spread_queue RETURNING *
  )
  INSERT INTO home_queue (stream_id, first_version, last_version, since)
    SELECT stream_id, first_version, last_version, since FROM taken
    -- clocks of several machines: they order streams among each other, and never two appends to one
    ORDER BY max(since) OVER (PARTITION BY stream_id ORDER BY first_version), stream_id, first_version;
END $$

-- next
CREATE FUNCTION sequence_shards(p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  PERFORM bring_home();
  RETURN sequence_shards_at_home(p_limit);
END $$
