import { platforms } from '#shared/catalog/platforms.ts';
import { programs } from '#shared/catalog/programs.ts';
import { roles } from '#shared/core/access.ts';
import { phases, riskRoles, staffRoles } from '#shared/core/staff-roles.ts';
import { defineList } from '#shared/office/define-list.ts';
import {
  anyLabel,
  cents,
  count,
  flag,
  label,
  labels,
  link,
  maybe,
  moment,
  ofAccount,
  prose,
  recordId,
  state,
  text,
} from '#shared/office/list-columns.ts';

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
      email: text,
      name: prose,
      country: text,
      language: anyLabel,
      /** `invited`: has a role and hasn't opened the mailed link yet. */
      status: state({
        verified: 'neutral',
        unverified: 'danger',
        invited: 'accent',
        suspended: 'danger',
        deleted: 'neutral',
      }),
      roles: labels,
      accounts: count,
      orders: count,
      twoFactor: flag,
    },
  }),
  staff: defineList('staff', 'operations', {
    summary: 'Changes that concern administrators, which a second one must confirm',
    roles: ['admin'],
    filters: { status: 'values', person: 'id' },
    title: 'email',
    table: ['at', 'email', 'change', 'role', 'status', 'requestedBy', 'decidedBy'],
    columns: {
      email: link('people', 'personId'),
      personId: recordId,
      change: label(['appoint', 'remove', 'suspend', 'restore', 'address']),
      role: maybe(label(roles)),
      address: maybe(text),
      status: state({ open: 'accent', confirmed: 'neutral', declined: 'danger' }),
      requestedBy: text,
      decidedBy: maybe(text),
      decidedAt: maybe(moment),
    },
  }),
  accounts: defineList('accounts', 'customers', {
    summary: 'Trading accounts by opening time',
    roles: ['support', 'reviewer', 'finance', ...riskRoles],
    filters: {
      ...{ status: 'values', program: 'values', phase: 'values', platform: 'values', person: 'id', size: 'id' },
      /** `paying`: may request payouts now or later. */
      only: 'id',
    },
    title: 'account',
    entity: 'account',
    table: ['at', 'account', 'email', 'program', 'size', 'phase', 'status', 'equityCents', 'remainingCents'],
    columns: {
      ...ofAccount,
      program: label(programs),
      size: text,
      phase: label(phases),
      platform: label(platforms),
      status: state({
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
      equityCents: cents,
      floorCents: maybe(cents),
      remainingCents: maybe(cents),
      lastEventAt: maybe(moment),
      endedAt: maybe(moment),
      order: link('orders', 'orderId'),
      orderId: recordId,
    },
  }),
} as const;
