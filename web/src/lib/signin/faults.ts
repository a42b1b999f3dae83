/** Why signing in did not work, as a person can read it. */
import { ApiError, ConnectionError } from '#core/api/errors.ts';
import { saying } from '#lib/shell/saying.ts';
import { m } from '#words';

/** A fault that already has its words. */
export class SignInFault extends Error {}

/** The codes of OAuth and OpenID Connect that tell people something. */
const CODES: Readonly<Record<string, () => string>> = {
  access_denied: m.signin_denied,
  login_required: m.signin_login,
  interaction_required: m.signin_login,
  temporarily_unavailable: m.signin_away,
  server_error: m.signin_away,
  invalid_scope: m.signin_scope,
  invalid_target: m.signin_target,
  invalid_client: m.signin_client,
  unauthorized_client: m.signin_client,
  invalid_grant: m.signin_late
};

/** The sentence for whatever came out of signing in. */
export function signInSaying(error: unknown): string {
  if (error instanceof SignInFault) return error.message;
  if (error instanceof ApiError) return m.signin_refused({ reason: saying(error) });
  if (error instanceof ConnectionError) return saying(error);
  const { error: code, error_description: told } = (error ?? {}) as { error?: string; error_description?: string };
  const words = code === undefined ? undefined : CODES[code]?.();
  if (words) return told ? `${words} (${told})` : words;
  if (code !== undefined) return m.signin_code({ code: told ? `${code}: ${told}` : code });
  // A request that got no answer is a TypeError in every browser, and nothing else that the library throws is one.
  return error instanceof TypeError && !('code' in error) ? m.signin_away() : m.signin_odd({ reason: String(error) });
}
