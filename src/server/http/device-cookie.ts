import { getCookie, setCookie } from 'hono/cookie';
import { newToken, sha256 } from '../ids.ts';
import type { AppContext } from './context.ts';

const longestLifetimeSeconds = 400 * 24 * 60 * 60;
const tokenPattern = /^[\w-]{43}$/;

function cookieName(secure: boolean): string {
  return secure ? '__Secure-device' : 'device';
}

/** What a browser is known by, apart from who signs in with it; null without a cookie of ours. */
export function readDeviceHash(c: AppContext, secure: boolean): string | null {
  const token = getCookie(c, cookieName(secure));
  return token !== undefined && tokenPattern.test(token) ? sha256(token) : null;
}

/**
 * Gives the browser a device cookie, or renews the one it has. It signs nobody in: it proves that a registration was
 * typed here, and that somebody signed in here before.
 * @returns the hash of its token
 */
export function openDevice(c: AppContext, secure: boolean): string {
  const held = getCookie(c, cookieName(secure));
  const token = held !== undefined && tokenPattern.test(held) ? held : newToken();
  const maxAge = longestLifetimeSeconds;
  setCookie(c, cookieName(secure), token, { path: '/api', httpOnly: true, sameSite: 'Strict', secure, maxAge });
  return sha256(token);
}
