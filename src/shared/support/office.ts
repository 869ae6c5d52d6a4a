import { supportRoles } from '#shared/core/staff-roles.ts';
import { defineList } from '#shared/office/define-list.ts';
import {
  anyLabel,
  count,
  flag,
  hidden,
  label,
  link,
  maybe,
  moment,
  ofAccount,
  prose,
  recordId,
  state,
  type Tone,
  text,
} from '#shared/office/list-columns.ts';
import { reviewerRoles } from '#shared/reviews/contract-office.ts';
import { components, impacts, type incidentStatuses } from '#shared/status/status.ts';
import { featureProgresses } from './contract-features.ts';
import { ticketTopics } from './contract-shapes.ts';
import type { ticketStatuses } from './ticket.ts';

export const supportLists = {
  tickets: defineList('tickets', 'support', {
    summary: 'Tickets from traders and guests by arrival time',
    roles: supportRoles,
    filters: {
      status: 'values',
      due: ['late', 'today', 'later'],
      topic: 'values',
      assigned: ['nobody', 'someone'],
      person: 'id',
      order: 'id',
      account: 'id',
    },
    title: 'subject',
    entity: 'ticket',
    table: ['at', 'number', 'subject', 'email', 'topic', 'status', 'replyDueAt', 'assignee'],
    columns: {
      number: text,
      subject: prose,
      topic: label(ticketTopics),
      name: prose,
      email: link('people', 'personId'),
      personId: maybe(recordId),
      status: state({ open: 'accent', waiting: 'neutral', answered: 'neutral', closed: 'neutral' } satisfies Record<
        (typeof ticketStatuses)[number],
        Tone
      >),
      assignee: maybe(text),
      firstRepliedAt: maybe(moment),
      replyDueAt: maybe(moment),
      resolutionDueAt: maybe(moment),
      language: anyLabel,
      account: maybe(link('accounts', 'accountId')),
      accountId: maybe(recordId),
      order: maybe(link('orders', 'orderId')),
      orderId: maybe(recordId),
      payout: maybe(text),
      /** Whether it is a withdrawal that staff decide, of an order that can be refunded. */
      isRefundable: hidden(flag),
    },
  }),
  reviews: defineList('reviews', 'support', {
    summary: 'Performance reviews by order time',
    roles: reviewerRoles,
    filters: {
      queued: ['yes', 'no'],
      assigned: ['nobody', 'someone'],
      status: 'values',
      commented: ['yes', 'no'],
      person: 'id',
      account: 'id',
    },
    title: 'account',
    table: ['at', 'account', 'email', 'status', 'deliveredAt', 'queued', 'reviewer', 'claimedAt', 'commentedAt'],
    columns: {
      ...ofAccount,
      order: link('orders', 'orderId'),
      orderId: recordId,
      status: state({ making: 'neutral', delivered: 'neutral', revoked: 'danger' }),
      deliveredAt: maybe(moment),
      /** Whether it waits for a reviewer to comment on it or close it, and who has claimed it. */
      queued: flag,
      reviewer: maybe(link('people', 'reviewerId')),
      reviewerId: maybe(recordId),
      claimedAt: maybe(moment),
      closedAt: maybe(moment),
      comment: text,
      commentedAt: maybe(moment),
      commentVersion: count,
      sample: flag,
    },
  }),
  incidents: defineList('incidents', 'support', {
    summary: 'Incidents of the status page by start time',
    roles: supportRoles,
    filters: { status: 'values', component: 'values' },
    title: 'title',
    entity: 'incident',
    table: ['at', 'title', 'component', 'impact', 'status', 'resolvedAt', 'accounts'],
    columns: {
      title: prose,
      component: label(components),
      impact: label(impacts),
      status: state({
        suspected: 'neutral',
        investigating: 'neutral',
        identified: 'neutral',
        monitoring: 'neutral',
        resolved: 'neutral',
        dismissed: 'neutral',
      } satisfies Record<(typeof incidentStatuses)[number], Tone>),
      confirmedAt: maybe(moment),
      resolvedAt: maybe(moment),
      accounts: count,
      updates: text,
    },
  }),
  features: defineList('features', 'support', {
    summary: 'Suggestions by arrival time',
    roles: supportRoles,
    filters: { status: 'values', progress: 'values' },
    title: 'title',
    table: ['at', 'title', 'status', 'progress', 'votes'],
    columns: {
      title: prose,
      message: text,
      email: text,
      status: state({ waiting: 'neutral', approved: 'neutral', declined: 'danger' }),
      progress: label(featureProgresses),
      reason: maybe(anyLabel),
      votes: count,
      language: anyLabel,
    },
  }),
} as const;
