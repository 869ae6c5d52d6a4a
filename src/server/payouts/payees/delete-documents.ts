import { deleteRows } from '#server/core/database/rows.ts';
import { type Deps, writeAudit } from '#server/core/deps.ts';

const batchSize = 200;

/** Deletes documents that are due; those of a check under review stay until it is decided. */
export async function deleteDueDocuments(deps: Deps): Promise<void> {
  const due = await deps.db
    .selectFrom('payee_document')
    .innerJoin('identity_check', 'identity_check.person_id', 'payee_document.person_id')
    .select('payee_document.id')
    .where('delete_at', '<=', deps.clock())
    .where('identity_check.status', '<>', 'review')
    .orderBy('delete_at')
    .limit(batchSize)
    .execute();
  for (const { id } of due) {
    await deps.db.transaction().execute(async (trx) => {
      const row = await trx.deleteFrom('payee_document').where('id', '=', id).returning('person_id').executeTakeFirst();
      if (!row) return;
      const details = { personId: row.person_id };
      await writeAudit(deps, trx, 'system', 'document-deleted', ['document', id], details);
    });
  }
  await deleteDueRequestedDocuments(deps);
}

async function deleteDueRequestedDocuments(deps: Deps): Promise<void> {
  const due = await deps.db
    .selectFrom('requested_document')
    .innerJoin('document_request', 'document_request.id', 'requested_document.request_id')
    .select(['requested_document.id', 'account_id', 'request_id'])
    .where('delete_at', '<=', deps.clock())
    .orderBy('delete_at')
    .limit(batchSize)
    .execute();
  for (const { id, account_id: accountId, request_id: requestId } of due) {
    await deps.db.transaction().execute(async (trx) => {
      const [deleted] = await deleteRows(trx, 'requested_document', id, ['id']);
      if (!deleted) return;
      await writeAudit(deps, trx, 'system', 'document-deleted', ['account', accountId], { requestId, documentId: id });
    });
  }
}
