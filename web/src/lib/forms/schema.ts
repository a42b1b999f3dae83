/** Reads a JSON Schema as the fields of a form: what the service's schemas of options, policies and requests use. */

export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
  /** The default of a request's member: generators of clients make nonsense of `default`. */
  readonly 'x-default'?: unknown;
  readonly description?: string;
}

interface Common {
  readonly name: string;
  /** Whether the service wants a value, having none of its own. */
  readonly needed: boolean;
  /** Whether it may be null: there is none. */
  readonly nullable: boolean;
  /** The value without a word of anybody's. */
  readonly usual: unknown;
}

export type Field = Common &
  (
    | { readonly kind: 'choice'; readonly choices: readonly string[] }
    | { readonly kind: 'flag' }
    | { readonly kind: 'number'; readonly least: number | null; readonly most: number | null }
    | { readonly kind: 'text'; readonly longest: number | null }
    | { readonly kind: 'list'; readonly numbers: boolean }
    | { readonly kind: 'group'; readonly fields: readonly Field[] }
  );

export type Values = Readonly<Record<string, unknown>>;

/** The fields of an object's schema, in its order. What can't be a field is left out: it keeps its default. */
export function fieldsOf(schema: Schema, root: Schema = schema): Field[] {
  const object = resolved(schema, root);
  return Object.entries(object.properties ?? {}).flatMap(([name, member]) => {
    const found = fieldOf(name, member, root, object.required?.includes(name) ?? false);
    return found ? [found] : [];
  });
}

function fieldOf(name: string, member: Schema, root: Schema, needed: boolean): Field | null {
  const outer = resolved(member, root);
  const kinds = (outer.anyOf ?? [outer]).map((one) => resolved(one, root));
  const [first, ...others] = kinds.filter((one) => one.type !== 'null');
  if (first === undefined || others.length > 0) return null;
  const nullable = kinds.length > 1;
  const common: Common = { name, needed, nullable, usual: usualOf(member) ?? usualOf(outer) ?? null };
  if (first.enum) return { ...common, kind: 'choice', choices: first.enum.map(String) };
  switch (first.type) {
    case 'boolean':
      return { ...common, kind: 'flag' };
    case 'integer':
    case 'number':
      return { ...common, kind: 'number', least: shown(first.minimum), most: shown(first.maximum) };
    case 'string':
      return { ...common, kind: 'text', longest: first.maxLength ?? null };
    case 'array':
      return list(common, first.items && resolved(first.items, root));
    case 'object':
      return first.properties ? { ...common, kind: 'group', fields: fieldsOf(first, root) } : null;
    default:
      return null;
  }
}

function usualOf(member: Schema): unknown {
  return member.default ?? member['x-default'];
}

function list(common: Common, items: Schema | undefined): Field | null {
  if (items?.type === 'string') return { ...common, kind: 'list', numbers: false };
  return items?.type === 'integer' ? { ...common, kind: 'list', numbers: true } : null;
}

/** The limits of the number format itself say nothing to people. */
function shown(limit: number | undefined): number | null {
  return limit === undefined || Math.abs(limit) === Number.MAX_SAFE_INTEGER ? null : limit;
}

function resolved(schema: Schema, root: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = root.$defs?.[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
  return found === undefined ? {} : resolved(found, root);
}

/** Values with one more, or with one less: `undefined` leaves it to the service. */
export function changed(values: Values, name: string, value: unknown): Values {
  if (value !== undefined) return { ...values, [name]: value };
  return Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));
}

/** A name of a member as words: `openingHand` is "Opening hand". */
export function asWords(name: string): string {
  const words = name
    .replace(/_/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The parts of a list that somebody wrote with commas. */
export function parts(text: string, numbers: boolean): unknown[] {
  const written = text
    .split(/[,\s]+/)
    .map((part) => part.trim())
    .filter(Boolean);
  return numbers ? written.map((part) => (Number.isFinite(Number(part)) ? Number(part) : part)) : written;
}
