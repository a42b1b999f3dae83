ALTER TABLE events ADD COLUMN epoch SMALLINT DEFAULT 0 NOT NULL

-- next
ALTER TABLE commands ADD COLUMN epoch SMALLINT DEFAULT 0 NOT NULL

-- next
DROP TRIGGER events_no_update

-- next
-- a stream may come to another epoch; what was stored stays as it is
CREATE TRIGGER events_no_update
BEFORE UPDATE OF stream_id, version, type, schema, body, private, batch_end, recorded_at, hash ON events
BEGIN SELECT RAISE(ABORT, 'events is append-only'); END

-- next
DROP TRIGGER events_no_delete

-- next
CREATE TRIGGER events_no_delete BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM epochs WHERE epoch = OLD.epoch AND dropped_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'events is append-only'); END

-- next
DROP TRIGGER commands_no_update

-- next
CREATE TRIGGER commands_no_update
BEFORE UPDATE OF stream_id, caller, command_id, fingerprint, first_version, last_version ON commands
BEGIN SELECT RAISE(ABORT, 'commands is append-only'); END

-- next
DROP TRIGGER commands_no_delete

-- next
CREATE TRIGGER commands_no_delete BEFORE DELETE ON commands
WHEN NOT EXISTS (SELECT 1 FROM epochs WHERE epoch = OLD.epoch AND dropped_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'commands is append-only'); END
