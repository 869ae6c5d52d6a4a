import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Locale } from '#i18n/locales.ts';
import { createTranslate } from '#i18n/translate.ts';
import type calls from '#locales/en/calls.json';
import { Card } from '#ui/card.tsx';
import { StartForm } from '#ui/start-form.tsx';
import type { Order } from './stores/orders.ts';
import { createStartOrder } from './stores/start-order.ts';

type StartNowProps = {
  readonly order: Order;
  readonly sessionId: string;
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly onStarted: () => void;
};

/** Lets a buyer who returns from payment start a deferred order. */
export function StartNow({ order, sessionId, locale, calls: strings, onStarted }: StartNowProps) {
  const { orderId } = order;
  const t = createTranslate(strings, locale);
  const [store] = useState(() => createStartOrder({ orderId, sessionId, onStarted }));
  const { consented, error, busy } = useStore(store.$start);
  return (
    <Card as="section" title={strings.start_heading} padding="roomy">
      <div className="stack">
        <p>{strings.start_text}</p>
        <StartForm
          label={t(`start_label_${order.cancellationRight?.earlyStart === 'ends-right' ? 'ends' : 'share'}`, {
            days: order.cancellationRight?.days ?? 0,
          })}
          action={strings.start_action}
          {...{ consented, error, busy }}
          onConsent={store.setConsented}
          onSubmit={() => void store.submit()}
        />
      </div>
    </Card>
  );
}
