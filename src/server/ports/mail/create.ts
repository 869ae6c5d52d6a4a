import type { Mailer } from '../../deps.ts';
import type { PortContext } from '../context.ts';
import { createMailbox } from './mailbox.ts';
import { createSmtpMailer } from './smtp.ts';

/** A mail server where one is set, else the mailbox. */
export function createMailer({ env, db, clock }: PortContext): Mailer {
  return env.smtp ? createSmtpMailer(env.smtp) : createMailbox(db, clock);
}
