import { listRows, updateRow } from '#server/core/database/rows.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import { lockPerson } from '#server/people/lock.ts';
import { staffRoles } from '#shared/core/staff-roles.ts';
import { changeStatus } from '../stages/change-status.ts';
import { type LockedPayout, lockPayout } from '../stages/lock-payout.ts';
import { transferSuspensionSource } from '../stages/request-transfer.ts';
import { findRecipient, fingerprintOf, rule } from './approvals.ts';
import { isWithinRule } from './approvals-required.ts';
import { readChecklist } from './read-checklist.ts';
import { selectDeductedPayouts } from './select-deducted.ts';

const batchSize = 500;

/**
 * Approves every request that a person would only have to nod through: all checks of the approval are green, and nothing
 * else calls for a look. What it leaves, and whatever someone has started to review, waits for people as ever.
 */
export async function approveByRule(deps: Deps): Promise<void> {
  const { upToCents } = deps.catalog.payoutsByRule;
  const waiting = await deps.db
    .selectFrom('payout')
    .select('id')
    .where('status', '=', 'requested')
    .where('amount_cents', '<=', upToCents)
    .where('is_sample', '=', false)
    .where('id', 'in', selectDeductedPayouts(deps.db))
    // Those that wait for people mustn't keep newer ones from their turn.
    .orderBy('requested_at', 'desc')
    .limit(batchSize)
    .execute();
  for (const { id } of waiting) {
    await runTransaction(deps, async (trx) => approve(deps, trx, await lockPayout(trx, id))).catch((error: unknown) =>
      deps.log.error({ err: error, payoutId: id }, 'a payout could not be checked by rule'),
    );
  }
}

async function approve(deps: Deps, trx: Trx, locked: LockedPayout): Promise<void> {
  const { payout } = locked;
  if (payout.status !== 'requested' || !(await isForRule(deps, trx, locked))) return;
  const green = await readGreenChecks(deps, trx, locked);
  if (green === null || !green.checklist.every(({ passed }) => passed)) return;
  const fingerprint = fingerprintOf(payout, green.recipient);
  await updateRow(trx, 'payout', payout.id, { ruled_at: deps.clock(), ruled_fingerprint: fingerprint });
  await writeAudit(deps, trx, rule, 'payout-approval', ['payout', payout.id], {
    ...{ before: { approvals: 0 }, after: { approvals: 1 }, fingerprint, amountCents: payout.amount_cents },
    checks: green.checklist.map(({ name }) => name),
  });
  await changeStatus(deps, trx, locked, 'approve-by-rule', { actor: rule });
  await deps.jobs.send(trx, 'pay-by-rail', {}, { singletonKey: 'now' });
}

/** People look at commissions, money that came back once, amounts above the limit and payees on our staff. */
export async function isForRule(deps: Deps, trx: Trx, { payout, account }: LockedPayout): Promise<boolean> {
  if (account === null || payout.origin_id !== null) return false;
  // The day's sum is read while no other payout of the person can be approved.
  const { roles } = await lockPerson(trx, payout.person_id);
  return !staffRoles.some((role) => roles.includes(role)) && isWithinRule(deps, trx, payout);
}

/**
 * The checks of a payout that nothing speaks against; its money may still be in the account. Null if a check is red, its
 * account is stopped, someone else entered the destination, or a finding about an account of its payee is open.
 */
export async function readGreenChecks(deps: Deps, trx: Trx, { payout, account }: LockedPayout) {
  const stops = await listRows(trx, 'account_suspension', { account_id: account?.id ?? '' }, ['source']);
  if (stops.some(({ source }) => source !== transferSuspensionSource(payout.id))) return null;
  const ids = (await listRows(trx, 'trading_account', { person_id: payout.person_id }, ['id'])).map(({ id }) => id);
  const finding = await trx
    .selectFrom('finding')
    .select('id')
    .where('status', '=', 'open')
    .where((eb) => eb.or([eb('account_id', 'in', ids), eb('other_account_id', 'in', ids)]))
    .executeTakeFirst();
  const recipient = await findRecipient(trx, payout);
  if (finding !== undefined || recipient?.added_by !== payout.person_id) return null;
  const checklist = await readChecklist(deps, trx, payout);
  return checklist.every(({ name, passed }) => passed || name === 'money') ? { recipient, checklist } : null;
}
