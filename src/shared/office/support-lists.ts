import * as z from 'zod/mini';
import { reviewerRoles } from '#shared/reviews/contract-office.ts';
import { components, impacts, incidentStatuses } from '#shared/status/status.ts';
import { featureProgresses } from '#shared/support/contract-features.ts';
import { supportRoles } from '#shared/support/contract-office.ts';
import { ticketTopics } from '#shared/support/contract-shapes.ts';
import { ticketStatuses } from '#shared/support/ticket.ts';
import { defineList } from './define-list.ts';
import { base, maybeMoment, maybeText, ofAccount, text } from './row-fields.ts';

/** Lists of incoming messages, and of the status page. */
export const supportLists = {
  tickets: defineList({
    name: 'tickets',
    summary: 'Tickets from traders and guests by arrival time',
    roles: supportRoles,
    filters: {
      status: ticketStatuses,
      due: ['late', 'today', 'later'],
      topic: ticketTopics,
      assigned: ['nobody', 'somebody'],
      person: 'id',
      order: 'id',
      account: 'id',
    },
    row: z.object({
      ...base,
      number: text,
      subject: text,
      topic: z.enum(ticketTopics),
      name: text,
      email: text,
      personId: maybeText,
      status: z.enum(ticketStatuses),
      assignee: maybeText,
      firstRepliedAt: maybeMoment,
      replyDueAt: maybeMoment,
      resolutionDueAt: maybeMoment,
      language: text,
      account: maybeText,
      accountId: maybeText,
      order: maybeText,
      orderId: maybeText,
      payout: maybeText,
    }),
  }),
  reviews: defineList({
    name: 'reviews',
    summary: 'Performance reviews by order time',
    roles: reviewerRoles,
    filters: {
      queued: ['yes', 'no'],
      assigned: ['nobody', 'somebody'],
      status: ['making', 'delivered', 'revoked'],
      commented: ['yes', 'no'],
      person: 'id',
      account: 'id',
    },
    row: z.object({
      ...base,
      ...ofAccount,
      order: text,
      orderId: text,
      status: z.enum(['making', 'delivered', 'revoked']),
      deliveredAt: maybeMoment,
      /** Whether it waits for a reviewer to comment on it or close it, and who has claimed it. */
      queued: z.boolean(),
      reviewer: maybeText,
      reviewerId: maybeText,
      claimedAt: maybeMoment,
      closedAt: maybeMoment,
      comment: text,
      commentedAt: maybeMoment,
      commentVersion: z.int(),
      sample: z.boolean(),
    }),
  }),
  incidents: defineList({
    name: 'incidents',
    summary: 'Incidents of the status page by start time',
    roles: supportRoles,
    filters: { status: incidentStatuses, component: components },
    row: z.object({
      ...base,
      title: text,
      component: z.enum(components),
      impact: z.enum(impacts),
      status: z.enum(incidentStatuses),
      confirmedAt: maybeMoment,
      resolvedAt: maybeMoment,
      accounts: z.int(),
      updates: text,
    }),
  }),
  features: defineList({
    name: 'features',
    summary: 'Suggestions by arrival time',
    roles: supportRoles,
    filters: { status: ['waiting', 'approved', 'declined'], progress: featureProgresses },
    row: z.object({
      ...base,
      title: text,
      message: text,
      email: text,
      status: z.enum(['waiting', 'approved', 'declined']),
      progress: z.enum(featureProgresses),
      reason: maybeText,
      votes: z.int(),
      language: text,
    }),
  }),
} as const;
