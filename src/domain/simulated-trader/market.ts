import { type InstrumentCode, instruments } from '../instrument/instruments.ts';

/** The starting price of a simulated market, and one standard deviation per second in ticks. */
type Market = { readonly price: number; readonly ticksPerSecond: number };

const markets = {
  ES: { price: 6_850, ticksPerSecond: 0.7 },
  MES: { price: 6_850, ticksPerSecond: 0.7 },
  NQ: { price: 25_200, ticksPerSecond: 2.4 },
  MNQ: { price: 25_200, ticksPerSecond: 2.4 },
  RTY: { price: 2_480, ticksPerSecond: 0.8 },
  M2K: { price: 2_480, ticksPerSecond: 0.8 },
  YM: { price: 47_500, ticksPerSecond: 1.6 },
  MYM: { price: 47_500, ticksPerSecond: 1.6 },
  CL: { price: 62, ticksPerSecond: 0.5 },
  MCL: { price: 62, ticksPerSecond: 0.5 },
  GC: { price: 4_050, ticksPerSecond: 1.1 },
  MGC: { price: 4_050, ticksPerSecond: 1.1 },
} as const satisfies { readonly [Code in InstrumentCode]?: Market };

/** What a simulated trader can trade: the most traded contracts. */
export type SimulatedInstrument = keyof typeof markets;

export function startTicks(code: SimulatedInstrument): number {
  return Math.round(markets[code].price / instruments[code].tickSize);
}

export function ticksPerSecond(code: SimulatedInstrument): number {
  return markets[code].ticksPerSecond;
}

/** Commission and exchange fees of one fill, by the published schedule. */
export function feeCents(code: InstrumentCode, quantity: number): number {
  return instruments[code].feeCents * quantity;
}
