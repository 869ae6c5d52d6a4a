import { toLocale } from '#i18n/locales.ts';
import { formatBillingDate } from '#lib/billing-date.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { formatMoney } from '#lib/money/format.ts';
import { getRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { getTranslate } from '#server/core/translations.ts';
import { staffOf } from '#server/messages/mail/queue.ts';
import { saleOf } from '#server/orders/describe-sale.ts';
import { getOrderName } from '#server/orders/name.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { cancellationEndsAt } from '#shared/orders/cancel-contract.ts';
import { refundDays } from '#shared/orders/promised-days.ts';
import type { Part, Supplied } from '#shared/orders/supplied.ts';
import { openStatementTicket } from '../statements/open-ticket.ts';
import type { Declaration } from '../tables.ts';
import { findSupplied } from './read-supplied.ts';
import { legalRefundOf } from './refund-of.ts';

/**
 * Gives staff a declaration that the program can’t decide. `sender`: of one about an unknown order; `personId`: of one that
 * its order's owner has proven.
 */
export async function openReview(
  deps: Deps,
  trx: Trx,
  declaration: Declaration,
  orderId: string | null,
  { sender, personId }: { readonly sender?: string; readonly personId?: string | null } = {},
): Promise<void> {
  const { name, email, order_given: order, locale } = declaration;
  const text = getTranslate('billing', toLocale(locale))('withdrawal_statement', { name, order });
  const key = `withdrawal\n${email}\n${orderId ?? ''}`;
  await openStatementTicket(deps, trx, declaration, {
    statement: 'contract_cancellation',
    ...{ key, text, orderId },
    ...(personId && { personId }),
    ...(orderId !== null && { note: await describeRight(deps, trx, declaration, orderId) }),
    ...(sender !== undefined && { sender }),
  });
}

/** What staff decide, by when, about which amount, and with which button. */
async function describeRight(
  deps: Deps,
  trx: Trx,
  { reference, received_at: receivedAt }: Declaration,
  orderId: string,
): Promise<string> {
  const { locale } = staffOf(deps);
  const t = getTranslate('billing', toLocale(locale));
  const order = await getRow(trx, 'orders', orderId);
  const { right } = saleOf(deps, order);
  const refund = await legalRefundOf(deps, trx, order, receivedAt);
  const supplied = await findSupplied(deps, trx, order, receivedAt);
  const date = (at: number) => formatBillingDate(at, locale);
  const endsAt =
    right && order.paid_at && cancellationEndsAt(order.paid_at.getTime(), right) - 1 + right.hoursFromUtc[0] * hourMs;
  return [
    ...(refund === 'renewal-share'
      ? []
      : [endsAt ? t('review_right', { days: right.days, date: date(endsAt) }) : t('review_right_none')]),
    t(`review_${refund}`),
    ...(supplied ? describeSupplied(deps, order, supplied, locale) : []),
    t('review_amount', {
      ...{ reference, order: order.number, amount: formatMoney(order.total_cents, locale) },
      ...{ received: date(receivedAt.getTime()), due: date(receivedAt.getTime() + refundDays * dayMs) },
    }),
  ].join('\n');
}

/** The period, how far the account went, what of it counts for each item, and what remains for the buyer. */
function describeSupplied(
  deps: Deps,
  order: OrderRow,
  { period, parts, items, suppliedCents, refundCents }: Supplied,
  locale: string,
): readonly string[] {
  const t = getTranslate('billing', toLocale(locale));
  const line = getTranslate('payment', toLocale(locale));
  const money = (cents: number) => formatMoney(cents, locale);
  const date = (at: number) => formatBillingDate(at, locale);
  const wordOf = ({ by, done, of }: Part) => {
    if (by === 'delivery') return t(done === 0 ? 'supplied_none' : 'supplied_all');
    const isMoney = by === 'floor' || by === 'target';
    return t(`supplied_${by}`, { done: isMoney ? money(done) : done, of: isMoney ? money(of) : of });
  };
  const names = {
    package: getOrderName(deps, order),
    'market-data': line('lineMarketData'),
    'funded-reset': line('lineFundedReset'),
  };
  return [
    ...(period ? [t('supplied_period', { from: date(period.startsAt), to: date(period.endsAt) })] : []),
    ...parts.map(wordOf),
    ...items.map(({ item, amountCents, part, suppliedCents: cents }) =>
      t('supplied_item', { name: names[item], paid: money(amountCents), part: wordOf(part), supplied: money(cents) }),
    ),
    t('supplied_refund', { supplied: money(suppliedCents), refund: money(refundCents) }),
  ];
}
