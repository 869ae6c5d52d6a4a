import { createTransport } from 'nodemailer';
import type { Mailer } from '#server/core/deps.ts';
import { RecipientRefusedError } from './recipient-refused.ts';
import { refusesRecipient, type SmtpFailure } from './smtp-reply.ts';

const timeoutMs = 20_000;

/**
 * SMTP through `smtps://user:password@host`. A mail that isn't taken throws, so that its job is retried.
 * @throws {RecipientRefusedError} if the server refuses the address for good
 */
export function createSmtpMailer(settings: { url: string; from: string }): Mailer {
  const transport = createTransport(
    { url: settings.url, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    { from: settings.from },
  );
  return {
    async send({ recipient, subject, text, html, messageId, replyTo, unsubscribeUrl }) {
      const mail = {
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
      };
      try {
        await transport.sendMail(mail);
      } catch (error) {
        const failure: SmtpFailure = Object(error);
        if (refusesRecipient(failure)) throw new RecipientRefusedError(failure.responseCode ?? 0, { cause: error });
        throw error;
      }
    },
  };
}
