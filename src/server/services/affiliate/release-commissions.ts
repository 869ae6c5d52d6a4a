import type { Deps } from '../../deps.ts';
import { postToLedger } from '../ledger/post.ts';
import { readCommissionData } from '../postback/commission-data.ts';
import { queuePostback } from '../postback/queue.ts';

const batchSize = 200;

/** Releases commissions whose waiting time is over, each in its own transaction. */
export async function releaseCommissions(deps: Deps): Promise<void> {
  for (let released = batchSize; released === batchSize; ) {
    const due = await deps.db
      .selectFrom('commission')
      .select('id')
      .where('status', '=', 'pending')
      .where('available_at', '<=', deps.clock())
      .orderBy('available_at')
      .limit(batchSize)
      .execute();
    for (const { id } of due) await releaseCommission(deps, id);
    released = due.length;
  }
}

async function releaseCommission(deps: Deps, id: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const commission = await trx
      .updateTable('commission')
      .set({ status: 'available', released_at: deps.clock() })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .returningAll()
      .executeTakeFirst();
    if (!commission) return;
    const { affiliate_id: ownerId, amount_cents, revoked_cents } = commission;
    const amountCents = amount_cents - revoked_cents;
    await postToLedger(deps, trx, {
      dedupeKey: `commission-released:${id}`,
      kind: 'commission-released',
      reference: `commission:${id}`,
      lines: [
        { account: { kind: 'affiliate-pending', ownerId }, amountCents: -amountCents },
        { account: { kind: 'affiliate-payable', ownerId }, amountCents },
      ],
    });
    await queuePostback(deps, trx, {
      ...{ affiliateId: ownerId, dedupeKey: `commission-released:${id}`, type: 'commission.released' },
      data: await readCommissionData(trx, id),
    });
  });
}
