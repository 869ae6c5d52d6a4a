import * as z from 'zod/mini';
import { platforms } from '#shared/catalog/platforms.ts';
import { defineCall } from '#shared/core/call.ts';
import { calendarMinute, freeText, opaqueId, titleLine } from '#shared/core/fields.ts';
import { riskRoles, supportRoles } from '#shared/core/staff-roles.ts';
import { components, impacts, remedies, reportedStatuses } from './status.ts';

const access = { roles: supportRoles } as const;

/** Public, in English. */
const publicText = freeText(1_000);

export const officeIncidentOpen = defineCall({
  summary: 'Publishes an incident and mails the subscribers',
  post: 'admin/incidents/open',
  access,
  body: z.object({
    component: z.enum(components, 'required'),
    impact: z.enum(impacts, 'required'),
    title: titleLine(120),
    text: publicText,
  }),
  data: z.object({ incidentId: z.string() }),
});

export const officeIncidentUpdate = defineCall({
  summary:
    'Confirms, updates, resolves or dismisses an incident. Everything except a dismissal is published and mailed',
  post: 'admin/incidents/update',
  access,
  body: z.object({
    incidentId: opaqueId,
    status: z.enum(reportedStatuses, 'required'),
    text: publicText,
    /** Whose accounts couldn't be traded; required to resolve an incident of the platforms. */
    outage: z.optional(z.enum(['', 'nobody', 'all', ...platforms])),
    outageFrom: z.optional(z.union([z.literal(''), calendarMinute])),
    outageUntil: z.optional(z.union([z.literal(''), calendarMinute])),
  }),
  errors: ['not_found', 'incident_over'],
});

/** Forms send numbers as text; empty for none. */
const numberUpTo = (maximum: number) =>
  z.pipe(
    z.transform((value: number) => Number(value)),
    z.number('invalid').check(z.minimum(0, 'invalid'), z.maximum(maximum, 'invalid')),
  );

export const officeRemedyAdd = defineCall({
  summary: 'Adds to what an account gets for an incident, with a reason that its owner reads. Nothing is taken away',
  post: 'admin/incidents/remedy',
  access: { roles: riskRoles },
  body: z.object({
    incidentId: opaqueId,
    /** Its number at the platform. */
    account: titleLine(64),
    /** Credited to the balance. */
    amountUsd: numberUpTo(1_000_000),
    /** Of paid time, or of the trial. */
    days: numberUpTo(1_000).check(z.int('invalid')),
    reason: freeText(500),
  }),
  errors: ['not_found', 'incident_over', 'own_case', 'conflict', 'remedy_stands'],
});

export const officeIncidentAccounts = defineCall({
  summary: 'Records affected accounts and their remedy in the outage ledger, and notifies their owners',
  post: 'admin/incidents/accounts',
  access,
  body: z.object({
    incidentId: opaqueId,
    /** Platform account numbers, separated by spaces, commas or line breaks. */
    accounts: freeText(20_000),
    remedy: z.enum(remedies, 'required'),
    /** Shown to the owners. */
    note: freeText(500),
  }),
  data: z.object({ count: z.int() }),
  errors: ['not_found', 'incident_over', 'own_case', 'remedy_stands'],
});
