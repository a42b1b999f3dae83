// Plays a match with @playledger/client against the house, and holds what it shows against the service at each version:
// the tables of seat and watcher as they are patched, every step of the replay, and the proof of the replay file.
//   node mirrored.mjs SERVER GAME
import { isDeepStrictEqual } from "node:util";
import { begin, indexOf, known, offers, openLive, openMatch, openReplay, pick, Service, until } from "@playledger/client";
import { verify } from "@playledger/client/proof";

const [base, game] = process.argv.slice(2);
const guest = new Service({ base });
const { decks } = await known(guest.rest.GET("/v1/games/{slug}/decks", { params: { path: { slug: game } } }));
const { match } = await known(guest.rest.POST("/v1/matches", { body: { game, seats: 2 } }));
const path = { id: match.id };
const { seatToken } = await known(guest.rest.POST("/v1/matches/{id}/seats", { params: { path }, body: { deck: decks[0].id } }));
const mine = guest.as(seatToken);
await known(mine.rest.POST("/v1/matches/{id}/seats", { params: { path }, body: { bot: "random" } }));

const counted = { seat: 0, spectator: 0, steps: 0, refused: 0 };
const checks = [];

/** Whether the service shows the same at this version, and by the same hashes. */
async function check(service, as, { version, frame, stateHash, headHash }) {
  const query = { at: version, as };
  const { status, phase, prompts, table, result, hash, headHash: head } = await known(
    service.rest.GET("/v1/matches/{id}/state", { params: { path, query } }),
  );
  if (!isDeepStrictEqual(frame, { status, phase, prompts, table, result })) throw new Error(`${as} differs at ${version}`);
  if (stateHash !== hash || headHash !== head) throw new Error(`other hashes at ${version} as ${as}`);
}

const live = openLive(mine);
const table = openMatch(mine, live, match.id);
const watching = openLive(guest);
const watched = openMatch(guest, watching, match.id, { as: "spectator" });
for (const [name, store, service, as] of [["seat", table, mine, "seat:0"], ["spectator", watched, guest, "spectator"]]) {
  let last = 0;
  store.subscribe((shown) => {
    if (!shown.frame || shown.version === last) return;
    last = shown.version;
    counted[name] += 1;
    checks.push(check(service, as, shown));
  });
}

const asked = ({ legal, sending }) => (sending ? null : legal?.prompts.find(({ prompt }) => prompt.mode !== "STANDING"));
for (let turns = 1; ; turns += 1) {
  const now = await until(table, (shown) => shown.closed || asked(shown));
  if (now.closed) break;
  let answer = begin(indexOf(asked(now), now.frame.table));
  const choices = () => offers(answer)[Math.floor(Math.random() * offers(answer).length)];
  while (!answer.ready) answer = pick(answer, choices());
  const acting = turns < 25 ? table.act(answer.index.prompt, answer.ready) : table.concede();
  await acting.catch(({ code }) => {
    if (code !== "PROMPT_CLOSED") throw new Error(`${code} for ${JSON.stringify(answer.ready)}`);
    counted.refused += 1;
  });
}
await until(watched, ({ closed }) => closed);
await Promise.all(checks);

const replay = openReplay(guest, match.id, { as: "full" });
const { steps } = await until(replay, ({ complete, fault }) => complete || fault);
for (const { version, stateHash, headHash } of steps) {
  await check(guest, "full", { version, frame: replay.stateAt(version), stateHash, headHash });
  counted.steps += 1;
}
const file = await fetch(`${base}/v1/matches/${match.id}/replay?as=full`);
const { ok, version, levels } = await verify(file.body);
console.log(JSON.stringify({ ...counted, last: table.get().version, log: table.get().log.length, ok, version, levels: levels.map(({ status }) => status) }));
live.close();
watching.close();
