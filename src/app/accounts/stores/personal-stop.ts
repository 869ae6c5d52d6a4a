import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import { fetchPersonalStop, updatePersonalStop } from '#shared/accounts/contract-personal-stop.ts';
import type { DataOf } from '#shared/core/call.ts';

export type PersonalStopState = DataOf<typeof fetchPersonalStop>;

/** The daily stop that the trader set for the account on screen; null while loading. */
export const $personalStop = atom<PersonalStopState | null>(null);
export const $isSavingPersonalStop = atom(false);

let requestedId = '';

export async function loadPersonalStop(accountId: string): Promise<void> {
  if ($personalStop.get()?.accountId !== accountId) $personalStop.set(null);
  requestedId = accountId;
  const result = await send(fetchPersonalStop, { query: { accountId } });
  if (requestedId !== accountId) return;
  if (result.ok) $personalStop.set(result.data);
  else notifyFailure(result.failure);
}

/** Saves the limits and shows those that apply now, which may be tighter than requested. */
export async function savePersonalStop(accountId: string, limits: PersonalStopState['limits']): Promise<void> {
  if ($isSavingPersonalStop.get()) return;
  $isSavingPersonalStop.set(true);
  const result = await send(updatePersonalStop, { body: { accountId, ...limits } });
  $isSavingPersonalStop.set(false);
  if (!result.ok) {
    notifyFailure(result.failure);
    return;
  }
  if (requestedId === accountId) $personalStop.set(result.data);
  notify('success', { key: 'saved' });
}
