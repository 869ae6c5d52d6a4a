import { formatMoney } from '../../domain/money/format.ts';
import { formatLocale } from '../../lib/format-locale.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import styles from './accounts.module.css';
import { deedPath } from './action-path.ts';
import type { DetailsProps } from './types.ts';

/** What can be done with the account, each with the reason where it cannot; the orders behind it and the next bill. */
export function DeedsCard({ account, details, strings, t, locale }: DetailsProps) {
  const date = (at: number) =>
    new Intl.DateTimeFormat(formatLocale(locale), { dateStyle: 'medium', timeZone: 'America/Chicago' }).format(at);
  return (
    <Card as="section" title={strings.deeds_title}>
      <ul className={styles.deeds}>
        {details.deeds.map(({ deed, refusal }) => {
          const path = deedPath(deed, account, details, locale);
          if (path === null && refusal === null) return null;
          return (
            <li key={deed}>
              {path !== null && refusal === null ? (
                <Button href={path} variant="outline" size="small">
                  {strings[`deed_${deed}`]}
                </Button>
              ) : (
                <Button variant="outline" size="small" disabledReason={strings[`refusal_${refusal ?? 'not-offered'}`]}>
                  {strings[`deed_${deed}`]}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <DescriptionList
        ruled
        items={[
          {
            term: strings.next_bill,
            value: details.nextBill === null ? strings.next_bill_none : date(details.nextBill.at),
            note: details.nextBill === null ? undefined : formatMoney(details.nextBill.amountCents, locale),
          },
          ...details.orders.map((order) => ({
            term: t('order_of', { date: date(order.createdAt) }),
            value: (
              <a
                href={pathTo(
                  'orderResult',
                  {
                    packageId: order.packageId,
                    orderId: order.orderId,
                    orderEmail: '_',
                    status: 'success',
                    sessionId: order.sessionId,
                  },
                  locale,
                )}
              >
                {formatMoney(order.totalCents, locale)}
              </a>
            ),
          })),
        ]}
      />
    </Card>
  );
}
