import { sql } from 'kysely';
import type { Trx } from '#server/core/deps.ts';

/** Deletes a person's tickets, and those from their addresses, with all messages and files. */
export async function forgetTickets(trx: Trx, personId: string, addresses: readonly string[]): Promise<void> {
  await trx.deleteFrom('ticket_attachment').where('uploader', '=', `person:${personId}`).execute();
  await trx
    .deleteFrom('ticket')
    .where(sql<boolean>`person_id = ${personId} or (person_id is null and lower(email) = any(${addresses}))`)
    .execute();
  await trx.updateTable('ticket').set({ assignee_id: null }).where('assignee_id', '=', personId).execute();
  await trx.deleteFrom('ticket_presence').where('person_id', '=', personId).execute();
}
