import { contractSpecs } from './contract-specs.ts';
import type { ExpiryRule } from './last-trading-day.ts';

export type InstrumentCode = keyof typeof contractSpecs;

export type SessionGroup = (typeof contractSpecs)[InstrumentCode][5];

export type Instrument = {
  readonly code: InstrumentCode;
  /** A float: to show a price, round `ticks × tickSize` to `decimals`. */
  readonly tickSize: number;
  readonly decimals: number;
  /** The exact tick value of one contract in hundredths of a cent: $15.625 is 156,250. */
  readonly tickValueHundredths: number;
  /** How many contracts count as one against an account's limit: 1, or 10 for most micros. */
  readonly ratio: number;
  /** The month codes of its delivery months. */
  readonly months: string;
  readonly session: SessionGroup;
  /** Commission and exchange fee per contract and side. */
  readonly feeCents: number;
  /** The full-size contract of its market; its own code if it is full-size. */
  readonly fullSize: InstrumentCode;
  readonly expiry: ExpiryRule;
  /** How many calendar months ahead its delivery months are listed, and the months between them. */
  readonly listedMonths: number;
  readonly serialMonths: number;
};

function toInstrument(code: InstrumentCode): Instrument {
  const [tickSize, decimals, tickValueHundredths, ratio, months, session, feeCents, fullSize, ...listing] =
    contractSpecs[code];
  const [expiry, listedMonths, serialMonths] = listing;
  return {
    ...{ code, tickSize, decimals, tickValueHundredths, ratio, months, session, feeCents, fullSize },
    ...{ expiry, listedMonths, serialMonths },
  };
}

const codes = Object.keys(contractSpecs) as readonly InstrumentCode[];

export const instrumentCodes = codes as readonly [InstrumentCode, ...InstrumentCode[]];

export const instruments = Object.fromEntries(codes.map((code) => [code, toInstrument(code)])) as Readonly<
  Record<InstrumentCode, Instrument>
>;

export function isInstrument(code: string): code is InstrumentCode {
  return Object.hasOwn(instruments, code);
}

/** The tick value of `quantity` contracts in cents, for plans and charts; may include a fraction of a cent. */
export function tickCents(code: InstrumentCode, quantity: number): number {
  return (instruments[code].tickValueHundredths * quantity) / 100;
}

export const sides = ['buy', 'sell'] as const;

export type Side = (typeof sides)[number];
