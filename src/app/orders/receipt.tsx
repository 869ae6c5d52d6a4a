import { useStore } from '@nanostores/react';
import { saveDocument } from '#app/billing/stores/billing.ts';
import { $user } from '#app/shell/stores/session.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import type { Order } from './stores/orders.ts';
import { useTexts } from './texts.ts';

export function Receipt({ order }: { readonly order: Order }) {
  const { strings, t, locale } = useTexts();
  const { name, includedCents, rateBps } = order.tax;
  return (
    <Card as="section" title={strings.receipt} padding="roomy">
      <DescriptionList
        ruled
        items={[
          { term: strings.order_number, value: <span className="tabular">{order.orderNumber}</span> },
          ...(order.invoice === null ? [] : [{ term: strings.invoice, value: <Invoice number={order.invoice} /> }]),
          { term: strings.platform, value: platformFacts[order.platform].name },
          ...order.lines.map(({ item, amountCents }) => ({
            term: item === 'package' ? order.name : strings[`line_${item}`],
            value: <Money cents={amountCents} locale={locale} isPrice />,
          })),
          { term: strings.total, value: <Money cents={order.totalCents} locale={locale} isPrice />, total: true },
          ...(includedCents === 0
            ? []
            : [
                {
                  term: t(`tax_${name}`, { rate: (rateBps / 100).toLocaleString(formatLocale(locale)) }),
                  value: <Money cents={includedCents} locale={locale} isPrice />,
                },
              ]),
          ...(order.refundedCents === 0
            ? []
            : [{ term: strings.refunded, value: <Money cents={order.refundedCents} locale={locale} isPrice /> }]),
        ]}
      />
    </Card>
  );
}

/** An invoice names its buyer, so only signed-in people can open it; others see its number. */
function Invoice({ number }: { readonly number: string }) {
  const { strings } = useTexts();
  const user = useStore($user);
  if (user === null) return number;
  return (
    <Button
      label={`${number} · ${strings.pdf}`}
      variant="quiet"
      size="small"
      onClick={() => void saveDocument(number)}
    />
  );
}
