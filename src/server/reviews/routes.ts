import { fileHeaders } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/reviews/contract.ts';
import {
  actOnPerformanceReview,
  commentOnPerformanceReview,
  staffPerformanceReviewFile,
} from '#shared/reviews/contract-office.ts';
import { applyReviewAction } from './apply-action.ts';
import { commentOnReview } from './comment.ts';
import { readPerformanceReview } from './read.ts';
import { renderPerformanceReview, renderReviewForStaff } from './render-file.ts';

export const reviewsRoutes: Routes = ({ mount, deps }) => {
  mount(calls.fetchPerformanceReview, ({ actor, query }) =>
    readPerformanceReview(deps, actor.personId, query.reviewId),
  );

  mount(calls.performanceReviewFile, async ({ actor, query, requestContext, context }) => {
    const file = await renderPerformanceReview(deps, actor.personId, query.reviewId, requestContext.locale);
    return context.body(
      new Uint8Array(file),
      200,
      fileHeaders('application/pdf', `performance-review-${query.reviewId}.pdf`),
    );
  });

  mount(staffPerformanceReviewFile, async ({ actor, query, requestContext, context }) => {
    const file = await renderReviewForStaff(deps, actor, query.reviewId, requestContext.locale);
    return context.body(
      new Uint8Array(file),
      200,
      fileHeaders('application/pdf', `performance-review-${query.reviewId}.pdf`),
    );
  });

  mount(actOnPerformanceReview, ({ actor, body }) => applyReviewAction(deps, actor, body));
  mount(commentOnPerformanceReview, ({ actor, body }) => commentOnReview(deps, actor, body));
};
