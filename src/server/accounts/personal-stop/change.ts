import { updateRow } from '#server/core/database/rows.ts';
import { type Actor, conflict, type Db, type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import type { fetchPersonalStop, lockAccountNow, updatePersonalStop } from '#shared/accounts/contract-personal-stop.ts';
import { advancePeriod } from '#shared/accounts/engine.ts';
import { advancePersonalStop, figuresOf } from '#shared/accounts/personal-stop/day-figures.ts';
import {
  changePersonalStop,
  findPersonalStopLock,
  limitsOn,
  lockOf,
  noPersonalStop,
  type PersonalStop,
} from '#shared/accounts/personal-stop/personal-stop.ts';
import type { BodyOf, DataOf } from '#shared/core/call.ts';
import { resultDayOf } from '#shared/exchange/trading-day.ts';
import { enqueueAccessSync } from '../access/suspend.ts';
import { hasAnnounced } from '../alerts/has-announced.ts';
import { accountChannel } from '../event-log/channel.ts';
import { getOwnAccount } from '../get-own-account.ts';
import { lockAccount } from '../lock.ts';
import { rulesOf } from '../rules-of.ts';
import type { StoredAccount } from '../tables.ts';
import { closedTradesToday, storeStop } from './enforce.ts';

type PersonalStopData = DataOf<typeof fetchPersonalStop>;

/** @throws {ServiceError} 404 for another person's account */
export async function readPersonalStop(deps: Deps, personId: string, accountId: string): Promise<PersonalStopData> {
  return describe(deps, deps.db, await getOwnAccount(deps, personId, accountId));
}

/**
 * Sets an account's personal daily stop. If the current day has already reached it, the account locks at once.
 * @throws {ServiceError} 404 for another person's account, 409 if the account is over or its platform doesn't enforce
 * stops
 */
export async function setPersonalStop(
  deps: Deps,
  { personId }: Pick<Actor, 'personId'>,
  { accountId, ...limits }: BodyOf<typeof updatePersonalStop>,
): Promise<PersonalStopData> {
  return deps.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId, personId);
    if (!(await canSetPersonalStop(deps, trx, account))) throw conflict();
    const now = deps.clock().getTime();
    const before = account.personal_stop ?? noPersonalStop;
    const after = changePersonalStop(before, limits, now);
    await updateRow(trx, 'trading_account', accountId, { personal_stop: JSON.stringify(after) });
    await enqueueAccessSync(deps, trx, accountId);
    await writeAudit(deps, trx, `person:${personId}`, 'personal-stop-changed', ['account', accountId], {
      before: before.limits,
      limits: after.limits,
      pending: after.pending,
    });
    const state = advancePeriod(rulesOf(deps.catalog, account), account.state, now);
    const stop = advancePersonalStop(after, state, now, await closedTradesToday(trx, accountId, state));
    return apply(deps, trx, account, after, stop);
  });
}

/**
 * Locks an account for its owner, from now on. A shorter lock than the current one changes nothing.
 * @throws {ServiceError} 404 for another person's account, 409 if the account is over or its platform doesn't enforce
 * stops
 */
export async function lockOwnAccount(
  deps: Deps,
  { personId }: Pick<Actor, 'personId'>,
  { accountId, period }: BodyOf<typeof lockAccountNow>,
): Promise<PersonalStopData> {
  return deps.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId, personId);
    if (!(await canSetPersonalStop(deps, trx, account))) throw conflict();
    const now = deps.clock().getTime();
    const before = account.personal_stop ?? noPersonalStop;
    const lock = lockOf(period, now);
    const isLonger = lock.until > (findPersonalStopLock(before, now)?.until ?? 0);
    return apply(deps, trx, account, before, isLonger ? { ...before, pause: lock } : before);
  });
}

/** Stores the limits and what they reached, and tells the owner's other screens. */
async function apply(deps: Deps, trx: Trx, account: StoredAccount, before: PersonalStop, after: PersonalStop) {
  await storeStop(deps, trx, account, before, after);
  const change = JSON.stringify({ accountId: account.id, sequence: account.sequence });
  await deps.bus.publish(trx, accountChannel(account.person_id), change);
  return describe(deps, trx, { ...account, personal_stop: after });
}

async function describe(deps: Deps, db: Db | Trx, account: StoredAccount): Promise<PersonalStopData> {
  const now = deps.clock().getTime();
  const personalStop = account.personal_stop ?? noPersonalStop;
  const day = resultDayOf(now);
  const state = advancePeriod(rulesOf(deps.catalog, account), account.state, now);
  const from = personalStop.pending?.from;
  // Stored limits may be older than some kinds.
  const pending = from !== undefined && from > day ? { limits: limitsOn(personalStop, from), from } : null;
  return {
    accountId: account.id,
    isAvailable: await canSetPersonalStop(deps, db, account),
    limits: limitsOn(personalStop, day),
    pending,
    lock: findPersonalStopLock(personalStop, now),
    today: figuresOf(personalStop, state, await closedTradesToday(db, account.id, state)),
  };
}

type StopTarget = Pick<StoredAccount, 'platform' | 'ended_at' | 'state'>;

/**
 * Whether the account still trades on a platform that enforces the stop. The simulated one does; a bridge, once it
 * reports so.
 */
async function canSetPersonalStop(deps: Deps, db: Db | Trx, { platform, ended_at: endedAt, state }: StopTarget) {
  if (endedAt !== null || state.status === 'breached' || state.status === 'passed') return false;
  return deps.platform.enforcesPersonalStop === 'always' || (await hasAnnounced(db, 'enforcesPersonalStop', platform));
}
