import type { BodyOf, DataOf } from '../../../contract/call.ts';
import type { fetchOwnStop, updateOwnStop } from '../../../contract/own-stop.ts';
import { advancePeriod } from '../../../domain/account/engine.ts';
import { resultDayOf } from '../../../domain/calendar/trading-day.ts';
import { checkOwnStop, openDayResultCents } from '../../../domain/own-stop/day-figures.ts';
import { changeOwnStop, findOwnStopLock, limitsOn, noOwnStop } from '../../../domain/own-stop/own-stop.ts';
import type { StoredAccount } from '../../db/schema.ts';
import type { Actor, Db, Deps, Trx } from '../../deps.ts';
import { ServiceError } from '../../errors.ts';
import { getOwnAccount } from '../account/find-own.ts';
import { lockAccount } from '../account/lock.ts';
import { rulesOf } from '../account/rules-of.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { accountChannel } from '../event-log/channel.ts';
import { countTradesOf, stopAccount } from './enforce.ts';

type OwnStopData = DataOf<typeof fetchOwnStop>;

/** @throws {ServiceError} 404 for another person's account */
export async function readOwnStop(deps: Deps, personId: string, accountId: string): Promise<OwnStopData> {
  return describe(deps, deps.db, await getOwnAccount(deps, personId, accountId));
}

/**
 * Sets an account's own daily stop. If the current day has already reached it, the account locks at once.
 * @throws {ServiceError} 404 for another person's account, 409 if the account is over or its platform doesn't enforce
 * stops
 */
export async function setOwnStop(
  deps: Deps,
  { personId }: Pick<Actor, 'personId'>,
  { accountId, ...limits }: BodyOf<typeof updateOwnStop>,
): Promise<OwnStopData> {
  return deps.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId, personId);
    if (!(await canSetOwnStop(deps, trx, account))) throw new ServiceError(409, 'conflict');
    const now = deps.clock().getTime();
    const before = account.own_stop ?? noOwnStop;
    const after = changeOwnStop(before, limits, now);
    await trx
      .updateTable('trading_account')
      .set({ own_stop: JSON.stringify(after) })
      .where('id', '=', accountId)
      .execute();
    await writeAudit(deps, trx, {
      actor: `person:${personId}`,
      action: 'own-stop-changed',
      entity: 'account',
      entityId: accountId,
      details: { before: before.limits, limits: after.limits, pending: after.pending },
    });
    const state = advancePeriod(rulesOf(deps.catalog, account), account.state, now);
    const reached = checkOwnStop(after, state, now, await countTradesOf(trx, accountId, state));
    if (reached !== null) {
      await stopAccount(deps, trx, account, after, reached);
      const change = JSON.stringify({ accountId, sequence: account.sequence });
      await deps.bus.publish(trx, accountChannel(personId), change);
    }
    return describe(deps, trx, { ...account, own_stop: reached === null ? after : { ...after, reached } });
  });
}

async function describe(deps: Deps, db: Db | Trx, account: StoredAccount): Promise<OwnStopData> {
  const now = deps.clock().getTime();
  const ownStop = account.own_stop ?? noOwnStop;
  const day = resultDayOf(now);
  const state = advancePeriod(rulesOf(deps.catalog, account), account.state, now);
  const pending = ownStop.pending !== null && ownStop.pending.from > day ? ownStop.pending : null;
  return {
    accountId: account.id,
    isAvailable: await canSetOwnStop(deps, db, account),
    limits: limitsOn(ownStop, day),
    pending,
    lock: findOwnStopLock(ownStop, now),
    today: { resultCents: openDayResultCents(state), trades: await countTradesOf(db, account.id, state) },
  };
}

type StopTarget = Pick<StoredAccount, 'platform' | 'ended_at' | 'state'>;

/**
 * Whether the account still trades on a platform that enforces the stop. The simulated one does; a bridge, once it
 * reports so.
 */
async function canSetOwnStop(deps: Deps, db: Db | Trx, { platform, ended_at: endedAt, state }: StopTarget) {
  if (endedAt !== null || state.status === 'breached' || state.status === 'passed') return false;
  if (deps.platform.enforcesOwnStop === 'always') return true;
  const bridge = await db
    .selectFrom('bridge_heartbeat')
    .select('enforces_own_stop')
    .where('platform', '=', platform)
    .executeTakeFirst();
  return bridge?.enforces_own_stop ?? false;
}
