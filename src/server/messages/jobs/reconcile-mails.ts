import type { Job } from '#server/core/jobs/job.ts';
import { reconcileMails } from '../mail/reconcile.ts';

export const reconcileMailsJob: Job<'reconcile-mails'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  atStart: { afterStart: true },
  handle: reconcileMails,
};
