import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { calendarDay, opaqueId, pageCursor } from '#shared/core/fields.ts';
import { instrumentCodes, sides } from '#shared/exchange/instruments.ts';
import { fillRow } from './contract.ts';

/** First and last trading day, inclusive; unbounded by default. */
const filter = {
  accountId: opaqueId,
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
  instrument: z.optional(z.enum(instrumentCodes, 'invalid')),
  side: z.optional(z.enum(sides, 'invalid')),
};

export const fetchFills = defineCall({
  summary: 'Lists an account’s fills in pages, newest first',
  get: 'fills',
  readScope: 'fills',
  query: z.object({ ...filter, cursor: z.optional(pageCursor) }),
  data: z.object({
    fills: z.array(z.extend(fillRow, { id: z.string() })),
    /** Cursor of the next page; null on the last one. */
    older: z.nullable(z.string()),
  }),
  errors: ['not_found'],
});

export const fillsFile = defineCall({
  summary: 'Returns all matching fills as CSV, newest first',
  get: 'fills.csv',
  readScope: 'fills',
  query: z.object(filter),
  mediaType: 'text/csv',
  errors: ['not_found'],
});
