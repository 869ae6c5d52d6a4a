import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import { fetchPersonalStop, updatePersonalStop } from '#shared/accounts/contract-personal-stop.ts';
import type { DataOf } from '#shared/core/call.ts';

export type PersonalStopState = DataOf<typeof fetchPersonalStop>;

/** The daily stop that the trader set for the account on screen; null while loading. */
export const $personalStop = createResource((accountId: string) => send(fetchPersonalStop, { query: { accountId } }));
export const $isSavingPersonalStop = atom(false);

/** Saves the limits and shows those that apply now, which may be tighter than requested. */
export async function savePersonalStop(accountId: string, limits: PersonalStopState['limits']): Promise<void> {
  if ($isSavingPersonalStop.get()) return;
  $isSavingPersonalStop.set(true);
  const result = await send(updatePersonalStop, { body: { accountId, ...limits } });
  $isSavingPersonalStop.set(false);
  if (!result.ok) return notifyFailure(result.failure);
  if ($personalStop.get().data?.accountId === accountId) $personalStop.show(result.data, accountId);
  notify('success', { key: 'saved' });
}
