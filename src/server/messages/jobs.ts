import { job, scheduled } from '#server/core/jobs/job.ts';
import { reconcileMails } from './mail/reconcile.ts';
import { sendMail } from './mail/send.ts';
import { reconcilePushes } from './push/reconcile.ts';
import { sendPush } from './push/send.ts';
import { sendDueWebhooks, sendWebhook } from './webhooks/send.ts';

export const messagesJobs = {
  'reconcile-mails': scheduled<{ afterStart?: boolean }>('* * * * *', reconcileMails, {
    atStart: { afterStart: true },
  }),
  'reconcile-pushes': scheduled<{ afterStart?: boolean }>('* * * * *', reconcilePushes, {
    atStart: { afterStart: true },
  }),
  'send-mail': job<{ mailId: string }>((deps, { mailId }) => sendMail(deps, mailId)),
  'send-push': job<{ messageId: string }>((deps, { messageId }) => sendPush(deps, messageId)),
  'send-due-postbacks': scheduled('* * * * *', sendDueWebhooks, { atStart: {} }),
  'send-postback': job<{ postbackId: string }>((deps, { postbackId }) => sendWebhook(deps, postbackId)),
};
