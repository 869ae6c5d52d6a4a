import type { Job } from '#server/core/jobs/job.ts';
import { reviewUnconfirmedCancellation } from '../contract-cancellation/confirm.ts';

export const reviewCancellationJob: Job<'review-cancellation'> = {
  handle: (deps, { cancellationId }) => reviewUnconfirmedCancellation(deps, cancellationId),
};
