import type { Deps } from '../deps.ts';
import type { JobName, JobPayloads } from './payloads.ts';

export type JobHandler<Name extends JobName> = (deps: Deps, payload: JobPayloads[Name]) => Promise<void>;

export type Job<Name extends JobName> = {
  /** Runs by this schedule on one server, with an empty payload. */
  readonly schedule?: { readonly cron: string; readonly timezone: string };
  /** Also enqueued at each start, so that work interrupted by a crash doesn't wait for the schedule. */
  readonly atStart?: JobPayloads[Name];
  /** Must be idempotent, because a job may run twice. Retried when it throws. */
  readonly handle: JobHandler<Name>;
};
