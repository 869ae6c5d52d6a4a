import { sql } from 'kysely';
import { fullName } from '#lib/person-name.ts';
import type { Db, Trx } from '#server/core/deps.ts';
import { supportRoles } from '#shared/core/staff-roles.ts';

export type Agent = { readonly id: string; readonly name: string };

export function agentName({ first_name, last_name, email }: { first_name: string; last_name: string; email: string }) {
  return fullName({ first_name, last_name }) || email;
}

/** People who may answer tickets, by name. */
export async function listAgents(executor: Db | Trx): Promise<Agent[]> {
  const rows = await executor
    .selectFrom('person')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where(sql<boolean>`roles && ${[...supportRoles]}::text[]`)
    .where('deleted_at', 'is', null)
    .execute();
  return rows
    .map((row) => ({ id: row.id, name: agentName(row) }))
    .sort((left, right) => left.name.localeCompare(right.name));
}
