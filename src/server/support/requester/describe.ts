import type { Deps } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { fetchTicket } from '#shared/support/contract.ts';
import { canReply, closesAt } from '#shared/support/ticket.ts';
import { findSubject } from '../ticket/find-subject.ts';
import { readMessages } from '../ticket/read-messages.ts';
import { getRequesterTicket, type TicketRequester } from '../ticket/requester.ts';
import { stateOf } from '../ticket/state.ts';

/**
 * A ticket as its requester sees it: without notes, and of staff only an agent's first name.
 * @throws {ServiceError} 404
 */
export async function describeTicket(
  deps: Deps,
  requester: TicketRequester,
  ticketId: string,
): Promise<DataOf<typeof fetchTicket>> {
  const { support } = deps.catalog;
  const ticket = await getRequesterTicket(deps.db, requester, ticketId);
  const state = stateOf(ticket);
  const messages = await readMessages(deps.db, ticket.id, ['written', 'reply']);
  return {
    id: ticket.id,
    number: ticket.number,
    topic: ticket.topic,
    subject: ticket.subject,
    status: ticket.status,
    changedAt: state.changedAt,
    openedAt: state.openedAt,
    about: await findSubject(deps, ticket),
    replyDueAt: state.replyDueAt,
    canReply: canReply(state, deps.clock().getTime(), support),
    closesAt: closesAt(state, support),
    messages: messages.map(({ id, kind, firstName, text, at, attachments }) => ({
      ...{ id, author: kind === 'written' ? ('requester' as const) : ('firm' as const) },
      ...{ agent: firstName, text, at, attachments },
    })),
  };
}
