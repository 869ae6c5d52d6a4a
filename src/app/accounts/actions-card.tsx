import { formatBillingDate } from '#lib/billing-date.ts';
import { formatMoney } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { ActionsList } from './actions-list.tsx';
import { useTexts } from './texts.ts';
import type { DetailsProps } from './types.ts';

/** The account's actions, its orders and the next bill. */
export function ActionsCard(props: DetailsProps) {
  const { strings, t, locale } = useTexts();
  const { details } = props;
  const date = (at: number) => formatBillingDate(at, locale, 'medium');
  return (
    <Card as="section" title={strings.actions_title}>
      <ActionsList {...props} />
      <DescriptionList
        ruled
        items={[
          {
            term: strings.next_bill,
            value: details.nextBill === null ? strings.next_bill_none : date(details.nextBill.at),
            note: details.nextBill === null ? undefined : formatMoney(details.nextBill.amountCents, locale),
          },
          ...details.reviews.map(({ id, requestedAt, isReady }) => ({
            term: t('review_of', { date: date(requestedAt) }),
            value: (
              <a href={pathTo('ownPerformanceReview', { reviewId: id }, locale)}>
                {isReady ? strings.review_ready : strings.review_pending}
              </a>
            ),
          })),
          ...details.orders.map((order) => ({
            term: t('order_of', { date: date(order.createdAt) }),
            value: <OrderLink order={order} />,
          })),
        ]}
      />
    </Card>
  );
}

function OrderLink({ order }: { readonly order: DetailsProps['details']['orders'][number] }) {
  const { locale } = useTexts();
  const { packageId, orderId, sessionId, totalCents } = order;
  const total = formatMoney(totalCents, locale);
  if (sessionId === null) return total;
  const path = pathTo('orderResult', { packageId, orderId, orderEmail: '_', status: 'success', sessionId }, locale);
  return <a href={path}>{total}</a>;
}
