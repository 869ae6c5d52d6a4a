import { formatMoney } from '../../domain/money/format.ts';
import { formatBillingDate } from '../../lib/billing-date.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import styles from './accounts.module.css';
import { actionPath } from './action-path.ts';
import type { DetailsProps } from './types.ts';

/** The account's actions with the reason where one is blocked, its orders and the next bill. */
export function ActionsCard({ account, details, strings, t, locale }: DetailsProps) {
  const date = (at: number) => formatBillingDate(at, locale, 'medium');
  return (
    <Card as="section" title={strings.actions_title}>
      <ul className={styles.actions}>
        {details.actions.map(({ action, refusal }) => {
          const path = actionPath(action, account, details, locale);
          if (path === null && refusal === null) return null;
          return (
            <li key={action}>
              {path !== null && refusal === null ? (
                <Button href={path} variant="outline" size="small">
                  {strings[`action_${action}`]}
                </Button>
              ) : (
                <Button variant="outline" size="small" disabledReason={strings[`blocked_${refusal ?? 'not-offered'}`]}>
                  {strings[`action_${action}`]}
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
