import { accountsJobs } from '#server/accounts/jobs.ts';
import { affiliatesJobs } from '#server/affiliates/jobs.ts';
import { billingJobs } from '#server/billing/jobs.ts';
import { certificatesJobs } from '#server/certificates/jobs.ts';
import { type AllJobs, type Handlers, namesOf, type PayloadsOf } from '#server/core/jobs/job.ts';
import { messagesJobs } from '#server/messages/jobs.ts';
import { ordersJobs } from '#server/orders/jobs.ts';
import { payoutsJobs } from '#server/payouts/jobs.ts';
import { peopleJobs } from '#server/people/jobs.ts';
import { privacyJobs } from '#server/privacy/jobs.ts';
import { reviewsJobs } from '#server/reviews/jobs.ts';
import { riskJobs } from '#server/risk/jobs.ts';
import { statusJobs } from '#server/status/jobs.ts';
import { supportJobs } from '#server/support/jobs.ts';
import { tradingJobs } from '#server/trading/jobs.ts';
import { closureJobs } from './closure/jobs.ts';

const areaJobs = {
  ...billingJobs,
  ...ordersJobs,
  ...accountsJobs,
  ...riskJobs,
  ...payoutsJobs,
  ...reviewsJobs,
  ...certificatesJobs,
  ...peopleJobs,
  ...messagesJobs,
  ...affiliatesJobs,
  ...privacyJobs,
  ...supportJobs,
  ...statusJobs,
  ...tradingJobs,
  ...closureJobs,
};

declare module '#server/core/jobs/payloads.ts' {
  interface JobPayloads extends PayloadsOf<typeof areaJobs> {}
}

/** Every job; one of an area that is left out can't be sent. Each has its own queue, worker and retries. */
export const jobs: AllJobs = areaJobs;

export const jobNames = namesOf(jobs);

export const handlers = Object.fromEntries(jobNames.map((name) => [name, jobs[name].handle])) as Required<Handlers>;
