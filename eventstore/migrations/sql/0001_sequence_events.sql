-- Moves committed appends from the queue into the log, at most about p_limit events (an append is never split).
-- Whatever is still open elsewhere is simply not visible yet, stays in the queue and is numbered by a later call.
CREATE FUNCTION sequence_events(p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_base bigint;
  v_numbered integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('playledger'), hashtext('sequencer')) THEN
    RETURN 0;
  END IF;
  -- a statement of its own, so that its snapshot is younger than the lock
  SELECT coalesce(max(position), 0) INTO v_base FROM log;
  WITH oldest AS (
    SELECT id, stream_id, first_version, last_version FROM unsequenced ORDER BY id LIMIT p_limit
  ), counted AS (
    SELECT oldest.*, sum(last_version - first_version + 1) OVER (ORDER BY id) AS total FROM oldest
  ), batch AS (
    SELECT * FROM counted WHERE total - (last_version - first_version + 1) < p_limit
  ), taken AS (
    DELETE FROM unsequenced USING batch WHERE unsequenced.id = batch.id
  )
  INSERT INTO log (position, stream_id, version)
    SELECT v_base + row_number() OVER (ORDER BY batch.id, v), batch.stream_id, v
    FROM batch, generate_series(batch.first_version, batch.last_version) AS v;
  GET DIAGNOSTICS v_numbered = ROW_COUNT;
  RETURN v_numbered;
END $$
