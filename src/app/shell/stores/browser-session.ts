import { readStored, writeStored } from '#app/http/browser-storage.ts';
import { send } from '#app/http/call.ts';
import { countLink, forgetLink } from '#shared/affiliates/contract.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { storageKeys } from '#shared/core/constants.ts';
import { fetchSessionId } from '#shared/people/contract.ts';

let naming: Promise<string | undefined> | undefined;

async function fetchName(): Promise<string | undefined> {
  const result = await send(fetchSessionId, { query: {} });
  // The page's start script or another tab may have stored an id in the meantime; the first one wins.
  const stored = readStored(storageKeys.sessionId);
  if (stored) return stored;
  if (!result.ok || result.status !== 200) return undefined;
  writeStored(storageKeys.sessionId, result.data);
  return result.data;
}

/** The browser's id. If it is missing, it is fetched once for all callers. */
export async function getBrowserSessionId(): Promise<string | undefined> {
  const stored = readStored(storageKeys.sessionId);
  if (stored) return stored;
  naming ??= fetchName().finally(() => {
    naming = undefined;
  });
  return naming;
}

type Visit = Omit<BodyOf<typeof countLink>, 'browserSessionId' | 'counted'>;

/**
 * Counts a visit through an affiliate's link, without any id. Failures are silent, because they don't concern the
 * reader.
 */
export async function countVisit(visit: Visit): Promise<void> {
  await send(countLink, { body: visit });
}

/** Attributes this browser's later orders to an affiliate; call it only with the reader's consent. */
export async function allowAttribution(visit: Visit): Promise<void> {
  const browserSessionId = await getBrowserSessionId();
  if (browserSessionId !== undefined) await send(countLink, { body: { ...visit, browserSessionId, counted: true } });
}

/**
 * Withdraws what `allowAttribution` allowed.
 * @returns whether the server has done so
 */
export async function forgetAttribution(): Promise<boolean> {
  const browserSessionId = readStored(storageKeys.sessionId);
  if (!browserSessionId) return true;
  return (await send(forgetLink, { body: { browserSessionId } })).ok;
}
