import * as z from 'zod/mini';
import { offerPercent } from '#shared/catalog/contract-discounts.ts';
import { defineCall } from '#shared/core/call.ts';
import { calendarMinute, opaqueId } from '#shared/core/fields.ts';
import { financeRoles, staffRoles } from '#shared/core/staff-roles.ts';
import { closureKinds } from './closure.ts';

export const startClosureDryRun = defineCall({
  summary:
    'Starts a dry run of an orderly closure: a job computes what each person would get. It pays nothing and ends nothing',
  post: 'admin/closures/dry-run',
  access: { roles: staffRoles },
  body: z.object({}),
  data: z.object({ closureId: z.string() }),
  errors: ['conflict'],
});

export const requestClosure = defineCall({
  summary:
    'Requests an orderly closure, at once or at a minute in UTC 31 days ahead or later. It begins when someone else has confirmed it',
  post: 'admin/closures/request',
  destructive: true,
  access: { roles: ['admin'] },
  body: z.object({
    /** Empty to begin once it is confirmed. */
    freezeAt: z.optional(z.union([z.literal(''), calendarMinute])),
    /** How much of each payment for what still runs is returned. */
    refundPercent: offerPercent,
  }),
  data: z.object({ closureId: z.string() }),
  errors: ['confirm_first', 'approver_new', 'conflict'],
});

export const decideClosure = defineCall({
  summary:
    'Confirms another person’s closure: from its day on nothing is sold, and everyone gets what the plan says. Or withdraws one that has not begun',
  post: 'admin/closures/decide',
  destructive: ['decision', ['confirm']],
  access: { roles: financeRoles },
  body: z.object({ closureId: opaqueId, decision: z.enum(['confirm', 'withdraw'], 'required') }),
  errors: ['confirm_first', 'not_found', 'conflict', 'second_person', 'approver_new'],
});

export const closurePlan = defineCall({
  summary: 'Returns what an orderly closure would pay, in the order of the public plan, as computed once a day',
  get: 'closure/plan',
  access: 'any',
  data: z.object({
    /** Whether the figures are the demo’s. */
    isSample: z.boolean(),
    /** Whether it is carried out, and the sums are what is paid. */
    isClosing: z.boolean(),
    /** The day in UTC of which they are; null before the first time. */
    asOf: z.nullable(z.string()),
    /** Null while they would be about too few people. */
    sums: z.nullable(
      z.array(
        z.object({
          kind: z.enum(closureKinds),
          amountCents: z.int(),
          /** The part that waits for a decision, such as a bank’s. */
          heldCents: z.int(),
        }),
      ),
    ),
  }),
});
