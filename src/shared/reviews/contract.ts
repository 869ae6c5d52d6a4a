import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId } from '#shared/core/fields.ts';
import { reviewReport } from './shape.ts';

const moment = z.int();

export const fetchPerformanceReview = defineCall({
  summary: 'Returns a performance review you ordered. Its id is the id of its order',
  get: 'performance-review',
  query: z.object({ reviewId: opaqueId }),
  data: z.object({
    id: z.string(),
    account: z.object({ id: z.string(), name: z.string(), platformAccountId: z.string(), rulesVersion: z.string() }),
    /** `revoked`: its order was refunded. */
    status: z.enum(['pending', 'ready', 'revoked']),
    isSample: z.boolean(),
    /** Only events up to this time count. */
    requestedAt: moment,
    deliveredAt: z.nullable(moment),
    /** Null unless ready. */
    report: z.nullable(reviewReport),
    /** SHA-256 of the record, and its number of events. */
    inputsSha256: z.nullable(z.string()),
    inputCount: z.nullable(z.int()),
    /** The reviewer's comment; empty if there is none. */
    comment: z.string(),
    commentedAt: z.nullable(moment),
  }),
  errors: ['not_found'],
});

export const performanceReviewFile = defineCall({
  summary: 'Returns a delivered performance review as a PDF in the language of the request',
  get: 'performance-review/document',
  query: z.object({ reviewId: opaqueId }),
  mediaType: 'application/pdf',
  errors: ['not_found'],
});
