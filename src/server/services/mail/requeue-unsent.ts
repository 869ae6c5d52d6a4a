import type { Deps } from '../../deps.ts';

/** The limit right after a start; still longer than sending usually takes. */
const staleAfterStartMs = 30_000;
const batchSize = 200;

type RequeueOptions = {
  /** Both tables have the columns used below. */
  readonly table: 'mail' | 'push_message';
  /** How long sending may take before its process counts as dead. */
  readonly staleAfterMs: number;
  readonly afterStart: boolean;
  readonly send: (id: string) => Promise<unknown>;
};

/** Requeues messages whose process died while sending; the queue itself would only notice minutes later. */
export async function requeueUnsent(
  deps: Deps,
  { table, staleAfterMs, afterStart, send }: RequeueOptions,
): Promise<void> {
  const cutoff = new Date(deps.clock().getTime() - (afterStart ? staleAfterStartMs : staleAfterMs));
  await deps.db
    .updateTable(table as 'mail')
    .set({ claimed_at: null })
    .where('sent_at', 'is', null)
    .where('claimed_at', '<=', cutoff)
    .execute();
  const waiting = await deps.db
    .selectFrom(table as 'mail')
    .select('id')
    .where('sent_at', 'is', null)
    .where('claimed_at', 'is', null)
    .where('created_at', '<=', cutoff)
    .orderBy('created_at')
    .limit(batchSize)
    .execute();
  for (const { id } of waiting) await send(id);
}
