import * as z from 'zod/mini';
import { accountStage } from '#shared/accounts/contract.ts';
import { programs } from '#shared/catalog/programs.ts';
import { defineCall } from '#shared/core/call.ts';
import { formatted, opaqueId } from '#shared/core/fields.ts';
import { sides } from '#shared/exchange/instruments.ts';
import { copierAvailabilities } from './availability.ts';
import { copyActions, copyModes, copyPhases, disarmReasons, missedReasons, unmatchedReasons } from './copy-link.ts';
import { copiedSizes, maxDailyStopDollars, maxFixedContracts, maxRatioHundredths } from './sizing.ts';

const maxFollowers = 50;
const size = z.enum(copiedSizes, 'invalid');

/** A ratio of the leader's position in hundredths, or a fixed number of contracts. */
const sizing = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('ratio'),
    hundredths: z.int('invalid').check(z.minimum(1, 'invalid'), z.maximum(maxRatioHundredths, 'invalid')),
    size,
  }),
  z.object({
    mode: z.literal('fixed'),
    contracts: z.int('invalid').check(z.minimum(1, 'invalid'), z.maximum(maxFixedContracts, 'invalid')),
    size,
  }),
]);

/** Daily loss that flattens and disarms a follower; null for none. */
const dailyStopCents = z.nullable(
  z.int('invalid').check(z.minimum(100, 'invalid'), z.maximum(maxDailyStopDollars * 100, 'invalid')),
);

const holding = z.object({ instrument: z.string(), month: z.string(), quantity: z.int() });

const copyMode = z.enum(copyModes, 'invalid');

const follower = z.object({
  copyMode,
  sizing,
  dailyStopCents,
  status: z.enum(['on', 'out-of-sync', 'closing', 'disarmed']),
  phase: z.enum(copyPhases),
  /** Why copying stopped; null while the follower is armed. */
  disarmReason: z.nullable(z.enum(disarmReasons)),
  /** Armed in the middle of a trade: joins once the leader is flat. */
  waiting: z.boolean(),
  /** Entries of the leader's open trade that this follower missed. */
  missed: z.array(
    z.object({
      instrument: z.string(),
      month: z.string(),
      side: z.enum(['long', 'short']),
      reason: z.enum(missedReasons),
    }),
  ),
  /** Working orders of the leader that the follower doesn't have, or that have filled on only one side so far. */
  unmatched: z.array(
    z.object({
      instrument: z.string(),
      month: z.string(),
      side: z.enum(sides),
      reason: z.enum(unmatchedReasons),
    }),
  ),
  /** The result of the current trading day, including open profit. */
  dayResultCents: z.int(),
  copiedAt: z.nullable(z.number()),
});

export const fetchCopier = defineCall({
  summary: 'Returns your leader and followers, the accounts eligible for either, and the Thor package',
  get: 'copier',
  data: z.object({
    /** Nothing is copied on platforms where the copier can't place orders. */
    availability: z.enum(copierAvailabilities),
    /** Null without an active, paid package. */
    package: z.nullable(z.object({ id: z.string(), followers: z.int() })),
    leaderId: z.nullable(z.string()),
    /** Open accounts, and followers whose account has ended. */
    accounts: z.array(
      z.object({
        id: z.string(),
        program: z.enum(programs),
        size: z.string(),
        platformAccountId: z.string(),
        stage: accountStage,
        /** The account's limit or its owner's, whichever is lower, in minis. */
        maxContracts: z.int(),
        ownMaxContracts: z.nullable(z.int()),
        positions: z.array(holding),
        follower: z.nullable(follower),
      }),
    ),
  }),
});

export const saveCopier = defineCall({
  summary: 'Sets the leader and all followers with their sizes. Armed followers can’t be changed',
  post: 'copier',
  body: z.object({
    leaderId: opaqueId,
    followers: z
      .array(z.object({ accountId: opaqueId, copyMode, sizing, dailyStopCents }), 'required')
      .check(z.maxLength(maxFollowers, 'invalid')),
  }),
  errors: ['not_found', 'copier_account', 'copier_armed', 'copier_package', 'copier_unavailable'],
});

const chosen = z.object({
  accountIds: z.array(opaqueId, 'required').check(z.minLength(1, 'required'), z.maxLength(maxFollowers, 'invalid')),
});

export const armFollowers = defineCall({
  summary: 'Starts copying the leader’s trades to these followers, from its next trade if it has an open position',
  post: 'copier/arm',
  body: chosen,
  errors: ['not_found', 'copier_account', 'copier_package', 'copier_position', 'copier_stop'],
});

export const disarmFollowers = defineCall({
  summary: 'Stops copying entries to these followers. Exits are copied until they are flat',
  post: 'copier/disarm',
  body: chosen,
  errors: ['not_found'],
});

export const flattenFollowers = defineCall({
  summary: 'Closes the copied positions of these followers at the market and disarms them. All of them without a list',
  post: 'copier/flatten',
  body: z.object({ accountIds: z.optional(chosen.shape.accountIds) }),
  errors: ['not_found'],
});

const logEntry = z.object({
  number: z.int(),
  at: z.number(),
  accountId: z.string(),
  action: z.enum(copyActions),
  reason: z.nullable(z.enum([...unmatchedReasons, ...disarmReasons])),
  order: z.nullable(
    z.object({
      instrument: z.string(),
      month: z.string(),
      /** Signed contracts of the order, and the position after it. */
      quantity: z.int(),
      positionAfter: z.int(),
      priceTicks: z.nullable(z.int()),
      /** Only for a working order. */
      orderType: z.optional(z.enum(['limit', 'stop'])),
    }),
  ),
  /** The leader's newest event that the decision is based on; null for an owner's action. */
  leaderSequence: z.nullable(z.int()),
  /** From storing the leader's event to storing the follower's fill. */
  latencyMs: z.nullable(z.number()),
});

export const fetchCopyLog = defineCall({
  summary: 'Lists what the copier did, newest first: the leader’s event, the decision and the follower’s fill',
  get: 'copier/log',
  query: z.object({ before: z.optional(formatted(15, /^\d{1,15}$/)) }),
  data: z.object({ entries: z.array(logEntry), more: z.boolean() }),
});

export const copyLogFile = defineCall({
  summary: 'Returns the copy log as signed CSV, oldest first. Each entry’s hash covers the previous one',
  get: 'copier/log.csv',
  mediaType: 'text/csv',
});
