import type { Job } from '#server/core/jobs/job.ts';
import { sendDuePostbacks } from '../postbacks/send.ts';

export const sendDuePostbacksJob: Job<'send-due-postbacks'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  atStart: {},
  handle: sendDuePostbacks,
};
