import { type InstrumentCode, instruments } from '#shared/exchange/instruments.ts';

/** What each market traded at in 2026, roughly; micros are priced like their full-size contract. */
const prices: Readonly<Partial<Record<InstrumentCode, number>>> = {
  ...{ ES: 6_850, NQ: 25_000, RTY: 2_400, YM: 48_000, NKD: 51_000, CL: 62, NG: 4.1, RB: 1.9, HO: 2.4 },
  ...{ GC: 4_100, SI: 51, HG: 5.1, PL: 1_550, '6E': 1.16, '6B': 1.32, '6J': 0.0065, '6A': 0.65, '6C': 0.71 },
  ...{ '6S': 1.25, '6N': 0.57, ZB: 117, UB: 121, ZN: 113, TN: 116, ZF: 109, ZT: 104, ZC: 430, ZS: 1_120 },
  ...{ ZW: 540, ZM: 320, ZL: 50, LE: 220, HE: 80, GF: 330, MBT: 92_000, MET: 3_100 },
};

/** A market's usual price in whole ticks. */
export function referenceTicks(code: InstrumentCode): number {
  const price = prices[instruments[code].fullSize];
  if (price === undefined) throw new Error(`${code} has no reference price`);
  return Math.round(price / instruments[code].tickSize);
}
