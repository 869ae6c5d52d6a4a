import { toLocale } from '#i18n/locales.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { sha256 } from '#server/core/ids.ts';
import { getTranslate } from '#server/core/translations.ts';
import { createTicket } from '#server/support/ticket/create.ts';
import { notifyStaff } from '#server/support/ticket/notify-new.ts';
import type { Declaration } from '../tables.ts';

/** Opens a ticket, which has a deadline. A repeated declaration about an unknown order joins its open ticket. */
export async function openReview(
  deps: Deps,
  trx: Trx,
  { id, name, email, order_given: order, locale, reference }: Declaration,
  orderId: string | null,
): Promise<void> {
  const topic = 'payment';
  const statement = getTranslate('billing', toLocale(locale))('withdrawal_statement', { name, order });
  const message = `${statement} (${reference})`;
  const fingerprint = sha256(`withdrawal\n${email}\n${orderId ?? order}`);
  const ticket = { fingerprint, person_id: null, name, email, locale, topic, message, order_id: orderId } as const;
  const created = await createTicket(deps, trx, { id, ...ticket });
  if (!created) return;
  const { ticketId, number } = created;
  await notifyStaff(deps, trx, { ticketId, number, topic, name, email, message });
}
