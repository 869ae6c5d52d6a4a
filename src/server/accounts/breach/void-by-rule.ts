import { findRow } from '#server/core/database/rows.ts';
import { type Deps, newId, writeAudit } from '#server/core/deps.ts';
import { nextSeriesNumber } from '#server/core/numbers/next.ts';
import type { StoredAccount } from '../tables.ts';
import { reportBreach } from './report-breach.ts';
import { restoreAccount } from './restore.ts';

type VoidedBreach = { readonly breachAt: Date; readonly creditCents: number; readonly reason: string };

/**
 * Voids a breach as an upheld dispute would, also one that was rejected, and credits the account. It can be repeated; one
 * that staff have upheld keeps their credit.
 */
export async function voidBreachByRule(
  deps: Deps,
  { id: accountId, person_id: personId }: Pick<StoredAccount, 'id' | 'person_id'>,
  { breachAt, creditCents, reason }: VoidedBreach,
): Promise<void> {
  const known = await findRow(deps.db, 'account_dispute', { account_id: accountId, breach_at: breachAt }, [
    ...(['id', 'status', 'restored_at', 'credit_cents'] as const),
  ]);
  if (known?.restored_at) return;
  if (known && known.credit_cents !== null) return restoreAccount(deps, known.id);
  const { inputsSha256 } = await reportBreach(deps, personId, accountId);
  const disputeId = await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock();
    const decision = {
      ...({ status: 'upheld', decision_reason: reason, decided_by: 'rule', decided_at: now } as const),
      credit_cents: creditCents,
    };
    const id = newId();
    const row = await trx
      .insertInto('account_dispute')
      .values({
        ...{ id, account_id: accountId, person_id: personId, breach_at: breachAt, inputs_sha256: inputsSha256 },
        ...{ message: reason, created_at: now, number: await nextSeriesNumber(trx, `D${now.getUTCFullYear()}`) },
        ...decision,
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'breach_at']).doUpdateSet(decision))
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(deps, trx, 'rule', 'dispute-decided', ['account', accountId], {
      ...{
        disputeId: row.id,
        before: { status: known?.status ?? null },
        after: { status: 'upheld' },
        reason,
        creditCents,
      },
    });
    return row.id;
  });
  await restoreAccount(deps, disputeId);
}
