import { auditActions, auditEntities } from '#shared/core/audit-actions.ts';
import { staffRoles } from '#shared/core/staff-roles.ts';
import { defineList } from './define-list.ts';
import {
  actor,
  anyLabel,
  auditAction,
  auditRecord,
  count,
  maybe,
  moment,
  prose,
  recordId,
  state,
  text,
} from './list-columns.ts';

export const operationsLists = {
  jobs: defineList('jobs', 'operations', {
    summary: 'Background jobs whose last attempt failed',
    roles: ['admin'],
    filters: { status: 'values' },
    title: 'job',
    table: ['at', 'job', 'status', 'retries', 'nextAttemptAt', 'failure'],
    columns: {
      job: text,
      /** `failed` has used up its retries and needs attention. */
      status: state({ failed: 'danger', retrying: 'accent' }),
      /** Attempts after the first one. */
      retries: count,
      failure: prose,
      /** Null once it has failed. */
      nextAttemptAt: maybe(moment),
      payload: text,
    },
  }),
  mails: defineList('mails', 'operations', {
    summary: 'Mails that couldn’t be delivered in the last 30 days',
    roles: ['support', 'admin'],
    filters: { status: 'values' },
    title: 'recipient',
    table: ['at', 'recipient', 'subject', 'status', 'failure'],
    columns: {
      recipient: text,
      /** With codes replaced by dots. */
      subject: prose,
      /** Staff can send those again that aren't being retried. */
      status: state({ refused: 'danger', 'given-up': 'danger', 'may-have-arrived': 'accent', retrying: 'accent' }),
      /** The mail server's reply to the last attempt. */
      failure: prose,
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
      recipient: text,
      /** With codes replaced by dots. */
      subject: prose,
      /** `sent`: the recipient's mail server took it. */
      status: state({
        sent: 'neutral',
        queued: 'neutral',
        retrying: 'accent',
        refused: 'danger',
        'given-up': 'danger',
        'may-have-arrived': 'accent',
      }),
      sentAt: maybe(moment),
      failure: maybe(prose),
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
      actor,
      action: auditAction,
      entity: anyLabel,
      record: auditRecord,
      entityId: text,
      details: recordId,
    },
  }),
  timeline: defineList('timeline', null, {
    summary: 'Events of one person, order, account or other record, limited to the lists you may open',
    roles: staffRoles,
    isRecordOnly: true,
    filters: { person: 'id', order: 'id', account: 'id', ticket: 'id', payout: 'id', batch: 'id' },
    title: 'action',
    table: ['at', 'actor', 'action', 'entity', 'record'],
    columns: {
      actor,
      action: auditAction,
      entity: anyLabel,
      record: auditRecord,
      entityId: recordId,
      details: recordId,
    },
  }),
} as const;
