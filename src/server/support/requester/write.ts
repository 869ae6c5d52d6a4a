import { type Deps, ServiceError } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { replyTicket } from '#shared/support/contract.ts';
import { canReply } from '#shared/support/ticket.ts';
import { addMessage } from '../ticket/add-message.ts';
import { applyTicketEvent } from '../ticket/apply-event.ts';
import { sendAttachments } from '../ticket/attach.ts';
import { getRequesterTicket, type TicketRequester, uploaderOf } from '../ticket/requester.ts';
import { stateOf } from '../ticket/state.ts';

/**
 * Adds a message by the requester, which reopens the ticket; the same key adds it once.
 * @throws {ServiceError} 404, 409 for a ticket that closed too long ago, 422 for other people's files
 */
export async function writeToTicket(
  deps: Deps,
  requester: TicketRequester,
  { ticketId, message, attachmentIds = [] }: BodyOf<typeof replyTicket>,
  idempotencyKey: string,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const ticket = await getRequesterTicket(trx, requester, ticketId, { lock: true });
    const actor = requester.kind === 'person' ? uploaderOf(requester) : 'guest';
    const newMessage = {
      ticketId: ticket.id,
      kind: 'written',
      actor,
      text: message,
      key: `requester:${idempotencyKey}`,
    } as const;
    if (!canReply(stateOf(ticket), deps.clock().getTime(), deps.catalog.support)) {
      throw new ServiceError(409, 'ticket_closed');
    }
    const messageId = await addMessage(deps, trx, newMessage);
    if (messageId === null) return;
    await sendAttachments(trx, { messageId, uploader: uploaderOf(requester), attachmentIds });
    await applyTicketEvent(deps, trx, ticket, { kind: 'written' });
  });
}
