import { send } from '#app/http/call.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { updateUser } from '#app/shell/stores/session.ts';
import type { DataOf } from '#shared/core/call.ts';
import { fetchNotifications, updateMessageStatus } from '#shared/messages/contract.ts';

export type Message = DataOf<typeof fetchNotifications>['notifications'][number];

/** Marks the loaded notifications as read, but not later ones. The list still highlights what was new. */
async function markRead(list: readonly Message[]): Promise<void> {
  const newest = list[0];
  if (!newest || list.every(({ read }) => read)) return;
  const result = await send(updateMessageStatus, { body: { upTo: newest.number } });
  if (result.ok) updateUser(result.user);
}

export const $messages = createResource(() => send(fetchNotifications, { query: {} }), {
  onLoad: ({ notifications }) => markRead(notifications),
  more: {
    fetch: ({ notifications }) => {
      const last = notifications.at(-1);
      return last ? send(fetchNotifications, { query: { before: String(last.number) } }) : null;
    },
    append: (shown, { notifications, more }) => {
      const known = new Set(shown.notifications.map(({ number }) => number));
      const added = notifications.filter(({ number }) => !known.has(number));
      return { notifications: [...shown.notifications, ...added], more };
    },
  },
});
