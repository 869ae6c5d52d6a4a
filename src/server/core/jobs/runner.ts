import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { fromKysely, fromPglite, type JobResult, PgBoss, type QueueOptions } from 'pg-boss';
import type { Logger } from 'pino';
import type { Connection } from '../database/connect.ts';
import { listenOnPostgres } from '../database/listen.ts';
import { queueTimeouts } from '../database/timeouts.ts';
import type { Deps, Jobs } from '../deps.ts';
import { isReady } from '../health/readiness.ts';
import { type AllJobs, type Handlers, namesOf } from './job.ts';
import type { JobName, JobPayloads } from './payloads.ts';
import { addOrigin, describeCause, runJob, settle, type Work } from './run-job.ts';
import { findDueQueues, wakeWorkers } from './wake-workers.ts';

/** Twelve attempts over about three hours outlast most provider outages. */
const defaultOptions: QueueOptions = {
  retryLimit: 12,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 1_800,
  expireInSeconds: 120,
  // Keeps failed jobs for a week, for operators.
  deleteAfterSeconds: 7 * 86_400,
};

/** Scheduled jobs run again within minutes, so they need few retries. */
const scheduledOptions: QueueOptions = { ...defaultOptions, retryLimit: 2, retryDelay: 5, deleteAfterSeconds: 86_400 };

/** How often, and how many times, `passTime` looks for jobs that are left; one that fails is retried later. */
const waitMs = 50;
const maxWaits = 600;

export type Runner = Jobs & {
  /** Starts processing jobs; several servers share them. */
  work(deps: Deps, handlers: Handlers): Promise<void>;
  /** Runs all due jobs in sequence. @returns how many ran, and the errors of those that failed */
  drain(deps: Deps, handlers: Handlers): Promise<{ ran: number; errors: unknown[] }>;
  /** Brings delayed jobs closer by a time, runs every scheduled job, and waits until nothing more is due. */
  passTime(ms: number): Promise<void>;
  /** Waits for running jobs, at most for the given time. */
  stop(timeoutMs?: number): Promise<void>;
};

/** The program's own role, which owns the queue, if another of its members opens it, as a restore does. */
async function findQueueOwner({ db }: Connection): Promise<string | undefined> {
  const { rows } = await sql<{ owner: string }>`
    select pg_get_userbyid(nspowner) as owner from pg_namespace
    where nspname = 'jobs' and pg_get_userbyid(nspowner) <> current_user
      and not (select rolsuper from pg_roles where rolname = current_user)
      and pg_has_role(current_user, nspowner, 'member')`.execute(db);
  return rows[0]?.owner;
}

async function openBoss(connection: Connection, recurring: boolean, log: Logger): Promise<PgBoss> {
  const options = {
    schema: 'jobs',
    schedule: recurring,
    supervise: recurring,
    useListenNotify: recurring,
    monitorVacuum: connection.kind === 'postgres',
    reindex: connection.kind === 'postgres',
  };
  if (connection.kind !== 'postgres')
    return new PgBoss({ ...options, db: fromPglite(connection.pglite), backend: 'pglite' });
  const owner = await findQueueOwner(connection);
  const asOwner = owner === undefined ? {} : { options: `-c role=${owner}` };
  const { url } = connection;
  const boss = new PgBoss({ ...options, connectionString: url, max: 4, ...queueTimeouts, ...asOwner });
  // The queue's own listening connection stops listening to errors after the first, and a second ends the process.
  const listen = async (channel: string, onMessage: (payload: string) => void, onConnect: () => void) => ({
    close: await listenOnPostgres(url, channel, { onMessage, onConnect, log }),
  });
  Object.assign(boss.getDb(), { listen });
  return boss;
}

/** The embedded database has one server, so jobs active at start belong to a dead process. */
async function requeueOrphans(pglite: PGlite): Promise<void> {
  await pglite.query(`update jobs.job set state = 'retry', start_after = now() where state = 'active'`);
}

/** Creates each job's queue, or gives it the settings of this version. */
async function createQueues(boss: PgBoss, jobs: AllJobs): Promise<void> {
  const jobNames = namesOf(jobs);
  const queues = new Map((await boss.getQueues([...jobNames])).map((queue) => [queue.name, queue]));
  for (const name of jobNames) {
    const options = { ...(jobs[name].schedule ? scheduledOptions : defaultOptions), notify: true };
    const queue = queues.get(name);
    if (queue && isDeepStrictEqual({ ...queue, ...options }, queue)) continue;
    // `short` keeps one waiting job per key; a job without a key gets a unique one.
    if (queue) await boss.updateQueue(name, options);
    else await boss.createQueue(name, { ...options, policy: 'short' });
    // Loads the queue's settings now, as the start did for unchanged queues. The first load inside a transaction would
    // deadlock, because the embedded database has a single connection.
    await boss.getJobById(name, randomUUID());
  }
}

/** Clock times at which jobs run, and jobs that run once at each start. */
async function schedule(boss: PgBoss, jobs: AllJobs, handlers: Handlers, recurring: boolean): Promise<void> {
  const jobNames = namesOf(jobs);
  const scheduled = new Set<string>(jobNames.filter((name) => jobs[name].schedule));
  for (const { name, key } of await boss.getSchedules()) {
    if (!scheduled.has(name)) await boss.unschedule(name, key);
  }
  for (const name of jobNames) {
    const { schedule, atStart } = jobs[name];
    if (!handlers[name]) continue;
    if (schedule) await boss.schedule(name, schedule.cron, {}, { tz: schedule.timezone, singletonKey: 'clock' });
    if (recurring && atStart) await boss.send(name, atStart, { singletonKey: 'start' });
  }
}

/**
 * A notification wakes a worker for only one batch. Continue after full batches, or a backlog would drain at one batch
 * per second.
 */
const workerOptions = {
  pollingIntervalSeconds: 30,
  notifyPollingIntervalSeconds: 30,
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const;

/** @returns the ids of a queue's workers */
async function startWorkers(boss: PgBoss, name: JobName, work: Work): Promise<readonly string[]> {
  const start = () =>
    boss.work<JobPayloads[typeof name], void, typeof workerOptions>(name, workerOptions, async (jobs) => {
      const results: JobResult[] = [];
      for (const job of jobs) results.push(await settle(job.id, runJob(name, work, job)));
      return results;
    });
  // Two, so that a slow job doesn't hold up the rest of its queue; pg-boss wakes only the first worker of a call.
  return [await start(), await start()];
}

/** Runs a batch of a queue. @returns how many jobs ran; `errors` gets those of the ones that failed */
async function drainQueue(boss: PgBoss, name: JobName, work: Work, errors: unknown[]): Promise<number> {
  const batch = await boss.fetch<JobPayloads[typeof name]>(name, { batchSize: 20, includeMetadata: true });
  for (const job of batch) {
    try {
      await runJob(name, work, job);
      await boss.complete(name, job.id);
    } catch (error) {
      errors.push(error);
      await boss.fail(name, job.id, { message: describeCause(error) });
    }
  }
  return batch.length;
}

/** @param options.recurring false for tests, which drain jobs themselves */
export async function openJobs(
  connection: Connection,
  log: Logger,
  options: { jobs: AllJobs; recurring?: boolean },
): Promise<Runner> {
  const { jobs, recurring = true } = options;
  const jobNames = namesOf(jobs);
  const boss = await openBoss(connection, recurring, log);
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  boss.on('warning', (warning) => log.debug({ warning }, 'job queue'));
  await boss.start();
  if (connection.kind !== 'postgres') await requeueOrphans(connection.pglite);
  await createQueues(boss, jobs);
  let stopWaking = () => {};
  let wake = (_name: string) => {};

  return {
    names: jobNames,
    async send(executor, name, payload, { startAfterSeconds, singletonKey, priority = 0 } = {}) {
      await boss.send(name, addOrigin(payload), {
        priority,
        singletonKey: singletonKey ?? randomUUID(),
        ...(startAfterSeconds ? { startAfter: startAfterSeconds } : {}),
        db: fromKysely(executor),
      });
    },
    async work(deps, handlers) {
      const workers = new Map<string, readonly string[]>();
      const handled = jobNames.filter((name) => handlers[name]);
      /** A copy that isn't ready leaves jobs to the others; those that it has taken end. */
      const follow = async () => {
        for (const name of handled) {
          if (isReady(deps) === workers.has(name)) continue;
          if (!workers.delete(name)) workers.set(name, await startWorkers(boss, name, { deps, handlers, log }));
          else await boss.offWork(name, { wait: false });
        }
      };
      await follow();
      wake = (name) => {
        for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
      };
      stopWaking = wakeWorkers(connection.db, handled, { prepare: follow, wake, log });
      await schedule(boss, jobs, handlers, recurring);
    },
    async drain(deps, handlers) {
      const errors: unknown[] = [];
      let total = 0;
      for (;;) {
        let ran = 0;
        const due = await findDueQueues(connection.db, jobNames);
        for (const name of jobNames)
          if (due.has(name)) ran += await drainQueue(boss, name, { deps, handlers, log }, errors);
        if (ran === 0) return { ran: total, errors };
        total += ran;
      }
    },
    async passTime(ms) {
      const { db } = connection;
      await sql`update jobs.job set start_after = start_after - ${ms} * interval '1 ms' where state < 'active'`.execute(
        db,
      );
      for (const name of jobNames) if (jobs[name].schedule) await boss.send(name, {}, { singletonKey: 'clock' });
      const count = sql<{ left: number }>`select count(*)::int as left from jobs.job
        where state <= 'active' and start_after <= now()`;
      for (let waits = 0; waits < maxWaits; waits += 1) {
        if ((await count.execute(db)).rows[0]?.left === 0) return;
        for (const name of await findDueQueues(db, jobNames)) wake(name);
        await setTimeout(waitMs);
      }
    },
    async stop(timeoutMs = 10_000) {
      stopWaking();
      await boss.stop({ graceful: true, timeout: timeoutMs, close: true });
    },
  };
}
