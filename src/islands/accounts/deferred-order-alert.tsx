import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type calls from '../../../public/locales/en/calls.json';
import type { Locale } from '../../i18n/locales.ts';
import { createTranslate } from '../../i18n/translate.ts';
import { formatBillingDate } from '../../lib/billing-date.ts';
import { createStartOrder } from '../../stores/start-order.ts';
import { $deferredOrders, awaitNewAccount, type DeferredOrder } from '../../stores/unfinished-orders.ts';
import { Alert } from '../../ui/alert.tsx';
import { StartForm } from '../../ui/start-form.tsx';

type DeferredOrderProps = { readonly strings: typeof calls; readonly locale: Locale };

/** Paid orders that start later, each with a button to start it now. */
export function DeferredOrderAlerts({ strings, locale }: DeferredOrderProps) {
  const orders = useStore($deferredOrders);
  return orders.map((order) => <DeferredOrderAlert key={order.orderId} {...{ order, strings, locale }} />);
}

function DeferredOrderAlert({ order, strings, locale }: DeferredOrderProps & { readonly order: DeferredOrder }) {
  const [store] = useState(() => createStartOrder({ orderId: order.orderId }));
  const { consented, error, busy, started } = useStore(store.$start);
  useEffect(() => (started ? awaitNewAccount() : undefined), [started]);
  const t = createTranslate(strings, locale);
  const { name, deferredUntil } = order;
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
        label={strings.start_label}
        action={strings.start_action}
        {...{ consented, error, busy }}
        onConsent={store.setConsented}
        onSubmit={() => void store.submit()}
      />
    </Alert>
  );
}
