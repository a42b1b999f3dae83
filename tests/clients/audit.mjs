// Audits the server at URL against the GraphQL-over-HTTP specification; prints what fails, one line each.
import { auditServer } from "graphql-http";

const results = await auditServer({ url: process.argv[2] });
for (const { status, name, reason } of results) {
  if (status !== "ok") console.log(`${status}: ${name}: ${reason}`);
}
console.log(`audited ${results.length}, ok ${results.filter(({ status }) => status === "ok").length}`);
