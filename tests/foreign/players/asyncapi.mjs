// Prints what the AsyncAPI parser has to say of a document, one line each: node asyncapi.mjs DOCUMENT
import { readFileSync } from "node:fs";
import { Parser } from "@asyncapi/parser";

const { document, diagnostics } = await new Parser().parse(readFileSync(process.argv[2], "utf8"));
for (const { code, message, path } of diagnostics) console.log(`${code}: ${message} (${path.join(".")})`);
console.log(`channels: ${document?.channels().length}`);
