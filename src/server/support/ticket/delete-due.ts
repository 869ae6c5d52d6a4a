import { dayMs } from '#lib/durations.ts';
import { atMost, deleteRows, isNull, listRows } from '#server/core/database/rows.ts';
import { type Deps, writeAudit } from '#server/core/deps.ts';
import { unsentAttachmentDays } from '#shared/support/terms.ts';

const batchSize = 200;

/** Deletes tickets, and earlier their attachments, after the periods stated in the privacy policy. */
export async function deleteDueTickets(deps: Deps): Promise<void> {
  const { db } = deps;
  const { attachmentDays, ticketDays } = deps.catalog.support;
  const before = (days: number) => new Date(deps.clock().getTime() - days * dayMs);
  await deleteRows(db, 'ticket_attachment', { message_id: isNull, uploaded_at: atMost(before(unsentAttachmentDays)) });
  await db.deleteFrom('ticket_presence').where('seen_at', '<=', before(1)).execute();
  const files = await db
    .selectFrom('ticket_attachment')
    .innerJoin('ticket_message', 'ticket_message.id', 'ticket_attachment.message_id')
    .innerJoin('ticket', 'ticket.id', 'ticket_message.ticket_id')
    .select(['ticket_attachment.id', 'ticket.id as ticketId'])
    .where('ticket.closed_at', '<=', before(attachmentDays))
    .limit(batchSize)
    .execute();
  for (const { id, ticketId } of files) {
    await db.transaction().execute(async (trx) => {
      const deleted = await trx.deleteFrom('ticket_attachment').where('id', '=', id).returning('id').executeTakeFirst();
      if (!deleted) return;
      await writeAudit(deps, trx, 'system', 'ticket-attachment-deleted', ['ticket', ticketId], { attachmentId: id });
    });
  }
  // Deleting the ticket with the messages also deletes those merged into it.
  const old = await listRows(db, 'ticket', { closed_at: atMost(before(ticketDays)), merged_into: isNull }, ['id'], {
    orderBy: 'closed_at',
    limit: batchSize,
  });
  for (const { id } of old) {
    await db.transaction().execute(async (trx) => {
      const [deleted] = await deleteRows(trx, 'ticket', { id, closed_at: atMost(before(ticketDays)) }, ['id']);
      if (!deleted) return;
      await writeAudit(deps, trx, 'system', 'ticket-deleted', ['ticket', id]);
    });
  }
}
