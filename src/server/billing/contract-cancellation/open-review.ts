import { toLocale } from '#i18n/locales.ts';
import { insertOnce } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { newId, sha256 } from '#server/core/ids.ts';
import { getTranslate } from '#server/core/translations.ts';
import { createTicket } from '#server/support/ticket/create.ts';
import { notifyStaff } from '#server/support/ticket/notify-new.ts';
import type { Declaration } from '../tables.ts';

/**
 * Opens a ticket, which has a deadline. Declarations about unknown orders join the open ticket of their sender, as
 * anybody can send many: of their address or, after many in a day, of their network.
 */
export async function openReview(
  deps: Deps,
  trx: Trx,
  { id, name, email, order_given: order, locale, reference }: Declaration,
  orderId: string | null,
  sender = email,
): Promise<void> {
  const topic = 'payment';
  const statement = getTranslate('billing', toLocale(locale))('withdrawal_statement', { name, order });
  const isOwn = orderId !== null || sender === email;
  const message = isOwn ? `${statement} (${reference})` : `${statement} (${email}, ${reference})`;
  const fingerprint = sha256(`withdrawal\n${isOwn ? email : sender}\n${orderId ?? ''}`);
  // Several people's statements are for staff only.
  const { name: firm, supportEmail } = deps.catalog.site;
  const from = isOwn ? { name, email } : { name: firm, email: supportEmail };
  const ticket = { fingerprint, person_id: null, ...from, locale, topic, message, order_id: orderId } as const;
  const created = await createTicket(deps, trx, { id, ...ticket });
  if (!created) {
    if (orderId === null) await joinTicket(deps, trx, fingerprint, sha256(isOwn ? order : message), message);
    return;
  }
  const { ticketId, number } = created;
  await notifyStaff(deps, trx, { ticketId, number, topic, ...from, message });
}

/** Once per order that was typed. */
async function joinTicket(deps: Deps, trx: Trx, fingerprint: string, key: string, text: string): Promise<void> {
  const { id } = await trx
    .selectFrom('ticket')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirstOrThrow();
  const message = { id: newId(), ticket_id: id, kind: 'written', actor: 'guest', text } as const;
  await insertOnce(trx, 'ticket_message', { ...message, idempotency_key: key, created_at: deps.clock() });
}
