import { requireLockedRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { officeTicketNote } from '#shared/support/contract-office.ts';
import { addMessage } from '../ticket/add-message.ts';

/**
 * Adds a note for staff, which changes neither status nor deadlines. The same key adds it once.
 * @throws {ServiceError} 404
 */
export async function addTicketNote(
  deps: Deps,
  agent: Actor,
  { ticketId, message }: BodyOf<typeof officeTicketNote>,
  idempotencyKey: string,
): Promise<void> {
  const actor = `person:${agent.personId}`;
  await deps.db.transaction().execute(async (trx) => {
    await requireLockedRow(trx, 'ticket', ticketId);
    const key = `note:${agent.personId}:${idempotencyKey}`;
    const messageId = await addMessage(deps, trx, { ticketId, kind: 'note', actor, text: message, key });
    if (messageId === null) return;
    await writeAudit(deps, trx, actor, 'ticket-noted', ['ticket', ticketId], { before: null, after: { messageId } });
  });
}
