import type { Deps } from '../deps.ts';
import type { JobName, JobPayloads } from './payloads.ts';

export type JobHandler<Name extends JobName> = (deps: Deps, payload: JobPayloads[Name]) => Promise<void>;

export type Job<Name extends JobName> = {
  /** When it comes by the clock, on one copy of the server; its payload is then empty. */
  readonly schedule?: { readonly cron: string; readonly timezone: string };
  /** Sent once at each start of the server, so that what a crash left half done doesn't wait for the clock. */
  readonly atStart?: JobPayloads[Name];
  /** May run twice for one job, so it is harmless when the work is done already. What it throws is tried again. */
  readonly handle: JobHandler<Name>;
};
