import type { ChartDay } from '#lib/chart/day-axis.ts';
import type { LifePoint } from '#lib/chart/life.ts';
import type { LifePhase } from '#lib/chart/sparkline-layout.ts';
import { hourMs } from '#lib/durations.ts';
import { applyEvent, createState } from '#shared/accounts/engine.ts';
import type { AccountRules, AccountState } from '#shared/accounts/model.ts';
import { rulesForPhase } from '#shared/accounts/rules/for-phase.ts';
import { getTradingDay, nextTradingDay, sessionCloseAt, type TradingDay } from '#shared/exchange/trading-day.ts';
import { capOf, evaluatePayout } from '#shared/payouts/eligibility.ts';
import { getCatalog, getPayoutTerms } from './catalog.ts';
import type { Offer } from './programs.ts';
import { eventsOfDay, tradingMs } from './sample.ts';

const firstDay = getTradingDay('2026-08-03');
/** Results as shares of a usual day: while the account grows, and while it is paid, when an even trader waits least. */
const growing = [1.1, 0.6, -0.7, 1.4, 0.9, -0.5, 1.2, 1.5, -0.8, 0.7, 1.3];
const paid = [1, 0.9, -0.4, 1, 0.8, 1, 0.9];
const daysToPass = 7;
const daysToBuffer = 13;
const maxDays = 200;

/** An example trader who passes and takes each payout once it can be its most, under the rules on sale, by the engine. */
export function runExampleLife({ program, size, rules }: Offer): readonly LifePhase[] {
  const catalog = getCatalog();
  const { capsCents, ...terms } = getPayoutTerms(catalog, catalog.packages.rulesVersion, { program, size });
  const count = capsCents.filter((cents) => cents > 0).length;
  const { targetCents, startingBalanceCents } = rules;
  const evaluation =
    targetCents === null
      ? []
      : [
          runPhase(
            rules,
            () => targetCents / daysToPass,
            ({ status }) => (status === 'passed' ? 'end' : null),
          ),
        ];
  const toFirstCents = terms.bufferCents + (capOf(capsCents, 0) * 10_000) / terms.profitShareBps;
  const usualCents = (paidCount: number) =>
    paidCount === 0 ? toFirstCents / daysToBuffer : 1.4 * terms.winningDayMinimumCents;
  const decide = ({ balanceCents, days }: AccountState, { paidCount, fromDay, paidCents }: Paid) => {
    if (paidCount === count) return 'end';
    const capCents = capOf(capsCents, paidCount);
    const payout = evaluatePayout(terms, {
      ...{ startingBalanceCents, balanceCents, capCents, paidCents, openContracts: 0 },
      ...{ isFunded: true, isBreached: false, days: days.slice(fromDay) },
    });
    return payout.eligible && payout.availableCents === capCents ? capCents : null;
  };
  return [...evaluation, runPhase(rulesForPhase(rules, 'funded'), usualCents, decide)];
}

type Paid = { readonly paidCount: number; readonly paidCents: number; readonly fromDay: number };

/** @param decide after each close: the payout to make, `end`, or null to trade on */
function runPhase(
  rules: AccountRules,
  usualCents: (paidCount: number) => number,
  decide: (state: AccountState, paid: Paid) => number | 'end' | null,
): LifePhase {
  let state = createState(rules);
  let day: TradingDay = firstDay;
  let progress: Paid = { paidCount: 0, paidCents: 0, fromDay: 0 };
  const [points, days, payouts]: [LifePoint[], ChartDay[], { at: number; amountCents: number }[]] = [[], [], []];
  const note = (at: number) => {
    const { equityCents, floorCents, dailyFloorCents } = state;
    points.push({ at, equityCents, floorCents: floorCents ?? dailyFloorCents });
  };
  while (days.length < maxDays) {
    const endsAt = sessionCloseAt(day);
    const pattern = progress.paidCount === 0 ? growing : paid;
    const share = pattern[(days.length - progress.fromDay) % pattern.length] ?? 1;
    const dollars = (share * usualCents(progress.paidCount)) / 100;
    days.push({ startsAt: endsAt - tradingMs - hourMs, endsAt, label: '' });
    for (const [index, event] of [...eventsOfDay(day, [0, -0.3 * dollars, dollars], false)].entries()) {
      state = applyEvent(rules, state, event);
      if (index === 4 || event.type === 'day-close') note(event.at);
    }
    if (state.status === 'breached') break;
    const decision = decide(state, progress);
    if (decision === 'end') return { points, days, payouts };
    if (decision !== null) {
      const payout = { at: endsAt + hourMs, amountCents: -decision };
      state = applyEvent(rules, state, { type: 'adjustment', cause: 'payout', ...payout });
      payouts.push(payout);
      note(payout.at);
      const { paidCount, paidCents } = progress;
      progress = { paidCount: paidCount + 1, paidCents: paidCents + decision, fromDay: days.length };
      if (decide(state, progress) === 'end') return { points, days, payouts };
    }
    day = nextTradingDay(day);
  }
  throw new Error('the example trader neither passes nor is paid: change the patterns of example-life.ts');
}
