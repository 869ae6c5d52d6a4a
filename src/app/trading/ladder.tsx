import { useStore } from '@nanostores/react';
import { type KeyboardEvent, memo, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Side } from '#shared/exchange/instruments.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './ladder.module.css';
import { LadderCell, LadderPrice } from './ladder-cell.tsx';
import { centerOf, ladderReach, ladderRows } from './ladder-rows.ts';
import { $contract, isOfContract } from './stores/account.ts';
import { $quote, type LiveQuote } from './stores/quote.ts';
import { cancelWorkingOrder, type Trading } from './stores/trading.ts';
import { useTexts } from './texts.ts';

type LadderProps = { readonly trading: Trading };

/** Prices around the market with depth, own orders and the position. A click or Enter places an order at a price. */
export const Ladder = memo(function Ladder({ trading }: LadderProps) {
  const { strings } = useTexts();
  const quote = useStore($quote);
  return (
    <section className={styles.ladder} aria-label={strings.ladder}>
      {quote === null ? (
        <>
          <p className="muted">{strings.ladder_waiting}</p>
          <Skeleton shape="row" count={10} />
        </>
      ) : (
        <Rows trading={trading} quote={quote} />
      )}
    </section>
  );
});

type Cursor = { readonly ticks: number; readonly side: Side };

function Rows({ trading, quote }: LadderProps & { readonly quote: LiveQuote }) {
  const { strings } = useTexts();
  const contract = useStore($contract);
  const table = useRef<HTMLTableElement>(null);
  const hintId = useId();
  const [center, setCenter] = useState<number | null>(null);
  const [moved, setMoved] = useState<Cursor | null>(null);
  const centerTicks = centerOf(center, quote);
  if (centerTicks !== center) setCenter(centerTicks);
  useLayoutEffect(() => showMiddle(table.current), []);
  const clamp = (ticks: number) => Math.min(centerTicks + ladderReach, Math.max(centerTicks - ladderReach, ticks));
  const cursor: Cursor = { side: moved?.side ?? 'buy', ticks: clamp(moved?.ticks ?? quote.bidTicks) };
  const orders = trading.orders.filter((order) => order.status === 'working' && isOfContract(order, contract));
  const rows = ladderRows({ centerTicks, bids: quote.bids, asks: quote.asks, orders });
  const position = trading.positions.find((each) => isOfContract(each, contract));
  const entryTicks = position ? Math.round(position.costTicks / position.quantity) : null;
  const largest = Math.max(1, ...rows.map(({ bidSize, askSize }) => Math.max(bidSize ?? 0, askSize ?? 0)));
  const cellOf = ({ ticks, bidSize, askSize, buys, sells }: (typeof rows)[number], side: Side) => {
    const [size, own] = side === 'buy' ? [bidSize, buys] : [askSize, sells];
    return {
      ...{ ticks, side, size, setMoved, instrument: contract.instrument },
      share: Math.round(((size ?? 0) / largest) * 100),
      orders: own.length,
      contracts: own.reduce((sum, { quantity }) => sum + quantity, 0),
      isTabStop: cursor.side === side && cursor.ticks === ticks,
    };
  };
  const focusOn = (next: Cursor) => {
    setMoved(next);
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.side}${next.ticks}"]`)?.focus();
  };
  useKeptFocus(table, cursor);
  const press = (event: KeyboardEvent) => {
    const next = moveOf(event.key, cursor, quote);
    if (event.key === 'Delete' || event.key === 'Backspace') {
      for (const { id, priceTicks, side } of orders) {
        if (priceTicks === cursor.ticks && side === cursor.side) void cancelWorkingOrder(id);
      }
    } else if (next === null) return;
    else focusOn({ ...next, ticks: clamp(next.ticks) });
    event.preventDefault();
  };
  return (
    <>
      <p id={hintId} className="visually-hidden">
        {strings.ladder_hint}
      </p>
      <table ref={table} className={styles.table} aria-describedby={hintId} onKeyDown={press}>
        <caption className="visually-hidden">{strings.ladder}</caption>
        <thead>
          <tr>
            <th scope="col">{strings.buy}</th>
            <th scope="col">{strings.price}</th>
            <th scope="col">{strings.sell}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.ticks} data-last={row.ticks === quote.lastTicks || undefined}>
              <LadderCell {...cellOf(row, 'buy')} />
              <LadderPrice ticks={row.ticks} instrument={contract.instrument} isEntry={row.ticks === entryTicks} />
              <LadderCell {...cellOf(row, 'sell')} />
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        label={strings.ladder_center}
        size="small"
        variant="quiet"
        onClick={() => {
          setCenter(Math.floor((quote.bidTicks + quote.askTicks) / 2));
          showMiddle(table.current);
        }}
      />
    </>
  );
}

/** Scrolls to the market where there is less room than prices; never by itself later, under a finger. */
function showMiddle(table: HTMLTableElement | null): void {
  const box = table?.parentElement;
  box?.scrollTo(0, (box.scrollHeight - box.clientHeight) / 2);
}

/** The cell that a key moves to; null if the ladder doesn't use the key. */
function moveOf(key: string, { side, ticks }: Cursor, quote: LiveQuote): Cursor | null {
  const moves: Readonly<Record<string, Cursor>> = {
    ArrowUp: { side, ticks: ticks + 1 },
    ArrowDown: { side, ticks: ticks - 1 },
    PageUp: { side, ticks: ticks + 5 },
    PageDown: { side, ticks: ticks - 5 },
    ArrowLeft: { side: 'buy', ticks },
    ArrowRight: { side: 'sell', ticks },
    Home: { side, ticks: side === 'buy' ? quote.bidTicks : quote.askTicks },
  };
  return moves[key] ?? null;
}

/** Recentering can remove the focused price; the focus then stays on the ladder. */
function useKeptFocus(table: React.RefObject<HTMLTableElement | null>, { side, ticks }: Cursor): void {
  const hadFocus = useRef(false);
  useEffect(() => {
    const isInside = table.current?.contains(document.activeElement) === true;
    if (hadFocus.current && document.activeElement === document.body) {
      table.current?.querySelector<HTMLElement>(`[data-cell="${side}${ticks}"]`)?.focus();
    } else hadFocus.current = isInside;
  });
}
