import { toLocale } from '../../../i18n/locales.ts';
import type { Declaration } from '../../db/billing-tables.ts';
import type { Deps, Trx } from '../../deps.ts';
import { sha256 } from '../../ids.ts';
import { getTranslate } from '../../translations.ts';
import { createTicket } from '../ticket/create.ts';
import { notifyStaff } from '../ticket/notify-new.ts';

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
