import { insertRow, requireRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, newId, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { addAccountNote } from '#shared/risk/contract.ts';

/** Adds a note that only staff can read. @throws {ServiceError} 404 */
export async function addNote(
  deps: Deps,
  actor: Actor,
  { accountId, text }: BodyOf<typeof addAccountNote>,
): Promise<{ noteId: string }> {
  return deps.db.transaction().execute(async (trx) => {
    await requireRow(trx, 'trading_account', accountId, ['id']);
    const noteId = newId();
    await insertRow(trx, 'account_note', {
      id: noteId,
      account_id: accountId,
      author: actor.personId,
      text,
      written_at: deps.clock(),
    });
    await writeAudit(deps, trx, actor, 'account-note', ['account', accountId], {
      noteId,
      before: null,
      after: { text },
    });
    return { noteId };
  });
}
