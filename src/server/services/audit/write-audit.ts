import type { AuditAction, AuditEntity } from '../../../contract/office/audit-actions.ts';
import type { Db, Deps, Trx } from '../../deps.ts';
import { newId } from '../../ids.ts';

export type AuditEntry = {
  /** `person:<id>`, `system` or `provider:<name>`. */
  readonly actor: string;
  readonly action: AuditAction;
  readonly entity: AuditEntity;
  readonly entityId: string;
  readonly details?: object;
};

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
