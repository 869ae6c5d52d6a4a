import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#server/core/deps.ts';
import { ownedBy } from './requester.ts';

/** A person's tickets with their messages and our replies, but without our notes. */
export function exportTickets(db: Db, person: { readonly personId: string; readonly email: string }) {
  return db
    .selectFrom('ticket')
    .select(['number', 'name', 'email', 'topic', 'subject', 'status', 'opened_at', 'closed_at'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('ticket_message')
          .select(['kind', 'text', 'created_at'])
          .whereRef('ticket_message.ticket_id', '=', 'ticket.id')
          .where('kind', '<>', 'note')
          .orderBy('number'),
      ).as('messages'),
    )
    .where(ownedBy(person))
    .orderBy('opened_at')
    .execute();
}
