import { updateRow } from '#server/core/database/rows.ts';
import { type Db, type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import type { AccountEvent, AccountRules, AccountState, Fill } from '#shared/accounts/model.ts';
import { checkPersonalStop, countClosedTrades, foldPersonalStop } from '#shared/accounts/personal-stop/day-figures.ts';
import {
  findPersonalStopLock,
  limitsOn,
  type PersonalStop,
  type ReachedPersonalStop,
} from '#shared/accounts/personal-stop/personal-stop.ts';
import { resultDaySpan } from '#shared/exchange/trading-day.ts';
import { enqueueAccessSync } from '../access/suspend.ts';
import { notifyOwner } from '../alerts/notify-owner.ts';
import { queueOwnerPush } from '../alerts/queue-owner-push.ts';
import { defaultAlertSettings } from '../alerts/settings.ts';
import type { StoredAccount } from '../tables.ts';

type Account = Pick<
  StoredAccount,
  'id' | 'person_id' | 'program' | 'size' | 'platform_account_id' | 'ended_at' | 'personal_stop' | 'alert_settings'
>;

type AppliedEvents = {
  /** The state before the events. */
  readonly from: AccountState;
  readonly events: readonly AccountEvent[];
  readonly state: AccountState;
};

/**
 * Locks the account whose personal daily stop these events reached, in their transaction. The account's row is locked, so
 * that each day is reached once; replaying the same events gives the same result.
 */
export async function enforcePersonalStop(
  deps: Deps,
  trx: Trx,
  account: Account,
  rules: AccountRules,
  { from, events, state }: AppliedEvents,
): Promise<void> {
  const personalStop = account.personal_stop;
  if (personalStop === null || account.ended_at !== null) return;
  const reachedByResult = foldPersonalStop(rules, personalStop, from, events);
  const withResult = { ...personalStop, reached: reachedByResult ?? personalStop.reached };
  const reached = (await checkTrades(trx, account.id, withResult, events, state)) ?? reachedByResult;
  if (reached !== null) await stopAccount(deps, trx, account, personalStop, reached);
}

async function checkTrades(
  trx: Trx,
  accountId: string,
  personalStop: PersonalStop,
  events: readonly AccountEvent[],
  state: AccountState,
): Promise<ReachedPersonalStop | null> {
  const day = state.days.at(-1)?.day;
  const last = events.findLast(({ type }) => type === 'fill');
  if (day === undefined || last === undefined || limitsOn(personalStop, day).trades === null) return null;
  return checkPersonalStop(personalStop, state, last.at, await countTradesOf(trx, accountId, state));
}

/** How many trades an account has closed on its current day, since its last reset. */
export async function countTradesOf(db: Db | Trx, accountId: string, state: AccountState): Promise<number> {
  const day = state.days.at(-1)?.day;
  if (day === undefined) return 0;
  const rows = await db
    .selectFrom('account_event')
    .select('event')
    .where('account_id', '=', accountId)
    .where('type', 'in', ['fill', 'reset'])
    .where('at', '>=', new Date(resultDaySpan(day).startsAt))
    .orderBy('at')
    .orderBy('source_id')
    .execute();
  const events = rows.map(({ event }) => event);
  const start = events.findLastIndex(({ type }) => type === 'reset') + 1;
  const fills = events.slice(start).filter((event): event is Fill => event.type === 'fill');
  return countClosedTrades(fills, state.positions);
}

/** Stores which limit was reached and has the platform flatten and lock the account, like a soft lock. */
export async function stopAccount(
  deps: Deps,
  trx: Trx,
  account: Account,
  personalStop: PersonalStop,
  reached: ReachedPersonalStop,
): Promise<void> {
  const stopped: PersonalStop = { ...personalStop, reached };
  const lock = findPersonalStopLock(stopped, deps.clock().getTime());
  await updateRow(trx, 'trading_account', account.id, {
    personal_stop: JSON.stringify(stopped),
    ...(lock === null ? {} : { access_due_at: deps.clock() }),
  });
  // Events of a day that ended long ago lock nothing.
  if (lock === null) return;
  await enqueueAccessSync(deps, trx, account.id);
  await writeAudit(deps, trx, 'system', 'personal-stop-reached', ['account', account.id], {
    ...reached,
    until: lock.until,
  });
  const settings = account.alert_settings ?? defaultAlertSettings;
  const key = `personal-stop:${reached.day}`;
  await notifyOwner(deps, trx, account, {
    kind: 'personal_stop',
    key,
    personalStop: lock,
    withoutMail: !settings.mail,
  });
  const amountCents = reached.kind === 'trades' ? null : reached.limit;
  await queueOwnerPush(deps, trx, account, settings, { title: 'account_personal_stop_title', key, amountCents });
}
