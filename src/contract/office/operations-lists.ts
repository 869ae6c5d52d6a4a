import * as z from 'zod/mini';
import { defineList } from './define-list.ts';
import { base, maybeMoment, staffRoles, text } from './row-fields.ts';

/** What the program does by itself, and the log of everything. */
export const operationsLists = {
  jobs: defineList({
    name: 'jobs',
    summary: 'Background jobs whose last try failed',
    roles: ['admin'],
    filters: { status: ['failed', 'retrying'] },
    row: z.object({
      ...base,
      job: text,
      /** `failed` has used up its retries and needs attention. */
      status: z.enum(['failed', 'retrying']),
      /** Attempts after the first one. */
      retries: z.int(),
      failure: text,
      /** Null once it has failed. */
      nextTryAt: maybeMoment,
      payload: text,
    }),
  }),
  audit: defineList({
    name: 'audit',
    summary: 'The audit log',
    roles: ['admin'],
    filters: {
      entity: [
        'person',
        'order',
        'account',
        'subscription',
        'bill',
        'affiliate',
        'list',
        'job',
        'discount',
        'coupon',
        'ticket',
        'incident',
        'feature-request',
        'payout',
        'payout-batch',
        'payout-import',
        'announcement',
        'halt',
      ],
    },
    row: z.object({ ...base, actor: text, action: text, entity: text, entityId: text, details: text }),
  }),
  timeline: defineList({
    name: 'timeline',
    summary: 'What happened to a person, an order or an account',
    roles: staffRoles,
    filters: { person: 'id', order: 'id', account: 'id', ticket: 'id', payout: 'id', batch: 'id' },
    row: z.object({ ...base, actor: text, action: text, entity: text, entityId: text, details: text }),
  }),
} as const;
