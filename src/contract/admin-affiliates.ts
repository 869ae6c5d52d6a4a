import * as z from 'zod/mini';
import { reviewDecisions } from '../domain/affiliate/review.ts';
import { defineCall } from './call.ts';
import { opaqueId, requiredText } from './fields.ts';

export const decideApplication = defineCall({
  name: 'decideApplication',
  summary: 'Admits an applicant to the affiliate programme or declines; they are mailed',
  method: 'POST',
  path: 'admin/affiliates/decide',
  access: { roles: ['support', 'finance', 'admin'] },
  body: z.object({
    affiliateId: opaqueId,
    decision: z.enum(['approved', 'declined'], 'required'),
  }),
  data: z.object({ decidedAt: z.int() }),
  /** `conflict`: decided already. `not_allowed`: one’s own. */
  errors: ['not_found', 'not_allowed', 'conflict', 'too_many'],
});

export const decideCommission = defineCall({
  name: 'decideCommission',
  summary: 'Allows or refuses a commission in review; the affiliate reads the reason',
  method: 'POST',
  path: 'admin/commissions/decide',
  access: { roles: ['reviewer', 'finance', 'admin'] },
  body: z.object({
    commissionId: opaqueId,
    decision: z.enum(reviewDecisions, 'required'),
    reason: requiredText(2_000),
  }),
  data: z.object({ decidedAt: z.int() }),
  /** `conflict`: not in review any more. `not_allowed`: one’s own. */
  errors: ['confirm_first', 'not_found', 'not_allowed', 'conflict', 'too_many'],
});
