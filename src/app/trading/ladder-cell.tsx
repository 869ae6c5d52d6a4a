import { memo, useMemo } from 'react';
import type { InstrumentCode, Side } from '#shared/exchange/instruments.ts';
import { formatPrice } from '#shared/exchange/price.ts';
import styles from './ladder.module.css';
import { restingTypeAt } from './ladder-rows.ts';
import { proposeAt } from './stores/orders.ts';
import { $quote } from './stores/quote.ts';
import { useTexts } from './texts.ts';

type Cursor = { readonly ticks: number; readonly side: Side };

type LadderCellProps = Cursor & {
  readonly instrument: InstrumentCode;
  /** Contracts waiting at this price; null beyond the visible depth. */
  readonly size: number | null;
  /** Its part of the largest size on screen, in percent. */
  readonly share: number;
  /** The number of own orders at this price, and of their contracts. */
  readonly orders: number;
  readonly contracts: number;
  readonly isTabStop: boolean;
  readonly setMoved: (at: Cursor) => void;
};

/**
 * One side of one price: the contracts waiting there, and the trader's own orders. Prices arrive four times a second and
 * change few cells, so only those render.
 */
export const LadderCell = memo(function LadderCell(props: LadderCellProps) {
  const { ticks, side, instrument, size, share, orders, contracts, isTabStop, setMoved } = props;
  const { strings, t, locale } = useTexts();
  const label = useMemo(() => {
    const order = t('ladder_cell', { side: strings[side], price: formatPrice(instrument, ticks, locale) });
    return orders === 0 ? order : `${order}, ${t('ladder_own', { count: orders })}`;
  }, [ticks, side, instrument, orders, strings, t, locale]);
  return (
    <td className={styles[side]}>
      <button
        type="button"
        className={styles.cell}
        data-cell={`${side}${ticks}`}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={size === null ? label : `${label}, ${size}`}
        onFocus={() => setMoved({ side, ticks })}
        onClick={({ timeStamp }) => place({ side, ticks }, timeStamp)}
      >
        <span className={styles.size} style={{ backgroundSize: `${share}% 100%` }}>
          {size ?? ''}
        </span>
        {contracts > 0 && <span className={styles.own}>{contracts}</span>}
      </button>
    </td>
  );
});

function place({ side, ticks }: Cursor, pressedAt: number): void {
  const quote = $quote.get();
  if (quote === null) return;
  const type = restingTypeAt(side, ticks, quote);
  void proposeAt({ side, type, priceTicks: ticks }, { dataAt: quote.at, pressedAt });
}

type LadderPriceProps = {
  readonly ticks: number;
  readonly instrument: InstrumentCode;
  /** Whether the position was opened here. */
  readonly isEntry: boolean;
};

export const LadderPrice = memo(function LadderPrice({ ticks, instrument, isEntry }: LadderPriceProps) {
  const { strings, locale } = useTexts();
  return (
    <th scope="row" className={styles.price} data-entry={isEntry || undefined}>
      {formatPrice(instrument, ticks, locale)}
      {isEntry && <span className="visually-hidden">, {strings.ladder_entry}</span>}
    </th>
  );
});
