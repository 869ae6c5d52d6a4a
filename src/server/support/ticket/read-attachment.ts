import { type Actor, type Deps, notFound, writeAudit } from '#server/core/deps.ts';
import { decryptBytes } from '#server/core/encryption.ts';
import { attachmentContext } from './attach.ts';
import { getRequesterTicket, type TicketRequester } from './requester.ts';

type File = { readonly bytes: Buffer; readonly name: string };

/** @throws {ServiceError} 404 unless the file is in one of the requester's conversations */
export async function getRequesterAttachment(
  deps: Deps,
  requester: TicketRequester,
  attachmentId: string,
): Promise<File> {
  const row = await findAttachment(deps, attachmentId);
  const start = requester.kind === 'guest' ? requester.ticketId : row.ticket_id;
  const ticket = await getRequesterTicket(deps.db, requester, start);
  if (ticket.id !== row.ticket_id) throw notFound();
  return decryptAttachment(deps, row);
}

/** For agents; each read is audited. @throws {ServiceError} 404 */
export async function readAttachmentByStaff(deps: Deps, operator: Actor, attachmentId: string): Promise<File> {
  const row = await findAttachment(deps, attachmentId);
  await writeAudit(deps, deps.db, `person:${operator.personId}`, 'ticket-attachment-read', ['ticket', row.ticket_id], {
    attachmentId,
  });
  return decryptAttachment(deps, row);
}

async function findAttachment(deps: Deps, attachmentId: string) {
  const row = await deps.db
    .selectFrom('ticket_attachment')
    .innerJoin('ticket_message', 'ticket_message.id', 'ticket_attachment.message_id')
    .select(['ticket_attachment.id', 'ticket_attachment.name', 'content', 'ticket_message.ticket_id'])
    .where('ticket_attachment.id', '=', attachmentId)
    .executeTakeFirstOrThrow(notFound);
  return row;
}

function decryptAttachment(
  { keys }: Deps,
  row: { readonly id: string; readonly name: string; readonly content: Uint8Array },
): File {
  return { bytes: decryptBytes(keys, attachmentContext(row.id), row.content), name: row.name };
}
