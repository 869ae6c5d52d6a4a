import { useStore } from '@nanostores/react';
import { signedText } from '#lib/signed-text.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { formatPrice } from '#shared/exchange/price.ts';
import { openResultCents } from '#shared/trading/order-risk.ts';
import { DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import { $marketFrame } from './stores/market.ts';
import type { StreamedFrame } from './stores/market-stream.ts';
import { findExitTicks } from './stores/quote.ts';
import type { Trading } from './stores/trading.ts';
import styles from './tables.module.css';
import { useTexts } from './texts.ts';

type Position = Trading['positions'][number];

/** Open positions with their average price, and what closing them now would bring. */
export function PositionsTable({ positions, followsMarket }: Pick<Trading, 'positions' | 'followsMarket'>) {
  const { strings, locale } = useTexts();
  const streamed = useStore($marketFrame);
  const frame = followsMarket ? streamed : null;
  return (
    <section className={styles.section} aria-label={strings.positions}>
      <h2 className={styles.title}>{strings.positions}</h2>
      <DataTable
        caption={strings.positions}
        hideCaption
        dense
        rows={positions}
        rowKey={({ instrument, month }) => `${instrument}${month}`}
        empty={<p className="muted">{strings.positions_empty}</p>}
        columns={[
          {
            key: 'contract',
            header: strings.contract,
            cell: ({ instrument, month }) => contractName(instrument, month),
          },
          {
            key: 'quantity',
            header: strings.position,
            align: 'end',
            cell: ({ quantity }) => signedText(quantity, locale),
          },
          {
            key: 'average',
            header: strings.average,
            align: 'end',
            cell: ({ instrument, costTicks, quantity }) => formatPrice(instrument, costTicks / quantity, locale),
          },
          {
            key: 'last',
            header: strings.last,
            align: 'end',
            cell: (each) => formatPrice(each.instrument, exitTicks(each, frame), locale),
          },
          {
            key: 'result',
            header: strings.open_result,
            align: 'end',
            cell: (each) => <Money cents={openResultCents(each, exitTicks(each, frame))} locale={locale} signed />,
          },
        ]}
      />
    </section>
  );
}

/** The price of the last mark until the stream delivers one. */
function exitTicks(position: Position, frame: StreamedFrame | null): number {
  return findExitTicks(frame, position) ?? position.lastPriceTicks;
}
