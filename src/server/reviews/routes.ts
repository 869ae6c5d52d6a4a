import type { Routes } from '#server/core/http/context.ts';
import { fileHeaders } from '#server/core/http/file-headers.ts';
import { mountPrivate, mountPrivateRaw } from '#server/core/http/mount.ts';
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

export const reviewsRoutes: Routes = (app, deps) => {
  mountPrivate(app, calls.fetchPerformanceReview, async ({ actor, query }) => ({
    data: await readPerformanceReview(deps, actor.personId, query.reviewId),
  }));

  mountPrivateRaw(app, calls.performanceReviewFile, async ({ actor, query, requestContext, context }) => {
    const file = await renderPerformanceReview(deps, actor.personId, query.reviewId, requestContext.locale);
    return context.body(
      new Uint8Array(file),
      200,
      fileHeaders('application/pdf', `performance-review-${query.reviewId}.pdf`),
    );
  });

  mountPrivateRaw(app, staffPerformanceReviewFile, async ({ actor, query, requestContext, context }) => {
    const file = await renderReviewForStaff(deps, actor, query.reviewId, requestContext.locale);
    return context.body(
      new Uint8Array(file),
      200,
      fileHeaders('application/pdf', `performance-review-${query.reviewId}.pdf`),
    );
  });

  mountPrivate(app, actOnPerformanceReview, ({ actor, body }) => applyReviewAction(deps, actor, body));

  mountPrivate(app, commentOnPerformanceReview, async ({ actor, body }) => ({
    data: await commentOnReview(deps, actor, body),
  }));
};
