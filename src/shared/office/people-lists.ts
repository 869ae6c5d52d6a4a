import { platforms } from '#shared/catalog/platforms.ts';
import { programmes } from '#shared/catalog/programs.ts';
import { roles } from '#shared/core/access.ts';
import { defineList } from './define-list.ts';
import {
  anyLabel,
  base,
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
} from './list-columns.ts';
import { phases, riskRoles, staffRoles } from './row-fields.ts';

/** Lists of people and their accounts. */
export const peopleLists = {
  people: defineList({
    name: 'people',
    summary: 'People by registration time',
    roles: staffRoles,
    filters: { status: 'values', role: roles },
    group: 'customers',
    title: 'email',
    entity: 'person',
    table: ['at', 'email', 'name', 'country', 'status', 'roles', 'accounts', 'orders', 'twoFactor'],
    columns: {
      ...base,
      email: text,
      name: prose,
      country: text,
      language: anyLabel,
      status: state({ verified: 'success', unverified: 'danger', deleted: 'neutral' }),
      roles: labels,
      accounts: count,
      orders: count,
      twoFactor: flag,
    },
  }),
  accounts: defineList({
    name: 'accounts',
    summary: 'Trading accounts by opening time',
    roles: ['support', 'reviewer', ...riskRoles],
    filters: { status: 'values', programme: 'values', phase: 'values', platform: 'values', person: 'id' },
    group: 'customers',
    title: 'account',
    entity: 'account',
    table: ['at', 'account', 'email', 'programme', 'size', 'phase', 'status', 'equityCents', 'remainingCents'],
    columns: {
      ...base,
      ...ofAccount,
      programme: label(programmes),
      size: text,
      phase: label(phases),
      platform: label(platforms),
      status: state({
        active: 'success',
        locked: 'accent',
        passed: 'success',
        breached: 'danger',
        suspended: 'danger',
        cancelled: 'neutral',
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
