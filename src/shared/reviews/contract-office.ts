import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { freeText, opaqueId } from '#shared/core/fields.ts';

export const reviewerRoles = ['reviewer', 'support', 'admin'] as const;

/** What a reviewer can do besides adding a comment. `close`: nothing needs to be added. */
export const reviewActions = ['claim', 'release', 'close'] as const;

export const actOnPerformanceReview = defineCall({
  summary: 'Claims a delivered performance review from the queue, releases it, or closes it without a comment',
  post: 'admin/reviews/action',
  access: { roles: reviewerRoles },
  body: z.object({
    reviewId: opaqueId,
    action: z.enum(reviewActions, 'invalid'),
    /** The current reviewer as the caller last saw; the call is refused if it has changed. */
    reviewerId: z.nullable(opaqueId),
  }),
  errors: ['not_found', 'review_claimed', 'review_changed'],
});

export const commentOnPerformanceReview = defineCall({
  summary: 'Adds or replaces a reviewer’s comment on a delivered performance review and notifies the trader',
  post: 'admin/reviews/comment',
  access: { roles: reviewerRoles },
  body: z.object({
    reviewId: opaqueId,
    /** The version the reviewer has read; the call is refused if it is outdated. */
    version: z.int('required'),
    comment: freeText(4_000),
  }),
  data: z.object({ version: z.int() }),
  errors: ['not_found', 'review_changed', 'review_claimed'],
});

export const staffPerformanceReviewFile = defineCall({
  summary: 'Returns a delivered performance review as a PDF, as its owner sees it. Each view is audited',
  get: 'admin/reviews/document',
  access: { roles: reviewerRoles },
  query: z.object({ reviewId: opaqueId }),
  mediaType: 'application/pdf',
  errors: ['not_found'],
});
