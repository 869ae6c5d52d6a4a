import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type calls from '../../../public/locales/en/calls.json';
import type { Order } from '../../stores/orders.ts';
import { createStartOrder } from '../../stores/start-order.ts';
import { Card } from '../../ui/card.tsx';
import { StartForm } from '../../ui/start-form.tsx';

type StartNowProps = {
  readonly order: Order;
  readonly sessionId: string;
  readonly calls: typeof calls;
  readonly onStarted: () => void;
};

/** Lets a buyer who returned from the payment start a deferred order. */
export function StartNow({ order: { orderId }, sessionId, calls: strings, onStarted }: StartNowProps) {
  const [store] = useState(() => createStartOrder({ orderId, sessionId, onStarted }));
  const { consented, error, busy } = useStore(store.$start);
  return (
    <Card as="section" title={strings.start_heading} padding="roomy">
      <div className="stack">
        <p>{strings.start_text}</p>
        <StartForm
          label={strings.start_label}
          action={strings.start_action}
          {...{ consented, error, busy }}
          onConsent={store.setConsented}
          onSubmit={() => void store.submit()}
        />
      </div>
    </Card>
  );
}
