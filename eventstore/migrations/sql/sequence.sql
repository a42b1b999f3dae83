-- The shard of a stream: the last six bits of its id, as in eventstore/shards.py.
CREATE FUNCTION shard_of(p_stream uuid) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT (get_byte(uuid_send(p_stream), 15) & 63)::smallint $$

-- next
-- Moves committed appends from the queue into the logs of their shards, at most about p_limit events (an append is never
-- split), and says how many. The lock keeps other sequencers away until the numbers are committed, so what is read for a
-- shard never has a later event before it; a second one returns 0. Whatever is still open elsewhere is not visible yet,
-- stays in the queue and is numbered by a later call.
--
-- Stamps follow the queue over all shards. The heads come to one stamp: up to there each log is complete, also one
-- without news, since the next call begins after it, however the clock is set meanwhile.
CREATE FUNCTION sequence_shards(p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_now bigint := (extract(epoch FROM clock_timestamp()) * 1000)::bigint << 14;
  v_first bigint;
  v_numbered integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('playledger'), hashtext('sequencer')) THEN
    RETURN 0;
  END IF;
  -- statements of their own, so that their snapshots are younger than the lock
  IF NOT EXISTS (SELECT FROM unsequenced) THEN
    RETURN 0;
  END IF;
  SELECT greatest(max(stamp) + 1, v_now) INTO v_first FROM shard_heads;

  WITH oldest AS (
    SELECT id, shard_of(stream_id) AS shard, stream_id, first_version, last_version,
           last_version - first_version + 1 AS events
    FROM unsequenced ORDER BY id LIMIT p_limit
  ), counted AS (
    SELECT oldest.*, sum(events) OVER (ORDER BY id) - events AS before FROM oldest
  ), batch AS (
    SELECT counted.*, sum(events) OVER (PARTITION BY shard ORDER BY id) AS done FROM counted WHERE before < p_limit
  ), taken AS (
    DELETE FROM unsequenced USING batch WHERE unsequenced.id = batch.id
  ), logged AS (
    INSERT INTO shard_log (shard, stamp, number, stream_id, first_version, last_version)
      SELECT shard, v_first + before, head.number + done, stream_id, first_version, last_version
      FROM batch JOIN shard_heads AS head USING (shard)
      ORDER BY shard, id
    RETURNING last_version - first_version + 1 AS events
  ), news AS (
    SELECT shard, sum(events) AS events FROM batch GROUP BY shard
  ), total AS (
    SELECT coalesce(sum(events), 0) AS events FROM logged
  ), moved AS (
    UPDATE shard_heads SET stamp = v_first + total.events - 1, number = shard_heads.number + coalesce(news.events, 0)
      FROM total, shard_heads AS head LEFT JOIN news USING (shard)
      WHERE shard_heads.shard = head.shard AND total.events > 0
  )
  SELECT events INTO v_numbered FROM total;
  RETURN v_numbered;
END $$
