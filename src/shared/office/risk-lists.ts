import * as z from 'zod/mini';
import { conductCauses, conductDecisions } from '#shared/accounts/conduct.ts';
import { haltScopes } from '#shared/accounts/halt.ts';
import { findingKinds } from '#shared/risk/findings.ts';
import { defineList } from './define-list.ts';
import { base, cents, maybeMoment, maybeText, moment, ofAccount, platforms, riskRoles, text } from './row-fields.ts';

export const haltStatuses = ['requested', 'declined', 'running', 'lift-requested', 'lifted'] as const;

/** Lists of the risk desk. */
export const riskLists = {
  findings: defineList({
    name: 'findings',
    summary: 'Findings of the detection in fills: opposite sides, copies, unusual size or timing',
    roles: riskRoles,
    filters: { status: ['open', 'dismissed', 'case'], kind: findingKinds, account: 'id', person: 'id' },
    row: z.object({
      ...base,
      ...ofAccount,
      kind: z.enum(findingKinds),
      status: z.enum(['open', 'dismissed', 'case']),
      /** The trading day. */
      day: text,
      /** The other side. In the list of an account, `account` is that one and this is its counterpart. */
      otherAccount: maybeText,
      otherAccountId: maybeText,
      /** The measurements, as JSON that depends on the kind. */
      facts: text,
      /** The fills, as JSON, at most sixty. */
      fills: text,
      decidedAt: maybeMoment,
      decisionReason: maybeText,
      caseId: maybeText,
    }),
  }),
  conduct: defineList({
    name: 'conduct',
    summary: 'Conduct cases by opening time',
    roles: riskRoles,
    filters: { status: ['open', ...conductDecisions], cause: conductCauses, account: 'id', person: 'id' },
    row: z.object({
      ...base,
      ...ofAccount,
      cause: z.enum(conductCauses),
      status: z.enum(['open', ...conductDecisions]),
      answerUntilAt: moment,
      answeredAt: maybeMoment,
      decidedAt: maybeMoment,
      evidence: text,
      answer: maybeText,
      decisionReason: maybeText,
    }),
  }),
  requests: defineList({
    name: 'requests',
    summary: 'Document requests to traders by request time',
    roles: riskRoles,
    filters: { status: ['sent', 'received', 'closed'], account: 'id', person: 'id' },
    row: z.object({
      ...base,
      ...ofAccount,
      status: z.enum(['sent', 'received', 'closed']),
      needed: text,
      documents: z.int(),
      requestedBy: text,
      receivedAt: maybeMoment,
      closedAt: maybeMoment,
    }),
  }),
  differences: defineList({
    name: 'differences',
    summary: 'Differences between the platform’s balance and ours',
    roles: riskRoles,
    filters: { status: ['open', 'settled', 'cleared'], account: 'id', person: 'id' },
    row: z.object({
      ...base,
      ...ofAccount,
      status: z.enum(['open', 'settled', 'cleared']),
      ownBalanceCents: cents,
      platformBalanceCents: cents,
      differenceCents: cents,
      comparedAt: moment,
      settledAt: maybeMoment,
      settlementReason: maybeText,
    }),
  }),
  parked: defineList({
    name: 'parked',
    summary: 'Events of unlisted contracts, stored until the catalogue lists them',
    roles: riskRoles,
    filters: { parkedFor: ['unknown-instrument', 'unlisted-month'], account: 'id', person: 'id' },
    row: z.object({
      ...base,
      ...ofAccount,
      instrument: text,
      month: text,
      parkedFor: z.enum(['unknown-instrument', 'unlisted-month']),
    }),
  }),
  disputes: defineList({
    name: 'disputes',
    summary: 'Disputed breaches',
    roles: ['support', ...riskRoles],
    filters: { status: ['open', 'upheld', 'rejected'], account: 'id', person: 'id' },
    row: z.object({
      ...base,
      ...ofAccount,
      status: z.enum(['open', 'upheld', 'rejected']),
      breachAt: moment,
      message: text,
      decisionReason: maybeText,
      decidedAt: maybeMoment,
    }),
  }),
  halts: defineList({
    name: 'halts',
    summary: 'Trading halts',
    roles: riskRoles,
    filters: { status: haltStatuses, scope: haltScopes },
    row: z.object({
      ...base,
      scope: z.enum(haltScopes),
      target: maybeText,
      status: z.enum(haltStatuses),
      message: text,
      requestedBy: text,
      decidedBy: maybeText,
      startedAt: maybeMoment,
      liftRequestedBy: maybeText,
      liftedBy: maybeText,
      endedAt: maybeMoment,
    }),
  }),
  announcements: defineList({
    name: 'announcements',
    summary: 'Announcements to traders',
    roles: ['support', ...riskRoles],
    filters: { status: ['planned', 'running', 'ended', 'expired'] },
    row: z.object({
      ...base,
      title: text,
      message: text,
      status: z.enum(['planned', 'running', 'ended', 'expired']),
      /** Number of chosen people; null if it is for everyone. */
      recipients: z.nullable(z.int()),
      programme: maybeText,
      platform: maybeText,
      startsAt: moment,
      expiresAt: maybeMoment,
      endedAt: maybeMoment,
      actor: text,
    }),
  }),
  bridge: defineList({
    name: 'bridge',
    summary: 'Platforms with their last heartbeat, accounts and pending updates',
    roles: riskRoles,
    filters: { platform: platforms, feed: ['current', 'silent'] },
    row: z.object({
      ...base,
      platform: z.enum(platforms),
      heartbeatAt: maybeMoment,
      /** Whether its bridge reports that it accepts orders; null before its first heartbeat. */
      takesOrders: z.nullable(z.boolean()),
      accounts: z.int(),
      /** Accounts whose permissions the platform hasn’t confirmed yet. */
      waiting: z.int(),
      unacknowledged: z.int(),
      differences: z.int(),
      parked: z.int(),
    }),
  }),
} as const;
