/** Contract sizes of the exchange: tick size as a decimal, tick value in cents; ten micros make a mini. */
export type Instrument = {
  readonly code: InstrumentCode;
  readonly tickSize: number;
  readonly decimals: number;
  readonly tickValueCents: number;
  readonly kind: 'mini' | 'micro';
};

export type InstrumentCode = 'ES' | 'MES' | 'NQ' | 'MNQ' | 'RTY' | 'M2K' | 'YM' | 'MYM' | 'CL' | 'MCL' | 'GC' | 'MGC';

export const instruments = {
  ES: { code: 'ES', tickSize: 0.25, decimals: 2, tickValueCents: 1250, kind: 'mini' },
  MES: { code: 'MES', tickSize: 0.25, decimals: 2, tickValueCents: 125, kind: 'micro' },
  NQ: { code: 'NQ', tickSize: 0.25, decimals: 2, tickValueCents: 500, kind: 'mini' },
  MNQ: { code: 'MNQ', tickSize: 0.25, decimals: 2, tickValueCents: 50, kind: 'micro' },
  RTY: { code: 'RTY', tickSize: 0.1, decimals: 2, tickValueCents: 500, kind: 'mini' },
  M2K: { code: 'M2K', tickSize: 0.1, decimals: 2, tickValueCents: 50, kind: 'micro' },
  YM: { code: 'YM', tickSize: 1, decimals: 0, tickValueCents: 500, kind: 'mini' },
  MYM: { code: 'MYM', tickSize: 1, decimals: 0, tickValueCents: 50, kind: 'micro' },
  CL: { code: 'CL', tickSize: 0.01, decimals: 2, tickValueCents: 1000, kind: 'mini' },
  MCL: { code: 'MCL', tickSize: 0.01, decimals: 2, tickValueCents: 100, kind: 'micro' },
  GC: { code: 'GC', tickSize: 0.1, decimals: 1, tickValueCents: 1000, kind: 'mini' },
  MGC: { code: 'MGC', tickSize: 0.1, decimals: 1, tickValueCents: 100, kind: 'micro' },
} as const satisfies { readonly [Code in InstrumentCode]: Instrument & { readonly code: Code } };
