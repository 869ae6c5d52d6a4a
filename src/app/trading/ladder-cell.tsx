import type { CSSProperties } from 'react';
import type { InstrumentCode } from '#shared/exchange/instruments.ts';
import { formatPrice } from '#shared/exchange/price.ts';
import type { Side } from '#shared/exchange/side.ts';
import styles from './ladder.module.css';
import type { LadderRow } from './ladder-rows.ts';
import type { ListedOrder } from './stores/order-updates.ts';
import { useTexts } from './texts.ts';

type Cursor = { readonly ticks: number; readonly side: Side };

type LadderCellProps = {
  readonly row: LadderRow<ListedOrder>;
  readonly side: Side;
  readonly instrument: InstrumentCode;
  /** The largest number of contracts at one price on screen. */
  readonly largest: number;
  readonly cursor: Cursor;
  readonly place: (at: Cursor, pressedAt: number) => void;
  readonly setMoved: (at: Cursor) => void;
};

/** One side of one price: the contracts waiting there, and the trader's own orders. */
export function LadderCell({ row, side, instrument, largest, cursor, place, setMoved }: LadderCellProps) {
  const { strings, t, locale } = useTexts();
  const { ticks } = row;
  const size = side === 'buy' ? row.bidSize : row.askSize;
  const own = side === 'buy' ? row.buys : row.sells;
  const count = own.reduce((sum, { quantity }) => sum + quantity, 0);
  const label = t('ladder_cell', { side: strings[side], price: formatPrice(instrument, ticks, locale) });
  const share = { '--share': size === null ? 0 : size / largest } as CSSProperties;
  return (
    <td className={styles[side]}>
      <button
        type="button"
        className={styles.cell}
        data-cell={`${side}${ticks}`}
        tabIndex={cursor.side === side && cursor.ticks === ticks ? 0 : -1}
        style={share}
        onFocus={() => setMoved({ side, ticks })}
        onClick={({ timeStamp }) => place({ side, ticks }, timeStamp)}
      >
        <span className="visually-hidden">
          {own.length === 0 ? label : `${label}, ${t('ladder_own', { count: own.length })}`}
        </span>
        <span className={styles.size}>{size ?? ''}</span>
        {count > 0 && <span className={styles.own}>{count}</span>}
      </button>
    </td>
  );
}
