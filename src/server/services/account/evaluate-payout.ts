import { contractsIn } from '../../../domain/account/view-account.ts';
import { tradingDayOf } from '../../../domain/calendar/trading-day.ts';
import { capOf, evaluatePayout, type PayoutEligibility } from '../../../domain/payout/eligibility.ts';
import type { StoredAccount } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { rulesOf } from './rules-of.ts';

/** What may be withdrawn from an account now; money that left it before counts as paid out. */
export async function evaluateAccountPayout(deps: Deps, account: StoredAccount): Promise<PayoutEligibility> {
  const moved = await deps.db
    .selectFrom('account_event')
    .select(['at', 'event'])
    .where('account_id', '=', account.id)
    .where('type', '=', 'adjustment')
    .orderBy('at')
    .execute();
  const paid = moved.flatMap(({ at, event }) =>
    event.type === 'adjustment' && event.amountCents < 0 ? [{ day: tradingDayOf(at.getTime()), ...event }] : [],
  );
  const { payouts } = deps.catalog;
  const { state } = account;
  const lastDay = paid.at(-1)?.day;
  return evaluatePayout(payouts, {
    startingBalanceCents: rulesOf(deps.catalog, account).startingBalanceCents,
    balanceCents: state.balanceCents,
    isFunded: account.phase !== 'evaluation' && account.ended_at === null,
    isBreached: state.breach !== null,
    openContracts: contractsIn(state.positions),
    days: state.days.filter(({ day }) => lastDay === undefined || day > lastDay),
    capCents: capOf(payouts.capsCents[account.size], paid.length),
    paidCents: paid.reduce((sum, { amountCents }) => sum - amountCents, 0),
  });
}
