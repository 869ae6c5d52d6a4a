import type { Deps } from '#server/core/deps.ts';
import { postToLedger } from '#server/core/ledger/post.ts';
import { queueWebhook } from '#server/messages/webhooks/queue.ts';
import { selectContestedOrders } from './contested-sales.ts';
import { readCommissionData } from './postbacks/commission-data.ts';
import { reviewIfOwn } from './review-own-sales.ts';

const batchSize = 200;

type DueCommission = { readonly id: string; readonly available_at: Date };

/**
 * Releases commissions whose waiting time is over, each in its own transaction, unless it must be reviewed first or its
 * sale is contested. One that fails is tried again later.
 */
export async function releaseCommissions(deps: Deps): Promise<void> {
  let last: DueCommission | undefined;
  do {
    const due = await findDue(deps, last);
    for (const { id } of due) {
      await releaseCommission(deps, id).catch((error: unknown) => {
        deps.log.error({ err: error, commissionId: id }, 'a commission could not be released');
      });
    }
    last = due.length < batchSize ? undefined : due.at(-1);
  } while (last);
}

/** The next batch after `last`, so that commissions which can't be released don't hold up those behind them. */
function findDue(deps: Deps, last: DueCommission | undefined): Promise<DueCommission[]> {
  return deps.db
    .selectFrom('commission')
    .select(['id', 'available_at'])
    .where('status', '=', 'pending')
    .where('available_at', '<=', deps.clock())
    .where('order_id', 'not in', selectContestedOrders(deps.db))
    .$if(last !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('available_at', 'id'), '>', tuple(last?.available_at ?? new Date(0), last?.id ?? '')),
      ),
    )
    .orderBy('available_at')
    .orderBy('id')
    .limit(batchSize)
    .execute();
}

async function releaseCommission(deps: Deps, id: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    if (await reviewIfOwn(deps, trx, id)) return;
    const commission = await trx
      .updateTable('commission')
      .set({ status: 'available', released_at: deps.clock() })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where('order_id', 'not in', selectContestedOrders(trx))
      .returningAll()
      .executeTakeFirst();
    if (!commission) return;
    const { affiliate_id: ownerId, amount_cents, revoked_cents, review_reason: allowed } = commission;
    const amountCents = amount_cents - revoked_cents;
    await postToLedger(deps, trx, {
      // One that was taken back for a review is released once more.
      dedupeKey: ['commission-released', id, ...(allowed === null ? [] : [allowed])].join(':'),
      kind: 'commission-released',
      reference: `commission:${id}`,
      lines: [
        { account: { kind: 'affiliate-pending', ownerId }, amountCents: -amountCents },
        { account: { kind: 'affiliate-payable', ownerId }, amountCents },
      ],
    });
    await queueWebhook(deps, trx, {
      ...{ audience: 'affiliate', personId: ownerId, type: 'commission.released' },
      dedupeKey: `commission-released:${id}`,
      data: await readCommissionData(trx, id),
    });
  });
}
