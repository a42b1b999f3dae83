INSERT INTO shard_log (shard, stamp, number, stream_id, first_version, last_version)
SELECT shard, stamp, sum(events) OVER (PARTITION BY shard ORDER BY stamp), stream_id, first_version, last_version
FROM (
  -- the last six bits of the id, as in eventstore/shards.py
  SELECT (instr('0123456789abcdef', substr(stream_id, 31, 1)) - 1 & 3) * 16
           + instr('0123456789abcdef', substr(stream_id, 32, 1)) - 1 AS shard,
         min(position) AS stamp, stream_id, min(version) AS first_version, max(version) AS last_version,
         count(*) AS events
  FROM log GROUP BY stream_id, position - version
)

-- next
CREATE TRIGGER log_no_insert BEFORE INSERT ON log
BEGIN SELECT RAISE(ABORT, 'log is append-only'); END
