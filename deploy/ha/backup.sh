#!/bin/sh
# Backs up from this member if it leads: a full backup on Sundays, else what has changed since the last one.
#   backup.sh            once; nothing on a member that does not lead
#   backup.sh SECONDS    for ever, each SECONDS: beside every member, so that whoever leads is backed up
set -eu
every=${1:-}
export PGUSER=postgres PGPASSWORD="$PATRONI_SUPERUSER_PASSWORD"

leads() {
    [ "$(psql --no-psqlrc --tuples-only --no-align --dbname postgres --command 'SELECT pg_is_in_recovery()')" = f ]
}

back_up() {
    kind=incr
    if [ "$(date +%u)" = 7 ]; then kind=full; fi
    pgbackrest --stanza=playledger stanza-create && pgbackrest --stanza=playledger --type="$kind" backup
}

if [ -z "$every" ]; then
    if leads; then back_up; fi
    exit
fi
last=0
while :; do
    now=$(date +%s)
    if [ "$((now - last))" -ge "$every" ] && leads && back_up; then last=$now; fi
    sleep 60
done
