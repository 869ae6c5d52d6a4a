import { auditActions, auditEntities } from '#shared/core/audit-actions.ts';
import { staffRoles } from '#shared/core/staff-roles.ts';
import { defineList } from './define-list.ts';
import * as column from './list-columns.ts';

/** What a person’s timeline is about. */
const personSubjects = ['person', 'order', 'subscription', 'account', 'payout', 'ticket', 'affiliate'] as const;

export const operationsLists = {
  jobs: defineList('jobs', 'operations', {
    summary: 'Background jobs whose last attempt failed',
    roles: ['admin'],
    filters: { status: 'values' },
    title: 'job',
    table: ['at', 'job', 'status', 'retries', 'nextAttemptAt', 'failure'],
    columns: {
      job: column.text,
      /** `failed` has used up its retries and needs attention. */
      status: column.state({ failed: 'danger', retrying: 'accent' }),
      /** Attempts after the first one. */
      retries: column.count,
      failure: column.prose,
      /** Null once it has failed. */
      nextAttemptAt: column.maybe(column.moment),
      payload: column.text,
    },
  }),
  mails: defineList('mails', 'operations', {
    summary: 'Mails that couldn’t be delivered in the last 30 days',
    roles: ['support', 'admin'],
    filters: { status: 'values' },
    title: 'recipient',
    table: ['at', 'recipient', 'subject', 'status', 'failure'],
    columns: {
      recipient: column.text,
      /** With codes replaced by dots. */
      subject: column.prose,
      /** Staff can send those again that aren't being retried. */
      status: column.state({
        refused: 'danger',
        'given-up': 'danger',
        'may-have-arrived': 'accent',
        retrying: 'accent',
      }),
      /** The mail server's reply to the last attempt. */
      failure: column.prose,
    },
  }),
  mailHistory: defineList('mailHistory', null, {
    summary: 'Mails to one person, with what became of each',
    roles: ['support', 'admin'],
    filters: { person: 'id' },
    isRecordOnly: true,
    title: 'subject',
    table: ['at', 'subject', 'status', 'sentAt', 'failure'],
    columns: {
      recipient: column.text,
      /** With codes replaced by dots. */
      subject: column.prose,
      /** `sent`: the recipient's mail server took it. */
      status: column.state({
        sent: 'neutral',
        queued: 'neutral',
        retrying: 'accent',
        refused: 'danger',
        'given-up': 'danger',
        'may-have-arrived': 'accent',
      }),
      sentAt: column.maybe(column.moment),
      failure: column.maybe(column.prose),
    },
  }),
  audit: defineList('audit', 'operations', {
    summary: 'Audit log entries',
    roles: ['admin'],
    filters: {
      entity: auditEntities,
      action: auditActions,
    },
    title: 'action',
    table: ['at', 'actor', 'action', 'entity', 'record'],
    columns: {
      actor: column.actor,
      action: column.auditAction,
      entity: column.anyLabel,
      record: column.auditRecord,
      entityId: column.text,
      details: column.recordId,
    },
  }),
  timeline: defineList('timeline', null, {
    summary: 'Events of one person, order, account or other record, limited to the lists you may open',
    roles: staffRoles,
    isRecordOnly: true,
    filters: {
      ...({ person: 'id', order: 'id', account: 'id', ticket: 'id', payout: 'id', batch: 'id' } as const),
      entity: personSubjects,
    },
    title: 'action',
    table: ['at', 'actor', 'action', 'entity', 'record'],
    columns: {
      actor: column.actor,
      action: column.auditAction,
      entity: column.anyLabel,
      record: column.auditRecord,
      entityId: column.recordId,
      details: column.recordId,
    },
  }),
} as const;
