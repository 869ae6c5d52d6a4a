import type { Deps } from '../deps.ts';
import { sendMail } from '../services/mail/send.ts';
import type { JobName, JobPayloads } from './names.ts';

export type JobHandler<Name extends JobName> = (deps: Deps, payload: JobPayloads[Name]) => Promise<void>;

export type Handlers = { readonly [Name in JobName]?: JobHandler<Name> };

/** What each job does. A handler may run twice for one job, so each is harmless when its work is done already. */
export const handlers: Handlers = {
  'send-mail': (deps, { mailId }) => sendMail(deps, mailId),
};

export type Schedule = { readonly name: JobName; readonly cron: string; readonly timezone: string };

/** Jobs that come by the clock, on one copy of the server. */
export const schedules: readonly Schedule[] = [
  { name: 'sweep', cron: '* * * * *', timezone: 'UTC' },
  { name: 'close-trading-day', cron: '0 17 * * *', timezone: 'America/Chicago' },
];
