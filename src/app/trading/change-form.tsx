import { useStore } from '@nanostores/react';
import { type FormEvent, useState } from 'react';
import { readWhole } from '#lib/read-whole.ts';
import { formatPriceInput, readPriceTicks } from '#shared/exchange/price.ts';
import { isBracketOrder, maxOrderContracts } from '#shared/trading/orders.ts';
import { Button } from '#ui/button.tsx';
import { orderTicketErrorText } from './order-ticket-error-text.ts';
import { Stepper } from './stepper.tsx';
import { stepWhole } from './stores/order-ticket.ts';
import type { ListedOrder } from './stores/order-updates.ts';
import { $quote } from './stores/quote.ts';
import { $tradingBusy, changeWorkingOrder } from './stores/trading.ts';
import styles from './tables.module.css';
import { useTexts } from './texts.ts';

/** The new price and quantity of a working order. A bracket order takes its quantity from its position. */
export function ChangeForm({ order, onClose }: { readonly order: ListedOrder; readonly onClose: () => void }) {
  const texts = useTexts();
  const { strings, locale } = texts;
  const { id, instrument, priceTicks: oldTicks, quantity: oldQuantity } = order;
  const busy = useStore($tradingBusy);
  const [price, setPrice] = useState(() => formatPriceInput(instrument, oldTicks ?? 0, locale));
  const [quantity, setQuantity] = useState(String(oldQuantity));
  const [isSubmitted, setSubmitted] = useState(false);
  const ticks = readPriceTicks(instrument, price, locale);
  const count = readWhole(quantity, maxOrderContracts);
  const hasOwnQuantity = !isBracketOrder(order);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (typeof ticks !== 'number' || count === null) return;
    const change = {
      ...(ticks !== oldTicks && { priceTicks: ticks }),
      ...(count !== oldQuantity && { quantity: count }),
    };
    if (Object.keys(change).length === 0 || (await changeWorkingOrder(id, change, $quote.get()?.at ?? 0))) onClose();
  };
  const priceError = ticks === undefined ? 'price' : ticks === null ? 'tick' : undefined;
  return (
    <form
      className={styles.change}
      noValidate
      onSubmit={(event) => void save(event)}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <Stepper
        label={strings.price}
        lessLabel={strings.price_less}
        moreLabel={strings.price_more}
        inputMode="decimal"
        value={price}
        error={isSubmitted ? orderTicketErrorText(priceError, instrument, texts) : undefined}
        onChange={setPrice}
        onStep={(by) => typeof ticks === 'number' && setPrice(formatPriceInput(instrument, ticks + by, locale))}
      />
      {hasOwnQuantity && (
        <Stepper
          label={strings.quantity}
          lessLabel={strings.quantity_less}
          moreLabel={strings.quantity_more}
          value={quantity}
          error={
            isSubmitted ? orderTicketErrorText(count === null ? 'whole' : undefined, instrument, texts) : undefined
          }
          onChange={setQuantity}
          onStep={(by) => setQuantity(stepWhole(quantity, by, maxOrderContracts))}
        />
      )}
      <span className={styles.actions}>
        <Button label={strings.save} type="submit" size="small" variant="outline" busy={busy.has(id)} />
        <Button label={strings.keep} size="small" variant="quiet" onClick={onClose} />
      </span>
    </form>
  );
}
