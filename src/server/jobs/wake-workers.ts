import type { Logger } from 'pino';
import type { Connection } from '../db/connect.ts';

const intervalMs = 1_000;

/** The queues among `names` with jobs that are due. Takes one look at an index per queue, however many jobs wait. */
export async function findDueQueues(connection: Connection, names: readonly string[]): Promise<ReadonlySet<string>> {
  const text = `
    select queue.name from unnest($1::text[]) as queue (name) where exists (
      select from jobs.job
      where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now()
    )`;
  const { rows } =
    connection.kind === 'postgres'
      ? await connection.pool.query<{ name: string }>(text, [names])
      : await connection.pglite.query<{ name: string }>(text, [names]);
  return new Set(rows.map((row) => row.name));
}

/**
 * Looks every second for queues with due jobs and wakes their workers. New jobs wake them at once by a notification;
 * these are delayed ones, retries and jobs left by a server that died. One query replaces a poll by each worker.
 * @param wake wakes all workers of a queue
 * @returns a function that stops looking, once the current look has ended
 */
export function wakeWorkers(
  connection: Connection,
  names: readonly string[],
  wake: (name: string) => void,
  log: Logger,
): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let current = Promise.resolve();
  let isFailing = false;

  async function look(): Promise<void> {
    try {
      for (const name of await findDueQueues(connection, names)) wake(name);
      isFailing = false;
    } catch (error) {
      // An outage is reported once, not every second.
      if (!isFailing && !isStopped) log.warn({ err: error }, 'due jobs could not be looked up');
      isFailing = true;
    }
    if (!isStopped) schedule();
  }

  function schedule(): void {
    timer = setTimeout(() => {
      current = look();
    }, intervalMs);
  }

  schedule();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await current;
  };
}
