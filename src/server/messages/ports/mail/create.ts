import type { Mailer, PortContext } from '#server/core/deps.ts';
import { createMailbox } from './mailbox.ts';

/** SMTP if configured, else the built-in mailbox. */
export async function createMailer({ env, db, clock }: PortContext): Promise<Mailer> {
  if (!env.smtp) return createMailbox(db, clock);
  const { createSmtpMailer } = await import('./smtp.ts');
  return createSmtpMailer(env.smtp);
}
