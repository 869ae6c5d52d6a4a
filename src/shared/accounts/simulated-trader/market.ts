import { type InstrumentCode, instruments } from '#shared/exchange/instruments.ts';
import { referenceOf } from '#shared/trading/market/references.ts';

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

export function startTicks(code: SimulatedInstrument): number {
  return Math.round(referenceOf(code).price / instruments[code].tickSize);
}

/** One standard deviation per second. The micros traded here have the same tick size as their full-size contract. */
export function ticksPerSecond(code: SimulatedInstrument): number {
  return referenceOf(code).ticksPerSecond;
}

/** Commission and exchange fees of one fill, from the published fee schedule. */
export function feeCents(code: InstrumentCode, quantity: number): number {
  return instruments[code].feeCents * quantity;
}
