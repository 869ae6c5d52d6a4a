import { replay } from '#shared/accounts/engine.ts';
import type {
  AccountEvent,
  AccountRules,
  AccountState,
  Adjustment,
  AdjustmentCause,
  DayClose,
  Fill,
  Mark,
  Reset,
} from '#shared/accounts/model.ts';
import type { ContractMonth } from '#shared/exchange/contract-month.ts';
import type { InstrumentCode } from '#shared/exchange/instruments.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';

/** $50,000, trailing $2,000 below the closing balance, locked at the start; target $3,000, no daily limit. */
export const trailing: AccountRules = {
  startingBalanceCents: 5_000_000,
  drawdown: { mode: 'end-of-day', maxLossCents: 200_000, lock: { offsetCents: 0 } },
  dailyLoss: { mode: 'none' },
  targetCents: 300_000,
  minimumDays: 0,
  consistencyBps: null,
  maxContracts: 5,
};

/** A Chicago time in November, six hours behind UTC, in milliseconds since the epoch. */
export function at(date: string, time: string): number {
  return Date.parse(`${date}T${time}:00-06:00`);
}

/** A tick of ES is $12.50, so 80 ticks are $1,000. */
export const entryTicks = 27_000;

type FillParts = {
  readonly instrument?: InstrumentCode;
  readonly month?: ContractMonth;
  readonly quantity?: number;
  readonly feeCents?: number;
};

export function buy(when: number, priceTicks: number, parts: FillParts = {}): Fill {
  return {
    type: 'fill',
    at: when,
    side: 'buy',
    instrument: 'ES',
    month: '2026-12',
    quantity: 1,
    priceTicks,
    feeCents: 0,
    ...parts,
  };
}

export function sell(when: number, priceTicks: number, parts: FillParts = {}): Fill {
  return { ...buy(when, priceTicks, parts), side: 'sell' };
}

export function mark(
  when: number,
  priceTicks: number,
  instrument: InstrumentCode = 'ES',
  month: ContractMonth = '2026-12',
): Mark {
  return { type: 'mark', at: when, instrument, month, priceTicks };
}

export function close(date: string): DayClose {
  return { type: 'day-close', at: at(date, '16:00'), day: date as TradingDay };
}

export function reset(when: number): Reset {
  return { type: 'reset', at: when };
}

export function adjust(when: number, amountCents: number, cause: AdjustmentCause = 'correction'): Adjustment {
  return { type: 'adjustment', at: when, amountCents, cause };
}

/** One ES contract bought at 10:00 and sold at 10:30 with this result, in multiples of $12.50. */
export function dayTrade(date: string, resultDollars: number): readonly AccountEvent[] {
  return [buy(at(date, '10:00'), entryTicks), sell(at(date, '10:30'), entryTicks + resultDollars / 12.5)];
}

export function played(
  rules: AccountRules,
  ...events: readonly (AccountEvent | readonly AccountEvent[])[]
): AccountState {
  return replay(rules, events.flat());
}

/** A state without its event count, which depends on delivery rather than outcome. */
export function outcome({ eventCount: _, ...rest }: AccountState): Omit<AccountState, 'eventCount'> {
  return rest;
}
