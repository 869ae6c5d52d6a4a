import type { Deps } from '../deps.ts';
import type { JobName, JobPayloads } from './payloads.ts';

export type JobHandler<Payload> = (deps: Deps, payload: Payload) => Promise<unknown>;

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

/** A job that is sent with a payload. An area's `jobs.ts` is the only place to change for a new job. */
export const job = <Payload>(handle: JobHandler<Payload>): Job<Payload> => ({ handle });

/** A job that a schedule starts, in UTC unless it names a time zone. */
export const scheduled = <Payload = EmptyPayload>(
  cron: string,
  handle: JobHandler<Payload>,
  { timezone = 'UTC', atStart }: { readonly timezone?: string; readonly atStart?: Payload } = {},
): Job<Payload> => ({ schedule: { cron, timezone }, ...(atStart && { atStart }), handle });

export type PayloadsOf<Jobs> = { [Name in keyof Jobs]: Jobs[Name] extends Job<infer Payload> ? Payload : never };

/** Every job, as `firm/jobs.ts` lists them. */
export type AllJobs = { readonly [Name in JobName]: Job<JobPayloads[Name]> };

export const namesOf = (jobs: AllJobs) => Object.keys(jobs) as readonly JobName[];

export type Handlers = { readonly [Name in JobName]?: JobHandler<JobPayloads[Name]> };
