import { checkComponents } from '../services/status/check-components.ts';
import type { Job } from './job.ts';

export const checkComponentsJob: Job<'check-components'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  atStart: {},
  handle: checkComponents,
};
