import * as z from 'zod/mini';
import { conductCauses, conductDecisions } from '#shared/accounts/conduct.ts';
import { haltScopes } from '#shared/accounts/halt.ts';
import { unreadReasons } from '#shared/replay/fill-file/fill-file.ts';
import { findingKinds } from '#shared/risk/findings.ts';
import { defineList } from './define-list.ts';
import { base, cents, maybeMoment, maybeText, moment, ofAccount, platforms, riskRoles, text } from './row-fields.ts';

export const haltStatuses = ['requested', 'declined', 'running', 'lift-requested', 'lifted'] as const;

/** Why a row of a statement isn't booked; `file` is a whole file, and `refused` a fill that the site didn't take. */
export const unbookedReasons = ['file', 'refused', ...unreadReasons] as const;

export type UnbookedReason = (typeof unbookedReasons)[number];

const rowReasons = unbookedReasons.map((reason) => `row-${reason}` as const);
/** Why something from a platform is parked: an event of an unlisted contract, or the row of a statement. */
const parkedReasons = ['unknown-instrument', 'unlisted-month', ...rowReasons] as const;

export const platformTaskKinds = [
  'open-account',
  'reset-account',
  'set-access',
  'transfer-money',
  'close-account',
] as const;

export type PlatformTaskKind = (typeof platformTaskKinds)[number];

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
    summary: 'Events of unlisted contracts and rows of statements, which wait until they can be booked',
    roles: riskRoles,
    filters: { parkedFor: parkedReasons, account: 'id', person: 'id' },
    row: z.object({
      ...base,
      ...ofAccount,
      /** Of an event; null for the row of a statement. */
      instrument: maybeText,
      month: maybeText,
      parkedFor: z.enum(parkedReasons),
      /** The file of the row, its line (0 for the whole file) and the text that couldn't be read. */
      statement: maybeText,
      line: z.nullable(z.int()),
      cell: maybeText,
    }),
  }),
  tasks: defineList({
    name: 'tasks',
    summary: 'What a person must do on a platform and confirm at its bridge',
    roles: riskRoles,
    filters: { task: platformTaskKinds, platform: platforms, account: 'id', person: 'id' },
    row: z.object({
      ...base,
      ...ofAccount,
      platform: z.enum(platforms),
      task: z.enum(platformTaskKinds),
      toDo: text,
      /** The command that confirms it at the bridge. */
      command: text,
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
