import * as z from 'zod/mini';
import { auditActions, auditEntities } from './audit-actions.ts';
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
      entity: auditEntities,
      action: auditActions,
    },
    row: z.object({ ...base, actor: text, action: text, entity: text, entityId: text, details: text }),
  }),
  timeline: defineList({
    name: 'timeline',
    summary:
      'What happened to one person, order, account or other record, as far as the bearer may open the lists it is in',
    roles: staffRoles,
    ofRecord: true,
    filters: { person: 'id', order: 'id', account: 'id', ticket: 'id', payout: 'id', batch: 'id' },
    row: z.object({ ...base, actor: text, action: text, entity: text, entityId: text, details: text }),
  }),
} as const;
