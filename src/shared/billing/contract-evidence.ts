import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId } from '#shared/core/fields.ts';
import { salesLists } from './office/sales.ts';

export const evidenceKinds = ['ordered', 'agreed', 'paid', 'receipt', 'delivered', 'traded', 'signed-in'] as const;

export const chargebackEvidence = defineCall({
  summary: 'Returns what shows that a disputed order was placed, delivered and used',
  get: 'admin/chargebacks/evidence',
  access: { roles: salesLists.chargebacks.roles },
  query: z.object({ disputeId: opaqueId }),
  data: z.object({
    /** In the order of the kinds; what never happened is left out. */
    evidence: z.array(
      z.object({
        kind: z.enum(evidenceKinds),
        at: z.int(),
        /** Such as the network address, the version agreed to, or the account. */
        detail: z.string(),
        /** Number of fills or sign-ins; null for what happens once. */
        count: z.nullable(z.int()),
      }),
    ),
    accounts: z.array(z.object({ id: z.string(), account: z.string() })),
  }),
  limit: 'read',
  errors: ['not_found'],
});
