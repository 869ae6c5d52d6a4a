import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId } from '#shared/core/fields.ts';
import { peopleLists } from '#shared/people/office.ts';

const cents = z.int();

export const officeEquity = defineCall({
  summary: 'Returns an account’s equity and floor from its start, at most 300 points',
  get: 'admin/accounts/equity',
  access: { roles: peopleLists.accounts.roles },
  query: z.object({ accountId: opaqueId }),
  data: z.object({
    /** In time order. */
    points: z.array(
      z.object({
        at: z.int(),
        equityCents: cents,
        floorCents: z.nullable(cents),
        highWaterMarkCents: cents,
      }),
    ),
  }),
  limit: 'read',
  errors: ['not_found'],
});
