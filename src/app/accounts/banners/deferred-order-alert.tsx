import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createStartOrder } from '#app/orders/stores/start-order.ts';
import { createTranslate } from '#i18n/translate.ts';
import { formatBillingDate } from '#lib/billing-date.ts';
import type calls from '#locales/en/calls.json';
import { Alert } from '#ui/alert.tsx';
import { StartForm } from '#ui/start-form.tsx';
import { $deferredOrders, awaitNewAccount, type DeferredOrder } from '../stores/unfinished-orders.ts';
import { useTexts } from '../texts.ts';

type DeferredOrderProps = {
  /** The texts that every screen shares. */
  readonly calls: typeof calls;
};

/** Paid orders that start later, each with a button to start it now. */
export function DeferredOrderAlerts({ calls: strings }: DeferredOrderProps) {
  const orders = useStore($deferredOrders);
  return orders.map((order) => <DeferredOrderAlert key={order.orderId} {...{ order, strings }} />);
}

function DeferredOrderAlert({ order, strings }: { readonly strings: typeof calls; readonly order: DeferredOrder }) {
  const { locale } = useTexts();
  const t = createTranslate(strings, locale);
  const [store] = useState(() => createStartOrder({ orderId: order.orderId }));
  const { consented, error, busy, started } = useStore(store.$start);
  useEffect(() => (started ? awaitNewAccount() : undefined), [started]);
  const { name, deferredUntil, cancellationRight } = order;
  if (started) {
    return (
      <Alert kind="success" role="status" title={t('start_done_title', { name })}>
        {strings.start_done_text}
      </Alert>
    );
  }
  const date = formatBillingDate(deferredUntil, locale);
  return (
    <Alert role="status" title={t('start_title', { name, date })}>
      <p>{strings.start_text}</p>
      <StartForm
        label={t(`start_label_${cancellationRight?.earlyStart === 'ends-right' ? 'ends' : 'share'}`, {
          days: cancellationRight?.days ?? 0,
        })}
        action={strings.start_action}
        {...{ consented, error, busy }}
        onConsent={store.setConsented}
        onSubmit={() => void store.submit()}
      />
    </Alert>
  );
}
