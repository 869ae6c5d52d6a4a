import {
  actOnPerformanceReview,
  commentOnPerformanceReview,
  staffPerformanceReviewFile,
} from '../../contract/admin-performance-reviews.ts';
import * as calls from '../../contract/performance-reviews.ts';
import type { Routes } from '../http/context.ts';
import { fileHeaders } from '../http/file-headers.ts';
import { mountPrivate, mountPrivateRaw } from '../http/mount.ts';
import { applyReviewAction } from '../services/performance-review/apply-action.ts';
import { commentOnReview } from '../services/performance-review/comment.ts';
import { readPerformanceReview } from '../services/performance-review/read.ts';
import { renderPerformanceReview, renderReviewForStaff } from '../services/performance-review/render-file.ts';

export const performanceReviewRoutes: Routes = (app, deps) => {
  mountPrivate(
    app,
    calls.fetchPerformanceReview,
    async ({ actor, query }) => ({ data: await readPerformanceReview(deps, actor.personId, query.reviewId) }),
    { limit: 'read' },
  );

  mountPrivateRaw(
    app,
    calls.performanceReviewFile,
    async ({ actor, query, requestContext, context }) => {
      const file = await renderPerformanceReview(deps, actor.personId, query.reviewId, requestContext.locale);
      return context.body(
        new Uint8Array(file),
        200,
        fileHeaders('application/pdf', `performance-review-${query.reviewId}.pdf`),
      );
    },
    { limit: 'read' },
  );

  mountPrivateRaw(
    app,
    staffPerformanceReviewFile,
    async ({ actor, query, requestContext, context }) => {
      const file = await renderReviewForStaff(deps, actor, query.reviewId, requestContext.locale);
      return context.body(
        new Uint8Array(file),
        200,
        fileHeaders('application/pdf', `performance-review-${query.reviewId}.pdf`),
      );
    },
    { limit: 'read' },
  );

  mountPrivate(
    app,
    actOnPerformanceReview,
    async ({ actor, body }) => {
      await applyReviewAction(deps, actor, body);
      return {};
    },
    { limit: 'write' },
  );

  mountPrivate(
    app,
    commentOnPerformanceReview,
    async ({ actor, body }) => ({ data: await commentOnReview(deps, actor, body) }),
    { limit: 'write' },
  );
};
