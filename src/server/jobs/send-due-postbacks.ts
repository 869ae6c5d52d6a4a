import { sendDuePostbacks } from '../services/postback/send.ts';
import type { Job } from './job.ts';

export const sendDuePostbacksJob: Job<'send-due-postbacks'> = {
  schedule: { cron: '* * * * *', timezone: 'UTC' },
  atStart: {},
  handle: sendDuePostbacks,
};
