import { getCookie, setCookie } from 'hono/cookie';
import { retention } from '#shared/core/retention.ts';
import { newToken, sha256 } from '../encryption.ts';
import type { AppContext } from './context.ts';

const lifetimeSeconds = retention.deviceDays * 24 * 60 * 60;
const tokenPattern = /^[\w-]{43}$/;

function cookieName(secure: boolean): string {
  return secure ? '__Secure-device' : 'device';
}

/** The hash of the browser's device cookie, independent of who signs in; null without our cookie. */
export function readDeviceHash(c: AppContext, secure: boolean): string | null {
  const token = getCookie(c, cookieName(secure));
  return token !== undefined && tokenPattern.test(token) ? sha256(token) : null;
}

/**
 * Sets or renews the browser's device cookie. It authenticates nobody: it only proves that a registration was entered
 * in this browser, or that someone has signed in here before.
 * @returns the hash of its token
 */
export function renewDeviceCookie(c: AppContext, secure: boolean): string {
  const current = getCookie(c, cookieName(secure));
  const token = current !== undefined && tokenPattern.test(current) ? current : newToken();
  const maxAge = lifetimeSeconds;
  setCookie(c, cookieName(secure), token, { path: '/api', httpOnly: true, sameSite: 'Strict', secure, maxAge });
  return sha256(token);
}
