import * as z from 'zod/mini';
import { auditActions, auditEntities } from './audit-actions.ts';
import { defineList } from './define-list.ts';
import { base, maybeMoment, staffRoles, text } from './row-fields.ts';

/** Lists of background work, and the audit log. */
export const operationsLists = {
  jobs: defineList({
    name: 'jobs',
    summary: 'Background jobs whose last attempt failed',
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
      nextAttemptAt: maybeMoment,
      payload: text,
    }),
  }),
  audit: defineList({
    name: 'audit',
    summary: 'Audit log entries',
    roles: ['admin'],
    filters: {
      entity: auditEntities,
      action: auditActions,
    },
    row: z.object({ ...base, actor: text, action: text, entity: text, entityId: text, details: text }),
  }),
  timeline: defineList({
    name: 'timeline',
    summary: 'Events of one person, order, account or other record, limited to the lists you may open',
    roles: staffRoles,
    isRecordOnly: true,
    filters: { person: 'id', order: 'id', account: 'id', ticket: 'id', payout: 'id', batch: 'id' },
    row: z.object({ ...base, actor: text, action: text, entity: text, entityId: text, details: text }),
  }),
} as const;
