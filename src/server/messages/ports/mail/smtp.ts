import { createTransport } from 'nodemailer';
import type { Mailer } from '#server/core/deps.ts';
import { RecipientRefusedError } from './recipient-refused.ts';

type SmtpFailure = { readonly responseCode?: number; readonly command?: string; readonly response?: string };

/** RFC 3463: no such mailbox or domain, wrong syntax, mailbox moved or deleted, domain takes no mail; disabled. */
const goneCodes = new Set(['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);

/** Codes that say little, so that the text decides: “other” codes, and those servers also use for unknown mailboxes. */
const unclearCodes = new Set(['', '5.0.0', '5.4.1', '5.5.0', '5.7.1']);

/** What the reply is about if it isn't the recipient: our server, settings, message or amount of mail. */
const aboutUs =
  /\b(?:relay|spam|polic|block|blacklist|listed|reputation|sender|client|spf|dkim|dmarc|rdns|reverse|quota|full\b|limit|rate\b|authenticat|content|virus|tls|greylist)/i;

const unknownRecipient =
  /\bno such (?:user|mailbox|recipient|address|person)\b|\b(?:user|recipient|mailbox|address|account)\b.{0,80}\b(?:unknown|not found|unavailable|disabled|inactive|rejected|invalid|does not exist|doesn't exist|no longer)\b|\b(?:unknown|invalid) (?:user|recipient|mailbox|address|local)\b/i;

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

/**
 * Whether a mail server refuses a recipient for good: the mailbox doesn't exist, is disabled, or refuses this mail
 * itself. Anything else, such as a full mailbox, a daily quota (`550 5.4.5`) or a block of our server, may pass, although
 * servers report it as permanent (550 to 559).
 */
function refusesRecipient({ responseCode = 0, command, response = '' }: SmtpFailure): boolean {
  if (responseCode < 550 || responseCode > 559) return false;
  const code = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0] ?? '';
  if (goneCodes.has(code)) return true;
  if (command !== 'RCPT TO' || !unclearCodes.has(code)) return false;
  return unknownRecipient.test(response) && !aboutUs.test(response.replaceAll(/<[^<>]{1,320}>/g, ''));
}
