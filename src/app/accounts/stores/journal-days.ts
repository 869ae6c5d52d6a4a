import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { type JournalEntry, listJournal } from '#shared/accounts/contract-journal.ts';

export type JournalDays = {
  readonly accountId: string;
  readonly status: 'loading' | 'failed' | 'ready';
  /** Newest first. */
  readonly entries: readonly JournalEntry[];
  /** Whether there are days before the last one. */
  readonly more: boolean;
};

export const $journalDays = atom<JournalDays>({ accountId: '', status: 'loading', entries: [], more: false });

/** Merges both lists, keeping the newest revision of each day. */
function merge(left: readonly JournalEntry[], right: readonly JournalEntry[]): readonly JournalEntry[] {
  const byDay = new Map(left.map((entry) => [entry.day, entry]));
  for (const entry of right) {
    if (entry.revision >= (byDay.get(entry.day)?.revision ?? 0)) byDay.set(entry.day, entry);
  }
  return [...byDay.values()].sort((a, b) => b.day.localeCompare(a.day));
}

export async function loadJournalDays(accountId: string): Promise<void> {
  $journalDays.set({ accountId, status: 'loading', entries: [], more: false });
  const result = await send(listJournal, { query: { accountId } });
  const now = $journalDays.get();
  // Another account may be open by now.
  if (now.accountId !== accountId || now.status !== 'loading') return;
  if (result.ok) {
    const { entries, more } = result.data;
    $journalDays.set({ ...now, status: 'ready', entries: merge(entries, now.entries), more });
    return;
  }
  $journalDays.set({ ...now, status: 'failed' });
  notifyFailure(result.failure);
}

export async function loadOlderJournalDays(): Promise<void> {
  const { accountId, entries, more } = $journalDays.get();
  const last = entries.at(-1)?.day;
  if (!more || last === undefined) return;
  const result = await send(listJournal, { query: { accountId, to: last } });
  const now = $journalDays.get();
  // After a second click, or with another account open, the list has moved on.
  if (now.accountId !== accountId || now.entries.at(-1)?.day !== last) return;
  if (!result.ok) return notifyFailure(result.failure);
  $journalDays.set({ ...now, entries: merge(now.entries, result.data.entries), more: result.data.more });
}

/** Adds an entry that was just saved. A day older than the loaded ones is left out; it comes with its page. */
export function upsertJournalDay(accountId: string, entry: JournalEntry): void {
  const now = $journalDays.get();
  if (now.accountId !== accountId) return;
  const last = now.entries.at(-1)?.day;
  if (now.more && last !== undefined && entry.day < last) return;
  $journalDays.set({ ...now, entries: merge(now.entries, [entry]) });
}
