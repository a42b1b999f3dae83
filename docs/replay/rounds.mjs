// Computes rounds of tournaments again without the program that paired them, from ../pairings.md alone.
//
//     node rounds.mjs FILE...      files of rounds
//
// Exit 0: all hold; 1: one does not, and it is said why; 2: one is no JSON.
import { readFileSync } from "node:fs";
import { verifyRound } from "./pairings.mjs";
import { CRYPTO } from "./verify.mjs";

let exit = 0;
for (const path of process.argv.slice(2)) {
  try {
    const fault = verifyRound(JSON.parse(readFileSync(path, "utf8")), CRYPTO);
    console.log(`${path}: ${fault ?? "holds"}`);
    exit = Math.max(exit, fault === null ? 0 : 1);
  } catch (error) {
    console.log(`${path}: unreadable: ${error.message}`);
    exit = 2;
  }
}
process.exitCode = exit;
