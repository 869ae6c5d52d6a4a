import { useStore } from '@nanostores/react';
import { contractName } from '../../domain/instrument/contract-month.ts';
import { instruments } from '../../domain/instrument/instruments.ts';
import { formatPrice } from '../../domain/instrument/price.ts';
import type { Trading } from '../../stores/trading.ts';
import { $contract, isOfContract } from '../../stores/trading-account.ts';
import { $quote, type Quote } from '../../stores/trading-quote.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { signedText } from './signed-text.ts';
import { useTexts } from './texts.ts';

type Position = Trading['positions'][number];

/** What is held, at which average price, and what closing it now would bring. */
export function PositionsTable({ positions }: Pick<Trading, 'positions'>) {
  const { strings, locale } = useTexts();
  const contract = useStore($contract);
  const quote = useStore($quote);
  const quoteOf = (each: Position) => (isOfContract(each, contract) ? quote : null);
  return (
    <DataTable
      caption={strings.positions}
      dense
      rows={positions}
      rowKey={({ instrument, month }) => `${instrument}${month}`}
      empty={<p className="soft">{strings.positions_empty}</p>}
      columns={[
        { key: 'contract', head: strings.contract, cell: ({ instrument, month }) => contractName(instrument, month) },
        { key: 'quantity', head: strings.position, align: 'end', cell: ({ quantity }) => signedText(quantity, locale) },
        {
          key: 'average',
          head: strings.average,
          align: 'end',
          cell: ({ instrument, costTicks, quantity }) => formatPrice(instrument, costTicks / quantity, locale),
        },
        {
          key: 'last',
          head: strings.last,
          align: 'end',
          cell: (each) => formatPrice(each.instrument, exitTicks(each, quoteOf(each)), locale),
        },
        {
          key: 'result',
          head: strings.open_result,
          align: 'end',
          cell: (each) => <Money cents={openCents(each, quoteOf(each))} locale={locale} signed />,
        },
      ]}
    />
  );
}

/** The price at which it would be closed now; that of the last mark for a contract that isn't on screen. */
function exitTicks({ quantity, lastPriceTicks }: Position, quote: Quote | null): number {
  if (quote === null) return lastPriceTicks;
  return quantity > 0 ? quote.bidTicks : quote.askTicks;
}

function openCents(position: Position, quote: Quote | null): number {
  const { instrument, quantity, costTicks } = position;
  const ticks = exitTicks(position, quote) * quantity - costTicks;
  return Math.round((ticks * instruments[instrument].tickValueHundredths) / 100);
}
