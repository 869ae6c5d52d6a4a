import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../deps.ts';

const intervalMs = 1_000;

/** The queues among `names` with jobs that are due. Takes one look at an index per queue, however many jobs wait. */
export async function findDueQueues(db: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select queue.name from unnest(${[...names]}::text[]) as queue (name) where exists (
      select from jobs.job
      where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now()
    )`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/**
 * Every second, wakes the workers of queues with due jobs: delayed jobs, retries, and jobs left by a server that died.
 * A new job wakes them at once by a notification. One query replaces a poll by each worker.
 * @param prepare runs before each look
 * @param wake wakes all workers of a queue
 * @returns stops it; a query that is still running wakes nobody
 */
export function wakeWorkers(
  db: Db,
  names: readonly string[],
  { prepare, wake, log }: { prepare: () => Promise<void>; wake: (name: string) => void; log: Logger },
): () => void {
  let isStopped = false;
  let isFailing = false;
  let timer: NodeJS.Timeout;

  async function look(): Promise<void> {
    try {
      await prepare();
      const due = await findDueQueues(db, names);
      if (!isStopped) for (const name of due) wake(name);
      isFailing = false;
    } catch (error) {
      // An outage is reported once, not every second.
      if (!isFailing && !isStopped) log.warn({ err: error }, 'due jobs could not be looked up');
      isFailing = true;
    }
    if (!isStopped) schedule();
  }

  function schedule(): void {
    timer = setTimeout(look, intervalMs);
  }

  schedule();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
