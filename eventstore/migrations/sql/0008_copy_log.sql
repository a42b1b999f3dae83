-- Copies the next part of the dense log into the logs of shards: how many events it copied, 0 at the end. They are a few
-- more than the limit where it would part an append: who reads a row looks for the end of an append in it. A row is what
-- follows one another in stream, version and position; its stamp is the position of its first event. Rows of the dense
-- log become visible in the order of their positions, so nothing before what was copied comes later.
--
-- A migration that was killed may have left one at work, which the server brings to its end: that one is waited for, so
-- that nothing is copied twice.
CREATE FUNCTION copy_log(p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_copied integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('playledger'), hashtext('copy_log'));
  -- a statement of its own, so that its snapshot is younger than the lock
  WITH ends AS MATERIALIZED (
    SELECT head.shard, coalesce(newest.number, 0) AS number, coalesce(newest.last, 0) AS last
    FROM shard_heads AS head LEFT JOIN LATERAL (
      SELECT number, stamp + last_version - first_version AS last FROM shard_log
      WHERE shard_log.shard = head.shard ORDER BY stamp DESC LIMIT 1
    ) AS newest ON true
  ), part AS (
    SELECT position, stream_id, version FROM log WHERE position > (SELECT max(last) FROM ends)
    ORDER BY position LIMIT p_limit
  ), whole AS (
    SELECT * FROM part
    UNION ALL
    SELECT log.position, log.stream_id, log.version
    FROM (SELECT * FROM part ORDER BY position DESC LIMIT 1) AS ending JOIN log USING (stream_id)
    WHERE log.version > ending.version AND log.position - log.version = ending.position - ending.version
  ), runs AS (
    SELECT shard_of(stream_id) AS shard, min(position) AS stamp, stream_id, min(version) AS first_version,
           max(version) AS last_version, count(*) AS events
    FROM whole GROUP BY stream_id, position - version
  ), copied AS (
    INSERT INTO shard_log (shard, stamp, number, stream_id, first_version, last_version)
      SELECT shard, stamp, ends.number + sum(events) OVER (PARTITION BY shard ORDER BY stamp), stream_id,
             first_version, last_version
      FROM runs JOIN ends USING (shard)
    RETURNING last_version - first_version + 1 AS events
  )
  SELECT coalesce(sum(events), 0) INTO v_copied FROM copied;
  RETURN v_copied;
END $$
