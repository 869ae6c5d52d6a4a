import type { Mailer } from '../../deps.ts';
import type { PortContext } from '../context.ts';
import { createMailbox } from './mailbox.ts';
import { createSmtpMailer } from './smtp.ts';

/** SMTP if configured, else the built-in mailbox. */
export function createMailer({ env, db, clock }: PortContext): Mailer {
  return env.smtp ? createSmtpMailer(env.smtp) : createMailbox(db, clock);
}
