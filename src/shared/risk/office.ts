import { type ConductDecision, conductCauses } from '#shared/accounts/conduct.ts';
import { haltScopes } from '#shared/accounts/halt.ts';
import { platforms } from '#shared/catalog/platforms.ts';
import { riskRoles } from '#shared/core/staff-roles.ts';
import { defineList } from '#shared/office/define-list.ts';
import * as column from '#shared/office/list-columns.ts';
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
      ...column.ofAccount,
      kind: column.label(findingKinds),
      status: column.state({ open: 'accent', dismissed: 'neutral', case: 'neutral' }),
      day: column.text,
      /** The other side. In the list of an account, `account` is that one and this is its counterpart. */
      otherAccount: column.maybe(column.link('accounts', 'otherAccountId')),
      otherAccountId: column.maybe(column.recordId),
      /** The measurements, as JSON that depends on the kind. */
      facts: column.findingFacts,
      /** The fills, as JSON, at most sixty. */
      fills: column.recordId,
      decidedAt: column.maybe(column.moment),
      decisionReason: column.maybe(column.text),
      caseId: column.maybe(column.recordId),
    },
  }),
  conduct: defineList('conduct', 'risk', {
    summary: 'Conduct cases by opening time',
    roles: riskRoles,
    filters: { status: 'values', cause: 'values', account: 'id', person: 'id' },
    title: 'account',
    table: ['at', 'account', 'email', 'cause', 'status', 'answerUntilAt', 'answeredAt'],
    columns: {
      ...column.ofAccount,
      cause: column.label(conductCauses),
      status: column.state({ open: 'accent', upheld: 'danger', lifted: 'neutral' } satisfies Record<
        'open' | ConductDecision,
        column.Tone
      >),
      answerUntilAt: column.moment,
      answeredAt: column.maybe(column.moment),
      decidedAt: column.maybe(column.moment),
      evidence: column.text,
      answer: column.maybe(column.text),
      decisionReason: column.maybe(column.text),
    },
  }),
  requests: defineList('requests', 'risk', {
    summary: 'Document requests to traders by request time',
    roles: riskRoles,
    filters: { status: 'values', account: 'id', person: 'id' },
    title: 'account',
    table: ['at', 'account', 'email', 'status', 'documents', 'receivedAt', 'requestedBy'],
    columns: {
      ...column.ofAccount,
      status: column.state({ sent: 'accent', received: 'neutral', closed: 'neutral' }),
      needed: column.text,
      documents: column.count,
      requestedBy: column.text,
      receivedAt: column.maybe(column.moment),
      closedAt: column.maybe(column.moment),
    },
  }),
  differences: defineList('differences', 'risk', {
    summary: 'Differences between the platform’s balance or positions and ours',
    roles: riskRoles,
    filters: { status: 'values', account: 'id', person: 'id' },
    title: 'account',
    table: ['at', 'account', 'email', 'status', 'ownBalanceCents', 'platformBalanceCents', 'differenceCents'],
    columns: {
      ...column.ofAccount,
      status: column.state({ open: 'accent', settled: 'neutral', cleared: 'neutral' }),
      ownBalanceCents: column.cents,
      platformBalanceCents: column.cents,
      differenceCents: column.change,
      /** Signed contracts by instrument and month, if they differ. */
      platformPositions: column.maybe(column.text),
      ownPositions: column.maybe(column.text),
      comparedAt: column.moment,
      settledAt: column.maybe(column.moment),
      settlementReason: column.maybe(column.text),
    },
  }),
  ...platformLists,
  disputes: defineList('disputes', 'risk', {
    summary: 'Disputed breaches',
    roles: ['support', ...riskRoles],
    filters: { status: 'values', account: 'id', person: 'id' },
    title: 'account',
    table: ['at', 'account', 'email', 'status', 'dueAt', 'breachAt', 'decidedAt'],
    columns: {
      ...column.ofAccount,
      status: column.state({ open: 'accent', upheld: 'danger', rejected: 'danger' }),
      dueAt: column.maybe(column.deadline),
      breachAt: column.moment,
      message: column.text,
      decisionReason: column.maybe(column.text),
      decidedAt: column.maybe(column.moment),
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
      scope: column.label(haltScopes),
      target: column.maybe(column.anyLabel),
      status: column.state({
        requested: 'accent',
        declined: 'danger',
        running: 'danger',
        'lift-requested': 'accent',
        lifted: 'neutral',
      }),
      message: column.text,
      requestedBy: column.text,
      decidedBy: column.maybe(column.text),
      startedAt: column.maybe(column.moment),
      liftRequestedBy: column.maybe(column.text),
      liftedBy: column.maybe(column.text),
      endedAt: column.maybe(column.moment),
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
      title: column.prose,
      message: column.text,
      status: column.state({ planned: 'neutral', running: 'neutral', ended: 'neutral', expired: 'neutral' }),
      /** Number of chosen people; null if it is for everyone. */
      recipients: column.recipients,
      program: column.maybe(column.anyLabel),
      platform: column.maybe(column.anyLabel),
      startsAt: column.moment,
      expiresAt: column.maybe(column.moment),
      endedAt: column.maybe(column.moment),
      actor: column.actor,
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
      at: column.hidden(column.moment),
      platform: column.label(platforms),
      heartbeatAt: column.maybe(column.moment),
      /** Whether its bridge reports that it accepts orders; null before its first heartbeat. */
      takesOrders: column.maybe(column.flag),
      /** How far its newest event lags behind, in milliseconds, and until when it is closed for maintenance. */
      feedLagMs: column.maybe(column.count),
      maintenanceUntil: column.maybe(column.moment),
      /** Why its bridge can’t say that it has delivered everything, in the bridge’s words. */
      bridgeProblem: column.maybe(column.text),
      accounts: column.count,
      /** Paid accounts that the platform hasn't opened yet. */
      openings: column.count,
      /** Accounts with a lock that the platform has accepted but that isn't effective yet. */
      locksPending: column.count,
      /** Accounts whose permissions the platform hasn’t confirmed yet. */
      waiting: column.count,
      unacknowledged: column.count,
      differences: column.count,
      parked: column.count,
    },
  }),
} as const;
