import { job, type PayloadsOf } from '#server/core/jobs/job.ts';
import { reconcileMails } from './mail/reconcile.ts';
import { sendMail } from './mail/send.ts';
import { reconcilePushes } from './push/reconcile.ts';
import { sendPush } from './push/send.ts';
import { sendDueWebhooks, sendWebhook } from './webhooks/send.ts';

export const messagesJobs = {
  'reconcile-mails': job<{ afterStart?: boolean }>({
    schedule: { cron: '* * * * *', timezone: 'UTC' },
    atStart: { afterStart: true },
    handle: reconcileMails,
  }),
  'reconcile-pushes': job<{ afterStart?: boolean }>({
    schedule: { cron: '* * * * *', timezone: 'UTC' },
    atStart: { afterStart: true },
    handle: reconcilePushes,
  }),
  'send-mail': job<{ mailId: string }>({
    handle: (deps, { mailId }) => sendMail(deps, mailId),
  }),
  'send-push': job<{ messageId: string }>({
    handle: (deps, { messageId }) => sendPush(deps, messageId),
  }),
  'send-due-postbacks': job({
    schedule: { cron: '* * * * *', timezone: 'UTC' },
    atStart: {},
    handle: sendDueWebhooks,
  }),
  'send-postback': job<{ postbackId: string }>({
    handle: (deps, { postbackId }) => sendWebhook(deps, postbackId),
  }),
};

declare module '#server/core/jobs/payloads.ts' {
  interface JobPayloads extends PayloadsOf<typeof messagesJobs> {}
}
