import { toLocale } from '#i18n/locales.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { getTranslate } from '#server/core/translations.ts';
import { openStatementTicket } from '../statements/open-ticket.ts';
import type { Declaration } from '../tables.ts';

/** Gives staff a declaration that the program can’t decide. `sender`: of one about an unknown order. */
export async function openReview(
  deps: Deps,
  trx: Trx,
  declaration: Declaration,
  orderId: string | null,
  sender?: string,
): Promise<void> {
  const { name, email, order_given: order, locale } = declaration;
  const text = getTranslate('billing', toLocale(locale))('withdrawal_statement', { name, order });
  const key = `withdrawal\n${email}\n${orderId ?? ''}`;
  await openStatementTicket(deps, trx, declaration, { key, text, orderId, ...(sender !== undefined && { sender }) });
}
