import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { freeText, opaqueId } from '#shared/core/fields.ts';
import { reviewDecisions } from './review.ts';

export const decideApplication = defineCall({
  summary: 'Approves or declines an application to the affiliate program and mails the applicant',
  post: 'admin/affiliates/decide',
  destructive: ['decision', ['declined']],
  access: { roles: ['support', 'finance', 'admin'] },
  body: z.object({
    affiliateId: opaqueId,
    decision: z.enum(['approved', 'declined'], 'required'),
  }),
  data: z.object({ decidedAt: z.int() }),
  /** `conflict`: already decided. `not_allowed`: the caller's own application. */
  errors: ['not_found', 'not_allowed', 'conflict'],
});

export const decideCommission = defineCall({
  summary: 'Approves or refuses a commission in review. The affiliate sees the reason',
  post: 'admin/commissions/decide',
  destructive: ['decision', ['refuse']],
  access: { roles: ['reviewer', 'finance', 'admin'] },
  body: z.object({
    commissionId: opaqueId,
    decision: z.enum(reviewDecisions, 'required'),
    reason: freeText(2_000),
  }),
  data: z.object({ decidedAt: z.int() }),
  /** `conflict`: no longer in review. `not_allowed`: the caller's own commission. */
  errors: ['confirm_first', 'not_found', 'not_allowed', 'conflict'],
});
