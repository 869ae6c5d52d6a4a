import { storageKeys } from '../contract/constants.ts';
import { readStored } from './browser-storage.ts';

/** What the script in the page's head asked for, with whose token; the keys are `METHOD address`. */
type EarlyCalls = { readonly token: string; readonly answers: Record<string, Promise<Response>> };

/**
 * Sends a request, or takes the answer that the page's head has asked for meanwhile: once, and only while the same
 * person is signed in. One that never arrived is asked for again.
 */
export async function fetchOnce(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const early = (globalThis as { readonly earlyCalls?: EarlyCalls }).earlyCalls;
  const key = input instanceof Request ? `${input.method} ${input.url}` : '';
  const answer = early?.answers[key];
  if (!early || !answer) return fetch(input, init);
  delete early.answers[key];
  if (early.token !== readStored(storageKeys.token)) return fetch(input, init);
  return answer.catch(() => fetch(input, init));
}
