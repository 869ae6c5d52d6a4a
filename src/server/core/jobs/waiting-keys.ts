import { sql } from 'kysely';
import type { JobName } from './payloads.ts';

/**
 * The keys of jobs that are waiting or will be retried, for `not in`. A job that runs doesn't count: its process may
 * have died.
 */
export function waitingKeys(name: JobName) {
  return sql<string>`(
    select singleton_key from jobs.job where name = ${name} and state < 'active' and singleton_key is not null
  )`;
}
