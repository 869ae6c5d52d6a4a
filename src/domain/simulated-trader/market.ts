import { type InstrumentCode, instruments } from '../instrument/instruments.ts';
import { referenceOf } from '../market/references.ts';

/** What a simulated trader can trade: the most traded contracts. */
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

/** One standard deviation per second. The small contracts that are traded have the tick of their full-size one. */
export function ticksPerSecond(code: SimulatedInstrument): number {
  return referenceOf(code).ticksPerSecond;
}

/** Commission and exchange fees of one fill, by the published schedule. */
export function feeCents(code: InstrumentCode, quantity: number): number {
  return instruments[code].feeCents * quantity;
}
