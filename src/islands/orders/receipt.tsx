import type orders from '../../../public/locales/en/orders.json';
import type { Locale } from '../../i18n/locales.ts';
import type { Order } from '../../stores/orders.ts';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Money } from '../../ui/money.tsx';

type ReceiptProps = {
  readonly order: Order;
  readonly strings: typeof orders;
  readonly locale: Locale;
};

const platformNames = { rithmic: 'Rithmic', dxfeed: 'dxFeed' } as const;

export function Receipt({ order, strings, locale }: ReceiptProps) {
  return (
    <Card as="section" title={strings.receipt} padding="roomy">
      <DescriptionList
        ruled
        items={[
          { term: strings.order_number, value: order.orderId },
          { term: strings.platform, value: platformNames[order.platform] },
          ...order.lines.map(({ item, amountCents }) => ({
            term: item === 'package' ? order.name : strings[`line_${item}`],
            value: <Money cents={amountCents} locale={locale} />,
          })),
          { term: strings.total, value: <Money cents={order.totalCents} locale={locale} />, total: true },
        ]}
      />
    </Card>
  );
}
