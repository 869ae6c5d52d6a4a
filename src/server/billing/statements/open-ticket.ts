import { getRow, insertOnce, updateRow } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';
import { addMessage } from '#server/support/ticket/add-message.ts';
import { createTicket } from '#server/support/ticket/create.ts';
import { notifyStaff } from '#server/support/ticket/notify-new.ts';
import type { Declaration } from '../tables.ts';

type About = {
  readonly statement: 'contract_cancellation' | 'subscription_cancellation';
  /** Of statements of one sender about the same, which share a ticket. */
  readonly key: string;
  /** What was stated, in words. */
  readonly text: string;
  readonly personId?: string;
  readonly orderId: string | null;
  /** What staff need to decide, which the sender doesn't read. */
  readonly note?: string;
  /** Of `findSender`; otherwise the statement’s address. */
  readonly sender?: string;
};

/**
 * Opens a ticket, which has a deadline, for a statement that staff decide. Statements that fit no contract join the open
 * ticket of their sender, as anybody can send many.
 */
export async function openStatementTicket(
  deps: Deps,
  trx: Trx,
  { id, name, email, order_given: order, locale, reference }: Omit<Declaration, 'order_id' | 'outcome'>,
  { statement, key, text, personId, orderId, note, sender = email }: About,
): Promise<void> {
  const topic = 'payment';
  const isOwn = sender === email;
  const message = `${text}\n(${isOwn ? '' : `${email}, `}${reference})`;
  const fingerprint = sha256(isOwn ? key : `statements\n${sender}`);
  // Several people's statements are for staff only.
  const { name: firm, supportEmail } = deps.catalog.site;
  const from = isOwn ? { name, email } : { name: firm, email: supportEmail };
  const about = { person_id: personId ?? null, order_id: isOwn ? orderId : null };
  const created = await createTicket(deps, trx, { id, fingerprint, ...about, ...from, locale, topic, message });
  const { id: ticketId } = created ? { id } : await getRow(trx, 'ticket', { fingerprint }, ['id']);
  await updateRow(trx, statement, id, { ticket_id: ticketId });
  if (created) {
    const { number } = created;
    if (note !== undefined)
      await addMessage(deps, trx, { ticketId, kind: 'note', actor: 'system', text: note, key: 'statement' });
    await notifyStaff(deps, trx, { ticketId, number, topic, ...from, message });
  } else if (about.order_id === null) await joinTicket(deps, trx, ticketId, sha256(isOwn ? order : message), message);
}

/** Once per order that was typed. */
async function joinTicket(deps: Deps, trx: Trx, ticketId: string, key: string, text: string): Promise<void> {
  const message = { id: newId(), ticket_id: ticketId, kind: 'written', actor: 'guest', text } as const;
  await insertOnce(trx, 'ticket_message', { ...message, idempotency_key: key, created_at: deps.clock() });
}
