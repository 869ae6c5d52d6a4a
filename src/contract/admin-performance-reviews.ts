import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { opaqueId, requiredText } from './fields.ts';

export const reviewerRoles = ['reviewer', 'support', 'admin'] as const;

export const remarkPerformanceReview = defineCall({
  name: 'remarkPerformanceReview',
  summary: 'Adds a reviewer’s words to a delivered performance review, or replaces them; the trader is notified',
  method: 'POST',
  path: 'admin/reviews/remark',
  access: { roles: reviewerRoles },
  body: z.object({
    reviewId: opaqueId,
    /** The version that the reviewer has read: an older one is refused. */
    version: z.int('required'),
    remark: requiredText(4_000),
  }),
  data: z.object({ version: z.int() }),
  errors: ['not_found', 'review_changed', 'too_many'],
});

export const staffPerformanceReviewFile = defineCall({
  name: 'staffPerformanceReviewFile',
  summary: 'A delivered performance review as its owner sees it, as PDF; each look is audited',
  method: 'GET',
  path: 'admin/reviews/document',
  access: { roles: reviewerRoles },
  query: z.object({ reviewId: opaqueId }),
  mediaType: 'application/pdf',
  errors: ['not_found', 'too_many'],
});
