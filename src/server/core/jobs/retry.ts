import { sql } from 'kysely';
import { type Actor, type Deps, notFound, writeAudit } from '../deps.ts';

/** Reruns a job that failed or waits for its next try, immediately. @throws {ServiceError} 404 for any other job */
export async function retryFailedJob(deps: Deps, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ name: string; retries: number; retryLimit: number }>`
      update jobs.job set state = 'retry', start_after = now(), completed_on = null, retry_limit = retry_count + 1
      where id = ${id}::uuid and state in ('retry', 'failed') and output is not null
      returning name, retry_count as retries, retry_limit as "retryLimit"
    `.execute(trx);
    const [job] = rows;
    if (!job) throw notFound();
    await writeAudit(deps, trx, actor, 'job-retried', ['job', id], {
      name: job.name,
      before: { retries: job.retries },
      after: { retryLimit: job.retryLimit },
    });
  });
}
