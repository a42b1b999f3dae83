#!/bin/sh
# Sets this member back to a moment: restore.sh '2026-11-23 19:15:00+00'. Patroni runs on none of the members.
# It ends as a server that has stopped; start Patroni here first, then on the others, with empty folders.
set -eu
moment=$1
settings=${PATRONI_FILE:-/etc/patroni/patroni.yaml}
export PGUSER=postgres PGPASSWORD="$PATRONI_SUPERUSER_PASSWORD"
: "${PGDATA:?}"

led() {
    patronictl --config-file "$settings" list --format tsv playledger | grep -qw Leader
}

recovering() {
    [ "$(psql --no-psqlrc --tuples-only --no-align --dbname postgres --command 'SELECT pg_is_in_recovery()')" != f ]
}

# the lock of a leader that died lasts for a while
tries=12
while led; do
    tries=$((tries - 1))
    if [ "$tries" = 0 ]; then
        echo "a member leads: stop Patroni on all members first" >&2
        exit 1
    fi
    sleep 5
done
# what a server that died has left, and what a new disk lacks
rm -f "$PGDATA/postmaster.pid"
(umask 077 && mkdir -p "$PGDATA")

pgbackrest --stanza=playledger --delta --type=time --target="$moment" --target-action=promote restore
# for nobody but this script, and without the standbys that it would wait for
pg_ctl --pgdata "$PGDATA" --wait --timeout 86400 --options "-c listen_addresses='' -c synchronous_standby_names=''" start
while recovering; do sleep 1; done
pg_ctl --pgdata "$PGDATA" --wait --mode fast stop
# what etcd knows of the cluster is about the history that is gone
printf 'playledger\nYes I am aware\n' | patronictl --config-file "$settings" remove playledger
