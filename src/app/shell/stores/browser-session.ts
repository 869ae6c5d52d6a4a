import { readStored, writeStored } from '#app/http/browser-storage.ts';
import { requestEnvelope } from '#app/http/request-envelope.ts';
import { storageKeys } from '#shared/core/constants.ts';

let naming: Promise<string | undefined> | undefined;

async function fetchName(path: string): Promise<string | undefined> {
  const envelope = await requestEnvelope(path, 'GET');
  // Another script of the page or another tab may have stored an id in the meantime; the first one wins.
  const stored = readStored(storageKeys.sessionId);
  if (stored) return stored;
  if (envelope?.response_status !== 200 || typeof envelope.data !== 'string') return undefined;
  writeStored(storageKeys.sessionId, envelope.data);
  return envelope.data;
}

/**
 * The browser's id. If it is missing, it is fetched once for all callers.
 * @param path of `sessionId/fetch`
 */
export async function getBrowserSessionId(path: string): Promise<string | undefined> {
  const stored = readStored(storageKeys.sessionId);
  if (stored) return stored;
  naming ??= fetchName(path).finally(() => {
    naming = undefined;
  });
  return naming;
}
