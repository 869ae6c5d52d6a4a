import { job } from '#server/core/jobs/job.ts';
import { makePerformanceReview } from './make.ts';

export const reviewsJobs = {
  'make-performance-review': job<{ reviewId: string }>((deps, { reviewId }) => makePerformanceReview(deps, reviewId)),
};
