import * as z from 'zod/mini';

const cents = z.int();
const maybe = z.nullable(z.int());

export const group = <Key extends z.ZodMiniType>(key: Key) =>
  z.object({ key, trades: z.int(), wins: z.int(), resultCents: cents });

/** The best or worst trade. `contract` is the instrument and its month, `ESZ6`. */
const extremeTrade = z.object({ contract: z.string(), resultCents: cents });

export const statistics = z.object({
  trades: z.int(),
  wins: z.int(),
  losses: z.int(),
  resultCents: cents,
  feeCents: cents,
  /** The sums of the wins and of the losses, both positive. */
  wonCents: cents,
  lostCents: cents,
  winRateBps: maybe,
  /** The average result per trade; half a cent rounds away from zero. */
  expectancyCents: maybe,
  averageWinCents: maybe,
  averageLossCents: maybe,
  /** Gains ÷ losses in basis points; null without a loss. */
  profitFactorBps: maybe,
  /** The deepest fall of the cumulative results from their peak, as a positive amount. */
  maxDrawdownCents: cents,
  /** The trading day on which the fall was deepest; null without one. */
  maxDrawdownDay: z.nullable(z.string()),
  /** The distance from the peak after the last trade. */
  drawdownCents: cents,
  /** Cumulative results from the first trade. */
  curve: z.object({
    /** Downsampled for drawing: the last, lowest and highest sum of each equal section. */
    points: z.array(z.object({ at: z.int(), sumCents: cents })),
    /** Each trading day with its result and the cumulative sum, oldest first. Only the newest days are kept. */
    days: z.array(
      z.object({
        day: z.string(),
        startsAt: z.int(),
        endsAt: z.int(),
        trades: z.int(),
        resultCents: cents,
        sumCents: cents,
      }),
    ),
  }),
  /** How many trades ended between two results. The outermost bins also hold what lies beyond them. */
  distribution: z.array(z.object({ fromCents: cents, toCents: cents, trades: z.int() })),
  /** If several are equal, the first; null without trades. */
  bestTrade: z.nullable(extremeTrade),
  worstTrade: z.nullable(extremeTrade),
  averageHoldingMs: maybe,
  /** Chicago hours 0–23 and trading-day weekdays 1 (Monday) to 5, by the time the trade opened. */
  byHour: z.array(group(z.int())),
  byWeekday: z.array(group(z.int())),
  /** Each with its contract months, keyed `ESZ6`. */
  byInstrument: z.array(z.extend(group(z.string()), { contracts: z.array(group(z.string())) })),
  byHolding: z.array(group(z.enum(['under-1m', 'under-5m', 'under-15m', 'under-1h', 'longer']))),
  bySide: z.array(group(z.enum(['long', 'short']))),
  /** Months as `2026-11`, by the trading day of the closing fill. */
  byMonth: z.array(group(z.string())),
});

export type Statistics = z.output<typeof statistics>;
export type Curve = Statistics['curve'];
export type Group<Key> = Omit<Statistics['byHour'][number], 'key'> & { readonly key: Key };
