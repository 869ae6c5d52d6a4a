import { atom, computed } from 'nanostores';
import { readStored, removeStored, writeStored } from '../client/browser-storage.ts';
import { send } from '../client/call.ts';
import { guardCalls } from '../client/request.ts';
import { callErrorToastMs, storageKeys, tokenLifetimeMinutes } from '../contract/constants.ts';
import type { User } from '../contract/envelope.ts';
import { checkAuth, fetchSessionId, logout as logoutCall } from '../contract/identity.ts';
import { pathTo } from '../routes.ts';
import { getBrowserSessionId } from './browser-session.ts';
import { currentLocale, replaceWith, sessionExpired, takeReason } from './navigation.ts';
import { notify } from './toasts.ts';

/** `checking` until the first look at the token is over: guards wait, screens show that they wait. */
export type Session =
  | { readonly status: 'checking' }
  /**
   * `ejected` is a token the server refused: the person is told, then led to the home page. `left` is somebody who
   * signed out here: no screen asks them to sign in again. `expired` is a session that reached its end on this page: the
   * sign-in screen says so.
   */
  | { readonly status: 'logged-out'; readonly ejected?: true; readonly left?: true; readonly expired?: true }
  | { readonly status: 'unverified' | 'verified'; readonly user: User };

export const $session = atom<Session>({ status: 'checking' });

export const $user = computed($session, (session) => ('user' in session ? session.user : null));

function isExpired(): boolean {
  const expiry = readStored(storageKeys.tokenExpiry);
  return expiry !== null && !(Number(expiry) > Date.now());
}

/** Takes the session away here, as where the server ended it by our own wish. */
export function forgetSession(how: { readonly left?: true; readonly expired?: true } = {}): void {
  removeStored(storageKeys.token, storageKeys.tokenExpiry, storageKeys.activityTime);
  $session.set({ status: 'logged-out', ...how });
}

function remember(user: User): void {
  $session.set({ status: user.email_verified === 1 ? 'verified' : 'unverified', user });
}

/** An answer brought the person's newer self; one about somebody else, who signed in meanwhile, is not for us. */
export function updateUser(user: User | undefined): void {
  if (user && user.id === $user.get()?.id) remember(user);
}

async function loadSessionId(): Promise<void> {
  const previous = readStored(storageKeys.sessionId);
  const result = await send(fetchSessionId, { query: previous ? { previous } : {} });
  if (result.ok && result.status === 200) writeStored(storageKeys.sessionId, result.data);
}

async function loadProfile(): Promise<void> {
  const token = readStored(storageKeys.token);
  const result = await send(checkAuth, {});
  if (readStored(storageKeys.token) !== token) return;
  if (result.ok && result.user) remember(result.user);
  else $session.set({ status: 'logged-out' });
}

/** A token came with an answer: keep it, with its end, and count as signed in. */
export async function signedIn(token: string, user: User): Promise<void> {
  writeStored(storageKeys.token, token);
  writeStored(storageKeys.tokenExpiry, String(Date.now() + tokenLifetimeMinutes * 60_000));
  writeStored(storageKeys.activityTime, String(Date.now()));
  remember(user);
  await loadSessionId();
}

/** Local first: whoever logs out is logged out, whatever the server says to it. */
export async function logOut(): Promise<void> {
  const ended = readStored(storageKeys.token) ? send(logoutCall, { keepalive: true }) : undefined;
  forgetSession({ left: true });
  await ended;
}

function notifyExpired(): void {
  notify('error', { key: 'session_expired' }, callErrorToastMs);
}

function endExpiredSession(): void {
  removeStored(storageKeys.token);
  notifyExpired();
  forgetSession({ expired: true });
}

/** Several calls may come back with the same refusal: it is told once, and the word can be read before the page goes. */
function eject(): void {
  const session = $session.get();
  if (session.status === 'logged-out' && session.ejected) return;
  forgetSession();
  $session.set({ status: 'logged-out', ejected: true });
  notify('error', { key: 'invalid_token' }, callErrorToastMs);
  setTimeout(() => replaceWith(pathTo('home', {}, currentLocale())), callErrorToastMs);
}

function followOtherTabs(): void {
  globalThis.addEventListener('storage', ({ key, newValue }) => {
    if (key !== storageKeys.token && key !== null) return;
    if (newValue === null) $session.set({ status: 'logged-out' });
    else void loadProfile();
  });
  globalThis.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void checkSession();
  });
}

async function checkSession(): Promise<void> {
  if (isExpired()) removeStored(storageKeys.token, storageKeys.tokenExpiry);
  if (readStored(storageKeys.token)) await loadProfile();
  else $session.set({ status: 'logged-out' });
}

/** Cancels calls once the session has expired, and ends it where the server calls its token invalid. */
export function guardSession(): void {
  guardCalls({
    mayCall: () => {
      if (!readStored(storageKeys.token) || !isExpired()) return true;
      endExpiredSession();
      return false;
    },
    onInvalidToken: eject,
  });
}

let started: Promise<void> | undefined;

/** Once a page: drops an expired token, loads the profile of a living one, fetches a session id when there is none. */
export function startSession(): Promise<void> {
  started ??= (async () => {
    guardSession();
    followOtherTabs();
    // The screen before this one closed with its toasts.
    if (takeReason() === sessionExpired) notifyExpired();
    if (!readStored(storageKeys.sessionId)) void getBrowserSessionId();
    await checkSession();
  })();
  return started;
}
