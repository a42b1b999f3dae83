/** Codes of matches by invitation: kept in this browser, handed on in the fragment of a link, which is never sent. */
import { keep, kept } from '#lib/shell/kept.ts';

const name = (match: string) => `invite.${match}`;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The code that this browser has for a match, if any. */
export function inviteOf(match: string): string | null {
  return kept<string | null>(name(match), null, isText);
}

/** Keep the code of a match. */
export function keepInvite(match: string, code: string | null): void {
  if (code) keep(name(match), code);
}

/** The link that asks somebody else to a match. */
export function inviteLink(match: string, origin: string): string {
  const code = inviteOf(match);
  return `${origin}/m/${match}${code ? `#${new URLSearchParams({ invite: code })}` : ''}`;
}

/** Keep the code that a fragment brings; whether it brought one. */
export function takeInvite(match: string, fragment: string): boolean {
  const code = new URLSearchParams(fragment.replace(/^#/, '')).get('invite');
  keepInvite(match, code);
  return code !== null && code !== '';
}
