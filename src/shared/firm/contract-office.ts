import * as z from 'zod/mini';
import { equityHistory } from '#shared/accounts/contract-equity.ts';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId, token } from '#shared/core/fields.ts';
import { staffRoles } from '#shared/core/staff-roles.ts';
import { type OfficeListName, officeLists } from './lists.ts';

const listName = z.enum(Object.keys(officeLists) as [OfficeListName, ...OfficeListName[]]);

/** Lists with items that wait for a decision, and the filter that shows them. */
export const queues = [
  { list: 'findings', filter: { status: 'open' } },
  { list: 'conduct', filter: { status: 'open' } },
  { list: 'requests', filter: { status: 'received' } },
  { list: 'disputes', filter: { status: 'open' } },
  { list: 'identity', filter: { status: 'review' } },
  { list: 'screenings', filter: { status: 'review' } },
  { list: 'tickets', filter: { status: 'open' } },
  { list: 'reviews', filter: { queued: 'yes' } },
  { list: 'incidents', filter: { status: 'suspected' } },
  { list: 'halts', filter: { status: 'requested' } },
  { list: 'differences', filter: { status: 'open' } },
  { list: 'parked', filter: {} },
  { list: 'tasks', filter: {} },
  { list: 'bridge', filter: { feed: 'silent' } },
  { list: 'orders', filter: { refund: 'requested' } },
  { list: 'payouts', filter: { next: 'decision' } },
  { list: 'entries', filter: { open: 'problems' } },
  { list: 'chargebacks', filter: { status: 'open' } },
  { list: 'staff', filter: { status: 'open' } },
  { list: 'mails', filter: { status: 'refused' } },
  { list: 'jobs', filter: { status: 'failed' } },
] as const satisfies readonly { list: OfficeListName; filter: Readonly<Record<string, string>> }[];

export const officeOverview = defineCall({
  summary: 'Returns the number of pending decisions in the lists you may open',
  get: 'admin/overview',
  access: { roles: staffRoles },
  data: z.object({
    /** Source of the sanctions list; null without a list, and for roles that don’t see screenings. */
    sanctionsList: z.nullable(
      z.object({
        sources: z.array(z.object({ name: z.string(), date: z.nullable(z.string()) })),
        entryCount: z.int(),
        isOld: z.boolean(),
        isReadable: z.boolean(),
      }),
    ),
    queues: z.array(
      z.object({
        list: listName,
        count: z.int(),
        more: z.boolean(),
        oldestAt: z.nullable(z.int()),
        /** The next deadline; null if nothing in it has one. */
        dueAt: z.nullable(z.int()),
      }),
    ),
    /** Payouts to decide, approved and not sent, sent and not arrived, and open chargebacks; null for roles that don’t see payouts. */
    money: z.nullable(
      z.object({
        undecidedCents: z.int(),
        unsentCents: z.int(),
        inTransitCents: z.int(),
        /** Null for roles that don’t see chargebacks. */
        disputedCents: z.nullable(z.int()),
      }),
    ),
  }),
});

/** A row of any list; what a list's columns hold is told by the list. */
const row = z.catchall(
  z.object({ id: z.string(), at: z.int() }),
  z.nullable(z.union([z.string(), z.number(), z.boolean()])),
);
const cents = z.nullable(z.int());

export const officePerson = defineCall({
  summary:
    'Returns what waits for a decision about a person, their money, and their open accounts; null for what you may not open',
  get: 'admin/people/summary',
  access: { roles: staffRoles },
  query: z.object({ personId: opaqueId }),
  data: z.object({
    waiting: z.array(z.object({ list: listName, rows: z.array(row) })),
    /** The newest twelve of them. */
    accounts: z.array(
      z.object({ row, equity: equityHistory, days: z.array(z.object({ startsAt: z.int(), endsAt: z.int() })) }),
    ),
    openAccounts: z.int(),
    ...{ invoicedCents: cents, creditedCents: cents },
    /** What arrived, and what is requested or on its way. */
    ...{ paidOutCents: cents, owedCents: cents },
    disputedCents: cents,
  }),
  errors: ['not_found'],
});

export const officeSearch = defineCall({
  summary:
    'Finds people, orders, accounts, payouts, claims, tickets and codes by name, address, number, platform id or code, ten of each',
  get: 'admin/search',
  access: { roles: staffRoles },
  query: z.object({
    q: token(100, 'required').check(
      z.trim(),
      z.refine((text) => text.length >= 3, 'required'),
    ),
  }),
  data: z.object({
    found: z.array(z.object({ list: listName, id: z.string(), title: z.string(), detail: z.string(), at: z.int() })),
  }),
});
