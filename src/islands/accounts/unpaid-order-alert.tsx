import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { formatMoney } from '../../domain/money/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { $unfinished, loadUnfinished } from '../../stores/unpaid-order.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/alert.tsx';
import type { AccountStrings, CardProps } from './types.ts';

type UnfinishedNoticeProps = {
  readonly strings: AccountStrings;
  readonly t: CardProps['t'];
  readonly locale: Locale;
};

/** The way back to a payment that was left open. */
export function UnfinishedNotice({ strings, t, locale }: UnfinishedNoticeProps) {
  const order = useStore($unfinished);
  useEffect(() => void loadUnfinished(), []);
  if (!order) return null;
  return (
    <Notice
      title={t('unfinished_title', { name: order.name })}
      actions={
        <Button variant="outline" size="small" href={order.paymentUrl}>
          {strings.unfinished_action}
        </Button>
      }
      role="status"
    >
      {t('unfinished_text', { total: formatMoney(order.totalCents, locale) })}
    </Notice>
  );
}
