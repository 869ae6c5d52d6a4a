import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId } from '#shared/core/fields.ts';
import {
  isPeriod,
  lockPeriods,
  maxNewsMinutes,
  maxPauseMinutes,
  maxPersonalStopDollars,
  maxPersonalStopTrades,
  personalStopKinds,
} from './personal-stop/personal-stop.ts';

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

const count = (maximum: number) => z.int('invalid').check(z.minimum(1, 'invalid'), z.maximum(maximum, 'invalid'));
const clockMinute = z.int('invalid').check(z.minimum(0, 'invalid'), z.maximum(24 * 60 - 1, 'invalid'));

/** The limits; null for none. */
const limits = {
  lossCents: amount,
  profitCents: amount,
  trades: z.nullable(count(maxPersonalStopTrades)),
  giveBackCents: amount,
  weekLossCents: amount,
  losingTrades: z.nullable(z.object({ count: count(maxPersonalStopTrades), minutes: count(maxPauseMinutes) })),
  maxContracts: z.nullable(count(maxPersonalStopTrades)),
  hours: z.nullable(z.object({ from: clockMinute, until: clockMinute }).check(z.refine(isPeriod, 'invalid'))),
  /** Before and after each release on the calendar. */
  newsMinutes: z.nullable(count(maxNewsMinutes)),
  noAveragingDown: z.boolean(),
};

export const personalStopLock = z.object({
  kind: z.enum(personalStopKinds),
  at: z.int(),
  day: z.string(),
  /** The limit reached: cents, a number of trades or, of an own lock, minutes. */
  limit: z.int(),
  until: z.int(),
});

const personalStop = z.object({
  accountId: z.string(),
  /** Whether the platform can enforce it; otherwise it can't be set. */
  isAvailable: z.boolean(),
  /** Limits of the current trading day. Hours are minutes after midnight in Chicago. */
  limits: z.object(limits),
  /** Limits that replace them from next week's first trading day. */
  pending: z.nullable(z.object({ limits: z.object(limits), from: z.string() })),
  lock: z.nullable(personalStopLock),
  /** The current day so far: results with open profit, closed trades, and how many of the last in a row lost. */
  today: z.object({
    ...{ resultCents: z.int(), bestCents: z.int(), weekResultCents: z.int() },
    ...{ trades: z.nullable(z.int()), losingTrades: z.nullable(z.int()) },
  }),
});

export const fetchPersonalStop = defineCall({
  summary: 'Returns your own limits for one account, and how far the day has come',
  get: 'account/personal-stop',
  query: z.object({ accountId: opaqueId }),
  data: personalStop,
  errors: ['not_found'],
});

export const updatePersonalStop = defineCall({
  summary: 'Sets your own limits. Tighter limits apply immediately, looser ones from next week',
  post: 'account/personal-stop',
  body: z.object({ accountId: opaqueId, ...limits }),
  data: personalStop,
  errors: ['not_found', 'conflict'],
});

export const lockAccountNow = defineCall({
  summary: 'Closes your positions and locks your account for a while. Nobody can lift the lock early',
  post: 'account/personal-stop/lock',
  access: 'verified',
  body: z.object({ accountId: opaqueId, period: z.enum(lockPeriods) }),
  data: personalStop,
  errors: ['not_found', 'conflict'],
});
