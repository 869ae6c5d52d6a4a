import { atMost, isNull, listRows, requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, writeAudit } from '#server/core/deps.ts';

/** Ends a view that the person opened. Idempotent. @throws {ServiceError} 404 for someone else's view */
export async function endTraderView(deps: Deps, { personId }: Actor, viewId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const view = await requireLockedRow(trx, 'trader_view', { id: viewId, staff_id: personId }, [
      'person_id',
      'ended_at',
    ]);
    if (view.ended_at !== null) return;
    await updateRow(trx, 'trader_view', viewId, { ended_at: deps.clock() });
    await writeAudit(deps, trx, `person:${personId}`, 'trader-view-ended', ['person', view.person_id], {
      viewId,
      before: { isOpen: true },
      after: { isOpen: false },
    });
  });
}

const batchSize = 200;

export async function endExpiredTraderViews(deps: Deps): Promise<void> {
  const due = await listRows(deps.db, 'trader_view', { ended_at: isNull, expires_at: atMost(deps.clock()) }, ['id'], {
    limit: batchSize,
  });
  for (const { id } of due) {
    await deps.db.transaction().execute(async (trx) => {
      const view = await trx
        .updateTable('trader_view')
        .set((eb) => ({ ended_at: eb.ref('expires_at') }))
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .returning(['person_id', 'expires_at'])
        .executeTakeFirst();
      if (!view) return;
      await writeAudit(deps, trx, 'system', 'trader-view-expired', ['person', view.person_id], {
        viewId: id,
        expiredAt: view.expires_at.getTime(),
      });
    });
  }
}
