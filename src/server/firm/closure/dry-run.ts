import { hourMs } from '#lib/durations.ts';
import { isClosing } from '#server/core/database/closing.ts';
import { changeRow, findRow, insertOnce, isNotNull, isNull } from '#server/core/database/rows.ts';
import { type Actor, conflict, type Deps, newId, type Trx, writeAudit } from '#server/core/deps.ts';
import { planClosure } from './plan.ts';

/** Starts a dry run for staff. @throws {ServiceError} 409 while another one is computed */
export async function startDryRun(deps: Deps, { personId }: Pick<Actor, 'personId'>): Promise<{ closureId: string }> {
  const actor = `person:${personId}`;
  return deps.db.transaction().execute(async (trx) => {
    const closureId = await request(deps, trx, actor);
    if (closureId === null) throw conflict();
    await writeAudit(deps, trx, actor, 'closure-dry-run', ['closure', closureId]);
    return { closureId };
  });
}

/** The daily one, whose sums are public. */
export async function startDailyDryRun(deps: Deps): Promise<void> {
  if (await isClosing(deps.db)) return;
  await deps.db.transaction().execute((trx) => request(deps, trx, 'system'));
}

/** One whose job has failed for good doesn't keep others from starting. */
async function request(deps: Deps, trx: Trx, requestedBy: string): Promise<string | null> {
  const id = newId();
  const stuckSince = new Date(deps.clock().getTime() - hourMs);
  const stuck = trx.deleteFrom('closure').where('computed_at', 'is', null).where('freeze_at', 'is', null);
  await stuck.where('requested_at', '<', stuckSince).execute();
  const isNew = await insertOnce(trx, 'closure', { id, requested_by: requestedBy, requested_at: deps.clock() });
  if (!isNew) return null;
  await deps.jobs.send(trx, 'plan-closure', { closureId: id }, { singletonKey: id });
  return id;
}

/** Computes a dry run that was requested; it then replaces the earlier ones of its kind. */
export async function runDryRun(deps: Deps, closureId: string): Promise<void> {
  const closure = await findRow(deps.db, 'closure', { id: closureId, computed_at: isNull, freeze_at: isNull });
  if (!closure) return;
  await planClosure(deps, closureId, closure.requested_at);
  await deps.db.transaction().execute(async (trx) => {
    const computed = { computed_at: deps.clock() };
    if (!(await changeRow(trx, 'closure', { id: closureId, computed_at: isNull }, computed, ['id']))) return;
    const isDaily = closure.requested_by === 'system';
    await trx
      .deleteFrom('closure')
      .where('id', '<>', closureId)
      .where('computed_at', 'is not', null)
      .where('freeze_at', 'is', null)
      .where('requested_by', isDaily ? '=' : '<>', 'system')
      .execute();
  });
}

/** The newest daily one that is computed. */
export function findDailyDryRun({ db }: Pick<Deps, 'db'>) {
  const key = { requested_by: 'system', computed_at: isNotNull } as const;
  return findRow(db, 'closure', key, ['id', 'requested_at'], 'requested_at desc');
}
