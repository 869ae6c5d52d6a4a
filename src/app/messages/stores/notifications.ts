import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { updateUser } from '#app/shell/stores/session.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import type { DataOf } from '#shared/core/call.ts';
import { fetchNotifications, updateMessageStatus } from '#shared/messages/contract.ts';

export type Message = DataOf<typeof fetchNotifications>['notifications'][number];

export type Messages =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly list: readonly Message[]; readonly more: boolean };

export const $messages = atom<Messages>({ status: 'loading' });

/** Marks the loaded notifications as read, but not later ones. The list still highlights what was new. */
async function markRead(list: readonly Message[]): Promise<void> {
  const newest = list[0];
  if (!newest || list.every(({ read }) => read)) return;
  const result = await send(updateMessageStatus, { body: { upTo: newest.number } });
  if (result.ok) updateUser(result.user);
}

export async function loadMessages(): Promise<void> {
  $messages.set({ status: 'loading' });
  const result = await send(fetchNotifications, { query: {} });
  if (!result.ok) {
    $messages.set({ status: 'failed' });
    notifyFailure(result.failure);
    return;
  }
  $messages.set({ status: 'ready', list: result.data.notifications, more: result.data.more });
  await markRead(result.data.notifications);
}

export async function loadEarlierMessages(): Promise<void> {
  const state = $messages.get();
  const last = state.status === 'ready' ? state.list.at(-1) : undefined;
  if (state.status !== 'ready' || !last) return;
  const result = await send(fetchNotifications, { query: { before: String(last.number) } });
  if (!result.ok) {
    notifyFailure(result.failure);
    return;
  }
  const known = new Set(state.list.map(({ number }) => number));
  const added = result.data.notifications.filter(({ number }) => !known.has(number));
  $messages.set({ status: 'ready', list: [...state.list, ...added], more: result.data.more });
}
