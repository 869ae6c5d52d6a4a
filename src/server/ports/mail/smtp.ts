import { createTransport } from 'nodemailer';
import type { Mailer } from '../../deps.ts';

const timeoutMs = 20_000;

/** SMTP through `smtps://user:password@host`. A rejected mail throws, so that its job is retried. */
export function createSmtpMailer(settings: { url: string; from: string }): Mailer {
  const transport = createTransport(
    { url: settings.url, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    { from: settings.from },
  );
  return {
    async send({ recipient, subject, text, html, messageId, replyTo, unsubscribeUrl }) {
      await transport.sendMail({
        to: { name: '', address: recipient },
        subject,
        text,
        html,
        messageId,
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        headers: {
          'Auto-Submitted': 'auto-generated',
          // Stops Exchange and Outlook from sending receipts and out-of-office replies.
          'X-Auto-Response-Suppress': 'All',
          ...(unsubscribeUrl
            ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
            : {}),
        },
      });
    },
  };
}
