import { type Deps, notFound } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { officeTicket } from '#shared/support/contract-office.ts';
import { messageKinds } from '#shared/support/ticket.ts';
import { findSubject } from '../ticket/find-subject.ts';
import { readMessages } from '../ticket/read-messages.ts';
import { fillCannedReplies } from './canned-replies.ts';
import { listAgents } from './list.ts';

/** A ticket as agents see it, private notes included. @throws {ServiceError} 404 */
export async function describeTicketForStaff(deps: Deps, ticketId: string): Promise<DataOf<typeof officeTicket>> {
  const { db } = deps;
  const ticket = await db.selectFrom('ticket').selectAll().where('id', '=', ticketId).executeTakeFirst();
  if (!ticket) throw notFound();
  const merged =
    ticket.merged_into === null
      ? undefined
      : await db.selectFrom('ticket').select(['id', 'number']).where('id', '=', ticket.merged_into).executeTakeFirst();
  const agents = await listAgents(db);
  const messages = await readMessages(db, ticketId, messageKinds);
  return {
    version: ticket.version,
    about: await findSubject(deps, ticket),
    locale: ticket.locale,
    assignee: agents.find(({ id }) => id === ticket.assignee_id) ?? null,
    mergedInto: merged ?? null,
    agents,
    messages: messages.map(({ firstName, ...message }) => ({
      ...message,
      author: message.kind === 'written' ? ticket.name : (firstName ?? deps.catalog.site.name),
    })),
    cannedReplies: fillCannedReplies(deps, ticket),
  };
}
