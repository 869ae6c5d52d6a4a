import { send } from '#app/http/call.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import type { DataOf } from '#shared/core/call.ts';
import { listAnnouncements } from '#shared/messages/contract-announcements.ts';

export type Announcement = DataOf<typeof listAnnouncements>['announcements'][number];

export const $announcements = createResource(() => send(listAnnouncements, {}));

const againMs = 60_000;

/** Loads the announcements now and every minute until the returned function is called. Failures keep what is shown. */
export function followAnnouncements(): () => void {
  void $announcements.refresh();
  const timer = setInterval(() => void $announcements.refresh(), againMs);
  return () => clearInterval(timer);
}
