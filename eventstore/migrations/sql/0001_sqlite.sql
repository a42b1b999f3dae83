CREATE TRIGGER events_no_update BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events is append-only'); END

-- next
CREATE TRIGGER events_no_delete BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events is append-only'); END

-- next
-- REPLACE removes the old row without firing its delete trigger, unless the connection asks for recursive triggers
CREATE TRIGGER events_no_replace BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM events WHERE stream_id = NEW.stream_id AND version = NEW.version)
BEGIN SELECT RAISE(ABORT, 'events is append-only'); END

-- next
CREATE TRIGGER commands_no_update BEFORE UPDATE ON commands
BEGIN SELECT RAISE(ABORT, 'commands is append-only'); END

-- next
CREATE TRIGGER commands_no_delete BEFORE DELETE ON commands
BEGIN SELECT RAISE(ABORT, 'commands is append-only'); END

-- next
CREATE TRIGGER commands_no_replace BEFORE INSERT ON commands
WHEN EXISTS (
  SELECT 1 FROM commands WHERE stream_id = NEW.stream_id AND caller = NEW.caller AND command_id = NEW.command_id
)
BEGIN SELECT RAISE(ABORT, 'commands is append-only'); END

-- next
CREATE TRIGGER log_no_update BEFORE UPDATE ON log
BEGIN SELECT RAISE(ABORT, 'log is append-only'); END

-- next
CREATE TRIGGER log_no_delete BEFORE DELETE ON log
BEGIN SELECT RAISE(ABORT, 'log is append-only'); END

-- next
CREATE TRIGGER log_no_replace BEFORE INSERT ON log
WHEN EXISTS (SELECT 1 FROM log WHERE position = NEW.position)
  OR EXISTS (SELECT 1 FROM log WHERE stream_id = NEW.stream_id AND version = NEW.version)
BEGIN SELECT RAISE(ABORT, 'log is append-only'); END
