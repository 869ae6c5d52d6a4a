import { atMost, changeRow, isNull, listRows, updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail, staffOf } from '#server/messages/mail/queue.ts';
import { lockPayout } from './lock-payout.ts';
import { notifyPayee } from './notify-payee.ts';

const stuckMs = 15 * 60_000;
const batchSize = 100;

/** Alerts staff about stages past their deadline and money the platform hasn't moved, and requests the transfer again. */
export async function checkPayoutDeadlines(deps: Deps): Promise<void> {
  const now = deps.clock();
  const late = await listRows(
    deps.db,
    'payout',
    { due_at: atMost(now), overdue_alert_sent_at: isNull, is_sample: false },
    ['id'],
    { orderBy: 'due_at', limit: batchSize },
  );
  for (const { id } of late) await deps.db.transaction().execute((trx) => alertStaffOfLatePayout(deps, trx, id));
  const stuck = await listRows(
    deps.db,
    'payout_transfer',
    { transferred_at: isNull, voided_at: isNull, requested_at: atMost(new Date(now.getTime() - stuckMs)) },
    ['id', 'payout_id', 'account_id', 'requested_at', 'overdue_alert_sent_at'],
    { orderBy: 'requested_at', limit: batchSize },
  );
  for (const transfer of stuck) {
    const { account_id: accountId } = transfer;
    // Continues after the queue stops retrying, so that a platform that was down for a day gets the request again.
    await deps.jobs.send(deps.db, 'execute-payout-transfers', { accountId }, { singletonKey: accountId });
    if (transfer.overdue_alert_sent_at === null)
      await deps.db.transaction().execute((trx) => alertStaffOfStuckTransfer(deps, trx, transfer));
  }
}

async function alertStaffOfLatePayout(deps: Deps, trx: Trx, payoutId: string): Promise<void> {
  const { payout, account } = await lockPayout(trx, payoutId);
  const now = deps.clock();
  if (payout.due_at === null || payout.due_at > now || payout.overdue_alert_sent_at !== null) return;
  await updateRow(trx, 'payout', payoutId, { overdue_alert_sent_at: now });
  deps.log.error({ payoutId, status: payout.status, dueAt: payout.due_at }, 'a payout is late');
  await notifyPayee(deps, trx, payout, account, 'late');
  await mailStaff(deps, trx, { kind: 'late', payout, account, since: payout.due_at });
}

type Transfer = { readonly id: string; readonly payout_id: string; readonly requested_at: Date };

async function alertStaffOfStuckTransfer(deps: Deps, trx: Trx, transfer: Transfer): Promise<void> {
  const { payout, account } = await lockPayout(trx, transfer.payout_id);
  const updated = await changeRow(
    trx,
    'payout_transfer',
    { id: transfer.id, overdue_alert_sent_at: isNull, transferred_at: isNull, voided_at: isNull },
    { overdue_alert_sent_at: deps.clock() },
    ['id'],
  );
  if (!updated) return;
  deps.log.error({ payoutId: payout.id, transferId: transfer.id }, 'the platform hasn’t completed a payout transfer');
  await mailStaff(deps, trx, { kind: 'stuck', payout, account, since: transfer.requested_at, key: transfer.id });
}

type OverdueAlert = Awaited<ReturnType<typeof lockPayout>> & {
  readonly kind: 'late' | 'stuck';
  readonly since: Date;
  readonly key?: string;
};

async function mailStaff(deps: Deps, trx: Trx, { kind, payout, account, since, key = payout.status }: OverdueAlert) {
  await queueMail(deps, trx, staffOf(deps), 'payout-staff', `payout-staff:${kind}:${payout.id}:${key}`, {
    kind,
    number: payout.number,
    status: payout.status,
    platformAccountId: account?.platform_account_id ?? null,
    amountCents: payout.amount_cents,
    since: since.getTime(),
  });
}
