import { type ConductDecision, conductCauses } from '#shared/accounts/conduct.ts';
import { haltScopes } from '#shared/accounts/halt.ts';
import { platforms } from '#shared/catalog/platforms.ts';
import { riskRoles } from '#shared/core/staff-roles.ts';
import { defineList } from '#shared/office/define-list.ts';
import {
  actor,
  anyLabel,
  cents,
  change,
  count,
  findingFacts,
  flag,
  hidden,
  label,
  link,
  maybe,
  moment,
  ofAccount,
  prose,
  recipients,
  recordId,
  state,
  type Tone,
  text,
} from '#shared/office/list-columns.ts';
import { findingKinds } from './findings.ts';
import { platformLists } from './office-platform.ts';

export const riskLists = {
  findings: defineList('findings', 'risk', {
    summary: 'Findings of the detection in fills: opposite sides, copies, unusual size or timing',
    roles: riskRoles,
    filters: { status: 'values', kind: 'values', account: 'id', person: 'id' },
    title: 'account',
    table: ['at', 'kind', 'account', 'otherAccount', 'day', 'status', 'facts'],
    columns: {
      ...ofAccount,
      kind: label(findingKinds),
      status: state({ open: 'accent', dismissed: 'neutral', case: 'neutral' }),
      /** The trading day. */
      day: text,
      /** The other side. In the list of an account, `account` is that one and this is its counterpart. */
      otherAccount: maybe(link('accounts', 'otherAccountId')),
      otherAccountId: maybe(recordId),
      /** The measurements, as JSON that depends on the kind. */
      facts: findingFacts,
      /** The fills, as JSON, at most sixty. */
      fills: recordId,
      decidedAt: maybe(moment),
      decisionReason: maybe(text),
      caseId: maybe(recordId),
    },
  }),
  conduct: defineList('conduct', 'risk', {
    summary: 'Conduct cases by opening time',
    roles: riskRoles,
    filters: { status: 'values', cause: 'values', account: 'id', person: 'id' },
    title: 'account',
    table: ['at', 'account', 'email', 'cause', 'status', 'answerUntilAt', 'answeredAt'],
    columns: {
      ...ofAccount,
      cause: label(conductCauses),
      status: state({ open: 'accent', upheld: 'danger', lifted: 'neutral' } satisfies Record<
        'open' | ConductDecision,
        Tone
      >),
      answerUntilAt: moment,
      answeredAt: maybe(moment),
      decidedAt: maybe(moment),
      evidence: text,
      answer: maybe(text),
      decisionReason: maybe(text),
    },
  }),
  requests: defineList('requests', 'risk', {
    summary: 'Document requests to traders by request time',
    roles: riskRoles,
    filters: { status: 'values', account: 'id', person: 'id' },
    title: 'account',
    table: ['at', 'account', 'email', 'status', 'documents', 'receivedAt', 'requestedBy'],
    columns: {
      ...ofAccount,
      status: state({ sent: 'accent', received: 'neutral', closed: 'neutral' }),
      needed: text,
      documents: count,
      requestedBy: text,
      receivedAt: maybe(moment),
      closedAt: maybe(moment),
    },
  }),
  differences: defineList('differences', 'risk', {
    summary: 'Differences between the platform’s balance or positions and ours',
    roles: riskRoles,
    filters: { status: 'values', account: 'id', person: 'id' },
    title: 'account',
    table: ['at', 'account', 'email', 'status', 'ownBalanceCents', 'platformBalanceCents', 'differenceCents'],
    columns: {
      ...ofAccount,
      status: state({ open: 'accent', settled: 'neutral', cleared: 'neutral' }),
      ownBalanceCents: cents,
      platformBalanceCents: cents,
      differenceCents: change,
      /** Signed contracts by instrument and month, if they differ. */
      platformPositions: maybe(text),
      ownPositions: maybe(text),
      comparedAt: moment,
      settledAt: maybe(moment),
      settlementReason: maybe(text),
    },
  }),
  ...platformLists,
  disputes: defineList('disputes', 'risk', {
    summary: 'Disputed breaches',
    roles: ['support', ...riskRoles],
    filters: { status: 'values', account: 'id', person: 'id' },
    title: 'account',
    table: ['at', 'account', 'email', 'status', 'breachAt', 'decidedAt'],
    columns: {
      ...ofAccount,
      status: state({ open: 'accent', upheld: 'danger', rejected: 'danger' }),
      breachAt: moment,
      message: text,
      decisionReason: maybe(text),
      decidedAt: maybe(moment),
    },
  }),
  halts: defineList('halts', 'risk', {
    summary: 'Trading halts',
    roles: riskRoles,
    filters: { status: 'values', scope: 'values' },
    title: 'target',
    entity: 'halt',
    table: ['at', 'scope', 'target', 'status', 'requestedBy', 'startedAt', 'endedAt'],
    columns: {
      scope: label(haltScopes),
      target: maybe(anyLabel),
      status: state({
        requested: 'accent',
        declined: 'danger',
        running: 'danger',
        'lift-requested': 'accent',
        lifted: 'neutral',
      }),
      message: text,
      requestedBy: text,
      decidedBy: maybe(text),
      startedAt: maybe(moment),
      liftRequestedBy: maybe(text),
      liftedBy: maybe(text),
      endedAt: maybe(moment),
    },
  }),
  announcements: defineList('announcements', 'sales', {
    summary: 'Announcements to traders',
    roles: ['support', ...riskRoles],
    filters: { status: 'values' },
    title: 'title',
    entity: 'announcement',
    table: ['at', 'title', 'recipients', 'program', 'platform', 'status', 'startsAt', 'expiresAt'],
    columns: {
      title: prose,
      message: text,
      status: state({ planned: 'neutral', running: 'neutral', ended: 'neutral', expired: 'neutral' }),
      /** Number of chosen people; null if it is for everyone. */
      recipients: recipients,
      program: maybe(anyLabel),
      platform: maybe(anyLabel),
      startsAt: moment,
      expiresAt: maybe(moment),
      endedAt: maybe(moment),
      actor,
    },
  }),
  bridge: defineList('bridge', 'risk', {
    summary: 'Platforms with their last heartbeat, accounts and pending updates',
    roles: riskRoles,
    filters: { platform: 'values', feed: ['current', 'silent'] },
    title: 'platform',
    table: [
      ...([
        'platform',
        'heartbeatAt',
        'bridgeProblem',
        'feedLagMs',
        'maintenanceUntil',
        'accounts',
        'openings',
        'locksPending',
      ] as const),
      ...(['waiting', 'unacknowledged', 'differences', 'parked'] as const),
    ],
    columns: {
      // Its last heartbeat, which has a column.
      at: hidden(moment),
      platform: label(platforms),
      heartbeatAt: maybe(moment),
      /** Whether its bridge reports that it accepts orders; null before its first heartbeat. */
      takesOrders: maybe(flag),
      /** How far its newest event lags behind, in milliseconds, and until when it is closed for maintenance. */
      feedLagMs: maybe(count),
      maintenanceUntil: maybe(moment),
      /** Why its bridge can’t say that it has delivered everything, in the bridge’s words. */
      bridgeProblem: maybe(text),
      accounts: count,
      /** Paid accounts that the platform hasn't opened yet. */
      openings: count,
      /** Accounts with a lock that the platform has accepted but that isn't effective yet. */
      locksPending: count,
      /** Accounts whose permissions the platform hasn’t confirmed yet. */
      waiting: count,
      unacknowledged: count,
      differences: count,
      parked: count,
    },
  }),
} as const;
