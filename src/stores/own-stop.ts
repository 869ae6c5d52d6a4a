import { atom } from 'nanostores';
import { send } from '../client/call.ts';
import type { DataOf } from '../contract/call.ts';
import { fetchOwnStop, updateOwnStop } from '../contract/own-stop.ts';
import { notify, notifyFailure } from './toasts.ts';

export type OwnStopState = DataOf<typeof fetchOwnStop>;

/** The daily stop that the trader set for the account on screen; null while loading. */
export const $ownStop = atom<OwnStopState | null>(null);
export const $isSavingOwnStop = atom(false);

let requestedId = '';

export async function loadOwnStop(accountId: string): Promise<void> {
  if ($ownStop.get()?.accountId !== accountId) $ownStop.set(null);
  requestedId = accountId;
  const result = await send(fetchOwnStop, { query: { accountId } });
  if (requestedId !== accountId) return;
  if (result.ok) $ownStop.set(result.data);
  else notifyFailure(result.failure);
}

/** Saves the limits and shows those that apply now, which may be tighter than requested. */
export async function saveOwnStop(accountId: string, limits: OwnStopState['limits']): Promise<void> {
  if ($isSavingOwnStop.get()) return;
  $isSavingOwnStop.set(true);
  const result = await send(updateOwnStop, { body: { accountId, ...limits } });
  $isSavingOwnStop.set(false);
  if (!result.ok) {
    notifyFailure(result.failure);
    return;
  }
  if (requestedId === accountId) $ownStop.set(result.data);
  notify('success', { key: 'saved' });
}
