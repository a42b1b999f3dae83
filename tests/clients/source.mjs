// Follows a match at URL with an EventSource and prints each event's name and id. Ends when it has stopped for good.
//   node --experimental-eventsource --no-warnings source.mjs URL
const source = new EventSource(process.argv[2]);
for (const name of ["events_appended", "resync_required", "match_closed", "problem"]) {
  source.addEventListener(name, ({ lastEventId: id }) => console.log(JSON.stringify({ event: name, id })));
}
// the wait before it comes back keeps no process alive
const alive = setInterval(() => source.readyState === EventSource.CLOSED && clearInterval(alive), 50);
