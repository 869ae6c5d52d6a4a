import * as z from 'zod/mini';
import { equityHistory } from '#shared/accounts/contract-equity.ts';
import { drawdownModes } from '#shared/accounts/drawdown/registry.ts';
import { riskActionKinds } from '#shared/accounts/risk-action.ts';
import { platforms } from '#shared/catalog/platforms.ts';
import { programs } from '#shared/catalog/programs.ts';
import { defineCall } from '#shared/core/call.ts';
import { createColumnsSchema } from '#shared/core/columns.ts';
import { formatted, freeText, opaqueId, token } from '#shared/core/fields.ts';
import { phases } from '#shared/core/staff-roles.ts';
import { instrumentCodes } from '#shared/exchange/instruments.ts';
import { payoutStatuses } from '#shared/payouts/stages.ts';

/** Whether an account may trade. A `liquidate_only` account is also suspended, but keeps its positions. */
export const riskStatuses = ['active', 'locked', 'liquidate_only', 'suspended'] as const;

const access = { roles: ['risk_manager', 'admin'] } as const;
const moment = z.int();
const cents = z.int();

/** Fields that change while an account trades. */
const live = {
  id: z.string(),
  phase: z.enum(phases),
  status: z.enum(riskStatuses),
  equityCents: cents,
  /** The higher of the two floors; null for a program without one. */
  floorCents: z.nullable(cents),
  remainingCents: z.nullable(cents),
  /** The loss that the nearer of the two floors allows from its own reference; null for a program without one. */
  limitCents: z.nullable(cents),
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
  program: z.enum(programs),
  size: z.string(),
  platform: z.enum(platforms),
});

/** Thousands of rows as columns: still fully validated, in a fraction of the time. */
const riskRows = createColumnsSchema(riskRow);

/** The live accounts at one number of the stream. */
export const riskSnapshot = z.object({
  /** Identifies the server process; numbers of another process don't continue these. */
  run: z.string(),
  number: z.int(),
  rows: riskRows,
});

/** Changes since the previous number, at most four times a second. */
export const riskDelta = z.object({ number: z.int(), rows: riskRows, gone: z.array(z.string()) });

export const riskDashboard = defineCall({
  summary: 'Lists all live accounts with their remaining drawdown, and the number from which the stream continues',
  post: 'get/risk-manager-dashboard',
  access,
  data: riskSnapshot,
  limit: 'read',
});

export const riskStream = defineCall({
  summary:
    'Streams server-sent events: `delta` messages with consecutive numbers, or a `snapshot` if the given number can’t be continued',
  get: 'admin/risk/stream',
  limit: null,
  access,
  query: z.object({
    run: z.optional(token(40)),
    /** The number of the last message received. */
    after: z.optional(formatted(15, /^\d{1,15}$/)),
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
  /** Whether you requested it; if so, you can't approve or decline it. */
  mine: z.boolean(),
});

export const riskAccount = defineCall({
  summary: 'Returns one account for the risk desk: actions with their progress, notes and suspensions',
  get: 'admin/risk/account',
  access,
  query: z.object({ accountId: opaqueId }),
  data: z.object({
    row: riskRow,
    personId: z.string(),
    email: z.string(),
    equity: equityHistory,
    rules: z.object({
      startingBalanceCents: cents,
      maxContracts: z.int(),
      drawdownMode: z.enum(drawdownModes),
      maxLossCents: z.nullable(cents),
      dailyLossMode: z.enum(['none', 'soft', 'hard']),
      dailyLimitCents: z.nullable(cents),
      targetCents: z.nullable(cents),
    }),
    balanceCents: cents,
    /** Open profit of the positions; the rest of today's result is closed. */
    openCents: cents,
    /** Days with fills, the current one included. */
    tradingDays: z.int(),
    positions: z.array(
      z.object({
        instrument: z.enum(instrumentCodes),
        month: z.string(),
        quantity: z.int(),
        /** The average entry in ticks; may be between two of them. */
        entryTicks: z.number(),
        openCents: cents,
        /** The nearest working stop; null without one. */
        stopTicks: z.nullable(z.int()),
      }),
    ),
    /** Whether we know the account's working stops: those at an outside platform we don't. */
    hasStops: z.boolean(),
    /** Current suspensions; `until` is null if one doesn't end by itself. */
    suspensions: z.array(z.object({ reason: z.string(), until: z.nullable(moment) })),
    /** Whether this desk can lift a suspension: its own, or one for a dispute that was partly lost. */
    isRestorable: z.boolean(),
    actions: z.array(riskAction),
    /** Newest first. */
    payouts: z.array(
      z.object({ number: z.string(), status: z.enum(payoutStatuses), amountCents: cents, requestedAt: moment }),
    ),
    /** Documents requested from the trader, newest first. */
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
  errors: ['not_found'],
});

export const takeRiskAction = defineCall({
  summary: 'Limits an account to closing positions, or locks, liquidates, suspends, restores or terminates it',
  post: 'admin/risk/act',
  destructive: ['kind', ['suspend', 'liquidate', 'terminate']],
  access,
  body: z.object({ accountId: opaqueId, kind: z.enum(riskActionKinds, 'required'), cause: freeText(2_000) }),
  data: z.object({ actionId: z.string(), stage: z.enum(['requested', 'sent']) }),
  errors: ['not_found', 'conflict'],
});

export const decideRiskAction = defineCall({
  summary: 'Approves or declines another person’s risk action',
  post: 'admin/risk/decide',
  destructive: ['decision', ['decline']],
  access,
  body: z.object({ actionId: opaqueId, decision: z.enum(['approve', 'decline'], 'required') }),
  errors: ['not_found', 'conflict', 'second_person'],
});

export const addAccountNote = defineCall({
  summary: 'Adds a note to an account. Only staff can read it',
  post: 'admin/risk/note',
  access: { roles: ['risk_manager', 'reviewer', 'support', 'admin'] },
  body: z.object({ accountId: opaqueId, text: freeText(4_000) }),
  data: z.object({ noteId: z.string() }),
  errors: ['not_found'],
});
