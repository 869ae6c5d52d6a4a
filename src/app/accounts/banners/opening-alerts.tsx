import { useStore } from '@nanostores/react';
import { Alert } from '#ui/alert.tsx';
import { momentOf } from '../both-times.ts';
import { $openingOrders, type OpeningOrder } from '../stores/unfinished-orders.ts';
import { type AccountTexts, useTexts } from '../texts.ts';

export function OpeningAlerts() {
  const texts = useTexts();
  const orders = useStore($openingOrders);
  return orders.map(({ orderId, name, opening }) => (
    <Alert key={orderId} role="status" title={texts.t('opening_title', { name })}>
      {openingText(opening, texts)}
    </Alert>
  ));
}

function openingText({ status, reason, until }: OpeningOrder['opening'], texts: AccountTexts): string {
  const { strings, t } = texts;
  if (status === 'failed') return strings.opening_failed;
  if (reason === 'user-must-sign') return strings.opening_sign;
  if (reason !== 'maintenance' && reason !== 'vendor-limit') return strings.opening_person;
  const kind = reason === 'maintenance' ? 'opening_maintenance' : 'opening_limit';
  return until === null ? strings[`${kind}_open`] : t(kind, momentOf(until, texts));
}
