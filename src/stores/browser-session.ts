import { readStored, writeStored } from '../client/browser-storage.ts';
import { send } from '../client/call.ts';
import { countLink } from '../contract/affiliates.ts';
import type { BodyOf } from '../contract/call.ts';
import { storageKeys } from '../contract/constants.ts';
import { fetchSessionId } from '../contract/identity.ts';

let naming: Promise<string | undefined> | undefined;

async function fetchName(): Promise<string | undefined> {
  const result = await send(fetchSessionId, { query: {} });
  // The page's start script or another tab may have stored an id meanwhile: the first one counts.
  const stored = readStored(storageKeys.sessionId);
  if (stored) return stored;
  if (!result.ok || result.status !== 200) return undefined;
  writeStored(storageKeys.sessionId, result.data);
  return result.data;
}

/** The browser's id, fetched once if missing, however many callers ask. */
export async function getBrowserSessionId(): Promise<string | undefined> {
  const stored = readStored(storageKeys.sessionId);
  if (stored) return stored;
  naming ??= fetchName().finally(() => {
    naming = undefined;
  });
  return naming;
}

/** Records a visit through an affiliate's link. Failures are silent, because they don't concern the reader. */
export async function countVisit(visit: Omit<BodyOf<typeof countLink>, 'browserSessionId'>): Promise<void> {
  const browserSessionId = await getBrowserSessionId();
  if (browserSessionId !== undefined) await send(countLink, { body: { ...visit, browserSessionId } });
}
