import type { PayoutEligibility } from '#shared/accounts/payout-eligibility.ts';
import { nextTradingDay, sessionCloseAt, type TradingDay, tradingDayOf } from '#shared/exchange/trading-day.ts';
import { capOf, checkBestDay, evaluatePayout, splitPayout } from './eligibility.ts';
import type { PayoutMethod } from './payees/destination.ts';
import type { PayoutCheck, PayoutFacts, PayoutQuote } from './quote-shape.ts';

export type PayoutRequest = { readonly amountCents: number; readonly method: PayoutMethod };

/** Quotes a request. Browser and server run this on the same inputs. */
export function quotePayout(facts: PayoutFacts, { amountCents, method }: PayoutRequest): PayoutQuote {
  const { terms, paidCents, paidCount, equityCents, floorCents } = facts;
  const capCents = capOf(facts.capsCents, paidCount);
  const eligibility = evaluatePayout(terms, { ...facts, capCents });
  const belowFloorCents = floorCents === null ? null : Math.max(0, equityCents - floorCents - 1);
  const maximumCents = Math.max(0, Math.min(eligibility.availableCents, belowFloorCents ?? eligibility.availableCents));
  const conditions = checkConditions(facts, maximumCents);
  const availableCents = conditions.every(({ passed }) => passed) ? maximumCents : 0;
  const inRange = amountCents >= terms.minimumCents && amountCents <= maximumCents;
  const checks: PayoutCheck[] = [
    ...conditions,
    { name: 'amount', passed: inRange, amountCents, minimumCents: terms.minimumCents, maximumCents },
  ];
  const { traderCents, firmCents } = splitPayout(terms, amountCents, paidCents);
  const feeCents = Math.min(facts.feesCents[method] ?? 0, traderCents);
  return {
    amountCents,
    method,
    allowed: checks.every(({ passed }) => passed),
    checks,
    availableCents,
    maximumCents,
    limitedBy: limitOf(eligibility, belowFloorCents),
    profitCents: eligibility.profitCents,
    bufferCents: terms.bufferCents,
    shareCents: eligibility.shareCents,
    capCents,
    capNumber: paidCount + 1,
    balanceAfterCents: facts.balanceCents - amountCents,
    aboveFloorCents: floorCents === null ? null : equityCents - amountCents - floorCents,
    fullShareCents: Math.min(amountCents, Math.max(0, terms.split.fullUntilCents - paidCents)),
    traderCents,
    firmCents,
    feeCents,
    netCents: traderCents - feeCents,
    earliestAt: earliestOf(facts, conditions),
    nextAt: capOf(facts.capsCents, paidCount + 1) === 0 ? null : closeAfter(facts.asOf, terms.winningDays),
  };
}

/** Whether less than a tenth of the account's distance to its floor would be left; false if there is no floor. */
export function leavesLittleRoom({ aboveFloorCents, amountCents }: PayoutQuote): boolean {
  return aboveFloorCents !== null && aboveFloorCents * 10 < aboveFloorCents + amountCents;
}

function limitOf(
  { shareCents, capCents }: PayoutEligibility,
  belowFloorCents: number | null,
): PayoutQuote['limitedBy'] {
  const formulaCents = Math.min(shareCents, capCents);
  if (belowFloorCents !== null && belowFloorCents < formulaCents) return 'floor';
  return capCents < shareCents ? 'cap' : 'profit-share';
}

function checkConditions(facts: PayoutFacts, maximumCents: number): PayoutCheck[] {
  const { terms, openContracts, openPayoutNumber } = facts;
  const { winningDays: required, winningDayMinimumCents, minimumCents } = terms;
  const current = facts.days.filter((day) => day.closed && day.profitCents >= winningDayMinimumCents).length;
  const missing = Math.max(0, required - current);
  const bestDay = checkBestDay(terms, facts.days);
  return [
    { name: 'funded', passed: facts.isFunded },
    { name: 'not-breached', passed: !facts.isBreached },
    { name: 'not-suspended', passed: !facts.isSuspended },
    ...(facts.capsCents.at(-1) === 0
      ? [{ name: 'not-paid-out', passed: capOf(facts.capsCents, facts.paidCount) > 0 } as const]
      : []),
    { name: 'no-open-request', passed: openPayoutNumber === null, openPayoutNumber },
    { name: 'flat', passed: openContracts === 0, contracts: openContracts },
    {
      name: 'winning-days',
      passed: missing === 0,
      current,
      required,
      missing,
      minimumCents: winningDayMinimumCents,
    },
    { name: 'best-day', passed: bestDay.missingCents === 0, ...bestDay },
    {
      name: 'minimum',
      passed: maximumCents >= minimumCents,
      maximumCents,
      minimumCents,
      missingCents: Math.max(0, minimumCents - maximumCents),
    },
  ];
}

/** Known only if just winning days are missing, because other conditions depend on how much is earned. */
function earliestOf({ asOf }: PayoutFacts, conditions: readonly PayoutCheck[]): number | null {
  const unmet = conditions.filter(({ passed }) => !passed);
  const [only] = unmet;
  return unmet.length === 1 && only?.name === 'winning-days' ? closeAfter(asOf, only.missing) : null;
}

/** The close of the n-th trading day that hasn't closed yet, counting the current one; `asOf` for zero days. */
function closeAfter(asOf: number, days: number): number {
  let day: TradingDay = tradingDayOf(asOf);
  if (sessionCloseAt(day) <= asOf) day = nextTradingDay(day);
  for (let counted = 1; counted < days; counted += 1) day = nextTradingDay(day);
  return days === 0 ? asOf : sessionCloseAt(day);
}
