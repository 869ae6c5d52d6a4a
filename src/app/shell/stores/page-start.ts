import { readStored, removeStored, writeStored } from '#app/http/browser-storage.ts';
import { requestEnvelope } from '#app/http/request-envelope.ts';
import { readTraderView } from '#app/http/trader-view.ts';
import { storageKeys } from '#shared/core/constants.ts';

/** `refused`: the server rejected the token, which is now removed; tell the person. */
export type PageSession = 'signed-in' | 'signed-out' | 'refused';

type Paths = { readonly checkAuth: string; readonly sessionId: string };

const invalidToken = 498;

function removeExpiredToken(): void {
  const expiry = readStored(storageKeys.tokenExpiry);
  if (expiry !== null && !(Number(expiry) > Date.now())) removeStored(storageKeys.token, storageKeys.tokenExpiry);
}

async function loadProfile(path: string): Promise<PageSession> {
  if (readTraderView() !== null) return 'signed-in';
  const token = readStored(storageKeys.token);
  if (!token) return 'signed-out';
  const envelope = await requestEnvelope(path, 'POST');
  // Another tab has signed in or out since, so its state is newer than this response.
  if (readStored(storageKeys.token) !== token) return readStored(storageKeys.token) ? 'signed-in' : 'signed-out';
  if (envelope?.response_status !== invalidToken) return envelope?.user ? 'signed-in' : 'signed-out';
  removeStored(storageKeys.token, storageKeys.tokenExpiry, storageKeys.activityTime);
  return 'refused';
}

async function loadSessionId(path: string): Promise<void> {
  if (readStored(storageKeys.sessionId)) return;
  const envelope = await requestEnvelope(path, 'GET');
  // Another script of the page may have stored an id in the meantime; the first one wins.
  if (readStored(storageKeys.sessionId)) return;
  if (envelope?.response_status === 200) writeStored(storageKeys.sessionId, String(envelope.data));
}

/**
 * Starts the session on a page without an app shell: drops an expired token, loads the profile of a valid one, fetches
 * a missing browser session id. Failures are ignored and count as signed out.
 */
export async function startPage({ checkAuth, sessionId }: Paths): Promise<PageSession> {
  removeExpiredToken();
  const [session] = await Promise.all([loadProfile(checkAuth), loadSessionId(sessionId)]);
  return session;
}
