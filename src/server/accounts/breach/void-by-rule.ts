import { findRow, getRow, insertOnce, updateRow } from '#server/core/database/rows.ts';
import { type Deps, newId, writeAudit } from '#server/core/deps.ts';
import { nextSeriesNumber } from '#server/core/numbers/next.ts';
import type { StoredAccount } from '../tables.ts';
import { reportBreach } from './report-breach.ts';
import { restoreAccount } from './restore.ts';

/** Voids a breach as an upheld dispute would. It can be repeated; one that staff have upheld keeps their credit. */
export async function voidBreachByRule(
  deps: Deps,
  account: Pick<StoredAccount, 'id' | 'person_id'>,
  { breachAt, creditCents, reason }: { breachAt: Date; creditCents: number; reason: string },
) {
  const key = { account_id: account.id, breach_at: breachAt };
  const known = await findRow(deps.db, 'account_dispute', key, ['id', 'credit_cents']);
  if (known && known.credit_cents !== null) return restoreAccount(deps, known.id);
  const { inputsSha256: inputs_sha256 } = await reportBreach(deps, account.person_id, account.id);
  const disputeId = await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock();
    const number = await nextSeriesNumber(trx, `D${now.getUTCFullYear()}`);
    const filed = { ...key, id: newId(), person_id: account.person_id, inputs_sha256, message: reason, number };
    await insertOnce(trx, 'account_dispute', { ...filed, created_at: now });
    const open = await getRow(trx, 'account_dispute', key, ['id', 'status']);
    const decided = { decision_reason: reason, decided_by: 'rule', decided_at: now, credit_cents: creditCents };
    await updateRow(trx, 'account_dispute', open.id, { status: 'upheld', ...decided });
    const details = { before: { status: open.status }, after: { status: 'upheld' }, reason, creditCents };
    await writeAudit(deps, trx, 'rule', 'dispute-decided', ['account', account.id], { disputeId: open.id, ...details });
    return open.id;
  });
  await restoreAccount(deps, disputeId);
}
