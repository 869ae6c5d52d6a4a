import type { contractSpecs } from '#shared/exchange/contract-specs.ts';
import { type InstrumentCode, instruments, type SessionGroup } from '#shared/exchange/instruments.ts';

type FullSizeCode = (typeof contractSpecs)[InstrumentCode][7];

/** The price a simulated market moves around, its standard deviation per second in ticks, and contracts per day. */
export type Reference = { readonly price: number; readonly ticksPerSecond: number; readonly contractsPerDay: number };

// Rounded prices of autumn 2026. Deviations are a typical daily move divided by √86,400 ≈ 294 (seconds per day).
const rows = {
  ES: [6_850, 0.7, 1_500_000],
  NQ: [25_200, 2.4, 600_000],
  RTY: [2_480, 0.8, 220_000],
  YM: [47_500, 1.6, 150_000],
  NKD: [50_000, 0.41, 15_000],
  CL: [62, 0.5, 380_000],
  NG: [3.4, 0.37, 190_000],
  RB: [1.95, 1.33, 70_000],
  HO: [2.35, 1.6, 70_000],
  GC: [4_050, 1.1, 210_000],
  SI: [48, 0.59, 80_000],
  HG: [4.9, 0.43, 75_000],
  PL: [1_550, 0.84, 30_000],
  '6E': [1.16, 0.36, 200_000],
  '6B': [1.31, 0.22, 90_000],
  '6J': [0.0065, 0.24, 140_000],
  '6A': [0.65, 0.27, 90_000],
  '6C': [0.715, 0.17, 70_000],
  '6S': [1.25, 0.43, 30_000],
  '6N': [0.57, 0.23, 30_000],
  ZB: [117, 0.08, 400_000],
  UB: [121, 0.1, 280_000],
  ZN: [113, 0.09, 1_800_000],
  TN: [115.5, 0.11, 480_000],
  ZF: [109.5, 0.12, 1_200_000],
  ZT: [104.25, 0.09, 800_000],
  ZC: [430, 0.08, 330_000],
  ZS: [1_090, 0.16, 240_000],
  ZW: [530, 0.12, 130_000],
  ZM: [310, 0.16, 130_000],
  ZL: [49, 0.28, 150_000],
  LE: [225, 0.24, 60_000],
  HE: [82, 0.15, 50_000],
  GF: [340, 0.37, 15_000],
  MBT: [95_000, 1.6, 60_000],
  MET: [3_200, 0.76, 90_000],
} as const satisfies Readonly<Record<FullSizeCode, readonly [number, number, number]>>;

/** The reference of the full-size contract; its smaller contracts move by the same points. */
export function referenceOf(instrument: InstrumentCode): Reference {
  const [price, ticksPerSecond, contractsPerDay] = rows[instruments[instrument].fullSize as FullSizeCode];
  return { price, ticksPerSecond, contractsPerDay };
}

/** The premium for delivery a year later, as a share of the price. */
export const carryPerYear: Readonly<Record<SessionGroup, number>> = {
  'equity-index': 0.035,
  'rates-and-currencies': 0.005,
  'energy-and-metals': 0.03,
  grains: 0.04,
  livestock: 0.01,
  crypto: 0.05,
};
