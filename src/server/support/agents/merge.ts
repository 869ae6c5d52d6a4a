import { sql } from 'kysely';
import { updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, invalid, notFound, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { officeTicketMerge } from '#shared/support/contract-office.ts';
import type { StoredTicket } from '../tables.ts';
import { applyTicketEvent, statementTables } from '../ticket/apply-event.ts';

/**
 * Moves a ticket's messages into another ticket of the same requester and closes it. If it was open, the other one
 * becomes open too.
 * @throws {ServiceError} 404, 409 for tickets of different requesters or merged ones, 422 for an unknown number
 */
export async function mergeTicket(
  deps: Deps,
  agent: Actor,
  { ticketId, intoNumber }: BodyOf<typeof officeTicketMerge>,
): Promise<{ intoId: string }> {
  return deps.db.transaction().execute(async (trx) => {
    const { from, into } = await lockBoth(trx, ticketId, intoNumber);
    if (from.merged_into !== null || into.merged_into !== null) throw new ServiceError(409, 'ticket_merged');
    if (!isSameRequester(from, into)) throw new ServiceError(409, 'ticket_merge_requester');
    // A key is unique within a ticket, and both may have the same one.
    await trx
      .updateTable('ticket_message')
      .set({ ticket_id: into.id, idempotency_key: sql<string>`${from.id} || ':' || idempotency_key` })
      .where('ticket_id', '=', from.id)
      .execute();
    if (from.status === 'open') await applyTicketEvent(deps, trx, into, { kind: 'written' });
    if (from.status !== 'closed') await applyTicketEvent(deps, trx, from, { kind: 'merged' });
    for (const table of statementTables) await updateRow(trx, table, { ticket_id: from.id }, { ticket_id: into.id });
    await updateRow(trx, 'ticket', from.id, { merged_into: into.id });
    for (const { id } of [from, into]) {
      await writeAudit(deps, trx, `person:${agent.personId}`, 'ticket-merged', ['ticket', id], {
        before: { mergedInto: null },
        after: { from: from.number, into: into.number },
      });
    }
    return { intoId: into.id };
  });
}

/** Locks in the order of the ids, so that two merges of the same tickets can't deadlock. */
async function lockBoth(trx: Trx, ticketId: string, intoNumber: string) {
  const rows = await trx
    .selectFrom('ticket')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', ticketId), eb('number', '=', intoNumber.toUpperCase())]))
    .orderBy('id')
    .forUpdate()
    .execute();
  const from = rows.find(({ id }) => id === ticketId);
  const into = rows.find(({ id }) => id !== ticketId);
  if (!from) throw notFound();
  if (!into) throw invalid({ intoNumber: ['not_found'] });
  return { from, into };
}

function isSameRequester(left: StoredTicket, right: StoredTicket): boolean {
  if (left.person_id !== null && right.person_id !== null) return left.person_id === right.person_id;
  // A guest's address proves nothing, so a guest's ticket never becomes part of a person's.
  return left.person_id === right.person_id && left.email.toLowerCase() === right.email.toLowerCase();
}
