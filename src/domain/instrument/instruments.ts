import { contractSpecs } from './contract-specs.ts';

export type InstrumentCode = keyof typeof contractSpecs;

export type SessionGroup = (typeof contractSpecs)[InstrumentCode][5];

/** A contract specification of the exchange. */
export type Instrument = {
  readonly code: InstrumentCode;
  /** As a float: to show a price, round `ticks × tickSize` to `decimals`. */
  readonly tickSize: number;
  readonly decimals: number;
  /** The exact value of one contract's tick in hundredths of a cent: $15.625 is 156,250. */
  readonly tickValueHundredths: number;
  /** How many equal one contract of an account's limit: 1, for most micros 10. */
  readonly ratio: number;
  /** The exchange's letters of its delivery months. */
  readonly months: string;
  readonly session: SessionGroup;
  /** Commission and exchange fee per contract and side. */
  readonly feeCents: number;
  /** The contract it is a part of, whose points it moves by; its own code for a full-size one. */
  readonly fullSize: InstrumentCode;
};

function toInstrument(code: InstrumentCode): Instrument {
  const [tickSize, decimals, tickValueHundredths, ratio, months, session, feeCents, fullSize] = contractSpecs[code];
  return { code, tickSize, decimals, tickValueHundredths, ratio, months, session, feeCents, fullSize };
}

const codes = Object.keys(contractSpecs) as readonly InstrumentCode[];

export const instrumentCodes = codes as readonly [InstrumentCode, ...InstrumentCode[]];

export const instruments = Object.fromEntries(codes.map((code) => [code, toInstrument(code)])) as Readonly<
  Record<InstrumentCode, Instrument>
>;

export function isInstrument(code: string): code is InstrumentCode {
  return Object.hasOwn(instruments, code);
}

/** The tick value of some contracts in cents, for plans and drawings; may include a fraction of a cent. */
export function tickCents(code: InstrumentCode, quantity: number): number {
  return (instruments[code].tickValueHundredths * quantity) / 100;
}
