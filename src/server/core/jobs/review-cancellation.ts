import { reviewUnconfirmedCancellation } from '#server/billing/contract-cancellation/confirm.ts';
import type { Job } from './job.ts';

export const reviewCancellationJob: Job<'review-cancellation'> = {
  handle: (deps, { cancellationId }) => reviewUnconfirmedCancellation(deps, cancellationId),
};
