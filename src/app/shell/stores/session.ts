import { atom, computed } from 'nanostores';
import { isStorageBlocked, readStored, writeStored } from '#app/http/browser-storage.ts';
import { send } from '#app/http/call.ts';
import { unsubscribeBrowser } from '#app/http/push.ts';
import { guardCalls } from '#app/http/request.ts';
import { $wrongClock } from '#app/http/server-time.ts';
import { readStoredSession, removeStoredSession } from '#app/http/stored-session.ts';
import { keepTabSession } from '#app/http/tab-navigation.ts';
import { isFormerTraderView, readTraderView } from '#app/http/trader-view.ts';
import { setUserTimeZone } from '#lib/user-time-zone.ts';
import { pathTo, type RouteName, routes } from '#routes.ts';
import { callErrorToastMs, storageKeys, tokenLifetimeMinutes } from '#shared/core/constants.ts';
import type { User } from '#shared/core/envelope.ts';
import { checkAuth, fetchSessionId, logout as logoutCall } from '#shared/people/contract-session.ts';
import { getBrowserSessionId } from './browser-session.ts';
import { decideSession, type SessionDecision, type TokenAnswer } from './decide-session.ts';
import { consumeQuery, currentLocale, replaceWith, sessionExpired } from './navigation.ts';
import { notify } from './toasts.ts';
import { leaveView, resumeView } from './trader-view.ts';

export { $wrongClock };

/** `checking` until the token has been checked; guards and screens wait for that. */
export type Session =
  | { readonly status: 'checking' }
  /**
   * `ejected`: the server rejected the token; tell the person, then go home. `left`: signed out on this page, so no
   * screen asks to sign in again. `expired`: the sign-in screen says so. `revoked`: the server rejected the token on a
   * screen that needs none, which stays.
   */
  | {
      readonly status: 'logged-out';
      readonly ejected?: true;
      readonly left?: true;
      readonly expired?: true;
      readonly revoked?: true;
    }
  | { readonly status: 'unverified' | 'verified'; readonly user: User };

export const $session = atom<Session>({ status: 'checking' });

/** Whether the session ends with this tab, because the browser stores nothing. */
export const isTabSession = isStorageBlocked;

export const $user = computed($session, (session) => ('user' in session ? session.user : null));

let openRoute: RouteName | undefined;

/** Screens that need a session lead home without one; everyone else stays where they are, with what they have typed. */
function decide(answer?: TokenAnswer): SessionDecision {
  const needsSession = openRoute !== undefined && routes[openRoute].access === 'verified';
  return decideSession(readStoredSession(), Date.now(), answer, needsSession);
}

/** Ends the session locally, e.g. after the server has ended it. */
export function forgetSession(reason: Omit<Extract<Session, { status: 'logged-out' }>, 'status'> = {}): void {
  removeStoredSession();
  $session.set({ status: 'logged-out', ...reason });
}

function remember(user: User): void {
  setUserTimeZone(user.time_zone);
  $session.set({ status: user.email_verified === 1 ? 'verified' : 'unverified', user });
}

/** Stores a newer profile from a response; ignores the profile of anyone but the signed-in person. */
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

export async function completeSignIn(token: string, user: User): Promise<void> {
  writeStored(storageKeys.token, token);
  writeStored(storageKeys.tokenExpiry, String(Date.now() + tokenLifetimeMinutes * 60_000));
  writeStored(storageKeys.activityTime, String(Date.now()));
  remember(user);
  await loadSessionId();
}

/** Signs out locally first, whatever the server responds. This browser then also stops receiving alerts. */
export async function logOut(): Promise<void> {
  const ended = readStored(storageKeys.token) ? send(logoutCall, { keepalive: true }) : undefined;
  forgetSession({ left: true });
  await Promise.all([ended, unsubscribeBrowser().catch(() => null)]);
}

function notifyExpired(): void {
  notify('error', { key: 'session_expired' }, callErrorToastMs);
}

function endExpiredSession(): void {
  notifyExpired();
  forgetSession({ expired: true });
}

/** Several calls may fail at once: shows one message and leaves time to read it before the redirect. */
function eject(): void {
  if (readTraderView() !== null) {
    leaveView();
    return;
  }
  const session = $session.get();
  if (session.status === 'logged-out' && (session.ejected || session.revoked)) return;
  notify('error', { key: 'invalid_token' }, callErrorToastMs);
  const decision = decide('rejected');
  if (decision.kind === 'rejected' && decision.next === 'stay') {
    forgetSession({ revoked: true });
    return;
  }
  forgetSession({ ejected: true });
  setTimeout(() => {
    const current = $session.get();
    // Another tab may have signed in meanwhile.
    if (current.status === 'logged-out' && current.ejected) replaceWith(pathTo('home', {}, currentLocale()));
  }, callErrorToastMs);
}

function followOtherTabs(): void {
  globalThis.addEventListener('storage', ({ key, newValue }) => {
    if ((key !== storageKeys.token && key !== null) || readTraderView() !== null) return;
    if (newValue === null) $session.set({ status: 'logged-out' });
    else void loadProfile();
  });
  globalThis.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    if (!isFormerTraderView()) {
      void checkSession();
      return;
    }
    // Hides another person's screens until the page has reloaded for the person who uses the tab now.
    $session.set({ status: 'checking' });
    globalThis.location.reload();
  });
}

async function checkSession(): Promise<void> {
  const { kind } = decide();
  if (kind === 'expired') removeStoredSession();
  const view = resumeView();
  if (view !== null) remember(view.user);
  else if (kind === 'check') await loadProfile();
  else $session.set({ status: 'logged-out' });
}

/** Cancels calls once the session has expired and ends it when the server rejects its token. */
export function guardSession(): void {
  guardCalls({
    hasRole: () => {
      if (readTraderView() !== null || !readStored(storageKeys.token) || decide().kind !== 'expired') return true;
      endExpiredSession();
      return false;
    },
    onInvalidToken: eject,
  });
}

let started: Promise<void> | undefined;

/**
 * Runs once per page: drops an expired token, loads the profile of a valid one, fetches a missing browser session id.
 */
export function startSession(route?: RouteName): Promise<void> {
  openRoute = route ?? openRoute;
  started ??= (async () => {
    guardSession();
    followOtherTabs();
    keepTabSession();
    // The previous screen's toasts were lost with it.
    if (consumeQuery('reason') === sessionExpired) notifyExpired();
    // Drops an expired token before anything is sent.
    const checked = checkSession();
    if (!readStored(storageKeys.sessionId)) void getBrowserSessionId(fetchSessionId.path);
    await checked;
  })();
  return started;
}
