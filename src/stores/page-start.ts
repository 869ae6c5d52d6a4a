import { readStored, removeStored, writeStored } from '../client/browser-storage.ts';
import { requestEnvelope } from '../client/request-envelope.ts';
import { storageKeys } from '../contract/constants.ts';

/** `refused` is a token the server no longer accepts: it is gone from the browser, and the person has to be told. */
export type PageSession = 'signed-in' | 'signed-out' | 'refused';

type Paths = { readonly checkAuth: string; readonly sessionId: string };

const invalidToken = 498;

function removeExpiredToken(): void {
  const expiry = readStored(storageKeys.tokenExpiry);
  if (expiry !== null && !(Number(expiry) > Date.now())) removeStored(storageKeys.token, storageKeys.tokenExpiry);
}

async function loadProfile(path: string): Promise<PageSession> {
  const token = readStored(storageKeys.token);
  if (!token) return 'signed-out';
  const envelope = await requestEnvelope(path, 'POST');
  // Another tab signed in or out in the meantime: its word is newer than this answer.
  if (readStored(storageKeys.token) !== token) return readStored(storageKeys.token) ? 'signed-in' : 'signed-out';
  if (envelope?.response_status !== invalidToken) return envelope?.user ? 'signed-in' : 'signed-out';
  removeStored(storageKeys.token, storageKeys.tokenExpiry, storageKeys.activityTime);
  return 'refused';
}

async function loadSessionId(path: string): Promise<void> {
  if (readStored(storageKeys.sessionId)) return;
  const envelope = await requestEnvelope(path, 'GET');
  if (envelope?.response_status === 200) writeStored(storageKeys.sessionId, String(envelope.data));
}

/**
 * The session's start on a page without an app: drops an expired token, loads the profile of a living one, fetches a
 * session id when none is stored. Failures are swallowed; whoever cannot be looked up counts as signed out.
 */
export async function startPage({ checkAuth, sessionId }: Paths): Promise<PageSession> {
  removeExpiredToken();
  const [session] = await Promise.all([loadProfile(checkAuth), loadSessionId(sessionId)]);
  return session;
}
