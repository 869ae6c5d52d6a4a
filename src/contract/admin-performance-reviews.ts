import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { opaqueId, requiredText } from './fields.ts';

export const reviewerRoles = ['reviewer', 'support', 'admin'] as const;

/** What a reviewer does with a review besides writing. `close`: nothing is to be added. */
export const reviewMoves = ['take', 'give-back', 'close'] as const;

export const movePerformanceReview = defineCall({
  name: 'movePerformanceReview',
  summary: 'Takes a delivered performance review from the queue, gives it back, or closes it without words',
  method: 'POST',
  path: 'admin/reviews/move',
  access: { roles: reviewerRoles },
  body: z.object({
    reviewId: opaqueId,
    move: z.enum(reviewMoves, 'invalid'),
    /** Who has it as far as the reviewer has read; taking it from somebody else than that is refused. */
    reviewerId: z.nullable(opaqueId),
  }),
  errors: ['not_found', 'review_taken', 'review_changed', 'too_many'],
});

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
  errors: ['not_found', 'review_changed', 'review_taken', 'too_many'],
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
