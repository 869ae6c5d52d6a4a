import { sendPdf } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/reviews/contract.ts';
import * as office from '#shared/reviews/contract-office.ts';
import { applyReviewAction } from './apply-action.ts';
import { commentOnReview } from './comment.ts';
import { readPerformanceReview } from './read.ts';
import { renderPerformanceReview, renderReviewForStaff } from './render-file.ts';

export const reviewsRoutes: Routes = ({ mount, deps }) => {
  mount(calls.fetchPerformanceReview, ({ actor, query }) =>
    readPerformanceReview(deps, actor.personId, query.reviewId),
  );
  mount(calls.performanceReviewFile, async ({ actor, query: { reviewId }, requestContext: { locale } }) =>
    sendPdf(`performance-review-${reviewId}`, await renderPerformanceReview(deps, actor.personId, reviewId, locale)),
  );
  mount(office.staffPerformanceReviewFile, async ({ actor, query: { reviewId }, requestContext: { locale } }) =>
    sendPdf(`performance-review-${reviewId}`, await renderReviewForStaff(deps, actor, reviewId, locale)),
  );
  mount(office.actOnPerformanceReview, ({ actor, body }) => applyReviewAction(deps, actor, body));
  mount(office.commentOnPerformanceReview, ({ actor, body }) => commentOnReview(deps, actor, body));
};
