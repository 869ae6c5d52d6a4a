import { toLocale } from '#i18n/locales.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { sha256 } from '#server/core/ids.ts';
import { createTicket } from '#server/support/ticket/create.ts';
import { notifyStaff } from '#server/support/ticket/notify-new.ts';
import type { SubscriptionStatement } from '../tables.ts';
import { describeStatement } from './statement.ts';

type About = { readonly personId: string | null; readonly orderId: string };

/**
 * Gives staff what the program can’t decide: a reason for ending at once, what of the fee goes back, an earlier day, or
 * a statement from another address than the order’s. The ticket has a deadline.
 */
export async function openStatementTicket(
  deps: Deps,
  trx: Trx,
  statement: SubscriptionStatement,
  { personId, orderId }: About,
): Promise<void> {
  const { id, name, email, locale, reference } = statement;
  const message = `${describeStatement(statement, toLocale(locale))}\n(${reference})`;
  const about = { person_id: personId, order_id: orderId, name, email, locale, topic: 'payment', message } as const;
  const fingerprint = sha256(`cancellation\n${email}\n${orderId}\n${statement.kind}`);
  const created = await createTicket(deps, trx, { id, fingerprint, ...about });
  if (!created) return;
  const { ticketId, number } = created;
  await notifyStaff(deps, trx, { ticketId, number, topic: 'payment', name, email, message });
}
