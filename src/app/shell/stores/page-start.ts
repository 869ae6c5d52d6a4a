import { readStored, writeStored } from '#app/http/browser-storage.ts';
import { requestEnvelope } from '#app/http/request-envelope.ts';
import { readStoredSession, removeStoredSession } from '#app/http/stored-session.ts';
import { readTraderView } from '#app/http/trader-view.ts';
import { invalidTokenStatus, storageKeys } from '#shared/core/constants.ts';
import { decideSession, type SessionDecision, type TokenAnswer } from './decide-session.ts';

type Paths = { readonly checkAuth: string; readonly sessionId: string };

async function askServer(path: string): Promise<TokenAnswer> {
  const envelope = await requestEnvelope(path, 'POST');
  if (envelope?.response_status === invalidTokenStatus) return 'rejected';
  if (!envelope?.user) return 'none';
  return envelope.user.email_verified === 1 ? 'verified' : 'unverified';
}

/** A page without an app shell is open to everyone. */
async function checkSession(path: string): Promise<SessionDecision> {
  const decide = (answer?: TokenAnswer) => decideSession(readStoredSession(), Date.now(), answer, false);
  const start = decide();
  if (start.kind === 'expired') removeStoredSession();
  if (readTraderView() !== null) return { kind: 'verified' };
  if (start.kind !== 'check') return start;
  const { token } = readStoredSession();
  const answer = await askServer(path);
  // Another tab has signed in or out since, so its state is newer than this answer.
  if (readStored(storageKeys.token) !== token) return decide('verified');
  if (answer === 'rejected') removeStoredSession();
  return decide(answer);
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
export async function startPage({ checkAuth, sessionId }: Paths): Promise<SessionDecision> {
  const [decision] = await Promise.all([checkSession(checkAuth), loadSessionId(sessionId)]);
  return decision;
}
