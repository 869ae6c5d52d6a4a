import type { Deps } from '../../deps.ts';

/** After a start, longer than sending usually takes. */
const afterStartMs = 30_000;
const batch = 200;

type Unsent = {
  /** The two tables have the columns below in common. */
  readonly table: 'mail' | 'push_message';
  /** How long sending may take before its process counts as dead. */
  readonly usualMs: number;
  readonly afterStart: boolean;
  readonly send: (id: string) => Promise<unknown>;
};

/** Requeues what a process was sending when it died; the queue itself would notice minutes later. */
export async function requeueUnsent(deps: Deps, { table, usualMs, afterStart, send }: Unsent): Promise<void> {
  const since = new Date(deps.clock().getTime() - (afterStart ? afterStartMs : usualMs));
  await deps.db
    .updateTable(table as 'mail')
    .set({ claimed_at: null })
    .where('sent_at', 'is', null)
    .where('claimed_at', '<=', since)
    .execute();
  const waiting = await deps.db
    .selectFrom(table as 'mail')
    .select('id')
    .where('sent_at', 'is', null)
    .where('claimed_at', 'is', null)
    .where('created_at', '<=', since)
    .orderBy('created_at')
    .limit(batch)
    .execute();
  for (const { id } of waiting) await send(id);
}
