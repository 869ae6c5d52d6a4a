import { nextBetween, nextRandom, type Random, seedOf } from '#lib/random.ts';
import { findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import { createState, replay } from '#shared/accounts/engine.ts';
import type { AccountEvent, AccountRules, AccountState } from '#shared/accounts/model.ts';
import { findMaxContracts } from '#shared/accounts/rules/contract-steps.ts';
import { findDailyLimit } from '#shared/accounts/rules/daily-loss.ts';
import { rulesForPhase } from '#shared/accounts/rules/for-phase.ts';
import { instruments, type Side, tickCents } from '#shared/exchange/instruments.ts';
import { nextTradingDay, sessionCloseAt, type TradingDay } from '#shared/exchange/trading-day.ts';
import { daysPerMonth, type SoldAccount } from '#shared/payouts/economics.ts';
import { capOf, evaluatePayout } from '#shared/payouts/eligibility.ts';
import { quotePayout } from '#shared/payouts/quote.ts';
import { factsOf } from './sold-account.ts';

/** How someone trades: one trade a day that wins or loses the same, and ends the day. */
export type TradingStyle = {
  /** A day's smallest and largest result, as shares of what the account may lose. */
  readonly swing: readonly [number, number];
  /** The share of trades won before costs; one in two without an edge. */
  readonly winShare: number;
  /** Whether a payout is only requested once it reaches its cap. */
  readonly waitsForCap: boolean;
};

export type TradedAccount = {
  readonly paidCents: number;
  readonly receivedCents: number;
  readonly payouts: number;
  readonly hasPassed: boolean;
  readonly hasBreached: boolean;
};

const evaluationDays = 120;
const fundedDays = 250;
const hourMs = 3_600_000;
const contract = { instrument: 'ES', month: '2026-12' } as const;
const entryTicks = 27_000;
/** A trade further from its stop than this takes another contract instead. */
const maxTradeTicks = 240;
const spreadTicks = 1;

const days = listDays('2026-01-05' as TradingDay, evaluationDays + fundedDays + 1);

type TradedDay = { readonly day: TradingDay; readonly closeAt: number };

function listDays(first: TradingDay, count: number): readonly TradedDay[] {
  const listed: TradedDay[] = [];
  for (let day = first; listed.length < count; day = nextTradingDay(day))
    listed.push({ day, closeAt: sessionCloseAt(day) });
  return listed;
}

/** Trades many accounts, each with its own luck. */
export function tradeAccounts(sold: SoldAccount, style: TradingStyle, count: number): readonly TradedAccount[] {
  const finished: TradedAccount[] = [];
  // Day by day, because what the calendar says about a day is cached.
  let trading = Array.from({ length: count }, (_, index) => tradeAccount(sold, style, seedOf(`trader ${index}`)));
  while (trading.length > 0) {
    trading = trading.filter((trader) => {
      const { done, value } = trader.next();
      if (done) finished.push(value);
      return !done;
    });
  }
  return finished;
}

/** Trades an account through the engine and the payout rules, until it ends or a year of paid trading has passed. */
function* tradeAccount(sold: SoldAccount, style: TradingStyle, seed: number): Generator<void, TradedAccount, void> {
  const random: Random = { random: seed };
  const { rules, priceCents, isMonthly, activationCents } = sold;
  let next = 0;
  let paidCents = priceCents;
  if (rules.targetCents !== null) {
    let state = createState(rules);
    for (let count = 1; state.status === 'active' || state.status === 'locked'; count += 1) {
      if (count > evaluationDays) return ended(paidCents, false, false);
      if (isMonthly && count > 1 && count % daysPerMonth === 1) paidCents += priceCents;
      state = tradeDay(rules, state, style, days[next], random);
      next += 1;
      yield;
    }
    if (state.status === 'breached') return ended(paidCents, false, true);
    paidCents += activationCents ?? 0;
  }
  const funded = yield* tradeFunded(sold, style, next, random);
  return { paidCents, hasPassed: true, ...funded };
}

const ended = (paidCents: number, hasPassed: boolean, hasBreached: boolean): TradedAccount => ({
  ...{ paidCents, hasPassed, hasBreached, receivedCents: 0, payouts: 0 },
});

function* tradeFunded(
  { rules: bought, payout }: SoldAccount,
  style: TradingStyle,
  from: number,
  random: Random,
): Generator<void, Pick<TradedAccount, 'receivedCents' | 'payouts' | 'hasBreached'>, void> {
  const rules = rulesForPhase(bought, 'funded');
  let state = createState(rules);
  let [receivedCents, paidCents, payouts, paidDays] = [0, 0, 0, 0];
  for (const traded of days.slice(from, from + fundedDays)) {
    state = tradeDay(rules, state, style, traded, random);
    if (state.breach !== null) break;
    yield;
    const at = traded.closeAt + hourMs / 2;
    const facts = factsOf(payout, rules, state, { at, paidCents, payouts, paidDays });
    const capCents = capOf(payout.capsCents, payouts);
    // The quote also looks for future days, which takes longer.
    if (!evaluatePayout(payout.terms, { ...facts, capCents }).eligible) continue;
    const method = 'wise';
    const { availableCents } = quotePayout(facts, { amountCents: 0, method });
    if (availableCents < payout.terms.minimumCents || (style.waitsForCap && availableCents < capCents)) continue;
    const quote = quotePayout(facts, { amountCents: availableCents, method });
    if (!quote.allowed) continue;
    receivedCents += quote.netCents;
    paidCents += availableCents;
    payouts += 1;
    paidDays = state.days.length;
    state = replay(rules, [{ type: 'adjustment', at, amountCents: -availableCents, cause: 'payout' }], state);
  }
  return { receivedCents, payouts, hasBreached: state.breach !== null };
}

/** One trade, with the spread and the fees of the published schedule, and the day's close. */
function tradeDay(
  rules: AccountRules,
  state: AccountState,
  { swing, winShare }: TradingStyle,
  traded: TradedDay | undefined,
  random: Random,
): AccountState {
  if (traded === undefined) throw new RangeError('the year is over');
  const { day, closeAt } = traded;
  const at = closeAt - 5 * hourMs;
  const { quantity, ticks } = sizeTrade(rules, findMaxContracts(rules, state), nextBetween(random, ...swing));
  const moved = nextRandom(random) < winShare ? ticks - spreadTicks : -ticks - spreadTicks;
  const fees = instruments[contract.instrument].feeCents * quantity;
  const fill = (side: Side, hours: number, priceTicks: number): AccountEvent => ({
    ...{ type: 'fill', ...contract, side, at: at + hours * hourMs, quantity, priceTicks, feeCents: fees },
  });
  const exitTicks = entryTicks + moved;
  return replay(
    rules,
    [
      fill('buy', 0, entryTicks),
      { type: 'mark', ...contract, at: at + hourMs, priceTicks: exitTicks },
      fill('sell', 1, exitTicks),
      { type: 'day-close', at: closeAt, day },
    ],
    state,
  );
}

/** @param share of what the account may lose */
function sizeTrade(
  rules: AccountRules,
  maxContracts: number,
  share: number,
): { readonly quantity: number; readonly ticks: number } {
  const cents = share * riskBudgetOf(rules);
  const tick = tickCents(contract.instrument, 1);
  const quantity = Math.min(maxContracts, Math.max(1, Math.ceil(cents / (tick * maxTradeTicks))));
  return { quantity, ticks: Math.max(2, Math.round(cents / (tick * quantity))) };
}

/** The daily limit or, without one, the largest loss. */
function riskBudgetOf(rules: AccountRules): number {
  return findDailyLimit(rules) ?? findMaxLoss(rules) ?? rules.startingBalanceCents / 50;
}
