import type { Locale } from '#i18n/locales.ts';
import type { InstrumentCode, Side } from '#shared/exchange/instruments.ts';
import type { Bar } from '#shared/trading/market/bars.ts';
import type { StreamedQuote } from './stores/market.ts';
import type { BarSeconds } from './stores/market-bars.ts';

/** A marked price: a working order, a position at its average price, or the floor. Only orders can be dragged. */
export type ChartLine = {
  readonly id: string;
  readonly kind: 'order' | 'position' | 'floor';
  readonly side: Side;
  readonly priceTicks: number;
  /** A short label such as `Buy 2 limit`. */
  readonly title: string;
};

export type ChartFill = { readonly at: number; readonly side: Side };

export type PriceChartProps = {
  readonly locale: Locale;
  readonly instrument: InstrumentCode;
  /** The contract's name, such as ESZ6. */
  readonly contract: string;
  /** The state of the market store's `$bars`; `bars` is set once it is ready. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly bars: readonly Bar[];
  /** The newest quote; null while the exchange is closed, undefined until the first one arrives. */
  readonly quote: StreamedQuote | null | undefined;
  readonly seconds: BarSeconds;
  readonly onSeconds: (seconds: BarSeconds) => void;
  /** The working orders and the position. */
  readonly lines: readonly ChartLine[];
  /** The contract's own fills, oldest first. */
  readonly fills: readonly ChartFill[];
  /**
   * Called when an order's line was dragged to another price. If the order is unchanged once the promise settles, the
   * line moves back.
   */
  readonly onDragOrder?: (orderId: string, priceTicks: number) => Promise<unknown>;
  readonly onPickPrice?: (priceTicks: number) => void;
};
