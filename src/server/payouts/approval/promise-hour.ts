import { minuteMs } from '#lib/durations.ts';
import { below, getRow, listRows, updateRow } from '#server/core/database/rows.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import { bankDayFrom } from '#shared/exchange/bank-days.ts';
import { addCredit } from '../stages/change-status.ts';
import { type LockedPayout, lockPayout } from '../stages/lock-payout.ts';
import { notifyPayee } from '../stages/notify-payee.ts';
import { findLivePayment, recordPaymentStatus } from '../stages/record-payment.ts';
import type { StoredPayout } from '../tables.ts';
import { rule } from './approvals.ts';
import { isForRule, readGreenChecks } from './approve-by-rule.ts';

const batchSize = 500;
const unsent = ['requested', 'in-review', 'approved'] as const;
const isUnsent = ({ status }: StoredPayout) => unsent.some((each) => each === status);

/**
 * Promises a new request that it is sent in time, if the rule may approve it and the instant rail can send it. One at a
 * time for each person: the rule approves others of the day only within its limit.
 */
export async function promiseHour(deps: Deps, trx: Trx, locked: LockedPayout): Promise<StoredPayout> {
  const { payout } = locked;
  const { sentWithinMinutes } = deps.catalog.payoutsByRule;
  if (deps.rail === null || sentWithinMinutes === 0 || !(await isForRule(deps, trx, locked))) return payout;
  const undecided = { person_id: payout.person_id, status: ['requested', 'in-review'], is_sample: false } as const;
  const open = await listRows(trx, 'payout', undecided, ['id']);
  if (open.some(({ id }) => id !== payout.id) || (await readGreenChecks(deps, trx, locked)) === null) return payout;
  const promisedBy = new Date(bankDayFrom(payout.requested_at.getTime()) + sentWithinMinutes * minuteMs);
  await updateRow(trx, 'payout', payout.id, { promised_by: promisedBy });
  return { ...payout, promised_by: promisedBy };
}

/** Credits every payout whose promise we missed. */
export async function creditLatePayouts(deps: Deps): Promise<void> {
  const late = await listRows(
    deps.db,
    'payout',
    { promised_by: below(deps.clock()), credit_cents: 0, status: unsent },
    ['id'],
    { orderBy: 'promised_by', limit: batchSize },
  );
  for (const { id } of late) {
    await runTransaction(deps, async (trx) => creditIfLate(deps, trx, await lockPayout(trx, id))).catch(
      (error: unknown) => deps.log.error({ err: error, payoutId: id }, 'a late payout could not be credited'),
    );
  }
}

/**
 * Adds the published amount to a payout that isn't sent when we promised, once. If a check has turned red since, the
 * promise ends instead. It leaves a draft, whose amounts are fixed; one that was exported is being paid.
 */
export async function creditIfLate(deps: Deps, trx: Trx, locked: LockedPayout): Promise<LockedPayout> {
  const { payout, account } = locked;
  const { creditCents } = deps.catalog.payoutsByRule;
  const isLate = payout.promised_by !== null && payout.promised_by < deps.clock() && isUnsent(payout);
  if (!isLate || payout.credit_cents > 0) return locked;
  const payment = await findLivePayment(trx, payout.id);
  if (payment && (await getRow(trx, 'payout_batch', payment.batch_id, ['status'])).status !== 'draft') return locked;
  const about = ['payout', payout.id] as const;
  if ((await readGreenChecks(deps, trx, locked)) === null) {
    await updateRow(trx, 'payout', payout.id, { promised_by: null });
    await writeAudit(deps, trx, rule, 'payout-promise-ended', [...about], { promisedBy: payout.promised_by });
    return { account, payout: { ...payout, promised_by: null } };
  }
  if (payment) await recordPaymentStatus(deps, trx, payout.id, 'approved');
  const credited = await addCredit(deps, trx, payout, creditCents);
  await writeAudit(deps, trx, rule, 'payout-credited', [...about], { creditCents, promisedBy: payout.promised_by });
  await notifyPayee(deps, trx, credited, account, 'credited');
  return { account, payout: credited };
}
