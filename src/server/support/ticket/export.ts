import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#server/core/deps.ts';

/** A person's tickets with their messages and our replies, but without our notes. */
export function exportTickets(db: Db, personId: string, addresses: readonly string[]) {
  return db
    .selectFrom('ticket')
    .select(['number', 'name', 'email', 'topic', 'subject', 'status', 'opened_at', 'closed_at'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('ticket_message')
          .select(['kind', 'text', 'created_at'])
          .select((message) =>
            jsonArrayFrom(
              message
                .selectFrom('ticket_attachment')
                .select(['name', 'media_type', 'size_bytes', 'uploaded_at'])
                .whereRef('message_id', '=', 'ticket_message.id')
                .orderBy('uploaded_at'),
            ).as('attachments'),
          )
          .whereRef('ticket_message.ticket_id', '=', 'ticket.id')
          .where('kind', '<>', 'note')
          .orderBy('number'),
      ).as('messages'),
    )
    .where(sql<boolean>`ticket.person_id = ${personId}
      or (ticket.person_id is null and lower(ticket.email) = any(${addresses}))`)
    .orderBy('opened_at')
    .execute();
}
