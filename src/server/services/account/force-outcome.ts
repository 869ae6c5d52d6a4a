import { sessionCloseAt } from '../../../domain/calendar/trading-day.ts';
import { type SteerOutcome, steer } from '../../../domain/simulated-trader/force-outcome.ts';
import type { Deps } from '../../deps.ts';
import { notFound, ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { ingestInto } from './ingest.ts';
import { rulesColumns, rulesOf } from './rules-of.ts';

/**
 * Tells the simulated platform what is to become of an account, so that a demo need not wait for it. Its tape then
 * trades no more, or not before the next day. @throws {ServiceError} 404 for an account without a tape, 409 where the
 * rules, or what has happened, do not allow the outcome
 */
export async function steerAccount(deps: Deps, platformAccountId: string, outcome: SteerOutcome): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('simulated_tape')
      .innerJoin('trading_account', 'trading_account.id', 'simulated_tape.account_id')
      .select(['trading_account.id', 'simulated_tape.tape', 'state', ...rulesColumns])
      .where('trading_account.platform_account_id', '=', platformAccountId)
      .where('trading_account.ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound();
    const now = deps.clock().getTime();
    const events = steer(rulesOf(deps.catalog, row), row.state, now, outcome);
    if (events === null) throw new ServiceError(409, 'not_steerable');
    const order = newId();
    const delivered = events.map((event, index) => ({
      sourceId: `told-${order}-${String(index).padStart(4, '0')}`,
      event,
    }));
    const { state } = await ingestInto(deps, trx, row.id, delivered);
    if (state.status !== outcome) throw new ServiceError(409, 'not_steerable');
    const day = state.days.at(-1)?.day;
    const nextAt = outcome === 'locked' && day !== undefined ? sessionCloseAt(day) : row.tape.nextAt;
    await trx
      .updateTable('simulated_tape')
      .set({
        tape: JSON.stringify({ ...row.tape, trade: null, nextAt, ended: outcome !== 'locked' }),
        trading: false,
      })
      .where('account_id', '=', row.id)
      .execute();
  });
}
