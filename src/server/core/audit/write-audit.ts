import type { AuditAction, AuditEntity } from '#shared/core/audit-actions.ts';
import type { StaffChange } from '#shared/core/staff-changes.ts';
import type { Db, Deps, Trx } from '../deps.ts';
import { newId } from '../ids.ts';

/** Null for what didn't exist before, or no longer exists. */
export type AuditChange = Readonly<Record<string, unknown>> & { readonly before: unknown; readonly after: unknown };

/** Actions whose entries don't have to say what changed. */
export type PlainAction = Exclude<AuditAction, StaffChange>;

type Entry = {
  /** `person:<id>`, `system` or `provider:<name>`. */
  readonly actor: string;
  readonly entity: AuditEntity;
  readonly entityId: string;
};

export type AuditEntry = Entry &
  (
    | { readonly action: StaffChange; readonly details: AuditChange }
    | { readonly action: PlainAction; readonly details?: object }
  );

/** Call it in the transaction of the change it records. */
export async function writeAudit(deps: Deps, executor: Db | Trx, entry: AuditEntry): Promise<void> {
  const { actor, action, entity, entityId, details = {} } = entry;
  await executor
    .insertInto('audit')
    .values({
      id: newId(),
      at: deps.clock(),
      actor,
      action,
      entity,
      entity_id: entityId,
      details: JSON.stringify(details),
    })
    .execute();
}
