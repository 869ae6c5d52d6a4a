import type { Job } from '#server/core/jobs/job.ts';
import { checkComponents } from '../check-components.ts';

export const checkComponentsJob: Job<'check-components'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  atStart: {},
  handle: checkComponents,
};
