import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { staffRoles } from '#shared/core/staff-roles.ts';
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

export const closurePlan = defineCall({
  summary: 'Returns what an orderly closure would pay, in the order of the public plan, as computed once a day',
  get: 'closure/plan',
  access: 'any',
  data: z.object({
    /** Whether the figures are the demo’s. */
    isSample: z.boolean(),
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
