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

/** Of one trading day; null for none. */
const limits = {
  lossCents: amount,
  profitCents: amount,
  trades: z.nullable(z.int('invalid').check(z.minimum(1, 'invalid'), z.maximum(maxOwnStopTrades, 'invalid'))),
};

/** A reached own stop, which locks the account until the session after `day` opens. */
export const ownStopLock = z.object({
  kind: z.enum(ownStopKinds),
  at: z.int(),
  day: z.string(),
  /** The limit: cents, or trades. */
  limit: z.int(),
  until: z.int(),
});

const ownStop = z.object({
  accountId: z.string(),
  /** Whether the platform enforces it, without which it can't be set. */
  isAvailable: z.boolean(),
  /** Of the running trading day. */
  limits: z.object(limits),
  /** What replaces them from a later trading day. */
  pending: z.nullable(z.object({ limits: z.object(limits), from: z.string() })),
  lock: z.nullable(ownStopLock),
  /** What the running day has brought: its result with open profit, and the trades it closed. */
  today: z.object({ resultCents: z.int(), trades: z.int() }),
});

export const fetchOwnStop = defineCall({
  name: 'fetchOwnStop',
  summary: 'The bearer’s own daily stop on one account, and how far the day has come',
  method: 'GET',
  path: 'account/own-stop',
  access: 'verified',
  query: z.object({ accountId: opaqueId }),
  data: ownStop,
  errors: ['not_found', 'too_many'],
});

export const updateOwnStop = defineCall({
  name: 'updateOwnStop',
  summary:
    'Sets the own daily stop: what is tighter counts at once, what is looser or removed from the next trading day. Reached, it flattens and locks the account to the next session',
  method: 'POST',
  path: 'account/own-stop',
  access: 'verified',
  body: z.object({ accountId: opaqueId, ...limits }),
  data: ownStop,
  errors: ['not_found', 'conflict', 'too_many'],
});
