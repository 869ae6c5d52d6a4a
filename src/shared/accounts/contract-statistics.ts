import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId, requiredDay } from '#shared/core/fields.ts';
import { accountGroups } from './lifecycle.ts';
import { group, statistics } from './statistics/shape.ts';

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
  readScope: 'accounts',
  query: selection,
  data: z.extend(statistics, {
    /** Keyed by account id. */
    byAccount: z.array(group(z.string())),
    /** Whether older fills were left out; the figures cover the newest ones. */
    truncated: z.boolean(),
  }),
  errors: ['not_found'],
});

export const tradesFile = defineCall({
  summary: 'Returns your trades as CSV, one per line, oldest first',
  get: 'account/trades.csv',
  readScope: 'fills',
  query: selection,
  mediaType: 'text/csv',
  errors: ['not_found'],
});
