-- Keeps a shard where it is until the transaction ends, or raises no_data_found: it is not on this node. Whoever moves it
-- away waits for this lock (5: ShareLock), and this for them. As the owner of the tables, who alone may take it: each name
-- has its schema, for a setting of search_path would cost as much as the lock. That of lock_timeout ends with the call.
CREATE FUNCTION hold_shard(p_shard bigint) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET lock_timeout = '1s' AS $$
DECLARE
  v_here boolean;
BEGIN
  PERFORM pg_catalog.lock_shard_metadata(5, ARRAY[p_shard]);
  -- a statement of its own, so that its snapshot is younger than the lock; in an order, so that it takes the index
  SELECT shardid OPERATOR(pg_catalog.=) p_shard
     AND groupid OPERATOR(pg_catalog.=) (SELECT groupid FROM pg_catalog.pg_dist_local_group)
    INTO v_here
    FROM pg_catalog.pg_dist_placement WHERE shardid OPERATOR(pg_catalog.>=) p_shard ORDER BY shardid LIMIT 1;
  IF v_here THEN
    RETURN true;
  END IF;
  RAISE EXCEPTION 'shard % is not here', p_shard USING ERRCODE = 'no_data_found';
END $$
