import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import type { DataOf } from '#shared/core/call.ts';
import { listAnnouncements } from '#shared/messages/contract-announcements.ts';

export type Announcement = DataOf<typeof listAnnouncements>['announcements'][number];

/** Announcements about the person's accounts. */
export const $announcements = atom<readonly Announcement[]>([]);

const againMs = 60_000;

/** Loads the announcements now and every minute until the returned function is called. Failures keep what is shown. */
export function followAnnouncements(): () => void {
  const load = async () => {
    const result = await send(listAnnouncements, {});
    if (result.ok) $announcements.set(result.data.announcements);
  };
  void load();
  const timer = setInterval(() => void load(), againMs);
  return () => clearInterval(timer);
}
