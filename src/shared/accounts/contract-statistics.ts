import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId, requiredDay } from '#shared/core/fields.ts';
import { accountGroups } from './lifecycle.ts';

const cents = z.int();
const maybe = z.nullable(z.int());

const group = <Key extends z.ZodMiniType>(key: Key) =>
  z.object({ key, trades: z.int(), wins: z.int(), resultCents: cents });

/** `contract` is the instrument and its month, `ESZ6`. */
const extremeTrade = z.object({ contract: z.string(), resultCents: cents });

/** First and last trading day, inclusive; unbounded by default. Without an account: all your accounts of the group. */
const selection = z.object({
  accountId: z.optional(opaqueId),
  group: z.optional(z.enum(accountGroups, 'invalid')),
  from: z.optional(requiredDay),
  to: z.optional(requiredDay),
});

export const accountStatistics = defineCall({
  summary: 'Returns statistics of your trades, from flat to flat, fees included',
  get: 'account/statistics',
  access: 'verified',
  readScope: 'accounts',
  query: selection,
  data: z.object({
    trades: z.int(),
    wins: z.int(),
    losses: z.int(),
    resultCents: cents,
    feeCents: cents,
    wonCents: cents,
    lostCents: cents,
    winRateBps: maybe,
    expectancyCents: maybe,
    averageWinCents: maybe,
    averageLossCents: maybe,
    profitFactorBps: maybe,
    maxDrawdownCents: cents,
    maxDrawdownDay: z.nullable(z.string()),
    drawdownCents: cents,
    curve: z.object({
      points: z.array(z.object({ at: z.int(), sumCents: cents })),
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
    distribution: z.array(z.object({ fromCents: cents, toCents: cents, trades: z.int() })),
    bestTrade: z.nullable(extremeTrade),
    worstTrade: z.nullable(extremeTrade),
    averageHoldingMs: maybe,
    byHour: z.array(group(z.int())),
    byWeekday: z.array(group(z.int())),
    /** Each with its contract months, keyed `ESZ6`. */
    byInstrument: z.array(z.extend(group(z.string()), { contracts: z.array(group(z.string())) })),
    bySide: z.array(group(z.enum(['long', 'short']))),
    byMonth: z.array(group(z.string())),
    /** Keyed by account id. */
    byAccount: z.array(group(z.string())),
    byHolding: z.array(group(z.enum(['under-1m', 'under-5m', 'under-15m', 'under-1h', 'longer']))),
    /** Whether older fills were left out; the figures cover the newest ones. */
    truncated: z.boolean(),
  }),
  errors: ['not_found'],
});

export const tradesFile = defineCall({
  summary: 'Returns your trades as CSV, one per line, oldest first',
  get: 'account/trades.csv',
  access: 'verified',
  readScope: 'fills',
  query: selection,
  mediaType: 'text/csv',
  errors: ['not_found'],
});
