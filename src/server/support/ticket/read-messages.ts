import { sql } from 'kysely';
import type { Db } from '#server/core/deps.ts';
import type { MessageKind } from '#shared/support/ticket.ts';

/** A ticket's conversation, oldest first, limited to the kinds that the reader may see; with the agent's first name. */
export async function readMessages(db: Db, ticketId: string, kinds: readonly MessageKind[]) {
  const rows = await db
    .selectFrom('ticket_message')
    .leftJoin('person', (join) =>
      join.on(sql<boolean>`person.id = substring(ticket_message.actor from '^person:(.+)')`),
    )
    .select(['ticket_message.id', 'kind', 'text', 'ticket_message.created_at', 'person.first_name'])
    .where('ticket_id', '=', ticketId)
    .where('kind', 'in', kinds)
    .orderBy('number')
    .execute();
  const files = await db
    .selectFrom('ticket_attachment')
    .innerJoin('ticket_message', 'ticket_message.id', 'ticket_attachment.message_id')
    .select(['ticket_attachment.id', 'message_id', 'name', 'media_type as mediaType', 'size_bytes as sizeBytes'])
    .where('ticket_id', '=', ticketId)
    .orderBy('uploaded_at')
    .orderBy('ticket_attachment.id')
    .execute();
  return rows.map(({ id, kind, text, created_at, first_name }) => ({
    id,
    kind,
    firstName: kind === 'written' ? null : first_name || null,
    text,
    at: created_at.getTime(),
    attachments: files.filter((file) => file.message_id === id).map(({ message_id: _, ...file }) => file),
  }));
}
