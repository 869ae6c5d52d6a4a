import { instruments, tickCents } from '#shared/exchange/instruments.ts';
import { findMaxLoss } from '../drawdown/registry.ts';
import type { AccountRules } from '../model.ts';
import { firstMaxContracts } from '../rules/contract-steps.ts';
import { findDailyLimit } from '../rules/daily-loss.ts';

/** The contracts that simulated traders trade, the most liquid ones. */
export type SimulatedInstrument =
  | 'ES'
  | 'MES'
  | 'NQ'
  | 'MNQ'
  | 'RTY'
  | 'M2K'
  | 'YM'
  | 'MYM'
  | 'CL'
  | 'MCL'
  | 'GC'
  | 'MGC';

/** `passes` meets every objective; `fails` breaches or, without a floor, loses every day; `wanders` does neither. */
export type Scenario = 'passes' | 'fails' | 'wanders';

/** Targets and risk of a simulated trader. Money in cents. */
export type TradingPlan = {
  readonly scenario: Scenario;
  readonly instrument: SimulatedInstrument;
  readonly quantity: number;
  /** The approximate result of one trade, won or lost. */
  readonly unitCents: number;
  /** The day's target; negative for a failing trader. */
  readonly dayGoalCents: number;
  /** The loss that breaches the account; null if it has no floor. */
  readonly maxLossCents: number | null;
  /** The loss that ends trading for the day; null if there is no limit. */
  readonly dayLimitCents: number | null;
};

const unitsInBudget = 20;
const typicalTicks = 12;
const minMiniUnitCents = 12_000;
const daysToFail = 3;

export function planTrading(
  rules: AccountRules,
  scenario: Scenario,
  preferred: SimulatedInstrument | null,
): TradingPlan {
  const maxLossCents = findMaxLoss(rules);
  const dayLimitCents = findDailyLimit(rules);
  const budgetCents = Math.min(maxLossCents ?? Number.POSITIVE_INFINITY, dayLimitCents ?? Number.POSITIVE_INFINITY);
  const riskedCents = Number.isFinite(budgetCents) ? budgetCents : rules.startingBalanceCents / 25;
  const unitCents = Math.round(riskedCents / unitsInBudget);
  const instrument = preferred ?? (unitCents >= minMiniUnitCents ? 'ES' : 'MES');
  const maxContracts = firstMaxContracts(rules) * instruments[instrument].ratio;
  const quantity = Math.max(1, Math.min(maxContracts, Math.round(unitCents / tickCents(instrument, typicalTicks))));
  return {
    scenario,
    instrument,
    quantity,
    unitCents,
    dayGoalCents: dayGoal(rules, scenario, unitCents, riskedCents),
    maxLossCents,
    dayLimitCents,
  };
}

function dayGoal(rules: AccountRules, scenario: Scenario, unitCents: number, riskedCents: number): number {
  if (scenario === 'wanders') return 0;
  if (scenario === 'fails') return Math.round((-riskedCents * 1.5) / (findMaxLoss(rules) === null ? 1 : daysToFail));
  if (rules.targetCents === null) return 4 * unitCents;
  // Using twice the days that consistency requires keeps the best day well within its share.
  const evenDays = rules.consistencyBps === null ? 0 : Math.ceil(20_000 / rules.consistencyBps);
  return Math.round((rules.targetCents * 1.06) / Math.max(rules.minimumDays, evenDays, 3));
}
