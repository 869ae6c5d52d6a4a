import { atLeast, listRows, updateRow } from '#server/core/database/rows.ts';
import { type Db, type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import type { AccountEvent, AccountRules, AccountState, Fill } from '#shared/accounts/model.ts';
import {
  advancePersonalStop,
  type ClosedTrade,
  closedTradesOf,
  foldPersonalStop,
} from '#shared/accounts/personal-stop/day-figures.ts';
import {
  findPersonalStopLock,
  limitsOn,
  type PersonalStop,
  unitOf,
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
 * Locks the account whose own limit these events reached, in their transaction. The account's row is locked, so that each
 * day is reached once; replaying the same events gives the same result.
 */
export async function enforcePersonalStop(
  deps: Deps,
  trx: Trx,
  account: Account,
  rules: AccountRules,
  { from, events, state }: AppliedEvents,
): Promise<void> {
  const before = account.personal_stop;
  if (before === null || account.ended_at !== null) return;
  const byResult = foldPersonalStop(rules, before, from, events);
  await storeStop(deps, trx, account, before, await checkTrades(trx, account.id, byResult, events, state));
}

async function checkTrades(
  trx: Trx,
  accountId: string,
  personalStop: PersonalStop,
  events: readonly AccountEvent[],
  state: AccountState,
): Promise<PersonalStop> {
  const day = state.days.at(-1)?.day;
  const last = events.findLast(({ type }) => type === 'fill');
  if (day === undefined || last === undefined) return personalStop;
  const { trades, losingTrades } = limitsOn(personalStop, day);
  if (trades === null && losingTrades === null) return personalStop;
  return advancePersonalStop(personalStop, state, last.at, await closedTradesToday(trx, accountId, state));
}

/** The trades that an account has closed on its current day, since its last reset. */
export async function closedTradesToday(db: Db | Trx, accountId: string, state: AccountState): Promise<ClosedTrade[]> {
  const day = state.days.at(-1)?.day;
  if (day === undefined) return [];
  const rows = await listRows(
    db,
    'account_event',
    { account_id: accountId, type: ['fill', 'reset'], at: atLeast(new Date(resultDaySpan(day).startsAt)) },
    ['event'],
    { orderBy: ['at', 'source_id'] },
  );
  const events = rows.map(({ event }) => event);
  const start = events.findLastIndex(({ type }) => type === 'reset') + 1;
  const fills = events.slice(start).filter((event): event is Fill => event.type === 'fill');
  return closedTradesOf(fills, state.positions);
}

/** Stores what the limits have reached; a new lock has the platform flatten and lock the account, like a soft lock. */
export async function storeStop(
  deps: Deps,
  trx: Trx,
  account: Account,
  before: PersonalStop,
  after: PersonalStop,
): Promise<void> {
  if (after === before) return;
  // Events of a day that ended long ago lock nothing.
  const isNew = after.reached !== before.reached || after.pause !== before.pause;
  const lock = isNew ? findPersonalStopLock(after, deps.clock().getTime()) : null;
  await updateRow(trx, 'trading_account', account.id, {
    personal_stop: JSON.stringify(after),
    ...(lock === null ? {} : { access_due_at: deps.clock() }),
  });
  if (lock === null) return;
  const { until, kind, limit, at, day } = lock;
  await enqueueAccessSync(deps, trx, account.id);
  const actor = kind === 'self' ? `person:${account.person_id}` : 'system';
  await writeAudit(deps, trx, actor, 'personal-stop-reached', ['account', account.id], {
    kind,
    limit,
    at,
    day,
    until,
  });
  const settings = account.alert_settings ?? defaultAlertSettings;
  const key = `personal-stop:${day}:${kind}:${at}`;
  await notifyOwner(deps, trx, account, {
    kind: 'personal_stop',
    key,
    personalStop: lock,
    withoutMail: !settings.mail,
  });
  const amountCents = unitOf(kind) === 'cents' ? limit : null;
  await queueOwnerPush(deps, trx, account, settings, { title: 'account_personal_stop_title', key, amountCents });
}
