// The proof of a round, from ../pairings.md and ../fairness.md alone: the file of a round is computed again.
import { fromHex, hex } from "./bytes.mjs";
import { pairBracket, pairRoundRobin } from "./brackets.mjs";
import { complaint } from "./drawing.mjs";
import { pairDuels, pairPods } from "./duels.mjs";
import { below, canonical, fairness, need, same, shuffle } from "./fairness.mjs";

export const ALGORITHMS = {
  "swiss-blocks/1": pairDuels,
  "pods-exchange/1": pairPods,
  "berger/1": pairRoundRobin,
  "bracket/1": pairBracket,
};
const MOST = 1024; // entrants

// The draws that are named by their purposes, each made once.
function drawsOf(fair, seed, tournament) {
  const stream = (purpose) => fair.words(seed, tournament, "", purpose, 0);
  return {
    below: (purpose, size) => below(stream(purpose), size),
    shuffle: (purpose, size) => shuffle(stream(purpose), size),
  };
}

// What is wrong with the file of a round; null: input and seed lead to the result. `crypto` as in proof.mjs.
export function verifyRound(file, crypto) {
  const fair = fairness(crypto);
  try {
    return complaint(() => check(file, fair));
  } catch (error) {
    return `the input is not sound: ${error.message}`;
  }
}

function check({ format, version, proof, commitment }, fair) {
  need(format === "playledger-round" && version === 1, "this is no file of a round");
  const pair = Object.hasOwn(ALGORITHMS, proof.algorithm) ? ALGORITHMS[proof.algorithm] : null;
  need(pair !== null, `the algorithm ${proof.algorithm} is not known here`);
  need(hex(fair.sha256(proof.input)) === proof.input_hash, "the input has another hash");
  const given = JSON.parse(proof.input);
  need(canonical(given) === proof.input, "the input is not written canonically");
  need((given.players ?? given.entrants).length <= MOST, `more than ${MOST} entrants`);
  const seed = fromHex(proof.seed);
  need(hex(seed) === proof.seed, "the seed is not written in lower-case hex");
  need(fair.seedCommitment(given.tournament, seed) === commitment, "the commitment is to another seed");
  const due = pair(given, drawsOf(fair, seed, given.tournament));
  need(same(due, proof.result), "input and seed lead to another result");
}
