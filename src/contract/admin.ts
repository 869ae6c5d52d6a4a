import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { opaqueId, requiredText } from './fields.ts';

export const fetchFailedJobs = defineCall({
  name: 'fetchFailedJobs',
  summary: 'Background jobs whose last try failed, newest first, 100 at most, with the cause',
  method: 'GET',
  path: 'admin/jobs/failed',
  access: { roles: ['admin'] },
  data: z.object({
    jobs: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** `failed` has used up its retries and needs attention. */
        status: z.enum(['retrying', 'failed']),
        /** Attempts after the first one. */
        retries: z.int(),
        cause: z.string(),
        createdAt: z.int(),
        /** Null once it has failed. */
        nextTryAt: z.nullable(z.int()),
      }),
    ),
  }),
  errors: ['too_many'],
});

export const refundOrder = defineCall({
  name: 'refundOrder',
  summary: 'Gives the whole sum of a paid order back; what it gave ends with it',
  method: 'POST',
  path: 'admin/orders/refund',
  access: { roles: ['admin'] },
  body: z.object({ orderId: opaqueId, reason: requiredText(500) }),
  /** The refund is requested; the order is refunded once the provider confirms it. */
  data: z.object({ refundRequestedAt: z.int() }),
  errors: ['not_found', 'not_refundable', 'too_many'],
});

export const settleDifference = defineCall({
  name: 'settleDifference',
  summary: 'Settles a difference from the platform’s balance with a correction; the trader sees the reason',
  method: 'POST',
  path: 'admin/differences/settle',
  access: { roles: ['risk_manager', 'admin'] },
  body: z.object({ differenceId: opaqueId, reason: requiredText(500) }),
  data: z.object({ amountCents: z.int() }),
  errors: ['not_found', 'conflict', 'too_many'],
});
