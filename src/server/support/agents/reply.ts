import { updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { officeTicketReply } from '#shared/support/contract-office.ts';
import { addMessage } from '../ticket/add-message.ts';
import { applyTicketEvent } from '../ticket/apply-event.ts';
import { notifyRequester } from '../ticket/notify-requester.ts';
import { lockForAgent } from './lock-for-agent.ts';

/**
 * Replies to the requester and assigns the ticket to the agent if it is unassigned; the same key replies once.
 * @throws {ServiceError} 404, 409 if the ticket was merged, or changed since the agent read it
 */
export async function replyToRequester(
  deps: Deps,
  agent: Actor,
  { ticketId, version, message, status }: BodyOf<typeof officeTicketReply>,
  idempotencyKey: string,
): Promise<void> {
  const actor = `person:${agent.personId}`;
  const key = `agent:${agent.personId}:${idempotencyKey}`;
  await deps.db.transaction().execute(async (trx) => {
    const ticket = await lockForAgent(trx, { ticketId, version, key });
    if (!ticket) return;
    const messageId = await addMessage(deps, trx, { ticketId, kind: 'reply', actor, text: message, key });
    if (messageId === null) return;
    await applyTicketEvent(deps, trx, ticket, { kind: 'replied', status });
    if (ticket.assignee_id === null) {
      await updateRow(trx, 'ticket', ticketId, { assignee_id: agent.personId });
    }
    await notifyRequester(deps, trx, ticket, { messageId, text: message, status });
    await writeAudit(deps, trx, actor, 'ticket-replied', ['ticket', ticketId], {
      before: { status: ticket.status },
      after: { messageId, status },
    });
  });
}
