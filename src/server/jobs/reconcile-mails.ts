import { reconcileMails } from '../services/mail/reconcile.ts';
import type { Job } from './job.ts';

export const reconcileMailsJob: Job<'reconcile-mails'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  atStart: { afterStart: true },
  handle: reconcileMails,
};
