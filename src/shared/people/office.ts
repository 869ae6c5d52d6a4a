import { platforms } from '#shared/catalog/platforms.ts';
import { programs } from '#shared/catalog/programs.ts';
import { roles } from '#shared/core/access.ts';
import { phases, riskRoles, staffRoles } from '#shared/core/staff-roles.ts';
import { defineList } from '#shared/office/define-list.ts';
import * as column from '#shared/office/list-columns.ts';

/** Lists of people, their accounts, and changes to administrators. */
export const peopleLists = {
  people: defineList('people', 'customers', {
    summary: 'People by registration time',
    roles: staffRoles,
    filters: {
      status: 'values',
      role: roles,
      /** `customers`: without staff. */
      only: 'id',
    },
    title: 'email',
    entity: 'person',
    table: ['at', 'email', 'country', 'status', 'roles', 'accounts', 'orders', 'twoFactor'],
    columns: {
      email: column.text,
      name: column.prose,
      country: column.text,
      language: column.anyLabel,
      /** `invited`: has a role and hasn't opened the mailed link yet. */
      status: column.state({
        verified: 'neutral',
        unverified: 'danger',
        invited: 'accent',
        suspended: 'danger',
        deleted: 'neutral',
      }),
      roles: column.labels,
      accounts: column.count,
      orders: column.count,
      twoFactor: column.flag,
    },
  }),
  staff: defineList('staff', 'operations', {
    summary: 'Changes that concern administrators, which a second one must confirm',
    roles: ['admin'],
    filters: { status: 'values', person: 'id' },
    title: 'email',
    table: ['at', 'email', 'change', 'role', 'status', 'requestedBy', 'decidedBy'],
    columns: {
      email: column.link('people', 'personId'),
      personId: column.recordId,
      change: column.label(['appoint', 'remove', 'suspend', 'restore', 'address']),
      role: column.maybe(column.label(roles)),
      address: column.maybe(column.text),
      status: column.state({ open: 'accent', confirmed: 'neutral', declined: 'danger' }),
      requestedBy: column.text,
      decidedBy: column.maybe(column.text),
      decidedAt: column.maybe(column.moment),
    },
  }),
  accounts: defineList('accounts', 'customers', {
    summary: 'Trading accounts by opening time',
    roles: ['support', 'reviewer', 'finance', ...riskRoles],
    filters: {
      ...{ status: 'values', program: 'values', phase: 'values', platform: 'values', person: 'id', size: 'id' },
      /** `paying`: may request payouts now or later; `open`: not over. */
      only: 'id',
    },
    title: 'account',
    entity: 'account',
    table: ['at', 'account', 'email', 'program', 'size', 'phase', 'status', 'equityCents', 'remainingCents'],
    columns: {
      ...column.ofAccount,
      program: column.label(programs),
      size: column.text,
      phase: column.label(phases),
      platform: column.label(platforms),
      status: column.state({
        active: 'neutral',
        locked: 'accent',
        passed: 'neutral',
        breached: 'danger',
        suspended: 'danger',
        canceled: 'neutral',
        expired: 'neutral',
        terminated: 'danger',
        inactivity: 'neutral',
      }),
      equityCents: column.cents,
      floorCents: column.maybe(column.cents),
      remainingCents: column.maybe(column.cents),
      lastEventAt: column.maybe(column.moment),
      endedAt: column.maybe(column.moment),
      order: column.link('orders', 'orderId'),
      orderId: column.recordId,
    },
  }),
} as const;
