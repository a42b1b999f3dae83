/** A GraphQL operation with the types of its result and of its variables; `hash` is the SHA-256 of its text, in hex. */
export interface Document<Data, Variables> {
  readonly text: string;
  readonly hash: string;
  /** Never there: it carries the types. */
  readonly types?: (variables: Variables) => Data;
}
