-- Keeps a shard where it is until the transaction ends; whether it is on this node. Whoever moves it away waits for this
-- lock (5: ShareLock), and this for them. As the owner of the tables, who alone may take it.
CREATE FUNCTION hold_shard(p_shard bigint) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM lock_shard_metadata(5, ARRAY[p_shard]);
  -- a statement of its own, so that its snapshot is younger than the lock
  RETURN EXISTS (
    SELECT FROM pg_dist_placement
    WHERE shardid = p_shard AND groupid = (SELECT groupid FROM pg_dist_local_group)
  );
END $$

-- next
-- append_lines on the worker that has the stream: calls the copy of the function that names the tables of its shard. The
-- coordinator delegates the call as a whole. Nothing inside is planned as a distributed query, which costs ten times
-- what the statement costs.
CREATE FUNCTION append_lines(
  p_stream uuid, p_kind text, p_expected integer,
  p_caller text, p_command text, p_fingerprint bytea,
  p_count integer, p_types text, p_schemas text, p_bodies text, p_privates text, p_batch_ends text, p_times text,
  p_hashes bytea,
  p_close boolean, p_secret bytea,
  OUT outcome text, OUT first_version integer, OUT last_version integer, OUT head_hash bytea, OUT used_at bigint
) LANGUAGE plpgsql AS $$
DECLARE
  v_shard bigint := get_shard_id_for_distribution_column('streams', p_stream);
BEGIN
  IF NOT hold_shard(v_shard) THEN
    RAISE EXCEPTION 'the shard of stream % is not here', p_stream USING ERRCODE = 'serialization_failure';
  END IF;
  EXECUTE format(
    'SELECT * FROM append_lines_%s($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)', v_shard
  ) INTO outcome, first_version, last_version, head_hash, used_at
    USING p_stream, p_kind, p_expected, p_caller, p_command, p_fingerprint, p_count, p_types, p_schemas, p_bodies,
          p_privates, p_batch_ends, p_times, p_hashes, p_close, p_secret;
END $$

-- next
SELECT create_distributed_function(oid::regprocedure, 'p_stream', colocate_with := 'streams')
FROM pg_proc WHERE proname = 'append_lines' AND pronamespace = 'public'::regnamespace
