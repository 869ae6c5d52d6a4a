import { updateRow } from '#server/core/database/rows.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { postToLedger } from '#server/core/ledger/post.ts';
import { readBalance } from '#server/core/ledger/read-balance.ts';

/**
 * Ends the affiliate role of a deleted profile: its link and coupons stay reserved but attribute no more sales, and
 * unpaid commission lapses, as the terms say. A negative balance stays on the books.
 */
export async function endAffiliate(deps: Deps, trx: Trx, personId: string): Promise<void> {
  const now = deps.clock();
  const ended = await trx
    .updateTable('affiliate')
    .set((eb) => ({
      status: 'ended' as const,
      channel: '',
      audience: '',
      decided_at: eb.fn.coalesce('decided_at', eb.val(now)),
    }))
    .where('person_id', '=', personId)
    .where('status', '<>', 'ended')
    .returning('person_id')
    .executeTakeFirst();
  if (!ended) return;
  await updateRow(trx, 'commission', { affiliate_id: personId, status: ['pending', 'review'] }, (eb) => ({
    status: 'lapsed' as const,
    revoked_cents: eb.ref('amount_cents'),
  }));
  let lapsedCents = 0;
  for (const kind of ['affiliate-pending', 'affiliate-payable'] as const) {
    const cents = await readBalance(trx, { kind, ownerId: personId });
    if (cents <= 0) continue;
    lapsedCents += cents;
    await postToLedger(deps, trx, {
      dedupeKey: `${kind}-lapsed:${personId}`,
      kind: 'commission-lapsed',
      reference: `affiliate:${personId}`,
      lines: [
        { account: { kind, ownerId: personId }, amountCents: -cents },
        { account: { kind: 'commission-expense' }, amountCents: cents },
      ],
    });
  }
  await writeAudit(deps, trx, `person:${personId}`, 'affiliate-ended', ['affiliate', personId], { lapsedCents });
}
