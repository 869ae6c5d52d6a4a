import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { opaqueId, requiredText } from './fields.ts';

export const refundOrder = defineCall({
  name: 'refundOrder',
  summary: 'Gives the whole sum of a paid order back; what it gave ends with it',
  method: 'POST',
  path: 'admin/orders/refund',
  access: { roles: ['admin'] },
  body: z.object({ orderId: opaqueId, reason: requiredText(500) }),
  /** The refund is on its way: the order is refunded once the provider says so. */
  data: z.object({ refundRequestedAt: z.int() }),
  errors: ['not_found', 'not_refundable', 'too_many'],
});
