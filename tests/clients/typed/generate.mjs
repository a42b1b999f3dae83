// Writes typed operations: node generate.mjs SCHEMA OPERATIONS OUT
import { readFileSync, writeFileSync } from "node:fs";
import { codegen } from "@graphql-codegen/core";
import * as nodes from "@graphql-codegen/typed-document-node";
import * as operations from "@graphql-codegen/typescript-operations";
import { buildSchema, parse, printSchema } from "graphql";

const [schemaFile, file, filename] = process.argv.slice(2);
const schemaAst = buildSchema(readFileSync(schemaFile, "utf8"));
const text = await codegen({
  filename,
  schema: parse(printSchema(schemaAst)),
  schemaAst,
  documents: [{ location: file, document: parse(readFileSync(file, "utf8")) }],
  plugins: [{ operations: {} }, { nodes: {} }],
  pluginMap: { operations, nodes },
  config: { enumsAsTypes: true, useTypeImports: true, scalars: { ID: "string", JSON: "unknown", DateTime: "string" } },
});
writeFileSync(filename, text);
