import * as z from 'zod/mini';
import { roles } from '#shared/core/access.ts';
import { defineList } from './define-list.ts';
import {
  base,
  cents,
  maybeMoment,
  maybeText,
  ofAccount,
  phases,
  platforms,
  programmes,
  riskRoles,
  staffRoles,
  text,
} from './row-fields.ts';

const accountStatuses = [
  'active',
  'locked',
  'passed',
  'breached',
  'suspended',
  'cancelled',
  'expired',
  'terminated',
  'inactivity',
] as const;

const staffRequestStatuses = ['open', 'confirmed', 'declined'] as const;

/** `invited`: has a role and hasn't opened the mailed link yet. */
const personStatuses = ['verified', 'unverified', 'invited', 'suspended', 'deleted'] as const;

/** Lists of people, their accounts, and changes to administrators. */
export const peopleLists = {
  people: defineList({
    name: 'people',
    summary: 'People by registration time',
    roles: staffRoles,
    filters: { status: personStatuses, role: roles },
    row: z.object({
      ...base,
      email: text,
      name: text,
      country: text,
      language: text,
      status: z.enum(personStatuses),
      roles: text,
      accounts: z.int(),
      orders: z.int(),
      twoFactor: z.boolean(),
    }),
  }),
  staff: defineList({
    name: 'staff',
    summary: 'Changes that concern administrators, which a second one must confirm',
    roles: ['admin'],
    filters: { status: staffRequestStatuses, person: 'id' },
    row: z.object({
      ...base,
      email: text,
      personId: text,
      change: z.enum(['appoint', 'remove', 'suspend', 'restore', 'address']),
      role: z.nullable(z.enum(roles)),
      address: maybeText,
      status: z.enum(staffRequestStatuses),
      requestedBy: text,
      decidedBy: maybeText,
      decidedAt: maybeMoment,
    }),
  }),
  accounts: defineList({
    name: 'accounts',
    summary: 'Trading accounts by opening time',
    roles: ['support', 'reviewer', ...riskRoles],
    filters: { status: accountStatuses, programme: programmes, phase: phases, platform: platforms, person: 'id' },
    row: z.object({
      ...base,
      ...ofAccount,
      programme: z.enum(programmes),
      size: text,
      phase: z.enum(phases),
      platform: z.enum(platforms),
      status: z.enum(accountStatuses),
      equityCents: cents,
      floorCents: z.nullable(cents),
      remainingCents: z.nullable(cents),
      lastEventAt: maybeMoment,
      endedAt: maybeMoment,
      order: text,
      orderId: text,
    }),
  }),
} as const;
