import { job, type PayloadsOf } from '#server/core/jobs/job.ts';
import { makePerformanceReview } from './make.ts';

export const reviewsJobs = {
  'make-performance-review': job<{ reviewId: string }>({
    handle: (deps, { reviewId }) => makePerformanceReview(deps, reviewId),
  }),
};

declare module '#server/core/jobs/payloads.ts' {
  interface JobPayloads extends PayloadsOf<typeof reviewsJobs> {}
}
