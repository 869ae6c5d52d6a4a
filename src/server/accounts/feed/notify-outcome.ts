import { isNull, updateRow } from '#server/core/database/rows.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { queueWebhook } from '#server/messages/webhooks/queue.ts';
import type { AccountState } from '#shared/accounts/model.ts';
import { enqueueAccessSync } from '../access/suspend.ts';
import { type AccountNotification, notifyOwner } from '../alerts/notify-owner.ts';
import { restartInactivity } from '../inactivity/restart.ts';
import type { StoredAccount } from '../tables.ts';

type NotifiedAccount = Pick<
  StoredAccount,
  'id' | 'person_id' | 'program' | 'size' | 'platform_account_id' | 'phase' | 'ended_at'
> & {
  readonly sequence: number;
  /** Whether a reset or a voided breach is among the events between the two states. */
  readonly isAnnounced: boolean;
};

/**
 * Audits verdicts and notifies the owner: a pass, a breach, a daily lock, and their reversal by a late event. Each is
 * sent once, because its key derives from the verdict.
 */
export async function notifyOutcome(
  deps: Deps,
  trx: Trx,
  account: NotifiedAccount,
  before: AccountState,
  after: AccountState,
): Promise<void> {
  if (before.status === after.status) return;
  if (stopsTrading(before) || stopsTrading(after)) await stopOrResume(deps, trx, account.id);
  if (isDecided(before) || isDecided(after)) await auditVerdict(deps, trx, account.id, before, after);
  if (isDecided(before) && !isDecided(after)) await restartInactivity(deps, trx, account.id);
  const notification = notificationOf(account, before, after);
  const hasPassChanged = (before.status === 'passed') !== (after.status === 'passed');
  if (hasPassChanged && account.phase === 'evaluation') {
    await deps.jobs.send(trx, 'sync-renewal', { accountId: account.id }, { singletonKey: account.id });
    await deps.jobs.send(trx, 'sync-certificate', { accountId: account.id }, { singletonKey: account.id });
  }
  if (account.ended_at !== null) return;
  if (notification) await notifyOwner(deps, trx, account, notification);
  if (isDecided(before) || isDecided(after)) await queueOutcome(deps, trx, account, after);
}

/** Queues a webhook about a verdict or its reversal; each time, as it may be reversed more than once. */
async function queueOutcome(
  deps: Deps,
  trx: Trx,
  { id, person_id: personId, program, size, sequence, platform_account_id: number }: NotifiedAccount,
  { status, balanceCents, breach }: AccountState,
): Promise<void> {
  const type = status === 'passed' || status === 'breached' ? (`account.${status}` as const) : 'account.corrected';
  const rule = breach && { rule: breach.rule, floor_cents: breach.floorCents, equity_cents: breach.equityCents };
  await queueWebhook(deps, trx, {
    ...{ audience: 'trader', personId, type, dedupeKey: `account:${id}:${sequence}` },
    data: {
      ...{ account_id: id, platform_account_id: number, program, size, status },
      ...{ balance_cents: balanceCents, breach: rule },
    },
  });
}

/** Breaches and soft locks flatten the account at its platform; their reversal resumes trading. */
async function stopOrResume(deps: Deps, trx: Trx, accountId: string): Promise<void> {
  await updateRow(trx, 'trading_account', { id: accountId, ended_at: isNull }, { access_due_at: deps.clock() });
  await enqueueAccessSync(deps, trx, accountId);
}

function stopsTrading({ status }: AccountState): boolean {
  return status === 'locked' || status === 'breached';
}

async function auditVerdict(deps: Deps, trx: Trx, accountId: string, before: AccountState, after: AccountState) {
  await writeAudit(deps, trx, 'system', `account-${after.status}`, ['account', accountId], {
    before: before.status,
    breach: after.breach,
    passedAt: after.passedAt,
  });
}

function notificationOf(
  account: NotifiedAccount,
  before: AccountState,
  after: AccountState,
): AccountNotification | null {
  const { breach, passedAt } = after;
  if (breach !== null) return { kind: 'breached', breach, key: `breached:${breach.at}` };
  if (after.status === 'passed') return { kind: 'passed', key: `passed:${passedAt}` };
  if (after.status === 'locked') {
    const kind = after.lockedBy === 'flat-by' ? 'flat' : 'locked';
    return { kind, key: `${kind}:${after.days.at(-1)?.day}` };
  }
  // The service that resets or restores an account sends its own notification.
  if (!isDecided(before) || account.isAnnounced) return null;
  return { kind: 'corrected', key: `corrected:${account.sequence}` };
}

function isDecided({ status }: AccountState): boolean {
  return status === 'passed' || status === 'breached';
}
