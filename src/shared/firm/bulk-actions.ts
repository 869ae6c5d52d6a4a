import * as z from 'zod/mini';
import type { Role } from '#shared/core/access.ts';
import { type Call, defineCall, type Schema } from '#shared/core/call.ts';
import { calendarMinute, formatted, freeText } from '#shared/core/fields.ts';
import { financeRoles, riskRoles, supportRoles } from '#shared/core/staff-roles.ts';
import type { SubjectField } from '#shared/core/subject-fields.ts';
import { announcementRoles, announcementTexts } from '#shared/messages/contract-announcements.ts';
import type { ListFilter } from '#shared/office/define-list.ts';
import { identityReasons } from '#shared/payouts/payees/identity-check.ts';
import { type OfficeListName, officeLists } from './lists.ts';

/** Maximum number of records changed at once; a wider filter changes its newest ones. */
export const maxBulkRows = 200;

/**
 * Why a record isn't done: it waits for a second person's approval, is gone, is already done, belongs to the same person as another, is over, changed since
 * the preview, was refused, or concerns the person who would decide about it.
 */
export const bulkReasons = ['waits', 'gone', 'already', 'same', 'over', 'changed', 'refused', 'own'] as const;

export type BulkReason = (typeof bulkReasons)[number];

const recordId = formatted(140, /^[\w:.-]{1,140}$/);
/** Any time a `Date` can hold. */
const moment = z.int('required').check(z.minimum(0, 'invalid'), z.maximum(8_640_000_000_000_000, 'invalid'));
const ids = z.array(recordId).check(z.minLength(1, 'required'), z.maxLength(maxBulkRows, 'too_long'));
const row = z.object({ id: z.string(), label: z.string() });
const leftOut = z.array(z.object({ id: z.string(), label: z.string(), reason: z.enum(bulkReasons) }));

export type BulkRow = z.output<typeof row>;

type BulkInput<Fields extends Readonly<Record<string, Schema>>> = {
  readonly path: string;
  readonly summary: string;
  readonly list: OfficeListName;
  /** The subject field that names one of its records; null if it decides nothing about anybody. */
  readonly idsName: SubjectField | null;
  readonly roles: readonly [Role, ...Role[]];
  /** Inputs of the action besides the chosen records. */
  readonly fields: Fields;
  /** Whether it publishes text to people. */
  readonly sends?: boolean;
  /** Whether the server requires reauthentication, as for each single decision about money. */
  readonly isConfirmed?: boolean;
  readonly destructive?: boolean;
};

/** The two calls of an action on many records of a list: a preview, and executing exactly what it showed. */
function defineBulk<Fields extends Readonly<Record<string, Schema>>>(input: BulkInput<Fields>) {
  const { path, summary, list, idsName, roles, fields } = input;
  const filter = officeLists[list].file.query as z.ZodMiniType<ListFilter, ListFilter>;
  const access = { roles };
  return {
    list,
    idsName,
    fields: Object.keys(fields),
    sends: input.sends === true,
    isConfirmed: input.isConfirmed === true,
    preview: defineCall({
      summary: `Previews an action: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
      post: `${path}/preview`,
      access,
      /** The chosen records, or the newest of a filter. */
      body: z.object({ ids: z.optional(ids), filter: z.optional(filter) }),
      data: z.object({
        rows: z.array(row),
        leftOut,
        /** Whether the filter matches more records than can change at once. */
        more: z.boolean(),
        previewedAt: z.int(),
      }),
    }),
    run: defineCall({
      summary: `${summary}. Each change is audited; records changed since the preview are skipped`,
      post: path,
      access,
      idempotent: true,
      idsName,
      destructive: input.destructive === true,
      body: z.object({ ids, previewedAt: moment, ...fields }),
      data: z.object({ done: z.int(), leftOut }),
      errors: [...(input.isConfirmed ? (['confirm_first'] as const) : []), 'conflict', 'idempotency_conflict'],
    }),
  } as const;
}

const announcement = { showUntil: calendarMinute, ...announcementTexts };

export const bulkActions = {
  retryJobs: defineBulk({
    path: 'admin/bulk/jobs/retry',
    summary: 'Retries failed jobs',
    list: 'jobs',
    idsName: null,
    roles: ['admin'],
    fields: {},
  }),
  takeTickets: defineBulk({
    path: 'admin/bulk/tickets/take',
    summary: 'Assigns tickets to you',
    list: 'tickets',
    idsName: 'ticketId',
    roles: supportRoles,
    fields: {},
  }),
  closeTickets: defineBulk({
    path: 'admin/bulk/tickets/close',
    summary: 'Closes tickets without a reply',
    list: 'tickets',
    idsName: 'ticketId',
    roles: supportRoles,
    fields: {},
  }),
  suspendAccounts: defineBulk({
    destructive: true,
    path: 'admin/bulk/accounts/suspend',
    summary: 'Suspends accounts until two people restore each one. Every trader sees the reason',
    list: 'accounts',
    idsName: 'accountId',
    roles: riskRoles,
    fields: { cause: freeText(2_000) },
  }),
  reviewPayouts: defineBulk({
    path: 'admin/bulk/payouts/review',
    summary: 'Starts the review of requested payouts',
    list: 'payouts',
    idsName: 'payoutId',
    roles: ['reviewer', 'admin'],
    fields: {},
  }),
  approvePayouts: defineBulk({
    path: 'admin/bulk/payouts/approve',
    summary: 'Approves payouts in review. One that needs a second approval waits for another person',
    list: 'payouts',
    idsName: 'payoutId',
    roles: financeRoles,
    fields: {},
    isConfirmed: true,
  }),
  dismissFindings: defineBulk({
    path: 'admin/bulk/findings/dismiss',
    summary: 'Dismisses findings with one reason',
    list: 'findings',
    idsName: 'findingId',
    roles: riskRoles,
    fields: { reason: freeText(2_000) },
  }),
  retryIdentityChecks: defineBulk({
    path: 'admin/bulk/identity/retry',
    summary: 'Asks for better documents in identity checks, with one reason',
    list: 'identity',
    idsName: 'checkId',
    roles: ['reviewer', 'admin'],
    fields: { identityReason: z.enum(identityReasons, 'required') },
  }),
  allowCommissions: defineBulk({
    path: 'admin/bulk/commissions/allow',
    summary: 'Allows commissions in review. The affiliates see the reason',
    list: 'commissions',
    idsName: 'commissionId',
    roles: ['reviewer', 'finance', 'admin'],
    fields: { reason: freeText(2_000) },
    isConfirmed: true,
  }),
  refuseCommissions: defineBulk({
    destructive: true,
    path: 'admin/bulk/commissions/refuse',
    summary: 'Refuses commissions in review. The affiliates see the reason',
    list: 'commissions',
    idsName: 'commissionId',
    roles: ['reviewer', 'finance', 'admin'],
    fields: { reason: freeText(2_000) },
    isConfirmed: true,
  }),
  announceToPeople: defineBulk({
    path: 'admin/bulk/people/announce',
    summary: 'Publishes an announcement to people, from now until a time',
    list: 'people',
    idsName: null,
    roles: announcementRoles,
    fields: announcement,
    sends: true,
  }),
  announceToAccounts: defineBulk({
    path: 'admin/bulk/accounts/announce',
    summary: 'Publishes an announcement to the owners of accounts, from now until a time, once per owner',
    list: 'accounts',
    idsName: null,
    roles: announcementRoles,
    fields: announcement,
    sends: true,
  }),
} as const;

export type BulkActionName = keyof typeof bulkActions;

export const bulkCalls = Object.fromEntries(
  Object.entries(bulkActions).flatMap(([action, { preview, run }]) => {
    const name = action.charAt(0).toUpperCase() + action.slice(1);
    return [
      [`preview${name}`, preview],
      [`run${name}`, run],
    ] as [string, Call][];
  }),
);
