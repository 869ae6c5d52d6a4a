import {
  movePerformanceReview,
  remarkPerformanceReview,
  staffPerformanceReviewFile,
} from '../../contract/admin-performance-reviews.ts';
import * as calls from '../../contract/performance-reviews.ts';
import type { Routes } from '../http/context.ts';
import { fileHeaders } from '../http/file-headers.ts';
import { mountPrivate, mountPrivateRaw } from '../http/mount.ts';
import { drawPerformanceReview, drawReviewForStaff } from '../services/performance-review/draw-file.ts';
import { moveReview } from '../services/performance-review/move.ts';
import { readPerformanceReview } from '../services/performance-review/read.ts';
import { remarkReview } from '../services/performance-review/remark.ts';

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
      const file = await drawPerformanceReview(deps, actor.personId, query.reviewId, requestContext.locale);
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
      const file = await drawReviewForStaff(deps, actor, query.reviewId, requestContext.locale);
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
    movePerformanceReview,
    async ({ actor, body }) => {
      await moveReview(deps, actor, body);
      return {};
    },
    { limit: 'write' },
  );

  mountPrivate(
    app,
    remarkPerformanceReview,
    async ({ actor, body }) => ({ data: await remarkReview(deps, actor, body) }),
    { limit: 'write' },
  );
};
