import { createTransport } from 'nodemailer';
import type { Mailer } from '../../deps.ts';

const patienceMs = 20_000;

/** SMTP through `smtps://user:password@host`. A rejected mail throws, so that its job is retried. */
export function createSmtpMailer(settings: { url: string; from: string }): Mailer {
  const transport = createTransport(
    { url: settings.url, connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs },
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
          // Exchange and Outlook answer neither with a receipt nor with an absence note.
          'X-Auto-Response-Suppress': 'All',
          ...(unsubscribeUrl
            ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
            : {}),
        },
      });
    },
  };
}
