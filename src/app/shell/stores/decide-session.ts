/** What the browser stores of a sign-in; the expiry is milliseconds since 1970 as text. */
export type StoredSession = { readonly token: string | null; readonly expiry: string | null };

/** The server's answer to the token; `none` if it couldn't be reached or failed. */
export type TokenAnswer = 'verified' | 'unverified' | 'rejected' | 'none';

/**
 * What a page does about a sign-in. `check`: ask the server. `expired`: drop the token. `rejected`: drop it and say so;
 * then go home, or stay with what was typed.
 */
export type SessionDecision =
  | { readonly kind: 'check' | 'signed-out' | 'expired' | 'unverified' | 'verified' }
  | { readonly kind: 'rejected'; readonly next: 'stay' | 'go-home' };

/**
 * How a sign-in starts and ends, for static pages and app shells alike.
 * @param answer the server's answer; undefined before it has been asked
 * @param needsSession whether the page shows nothing to people who are signed out
 */
export function decideSession(
  { token, expiry }: StoredSession,
  now: number,
  answer: TokenAnswer | undefined,
  needsSession: boolean,
): SessionDecision {
  if (answer === 'rejected') return { kind: 'rejected', next: needsSession ? 'go-home' : 'stay' };
  if (expiry !== null && !(Number(expiry) > now)) return { kind: 'expired' };
  if (!token || answer === 'none') return { kind: 'signed-out' };
  return { kind: answer ?? 'check' };
}
