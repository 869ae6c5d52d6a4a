import * as z from 'zod/mini';
import { roles } from '#shared/core/access.ts';
import { defineList } from './define-list.ts';
import {
  base,
  cents,
  maybeMoment,
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

/** Lists of people and their accounts. */
export const peopleLists = {
  people: defineList({
    name: 'people',
    summary: 'People by registration time',
    roles: staffRoles,
    filters: { status: ['verified', 'unverified', 'deleted'], role: roles },
    row: z.object({
      ...base,
      email: text,
      name: text,
      country: text,
      language: text,
      status: z.enum(['verified', 'unverified', 'deleted']),
      roles: text,
      accounts: z.int(),
      orders: z.int(),
      twoFactor: z.boolean(),
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
