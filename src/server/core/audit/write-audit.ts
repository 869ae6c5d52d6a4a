import { insertRow } from '#server/core/database/rows.ts';
import type { AuditAction, AuditEntity } from '#shared/core/audit-actions.ts';
import type { StaffChange } from '#shared/core/staff-changes.ts';
import type { Db, Deps, Trx } from '../deps.ts';
import { newId } from '../ids.ts';

/** Null for what didn't exist before, or no longer exists. */
export type AuditChange = Readonly<Record<string, unknown>> & { readonly before: unknown; readonly after: unknown };

/** Actions whose entries don't have to say what changed. */
export type PlainAction = Exclude<AuditAction, StaffChange>;

/**
 * Call it in the transaction of the change it records.
 * @param actor `person:<id>`, `system` or `provider:<name>`
 * @param about what was changed, and its id
 */
export async function writeAudit<Action extends AuditAction>(
  deps: Deps,
  executor: Db | Trx,
  actor: string,
  action: Action,
  about: readonly [AuditEntity, id: string],
  ...[details]: [Action] extends [PlainAction] ? [details?: object] : [details: AuditChange]
): Promise<void> {
  const [entity, entity_id] = about;
  const row = { id: newId(), at: deps.clock(), actor, action, entity, entity_id };
  await insertRow(executor, 'audit', { ...row, details: JSON.stringify(details ?? {}) });
}
