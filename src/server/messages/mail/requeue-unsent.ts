import type { Deps } from '#server/core/deps.ts';
import { waitingKeys } from '#server/core/jobs/waiting-keys.ts';

/** The limit right after a start; still longer than sending usually takes. */
const staleAfterStartMs = 30_000;
const batchSize = 200;
const unansweredText = 'the server stopped before the mail server answered';

type RequeueOptions = {
  /** Both tables have the columns used below, except that only mail can be refused or given up. */
  readonly table: 'mail' | 'push_message';
  /** Its jobs have the message's id as key. */
  readonly job: 'send-mail' | 'send-push';
  /** How long sending may take before its process counts as dead. */
  readonly staleAfterMs: number;
  /** Older messages are no longer sent. */
  readonly uselessAfterMs: number;
  readonly afterStart: boolean;
  readonly send: (id: string) => Promise<unknown>;
};

/**
 * Requeues messages whose process died while sending, which the queue itself would only notice minutes later, and those
 * that the queue gave up on. One that is waiting for its next attempt keeps its place.
 */
export async function requeueUnsent(
  deps: Deps,
  { table, job, staleAfterMs, uselessAfterMs, afterStart, send }: RequeueOptions,
): Promise<void> {
  const now = deps.clock().getTime();
  const cutoff = new Date(now - (afterStart ? staleAfterStartMs : staleAfterMs));
  await deps.db
    .updateTable(table as 'mail')
    .set({ claimed_at: null, ...(table === 'mail' && { unanswered_at: deps.clock(), failure: unansweredText }) })
    .where('sent_at', 'is', null)
    .where('claimed_at', '<=', cutoff)
    .execute();
  const unsent = await deps.db
    .selectFrom(table as 'mail')
    .select('id')
    .where('sent_at', 'is', null)
    .$if(table === 'mail', (query) => query.where('refused_at', 'is', null).where('given_up_at', 'is', null))
    .where('claimed_at', 'is', null)
    .where('created_at', '<=', cutoff)
    .where('created_at', '>', new Date(now - uselessAfterMs))
    .where('id', 'not in', waitingKeys(job))
    .orderBy('created_at')
    .limit(batchSize)
    .execute();
  for (const { id } of unsent) await send(id);
}
