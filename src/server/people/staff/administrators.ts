import { ServiceError, type Trx } from '#server/core/deps.ts';

/**
 * Locks all administrators, so that changes to them run one after the other, and requires that this person still is
 * one: two administrators who remove each other at once must not both succeed.
 * @throws {ServiceError} 403 `not_allowed`
 */
export async function requireAdministrator(trx: Trx, personId: string): Promise<void> {
  const administrators = await listAdministrators(trx);
  if (!administrators.some(({ id }) => id === personId)) throw new ServiceError(403, 'not_allowed');
}

/** Locks and lists the administrators who may act. */
export function listAdministrators(trx: Trx): Promise<{ id: string; email: string }[]> {
  return trx
    .selectFrom('person')
    .select(['id', 'email'])
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where((eb) => eb(eb.val('admin'), '=', eb.fn.any('roles')))
    .orderBy('id')
    .forUpdate()
    .execute();
}
