UPDATE shard_heads SET
  number = coalesce(
    (SELECT number FROM shard_log WHERE shard_log.shard = shard_heads.shard ORDER BY stamp DESC LIMIT 1), 0
  ),
  stamp = (SELECT coalesce(max(position), 0) FROM log)

-- next
UPDATE shard_checkpoints SET
  number = (SELECT number FROM shard_heads WHERE shard_heads.shard = shard_checkpoints.shard),
  stamp = (SELECT stamp FROM shard_heads WHERE shard_heads.shard = shard_checkpoints.shard)
