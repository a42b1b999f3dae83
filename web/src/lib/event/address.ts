/** The parameters of an address with some changed, as its search; null or an empty text takes one out. */
export function searching(search: string, changes: Readonly<Record<string, string | null>>): string {
  const given = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) given.set(name, value);
    else given.delete(name);
  }
  return `?${given}`;
}
