import { useStore } from '@nanostores/react';
import { type FormEvent, useState } from 'react';
import { contractName } from '#shared/exchange/contract-month.ts';
import { sides } from '#shared/exchange/instruments.ts';
import { formatPrice, formatPriceInput, readPriceTicks } from '#shared/exchange/price.ts';
import { orderTypes } from '#shared/trading/orders.ts';
import { Button } from '#ui/button.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Select } from '#ui/select.tsx';
import { BracketFields } from './bracket-fields.tsx';
import { OrderRisk } from './order-risk.tsx';
import { orderText } from './order-text.ts';
import styles from './order-ticket.module.css';
import { orderTicketErrorText } from './order-ticket-error-text.ts';
import { ruleText } from './rule-text.ts';
import { Stepper } from './stepper.tsx';
import { $contract } from './stores/account.ts';
import { $orderTicket, listLinkable, readOrderTicket, setOrderTicket, stepQuantity } from './stores/order-ticket.ts';
import { propose } from './stores/orders.ts';
import { $quote } from './stores/quote.ts';
import { $tradingSettings } from './stores/settings.ts';
import type { Trading } from './stores/trading.ts';
import { useTexts } from './texts.ts';
import { useDecide } from './use-decide.ts';

type OrderTicketFormProps = {
  readonly trading: Trading;
  readonly remainingCents: number | null;
  /** Whether the form is the review as well, so that its button sends the order. */
  readonly isSheet: boolean;
};

const quickSizes = ['1', '2', '3', '5', '10'] as const;

/** The order form. Orders that the rules forbid are disabled, with the reason, before anything is sent. */
export function OrderTicketForm({ trading, remainingCents, isSheet }: OrderTicketFormProps) {
  const texts = useTexts();
  const { strings, locale } = texts;
  const ticket = useStore($orderTicket);
  const contract = useStore($contract);
  const { oneClick } = useStore($tradingSettings);
  const [isSubmitted, setSubmitted] = useState(false);
  const decide = useDecide();
  const read = readOrderTicket(ticket, contract, locale);
  const errors = isSubmitted ? read.errors : {};
  const decision = decide?.(read.order) ?? null;
  const linkable = listLinkable(trading, contract);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(read.order === null);
    if (read.order === null || decision?.allowed !== true) return;
    const press = { dataAt: $quote.get()?.at ?? 0, pressedAt: event.timeStamp };
    void propose({ kind: 'place', order: read.order }, press, isSheet);
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <Sides />
      <Segmented
        label={strings.type}
        value={ticket.type}
        options={orderTypes.map((value) => ({ value, label: strings[`type_${value}`] }))}
        onChange={(type) =>
          setOrderTicket({ type, price: type === 'market' ? '' : ticket.price || marketPrice(locale) })
        }
      />
      <Segmented
        label={strings.quick_sizes}
        value={ticket.quantity}
        options={quickSizes.map((value) => ({ value, label: value }))}
        onChange={(quantity) => setOrderTicket({ quantity })}
      />
      <div className={styles.pair}>
        <Stepper
          id="ticket-quantity"
          label={strings.quantity}
          lessLabel={strings.quantity_less}
          moreLabel={strings.quantity_more}
          value={ticket.quantity}
          error={orderTicketErrorText(errors.quantity, contract.instrument, texts)}
          onChange={(quantity) => setOrderTicket({ quantity })}
          onStep={stepQuantity}
        />
        {ticket.type !== 'market' && (
          <Stepper
            label={strings.price}
            lessLabel={strings.price_less}
            moreLabel={strings.price_more}
            inputMode="decimal"
            value={ticket.price}
            error={orderTicketErrorText(errors.price, contract.instrument, texts)}
            onChange={(price) => setOrderTicket({ price })}
            onStep={(by) => stepPrice(by, locale)}
          />
        )}
      </div>
      <BracketFields instrument={contract.instrument} errors={errors} />
      {linkable.length > 0 && ticket.type !== 'market' && (
        <Select
          label={strings.oco}
          value={ticket.ocoWith}
          onChange={({ target }) => setOrderTicket({ ocoWith: target.value })}
          options={[
            { value: '', label: strings.oco_none },
            ...linkable.map((order) => ({ value: order.id, label: orderText(order, texts) })),
          ]}
        />
      )}
      {read.order !== null && (
        <OrderRisk order={read.order} positions={trading.positions} remainingCents={remainingCents} />
      )}
      <Button
        type="submit"
        wide
        disabledReason={decision?.allowed === false ? ruleText(decision, contract, texts) : undefined}
      >
        {isSheet && read.order !== null ? (
          orderText(read.order, texts)
        ) : (
          <>
            {oneClick || isSheet ? strings.send : strings.review}{' '}
            <span className="visually-hidden">{contractName(contract.instrument, contract.month)}</span>
          </>
        )}
      </Button>
    </form>
  );
}

function marketPrice(locale: string): string {
  const quote = $quote.get();
  return quote === null ? '' : formatPriceInput($contract.get().instrument, quote.lastTicks, locale);
}

function stepPrice(by: 1 | -1, locale: string): void {
  const { instrument } = $contract.get();
  const ticks = readPriceTicks(instrument, $orderTicket.get().price, locale) ?? $quote.get()?.lastTicks;
  if (ticks !== undefined) setOrderTicket({ price: formatPriceInput(instrument, ticks + by, locale) });
}

/** Buy or sell, each with the price the order would get now. */
function Sides() {
  const { strings, locale } = useTexts();
  const ticket = useStore($orderTicket);
  const quote = useStore($quote);
  const { instrument } = useStore($contract);
  return (
    <fieldset className={styles.sides}>
      <legend className="visually-hidden">{strings.side}</legend>
      {sides.map((side) => (
        <button
          key={side}
          type="button"
          className={styles.side}
          aria-pressed={ticket.side === side}
          onClick={() => setOrderTicket({ side })}
        >
          {strings[side]}
          <span className={styles.quote} aria-hidden="true">
            {quote === null ? '–' : formatPrice(instrument, side === 'buy' ? quote.askTicks : quote.bidTicks, locale)}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
