import { useStore } from '@nanostores/react';
import { formatMoney } from '#lib/money/format.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { $unpaidOrder } from '../stores/unfinished-orders.ts';
import { useTexts } from '../texts.ts';

export function UnpaidOrderAlert() {
  const { strings, t, locale } = useTexts();
  const order = useStore($unpaidOrder);
  if (!order) return null;
  return (
    <Alert
      title={t('unpaid_order_title', { name: order.name })}
      actions={<Button label={strings.unpaid_order_action} variant="outline" size="small" href={order.paymentUrl} />}
      role="status"
    >
      {t('unpaid_order_text', { total: formatMoney(order.totalCents, locale) })}
    </Alert>
  );
}
