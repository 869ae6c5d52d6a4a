import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId } from '#shared/core/fields.ts';
import { peopleLists } from '#shared/people/office.ts';
import { equityPoint } from './equity-point.ts';

/** In time order; a payout is negative, or positive if it came back. */
export const equityHistory = z.object({
  points: z.array(equityPoint),
  payouts: z.array(z.object({ at: z.int(), amountCents: z.int() })),
});

export const officeEquity = defineCall({
  summary: 'Returns an account’s equity and floor from its start, at most 300 points',
  get: 'admin/accounts/equity',
  access: { roles: peopleLists.accounts.roles },
  query: z.object({ accountId: opaqueId }),
  data: equityHistory,
  errors: ['not_found'],
});
