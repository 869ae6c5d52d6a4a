import type { Deps } from '../deps.ts';
import type { JobName, JobPayloads } from './payloads.ts';

export type JobHandler<Payload> = (deps: Deps, payload: Payload) => Promise<void>;

/** Scheduled jobs have no payload. */
type EmptyPayload = Record<string, never>;

export type Job<Payload> = {
  /** Runs by this schedule on one server, with an empty payload. */
  readonly schedule?: { readonly cron: string; readonly timezone: string };
  /** Also enqueued at each start, so that work interrupted by a crash doesn't wait for the schedule. */
  readonly atStart?: Payload;
  /** Must be idempotent, because a job may run twice. Retried when it throws. */
  readonly handle: JobHandler<Payload>;
};

/** A job of an area's `jobs.ts`, the only place to change for a new job. */
export function job<Payload = EmptyPayload>(definition: Job<Payload>): Job<Payload> {
  return definition;
}

export type PayloadsOf<Jobs> = { [Name in keyof Jobs]: Jobs[Name] extends Job<infer Payload> ? Payload : never };

/** Every job, as `firm/jobs.ts` lists them. */
export type AllJobs = { readonly [Name in JobName]: Job<JobPayloads[Name]> };

export const namesOf = (jobs: AllJobs) => Object.keys(jobs) as readonly JobName[];

export type Handlers = { readonly [Name in JobName]?: JobHandler<JobPayloads[Name]> };
