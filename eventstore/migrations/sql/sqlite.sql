-- a stream may come to another epoch; what was stored stays as it is
CREATE TRIGGER events_no_update
BEFORE UPDATE OF stream_id, version, type, schema, body, private, batch_end, recorded_at, hash ON events
BEGIN SELECT RAISE(ABORT, 'events is append-only'); END

-- next
CREATE TRIGGER events_no_delete BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM epochs WHERE epoch = OLD.epoch AND dropped_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'events is append-only'); END

-- next
-- REPLACE removes the old row without firing its delete trigger, unless the connection asks for recursive triggers
CREATE TRIGGER events_no_replace BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM events WHERE stream_id = NEW.stream_id AND version = NEW.version)
BEGIN SELECT RAISE(ABORT, 'events is append-only'); END

-- next
CREATE TRIGGER commands_no_update
BEFORE UPDATE OF stream_id, caller, command_id, fingerprint, first_version, last_version ON commands
BEGIN SELECT RAISE(ABORT, 'commands is append-only'); END

-- next
CREATE TRIGGER commands_no_delete BEFORE DELETE ON commands
WHEN NOT EXISTS (SELECT 1 FROM epochs WHERE epoch = OLD.epoch AND dropped_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'commands is append-only'); END

-- next
CREATE TRIGGER commands_no_replace BEFORE INSERT ON commands
WHEN EXISTS (
  SELECT 1 FROM commands WHERE stream_id = NEW.stream_id AND caller = NEW.caller AND command_id = NEW.command_id
)
BEGIN SELECT RAISE(ABORT, 'commands is append-only'); END
