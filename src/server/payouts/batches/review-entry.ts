import { type Actor, type Deps, notFound, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { reviewBankEntry } from '#shared/payouts/contract-office-batches.ts';

/**
 * Ends the review of a bank's entry that our records contradict. Changes no payment.
 * @throws {ServiceError} 404 unless it waits for a review
 */
export async function reviewEntry(deps: Deps, actor: Actor, { entryId, reason }: BodyOf<typeof reviewBankEntry>) {
  await deps.db.transaction().execute(async (trx) => {
    const reviewed = await trx
      .updateTable('payout_import_entry')
      .set({ reviewed_at: deps.clock(), reviewed_by: actor.personId, review_reason: reason })
      .where('id', '=', entryId)
      .where('problem', 'is not', null)
      .where('reviewed_at', 'is', null)
      .returning(['import_id', 'number', 'problem'])
      .executeTakeFirstOrThrow(notFound);
    await writeAudit(deps, trx, actor, 'payout-import-entry-reviewed', ['payout-import', reviewed.import_id], {
      entry: reviewed.number,
      problem: reviewed.problem,
      reason,
    });
  });
}
