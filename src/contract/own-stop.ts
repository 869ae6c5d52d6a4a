import * as z from 'zod/mini';
import { maxOwnStopDollars, maxOwnStopTrades, ownStopKinds } from '../domain/own-stop/own-stop.ts';
import { defineCall } from './call.ts';
import { opaqueId } from './fields.ts';

const centsPerDollar = 100;

/** Whole dollars, in cents. */
const amount = z.nullable(
  z
    .int('invalid')
    .check(
      z.minimum(centsPerDollar, 'invalid'),
      z.maximum(maxOwnStopDollars * centsPerDollar, 'invalid'),
      z.multipleOf(centsPerDollar, 'invalid'),
    ),
);

/** Limits of one trading day; null for none. */
const limits = {
  lossCents: amount,
  profitCents: amount,
  trades: z.nullable(z.int('invalid').check(z.minimum(1, 'invalid'), z.maximum(maxOwnStopTrades, 'invalid'))),
};

/** The lock after a limit is reached: the account stays locked until the session after `day` opens. */
export const ownStopLock = z.object({
  kind: z.enum(ownStopKinds),
  at: z.int(),
  day: z.string(),
  /** The limit reached: cents, or a number of trades. */
  limit: z.int(),
  until: z.int(),
});

const ownStop = z.object({
  accountId: z.string(),
  /** Whether the platform can enforce it; otherwise it can't be set. */
  isAvailable: z.boolean(),
  /** Limits of the current trading day. */
  limits: z.object(limits),
  /** Limits that replace them from a later trading day. */
  pending: z.nullable(z.object({ limits: z.object(limits), from: z.string() })),
  lock: z.nullable(ownStopLock),
  /** The current day so far: its result with open profit, and the number of closed trades. */
  today: z.object({ resultCents: z.int(), trades: z.int() }),
});

export const fetchOwnStop = defineCall({
  name: 'fetchOwnStop',
  summary: 'Returns your own daily stop for one account, and how far the day has come',
  method: 'GET',
  path: 'account/own-stop',
  access: 'verified',
  query: z.object({ accountId: opaqueId }),
  data: ownStop,
  errors: ['not_found', 'too_many'],
});

export const updateOwnStop = defineCall({
  name: 'updateOwnStop',
  summary: 'Sets your own daily stop. Tighter limits apply immediately, looser ones from the next trading day',
  method: 'POST',
  path: 'account/own-stop',
  access: 'verified',
  body: z.object({ accountId: opaqueId, ...limits }),
  data: ownStop,
  errors: ['not_found', 'conflict', 'too_many'],
});
