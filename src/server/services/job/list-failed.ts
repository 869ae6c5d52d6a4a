import { sql } from 'kysely';
import type { fetchFailedJobs } from '../../../contract/admin.ts';
import type { DataOf } from '../../../contract/call.ts';
import type { Deps } from '../../deps.ts';

type FailedJob = DataOf<typeof fetchFailedJobs>['jobs'][number];

type Row = {
  readonly id: string;
  readonly name: string;
  readonly state: 'retry' | 'failed';
  readonly retry_count: number;
  readonly cause: string | null;
  readonly created_on: Date;
  readonly start_after: Date;
};

/** Jobs whose last attempt failed, newest first. Failed jobs are kept for a week, scheduled ones for a day. */
export async function listFailedJobs({ db }: Pick<Deps, 'db'>): Promise<FailedJob[]> {
  const { rows } = await sql<Row>`
    select id::text, name, state::text, retry_count, output ->> 'message' as cause, created_on, start_after
    from jobs.job
    where state in ('retry', 'failed') and output is not null
    order by created_on desc
    limit 100
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    status: row.state === 'failed' ? 'failed' : 'retrying',
    retries: row.retry_count,
    cause: row.cause ?? 'unknown',
    createdAt: new Date(row.created_on).getTime(),
    nextTryAt: row.state === 'failed' ? null : new Date(row.start_after).getTime(),
  }));
}
