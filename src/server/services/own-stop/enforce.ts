import type { AccountEvent, Fill } from '../../../domain/account/events.ts';
import type { AccountState } from '../../../domain/account/state.ts';
import { resultDaySpan } from '../../../domain/calendar/trading-day.ts';
import { checkOwnStop, countClosedTrades, foldOwnStop } from '../../../domain/own-stop/day-figures.ts';
import { findOwnStopLock, limitsOn, type OwnStop, type ReachedOwnStop } from '../../../domain/own-stop/own-stop.ts';
import type { AccountRules } from '../../../domain/rules/types.ts';
import type { StoredAccount } from '../../db/schema.ts';
import type { Db, Deps, Trx } from '../../deps.ts';
import { notifyOwner } from '../account/notify-owner.ts';
import { pushOwner } from '../account/push-owner.ts';
import { enqueueAccessSync } from '../account/suspend.ts';
import { defaultAlertSettings } from '../alert/settings.ts';
import { writeAudit } from '../audit/write-audit.ts';

type Account = Pick<
  StoredAccount,
  'id' | 'person_id' | 'programme' | 'size' | 'platform_account_id' | 'ended_at' | 'own_stop' | 'alert_settings'
>;

type AppliedEvents = {
  /** The state before the events. */
  readonly from: AccountState;
  readonly events: readonly AccountEvent[];
  readonly state: AccountState;
};

/**
 * Locks the account whose own daily stop these events reached, in their transaction. The account's row is locked, so
 * that each day is reached once; replaying the same events gives the same result.
 */
export async function enforceOwnStop(
  deps: Deps,
  trx: Trx,
  account: Account,
  rules: AccountRules,
  { from, events, state }: AppliedEvents,
): Promise<void> {
  const ownStop = account.own_stop;
  if (ownStop === null || account.ended_at !== null) return;
  const reachedByResult = foldOwnStop(rules, ownStop, from, events);
  const withResult = { ...ownStop, reached: reachedByResult ?? ownStop.reached };
  const reached = (await checkTrades(trx, account.id, withResult, events, state)) ?? reachedByResult;
  if (reached !== null) await stopAccount(deps, trx, account, ownStop, reached);
}

async function checkTrades(
  trx: Trx,
  accountId: string,
  ownStop: OwnStop,
  events: readonly AccountEvent[],
  state: AccountState,
): Promise<ReachedOwnStop | null> {
  const day = state.days.at(-1)?.day;
  const last = events.findLast(({ type }) => type === 'fill');
  if (day === undefined || last === undefined || limitsOn(ownStop, day).trades === null) return null;
  return checkOwnStop(ownStop, state, last.at, await countTradesOf(trx, accountId, state));
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
  ownStop: OwnStop,
  reached: ReachedOwnStop,
): Promise<void> {
  const stopped: OwnStop = { ...ownStop, reached };
  const lock = findOwnStopLock(stopped, deps.clock().getTime());
  await trx
    .updateTable('trading_account')
    .set({ own_stop: JSON.stringify(stopped), ...(lock === null ? {} : { access_due_at: deps.clock() }) })
    .where('id', '=', account.id)
    .execute();
  // Events of a day that ended long ago lock nothing.
  if (lock === null) return;
  await enqueueAccessSync(deps, trx, account.id);
  await writeAudit(deps, trx, {
    actor: 'system',
    action: 'own-stop-reached',
    entity: 'account',
    entityId: account.id,
    details: { ...reached, until: lock.until },
  });
  const settings = account.alert_settings ?? defaultAlertSettings;
  const key = `own-stop:${reached.day}`;
  await notifyOwner(deps, trx, account, { kind: 'own_stop', key, ownStop: lock, withoutMail: !settings.mail });
  const amountCents = reached.kind === 'trades' ? null : reached.limit;
  await pushOwner(deps, trx, account, settings, { title: 'account_own_stop_title', key, amountCents });
}
