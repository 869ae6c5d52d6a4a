import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { staffRoles } from '#shared/core/staff-roles.ts';
import { billingIntervals } from '#shared/orders/types.ts';
import { programs } from './programs.ts';

const cents = z.nullable(z.int());

/** What is sold, under which rules and with which texts. All of it is edited in files and read at startup. */
export const officeCatalog = defineCall({
  summary: 'Returns prices, rules and texts as loaded, each with the file in which it is edited',
  get: 'admin/catalog',
  access: { roles: staffRoles },
  data: z.object({
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
    /** The catalog's discount and coupons, including those that don't run; what staff create is in their lists. */
    codes: z.array(z.object({ file: z.string(), code: z.string(), percentBps: cents, expiresAt: z.nullable(z.int()) })),
    rules: z.array(
      z.object({
        file: z.string(),
        version: z.string(),
        program: z.enum(programs),
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
    /** What traders without and with an edge pay and draw, by version of the rules and account, on average. */
    economics: z.array(
      z.object({
        version: z.string(),
        id: z.string(),
        trader: z.enum(['random', 'skilled']),
        passBps: z.int(),
        paidBps: z.int(),
        payouts: z.number(),
        priceCents: z.int(),
        receivedCents: z.int(),
        remainsCents: z.int(),
        drawnBps: z.int(),
        worstRemainsCents: z.int(),
      }),
    ),
    /** How many traders of each kind were simulated. */
    traders: z.int(),
    /** The English file of each text; other languages have the same name in their own folder. */
    texts: z.array(z.object({ file: z.string(), title: z.string(), languages: z.array(z.string()) })),
  }),
});
