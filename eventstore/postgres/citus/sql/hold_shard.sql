-- Keeps a shard where it is until the transaction ends, or raises no_data_found: it is not on this node. Whoever moves it
-- away waits for this lock (5: ShareLock), and this for them. As the owner of the tables, who alone may take it.
CREATE FUNCTION hold_shard(p_shard bigint) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '1s' AS $$
BEGIN
  PERFORM lock_shard_metadata(5, ARRAY[p_shard]);
  -- a statement of its own, so that its snapshot is younger than the lock
  PERFORM FROM pg_dist_placement
    WHERE shardid = p_shard AND groupid = (SELECT groupid FROM pg_dist_local_group);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'shard % is not here', p_shard USING ERRCODE = 'no_data_found';
  END IF;
  RETURN true;
END $$
