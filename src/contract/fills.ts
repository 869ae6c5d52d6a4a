import * as z from 'zod/mini';
import { instrumentCodes } from '../domain/instrument/instruments.ts';
import { fillRow } from './accounts.ts';
import { defineCall } from './call.ts';
import { calendarDay, opaqueId, pageCursor } from './fields.ts';

/** Trading days, both inclusive; unbounded by default. */
const filter = {
  accountId: opaqueId,
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
  instrument: z.optional(z.enum(instrumentCodes, 'invalid')),
  side: z.optional(z.enum(['buy', 'sell'], 'invalid')),
};

export const fetchFills = defineCall({
  name: 'fetchFills',
  summary: 'A page of an account’s fills, newest first',
  method: 'GET',
  path: 'fills',
  access: 'verified',
  query: z.object({ ...filter, cursor: z.optional(pageCursor) }),
  data: z.object({
    fills: z.array(z.extend(fillRow, { id: z.string() })),
    /** Where the next page starts; null after the last one. */
    older: z.nullable(z.string()),
  }),
  errors: ['not_found', 'too_many'],
});

export const fillsFile = defineCall({
  name: 'fillsFile',
  summary: 'The same fills as CSV, all of them, newest first',
  method: 'GET',
  path: 'fills.csv',
  access: 'verified',
  query: z.object(filter),
  mediaType: 'text/csv',
  errors: ['not_found', 'too_many'],
});
