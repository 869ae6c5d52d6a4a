import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId } from '#shared/core/fields.ts';
import { maxPersonalStopDollars, maxPersonalStopTrades, personalStopKinds } from './personal-stop/personal-stop.ts';

const centsPerDollar = 100;

/** Whole dollars, in cents. */
const amount = z.nullable(
  z
    .int('invalid')
    .check(
      z.minimum(centsPerDollar, 'invalid'),
      z.maximum(maxPersonalStopDollars * centsPerDollar, 'invalid'),
      z.multipleOf(centsPerDollar, 'invalid'),
    ),
);

/** Limits of one trading day; null for none. */
const limits = {
  lossCents: amount,
  profitCents: amount,
  trades: z.nullable(z.int('invalid').check(z.minimum(1, 'invalid'), z.maximum(maxPersonalStopTrades, 'invalid'))),
};

/** The lock after a limit is reached: the account stays locked until the session after `day` opens. */
export const personalStopLock = z.object({
  kind: z.enum(personalStopKinds),
  at: z.int(),
  day: z.string(),
  /** The limit reached: cents, or a number of trades. */
  limit: z.int(),
  until: z.int(),
});

const personalStop = z.object({
  accountId: z.string(),
  /** Whether the platform can enforce it; otherwise it can't be set. */
  isAvailable: z.boolean(),
  /** Limits of the current trading day. */
  limits: z.object(limits),
  /** Limits that replace them from a later trading day. */
  pending: z.nullable(z.object({ limits: z.object(limits), from: z.string() })),
  lock: z.nullable(personalStopLock),
  /** The current day so far: its result with open profit, and the number of closed trades. */
  today: z.object({ resultCents: z.int(), trades: z.int() }),
});

export const fetchPersonalStop = defineCall({
  summary: 'Returns your personal daily stop for one account, and how far the day has come',
  get: 'account/personal-stop',
  query: z.object({ accountId: opaqueId }),
  data: personalStop,
  errors: ['not_found'],
});

export const updatePersonalStop = defineCall({
  summary: 'Sets your personal daily stop. Tighter limits apply immediately, looser ones from the next trading day',
  post: 'account/personal-stop',
  body: z.object({ accountId: opaqueId, ...limits }),
  data: personalStop,
  errors: ['not_found', 'conflict'],
});
