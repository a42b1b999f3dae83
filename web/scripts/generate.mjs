// Writes what src/core/api has from the service's committed documents: the types of REST, the typed GraphQL documents,
// and the list of these documents by their hash, which the service reads in the built page.
//   node scripts/generate.mjs
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { codegen } from '@graphql-codegen/core';
import * as operations from '@graphql-codegen/typescript-operations';
import { buildSchema, concatAST, Kind, parse, print, printSchema, separateOperations } from 'graphql';
import openapi, { astToString } from 'openapi-typescript';

const api = new URL('../src/core/api/', import.meta.url);
const contract = new URL('../../api_schema/', import.meta.url);
const listed = new URL('../static/documents.json', import.meta.url); // a part of the build
const write = (name, text) => writeFileSync(new URL(`generated/${name}`, api), text);
mkdirSync(new URL('generated/', api), { recursive: true });

const files = readdirSync(new URL('operations/', api))
  .filter((name) => name.endsWith('.graphql'))
  .sort();
const made = (url) => statSync(url, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const sources = [new URL('openapi.json', contract), new URL('schema.graphql', contract), new URL(import.meta.url)];
const newest = Math.max(
  ...[...sources, new URL('operations/', api), ...files.map((name) => new URL(`operations/${name}`, api))].map(made)
);
if (made(listed) > newest) process.exit();

// a member with a default may be left out, of requests and of answers alike
const rest = await openapi(new URL('openapi.json', contract), {
  alphabetize: true,
  defaultNonNullable: false,
  emptyObjectsUnknown: true
});
write('rest.ts', astToString(rest));

// what a form is drawn from: a request with all that its schema refers to
const { schemas } = JSON.parse(readFileSync(new URL('openapi.json', contract), 'utf8')).components;
const referred = (name, known = {}) => {
  if (name in known) return known;
  known[name] = schemas[name];
  const inside = JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  return [...inside].reduce((all, [, other]) => referred(other, all), known);
};
write('forms.json', JSON.stringify({ $ref: '#/$defs/CreateTournament', $defs: referred('CreateTournament') }));

const schemaAst = buildSchema(readFileSync(new URL('schema.graphql', contract), 'utf8'));
const documents = files.map((name) => {
  const location = new URL(`operations/${name}`, api);
  return { location: location.pathname, document: parse(readFileSync(location, 'utf8')) };
});
const types = await codegen({
  filename: 'graphql.ts',
  schema: parse(printSchema(schemaAst)),
  schemaAst,
  documents,
  plugins: [{ operations: {} }],
  pluginMap: { operations },
  // without merged fragments each selection of an event becomes a union of hundreds of event types
  config: {
    mergeFragmentTypes: true,
    enumsAsTypes: true,
    useTypeImports: true,
    scalars: { ID: 'string', JSON: 'unknown', DateTime: 'string' }
  }
});

const separate = separateOperations(concatAST(documents.map(({ document }) => document)));
const named = Object.entries(separate).map(([name, document]) => {
  const [{ operation }] = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const text = print(document);
  return {
    name,
    text,
    hash: createHash('sha256').update(text).digest('hex'),
    type: name + operation[0].toUpperCase() + operation.slice(1)
  };
});
const consts = named.map(
  ({ name, text, hash, type }) =>
    `export const ${name}: Document<${type}, ${type}Variables> = ${JSON.stringify({ hash, text })};\n`
);
write('graphql.ts', `import type { Document } from "../document.ts";\n${types}\n${consts.join('\n')}`);
write(
  '../../../../static/documents.json',
  JSON.stringify(Object.fromEntries(named.map(({ hash, text }) => [hash, text])), null, 1)
);
