import { PriceCheckButton } from '#app/shell/price-check-button.tsx';
import { PriceCheckDialog } from '#app/shell/price-check-dialog.tsx';
import { useTexts as usePriceCheckTexts } from '#app/shell/price-check-texts.ts';
import type { ShownPrice } from '#app/shell/stores/price-check.ts';
import { formatPrice } from '#shared/exchange/price.ts';
import { isBracketOrder } from '#shared/trading/orders.ts';
import { DataTable } from '#ui/data-table.tsx';
import { ExchangeTime } from '#ui/exchange-time.tsx';
import { orderText } from './order-text.ts';
import type { ListedOrder } from './stores/order-updates.ts';
import { type TerminalTexts, useTexts } from './texts.ts';

/** Completed orders, newest first, with their fills or why they ended. */
export function OrdersTable({ orders }: { readonly orders: readonly ListedOrder[] }) {
  const texts = useTexts();
  const priceCheck = usePriceCheckTexts();
  const { strings, locale } = texts;
  return (
    <section aria-label={strings.orders}>
      <DataTable
        caption={strings.orders}
        dense
        rows={orders}
        rowKey={({ id }) => id}
        empty={<p className="muted small">{strings.orders_empty}</p>}
        columns={[
          {
            header: strings.at,
            cell: ({ doneAt, placedAt }) => <ExchangeTime at={doneAt ?? placedAt} locale={locale} />,
          },
          { header: strings.what, cell: (order) => whatText(order, texts) },
          { header: strings.state, cell: (order) => stateText(order, texts) },
          {
            header: strings.price,
            align: 'end',
            cell: ({ instrument, fillTicks }) =>
              fillTicks === null ? '–' : formatPrice(instrument, fillTicks, locale),
          },
          {
            header: priceCheck.strings.action,
            align: 'end',
            cell: (order) => {
              const price = shownPriceOf(order);
              return price && <PriceCheckButton price={price} />;
            },
          },
        ]}
      />
      <PriceCheckDialog />
    </section>
  );
}

function shownPriceOf({ instrument, month, side, type, doneAt, fillTicks }: ListedOrder): ShownPrice | null {
  if (fillTicks === null || doneAt === null) return null;
  const price = { instrument, month, at: doneAt, priceTicks: fillTicks };
  return type === 'limit' ? { ...price, limit: side } : price;
}

function whatText(order: ListedOrder, texts: TerminalTexts): string {
  const { strings } = texts;
  const text = orderText(order, texts);
  if (order.role === 'own') return text;
  if (isBracketOrder(order))
    return `${text} (${strings[order.role === 'target' ? 'role_target' : 'role_protective-stop']})`;
  return `${text} (${strings[order.role === 'flatten' ? 'role_flatten' : 'role_reverse']})`;
}

function stateText({ status, reason }: ListedOrder, { strings }: TerminalTexts): string {
  const state = strings[`state_${status}`];
  return reason === null || reason === 'canceled' ? state : `${state}, ${strings[`reason_${reason}`]}`;
}
