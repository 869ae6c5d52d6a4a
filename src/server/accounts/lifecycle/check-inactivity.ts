import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import { isClosing } from '#server/core/database/closing.ts';
import { atMost, isNull, listRows, lockRow, updateRow } from '#server/core/database/rows.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { type InactivityPlan, planInactivity } from '#shared/accounts/inactivity.ts';
import { enqueueAccessSync } from '../access/suspend.ts';
import { notifyOwner } from '../alerts/notify-owner.ts';
import { findHeartbeat, silentAfterMs } from '../feed/heartbeat.ts';
import { clearInactivity } from '../inactivity/restart.ts';
import type { AccountInactivityTable, StoredAccount } from '../tables.ts';
import { countsInactivity, readLastActivity, readPaidPeriod } from './read-activity.ts';
import { terminateAccount } from './terminate.ts';

const accountsPerRun = 200;

/** Runs the due steps for accounts without trades: announcements, pauses of market data and closures. */
export async function checkInactivity(deps: Deps): Promise<void> {
  // Nobody may trade, and an account waits for its payout.
  if (await isClosing(deps.db)) return;
  const due = await listRows(
    deps.db,
    'trading_account',
    { inactivity_due_at: atMost(deps.clock()), ended_at: isNull },
    ['id', 'platform'],
    { orderBy: 'inactivity_due_at', limit: accountsPerRun },
  );
  for (const { id, platform } of due) {
    try {
      const seenAt = await findHeartbeat(deps, platform);
      const isSilent =
        seenAt === null ? deps.platform.deliversHeartbeats : seenAt < deps.clock().getTime() - silentAfterMs;
      await deps.db
        .transaction()
        .execute((trx) => (isSilent ? scheduleCheck(deps, trx, id, hourMs) : checkAccount(deps, trx, id, seenAt)));
    } catch (error) {
      deps.log.error({ err: error, accountId: id }, "an account's inactivity could not be checked");
    }
  }
}

/** @param seenAt the time up to which the bridge has delivered all events, in UTC ms; null without a bridge */
async function checkAccount(deps: Deps, trx: Trx, id: string, seenAt: number | null): Promise<void> {
  const account = await lockRow(trx, 'trading_account', id);
  const now = deps.clock();
  if (!account || account.ended_at !== null || account.inactivity_due_at === null || account.inactivity_due_at > now) {
    return;
  }
  const { status } = account.state;
  if (status === 'breached' || status === 'passed' || account.expires_at !== null) {
    // A reset, or data that reverses the verdict, starts the count again.
    await updateRow(trx, 'trading_account', id, { inactivity_due_at: null });
    return clearInactivity(deps, trx, id);
  }
  if (!(await countsInactivity(trx, account))) {
    await clearInactivity(deps, trx, id);
    return scheduleCheck(deps, trx, id, dayMs);
  }
  const since = await readLastActivity(trx, account);
  const stored = await trx.selectFrom('account_inactivity').selectAll().where('account_id', '=', id).executeTakeFirst();
  if (stored && stored.since.getTime() !== since) await clearInactivity(deps, trx, id);
  const record = stored?.since.getTime() === since ? stored : undefined;
  const { paid, renewalCents } = await readPaidPeriod(trx, id);
  const { inactivity: terms } = deps.catalog.packages.accounts;
  const plan = planInactivity(terms, { since, paid }, recordOf(record), now.getTime());
  // A trade from before the closing date may still be on its way.
  if (plan.step === 'close' && seenAt !== null && seenAt < (plan.closeAt ?? 0)) {
    return scheduleCheck(deps, trx, id, minuteMs);
  }
  await takeStep(deps, trx, account, { since, plan, renewalCents });
  const next = plan.step === 'none' ? plan.nextAt : now.getTime();
  await updateRow(trx, 'trading_account', id, {
    inactivity_due_at: next === null || plan.step === 'close' ? null : new Date(next),
  });
}

type Inactivity = { readonly since: number; readonly plan: InactivityPlan; readonly renewalCents: number | null };

async function takeStep(deps: Deps, trx: Trx, account: StoredAccount, { since, plan, renewalCents }: Inactivity) {
  const { step, pauseAt, closeAt } = plan;
  const { id } = account;
  if (step === 'none') return;
  const now = deps.clock();
  const dates = { since, pauseAt, closeAt, renewalCents };
  switch (step) {
    case 'announce-pause':
      await storeInactivity(trx, account, since, { pause_at: new Date(pauseAt), pause_notified_at: now });
      await notifyOwner(deps, trx, account, {
        kind: 'inactivity_pause_announced',
        key: `inactivity-pause:${since}`,
        inactivity: dates,
      });
      break;
    case 'pause':
      await storeInactivity(trx, account, since, { paused_at: now });
      await enqueueAccessSync(deps, trx, id);
      await notifyOwner(deps, trx, account, {
        kind: 'inactivity_paused',
        key: `inactivity-paused:${since}`,
        inactivity: { ...dates, pauseAt: null },
      });
      break;
    case 'announce-close':
      await storeInactivity(trx, account, since, {
        close_at: closeAt === null ? null : new Date(closeAt),
        close_notified_at: now,
      });
      await notifyOwner(deps, trx, account, {
        kind: 'inactivity_close_announced',
        key: `inactivity-close:${since}:${closeAt}`,
        inactivity: { ...dates, pauseAt: null },
      });
      break;
    case 'close':
      await terminateAccount(deps, trx, id, 'system', 'inactivity');
      break;
  }
  const details = { step, since, pauseAt, closeAt };
  await writeAudit(deps, trx, 'system', 'account-inactive', ['account', id], details);
}

type Change = Partial<
  Pick<StoredInactivity, 'pause_at' | 'pause_notified_at' | 'paused_at' | 'close_at' | 'close_notified_at'>
>;
type StoredInactivity = { readonly [Key in keyof AccountInactivityTable]: Date | null };

async function storeInactivity(
  trx: Trx,
  { id, is_inactive: isInactive }: StoredAccount,
  since: number,
  change: Change,
): Promise<void> {
  await trx
    .insertInto('account_inactivity')
    .values({ account_id: id, since: new Date(since), ...change })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(change))
    .execute();
  if (!isInactive) await updateRow(trx, 'trading_account', id, { is_inactive: true });
}

function recordOf(stored: Omit<StoredInactivity, 'account_id' | 'since'> | undefined) {
  return {
    pauseNotifiedAt: stored?.pause_notified_at?.getTime() ?? null,
    pausedAt: stored?.paused_at?.getTime() ?? null,
    closeNotifiedAt: stored?.close_notified_at?.getTime() ?? null,
    closeAt: stored?.close_at?.getTime() ?? null,
  };
}

async function scheduleCheck(deps: Deps, trx: Trx, id: string, afterMs: number): Promise<void> {
  const at = new Date(deps.clock().getTime() + afterMs);
  await updateRow(trx, 'trading_account', id, { inactivity_due_at: at });
}
