import type { JobResult, JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import type { Deps } from '../deps.ts';
import type { MeasuredJob } from '../telemetry.ts';
import { findSpan, findWork, runWork, type WorkOrigin } from '../work-context.ts';
import type { Handlers } from './job.ts';
import type { JobName, JobPayloads } from './payloads.ts';

/** In a job's data: where it comes from, besides its payload. */
const originKey = '$from';

type Origin = WorkOrigin & { readonly traceparent?: string };

/** What `send` stores: a job sent by another job has the same origin as that one. */
export function addOrigin(payload: object): object {
  const { requestId, person } = findWork() ?? {};
  const traceparent = findSpan()?.traceparent;
  if (requestId === undefined && traceparent === undefined) return payload;
  return { [originKey]: { requestId, person, traceparent }, ...payload };
}

function takeOrigin<Payload extends object>(data: Payload): { readonly payload: Payload; readonly origin: Origin } {
  const { [originKey]: origin = {}, ...payload } = data as Payload & { readonly [originKey]?: Origin };
  return { payload: payload as unknown as Payload, origin };
}

/** What runs jobs; `log` is the queue's. */
export type Work = { readonly deps: Deps; readonly handlers: Handlers; readonly log: Logger };

/** Runs a job as work of whom it comes from. */
export async function runJob<Name extends JobName>(name: Name, work: Work, job: JobWithMetadata<JobPayloads[Name]>) {
  const { deps } = work;
  const { payload, origin } = takeOrigin(job.data);
  const { traceparent, ...named } = origin;
  const span = deps.tracing?.start('job', { 'messaging.destination.name': name }, traceparent) ?? null;
  const ended = { name: `job ${name}` };
  await runWork({ ...named, job: name, jobId: job.id }, span, () => handle(name, work, { ...job, data: payload })).then(
    () => span?.end(ended),
    (error: unknown) => {
      span?.end({ ...ended, error });
      throw error;
    },
  );
}

async function handle<Name extends JobName>(
  name: Name,
  { deps, handlers, log }: Work,
  job: JobWithMetadata<JobPayloads[Name]>,
) {
  const handler = handlers[name];
  if (!handler) throw new Error(`No handler for job ${name}`);
  const startedAt = performance.now();
  const record = (outcome: MeasuredJob['outcome']) =>
    deps.telemetry.recordJob({ name, outcome, durationMs: performance.now() - startedAt });
  try {
    await handler(deps, job.data);
    record('completed');
  } catch (error) {
    const failure = { err: error, job: name, jobId: job.id };
    const isRetried = job.retryCount < job.retryLimit;
    record(isRetried ? 'failed' : 'gave-up');
    if (isRetried) log.warn(failure, 'a job failed');
    else log.error(failure, 'a job has used up its retries');
    throw error;
  }
}

/** Settles each job of a batch on its own, so that a failing one is retried alone. */
export async function settle(id: string, ran: Promise<void>): Promise<JobResult> {
  try {
    await ran;
    return { id, status: 'completed' };
  } catch (error) {
    return { id, status: 'failed', output: { message: describeCause(error) } };
  }
}

/** An error with its causes, as shown in the operators' list of failed jobs. */
export function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? String(error) : `${error}; caused by ${describeCause(error.cause)}`;
}
