import * as z from 'zod/mini';
import { riskActionKinds } from '../domain/account/risk-action.ts';
import { instrumentCodes } from '../domain/instrument/instruments.ts';
import { payoutStatuses } from '../domain/payout/stages.ts';
import { defineCall } from './call.ts';
import { columnsOf } from './columns.ts';
import { opaqueId, requiredText } from './fields.ts';
import { phases, platforms, programmes } from './office/row-fields.ts';

/** Whether an account may trade; one that may only liquidate is suspended too, but keeps its positions. */
export const riskStatuses = ['active', 'locked', 'liquidate_only', 'suspended'] as const;

const access = { roles: ['risk_manager', 'admin'] } as const;
const moment = z.int();
const cents = z.int();

/** What changes while an account trades. */
const live = {
  id: z.string(),
  phase: z.enum(phases),
  status: z.enum(riskStatuses),
  equityCents: cents,
  /** The higher of the floors; null for a programme without one. */
  floorCents: z.nullable(cents),
  remainingCents: z.nullable(cents),
  todayCents: cents,
  /** Signed contracts by instrument, all months together. */
  positions: z.array(z.tuple([z.enum(instrumentCodes), z.int()])),
  lastEventAt: z.nullable(moment),
};

export const riskRow = z.object({
  ...live,
  account: z.string(),
  name: z.string(),
  country: z.string(),
  programme: z.enum(programmes),
  size: z.string(),
  platform: z.enum(platforms),
});

/** Thousands of rows, by column: a malformed one is still refused, at a small part of the time. */
const riskRows = columnsOf(riskRow);

/** The live accounts at one number of the stream. */
export const riskSnapshot = z.object({
  /** Names the server's run: numbers of another run don't continue these. */
  run: z.string(),
  number: z.int(),
  rows: riskRows,
});

/** What changed since the number before, at most four times a second. */
export const riskDelta = z.object({ number: z.int(), rows: riskRows, gone: z.array(z.string()) });

export const riskDashboard = defineCall({
  name: 'riskDashboard',
  summary: 'All live accounts with what remains of their drawdown, and the number from which the stream continues',
  method: 'POST',
  path: 'get/risk-manager-dashboard',
  access,
  data: riskSnapshot,
  errors: ['too_many'],
});

export const riskStream = defineCall({
  name: 'riskStream',
  summary:
    'Server-sent events: `delta` messages with consecutive numbers, or a `snapshot` if they can’t continue from the given one',
  method: 'GET',
  path: 'admin/risk/stream',
  access,
  query: z.object({
    run: z.optional(z.string().check(z.maxLength(40))),
    /** The number of the last message received. */
    after: z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'invalid'))),
  }),
  mediaType: 'text/event-stream',
});

export const riskAction = z.object({
  id: z.string(),
  kind: z.enum(riskActionKinds),
  cause: z.string(),
  until: z.nullable(moment),
  stage: z.enum(['requested', 'declined', 'sent', 'acknowledged']),
  requestedBy: z.string(),
  requestedAt: moment,
  decidedBy: z.nullable(z.string()),
  acknowledgedAt: z.nullable(moment),
  /** Whether the bearer may approve or decline it: not their own request. */
  mine: z.boolean(),
});

export const riskAccount = defineCall({
  name: 'riskAccount',
  summary: 'One account for the risk desk: actions with how far they have come, notes and suspensions',
  method: 'GET',
  path: 'admin/risk/account',
  access,
  query: z.object({ accountId: opaqueId }),
  data: z.object({
    row: riskRow,
    personId: z.string(),
    email: z.string(),
    series: z.array(z.tuple([moment, cents, z.nullable(cents)])),
    rules: z.object({
      startingBalanceCents: cents,
      maxContracts: z.int(),
      drawdownMode: z.enum(['none', 'static', 'end-of-day', 'intraday']),
      maxLossCents: z.nullable(cents),
      dailyLossMode: z.enum(['none', 'soft', 'hard']),
      dailyLimitCents: z.nullable(cents),
      targetCents: z.nullable(cents),
    }),
    balanceCents: cents,
    /** Those that hold now; `until` is null for one that doesn’t end by itself. */
    suspensions: z.array(z.object({ why: z.string(), until: z.nullable(moment) })),
    /** Whether this desk can lift a suspension: its own, or one for a dispute that was lost in part. */
    isRestorable: z.boolean(),
    actions: z.array(riskAction),
    /** Newest first. */
    payouts: z.array(
      z.object({ number: z.string(), status: z.enum(payoutStatuses), amountCents: cents, requestedAt: moment }),
    ),
    /** Documents the trader was asked for, newest first. */
    documentRequests: z.array(
      z.object({
        id: z.string(),
        text: z.string(),
        stage: z.enum(['sent', 'received', 'closed']),
        requestedBy: z.string(),
        requestedAt: moment,
        receivedAt: z.nullable(moment),
        documents: z.int(),
      }),
    ),
    notes: z.array(z.object({ id: z.string(), author: z.string(), text: z.string(), writtenAt: moment })),
  }),
  errors: ['not_found', 'too_many'],
});

export const takeRiskAction = defineCall({
  name: 'takeRiskAction',
  summary:
    'Lets an account only close positions, or locks, liquidates, suspends, restores or terminates an account; the trader reads the cause',
  method: 'POST',
  path: 'admin/risk/act',
  access,
  body: z.object({ accountId: opaqueId, kind: z.enum(riskActionKinds, 'required'), cause: requiredText(2_000) }),
  data: z.object({ actionId: z.string(), stage: z.enum(['requested', 'sent']) }),
  errors: ['not_found', 'conflict', 'too_many'],
});

export const decideRiskAction = defineCall({
  name: 'decideRiskAction',
  summary: 'Approves or declines what another person asked for',
  method: 'POST',
  path: 'admin/risk/decide',
  access,
  body: z.object({ actionId: opaqueId, decision: z.enum(['approve', 'decline'], 'required') }),
  errors: ['not_found', 'conflict', 'second_person', 'too_many'],
});

export const addAccountNote = defineCall({
  name: 'addAccountNote',
  summary: 'Adds a note to an account; only staff read it',
  method: 'POST',
  path: 'admin/risk/note',
  access: { roles: ['risk_manager', 'reviewer', 'support', 'admin'] },
  body: z.object({ accountId: opaqueId, text: requiredText(4_000) }),
  data: z.object({ noteId: z.string() }),
  errors: ['not_found', 'too_many'],
});
