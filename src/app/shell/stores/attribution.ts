import { readStored } from '#app/http/browser-storage.ts';
import { postJson } from '#app/http/post-json.ts';
import type { countLink } from '#shared/affiliates/contract.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { storageKeys } from '#shared/core/constants.ts';
import { getBrowserSessionId } from './browser-session.ts';

type Count = BodyOf<typeof countLink>;

export type Visit = Omit<Count, 'browserSessionId' | 'counted'>;

/**
 * Counts a visit through an affiliate's link, without any id. Failures are silent, because they don't concern the
 * reader.
 */
export async function countVisit(path: string, visit: Visit): Promise<void> {
  await postJson(path, visit);
}

/** Attributes this browser's later orders to an affiliate; call it only with the reader's consent. */
export async function allowAttribution(
  paths: { readonly countLink: string; readonly sessionId: string },
  visit: Visit,
): Promise<void> {
  const browserSessionId = await getBrowserSessionId(paths.sessionId);
  if (browserSessionId === undefined) return;
  const body: Count = { ...visit, browserSessionId, counted: true };
  await postJson(paths.countLink, body);
}

/**
 * Withdraws what `allowAttribution` allowed.
 * @returns whether the server has done so
 */
export async function forgetAttribution(path: string): Promise<boolean> {
  const browserSessionId = readStored(storageKeys.sessionId);
  if (!browserSessionId) return true;
  return postJson(path, { browserSessionId });
}
