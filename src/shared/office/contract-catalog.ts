import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { billingIntervals } from '#shared/orders/types.ts';
import { programmes, staffRoles } from './row-fields.ts';

const cents = z.nullable(z.int());

/** What is sold, under which rules and with which texts. All of it is edited in files and read at startup. */
export const officeCatalogue = defineCall({
  name: 'officeCatalogue',
  summary: 'Returns prices, rules and texts as loaded, each with the file in which it is edited',
  method: 'GET',
  path: 'admin/catalogue',
  access: { roles: staffRoles },
  data: z.object({
    /** The version of the rules on sale. */
    rulesVersion: z.string(),
    prices: z.array(
      z.object({
        file: z.string(),
        id: z.string(),
        billing: z.enum(['once', ...billingIntervals]),
        priceCents: z.int(),
        resetPriceCents: cents,
        activationPriceCents: cents,
      }),
    ),
    rules: z.array(
      z.object({
        file: z.string(),
        version: z.string(),
        programme: z.enum(programmes),
        size: z.string(),
        startingBalanceCents: z.int(),
        drawdownMode: z.string(),
        maxLossCents: cents,
        dailyLossMode: z.string(),
        dailyLimitCents: cents,
        targetCents: cents,
        minimumDays: z.nullable(z.int()),
        consistencyBps: z.nullable(z.int()),
        maxContracts: z.int(),
      }),
    ),
    /** The English file of each text; other languages have the same name in their own folder. */
    texts: z.array(z.object({ file: z.string(), title: z.string(), languages: z.array(z.string()) })),
  }),
  errors: ['too_many'],
});
