import { type Actor, conflict, type Deps, notFound, writeAudit } from '#server/core/deps.ts';

/**
 * Ends a coupon or discount of the back office early. Both tables have the columns used below.
 * @throws {ServiceError} 404 for an unknown one, 409 once it has ended
 */
export async function endCode(deps: Deps, actor: Actor, kind: 'coupon' | 'discount', id: string): Promise<void> {
  const table = kind as 'coupon';
  await deps.db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom(table)
      .select(['ended_at', 'expires_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(notFound);
    const now = deps.clock();
    if (found.ended_at !== null || found.expires_at <= now) throw conflict();
    await trx.updateTable(table).set({ ended_at: now }).where('id', '=', id).execute();
    await writeAudit(deps, trx, actor, `${kind}-ended`, [kind, id], {
      before: { endedAt: null },
      after: { endedAt: now.getTime() },
    });
  });
}
