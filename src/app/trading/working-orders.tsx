import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { isBracketOrder } from '#shared/trading/orders.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ChangeForm } from './change-form.tsx';
import { orderText } from './order-text.ts';
import type { ListedOrder } from './stores/order-updates.ts';
import { $tradingBusy, cancelWorkingOrder } from './stores/trading.ts';
import styles from './tables.module.css';
import { useTexts } from './texts.ts';

export function WorkingOrders({ orders }: { readonly orders: readonly ListedOrder[] }) {
  const texts = useTexts();
  const { strings } = texts;
  const busy = useStore($tradingBusy);
  const [changedId, setChangedId] = useState<string | null>(null);
  return (
    <section aria-label={strings.working}>
      {orders.length === 0 && <p className="muted small">{strings.working_empty}</p>}
      <ul className="plain">
        {orders.map((order) => {
          const text = orderText(order, texts);
          return (
            <li key={order.id} className={styles.order}>
              <span className="tabular">
                {text}{' '}
                {isBracketOrder(order) && (
                  <Badge>{strings[order.role === 'target' ? 'role_target' : 'role_protective-stop']}</Badge>
                )}
                {order.ocoGroup !== null && !isBracketOrder(order) && <Badge>{strings.linked}</Badge>}
              </span>
              <span className={styles.actions}>
                <Button
                  label={strings.change}
                  size="small"
                  variant="outline"
                  aria-label={texts.t('change_of', { order: text })}
                  aria-expanded={changedId === order.id}
                  onClick={() => setChangedId(changedId === order.id ? null : order.id)}
                />
                <Button
                  label={strings.cancel}
                  size="small"
                  variant="quiet"
                  busy={busy.has(order.id)}
                  aria-label={`${strings.cancel} ${text}`}
                  onClick={() => void cancelWorkingOrder(order.id)}
                />
              </span>
              {changedId === order.id && <ChangeForm order={order} onClose={() => setChangedId(null)} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
