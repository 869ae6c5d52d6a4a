import * as z from 'zod/mini';
import { isStaffRole, roles, type StaffRole } from '#shared/core/access.ts';
import { defineCall } from '#shared/core/call.ts';
import { email, opaqueId } from '#shared/core/fields.ts';

/** Roles that administrators give and take. Affiliates get theirs with their application. */
export const staffRoleNames = roles.filter(isStaffRole) as [StaffRole, ...StaffRole[]];

const access = { roles: ['admin'] } as const;
const role = z.enum(staffRoleNames, 'required');
/**
 * Whether a second administrator must confirm it first: every change that concerns an administrator, and what lets
 * someone approve payouts.
 */
const data = z.object({ isPending: z.boolean() });
const errors = ['not_found', 'conflict', 'confirm_first', 'second_person', 'too_many'] as const;

export const appointStaff = defineCall({
  summary: 'Gives an address a role. Someone new gets a link to choose a password, and signs in with nothing older',
  post: 'admin/staff/appoint',
  access,
  body: z.object({ email, role }),
  data,
  errors,
  limit: 'write',
});

export const removeStaffRole = defineCall({
  summary: 'Takes a role from a person and signs them out everywhere',
  post: 'admin/staff/remove',
  destructive: true,
  access,
  body: z.object({ personId: opaqueId, role }),
  data,
  errors,
  limit: 'write',
});

export const suspendStaff = defineCall({
  summary: 'Signs a staff member out everywhere and refuses their sign-in until they are restored',
  post: 'admin/staff/suspend',
  destructive: true,
  access,
  body: z.object({ personId: opaqueId }),
  data,
  errors,
  limit: 'write',
});

export const restoreStaff = defineCall({
  summary: 'Lets a suspended staff member sign in again',
  post: 'admin/staff/restore',
  access,
  body: z.object({ personId: opaqueId }),
  data,
  errors,
  limit: 'write',
});

export const correctStaffAddress = defineCall({
  summary: 'Corrects a staff member’s address. A link mailed to the new one lets them choose a password',
  post: 'admin/staff/address',
  access,
  body: z.object({ personId: opaqueId, email }),
  data,
  errors,
  limit: 'write',
});

export const decideStaffRequest = defineCall({
  summary: 'Confirms or declines a change that concerns an administrator and that another administrator requested',
  post: 'admin/staff/decide',
  destructive: ['decision', ['decline']],
  access,
  body: z.object({ requestId: opaqueId, decision: z.enum(['confirm', 'decline'], 'required') }),
  errors,
  limit: 'write',
});

export const endPersonSessions = defineCall({
  summary: 'Signs a person out everywhere and forgets their known browsers',
  post: 'admin/people/end-sessions',
  destructive: true,
  access: { roles: ['admin', 'support'] },
  body: z.object({ personId: opaqueId }),
  limit: 'write',
  errors: ['not_found', 'confirm_first'],
});
