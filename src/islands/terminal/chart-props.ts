import type { InstrumentCode } from '../../domain/instrument/instruments.ts';
import type { Bar } from '../../domain/market/bars.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { StreamedQuote } from '../../stores/market.ts';
import type { BarSeconds } from '../../stores/market-bars.ts';

/** A price to mark: a working order, or a position at its average price. Orders can be dragged. */
export type ChartLine = {
  readonly id: string;
  readonly kind: 'order' | 'position';
  readonly side: 'buy' | 'sell';
  readonly priceTicks: number;
  /** A few words at the line: `Buy 2 limit`. */
  readonly title: string;
};

export type PriceChartProps = {
  readonly locale: Locale;
  readonly instrument: InstrumentCode;
  /** The contract's name, such as ESZ6. */
  readonly contract: string;
  /** `$bars` of the market store: `bars` while ready. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly bars: readonly Bar[];
  /** The newest quote; null while the exchange is closed, undefined before the first. */
  readonly quote: StreamedQuote | null | undefined;
  readonly seconds: BarSeconds;
  readonly onSeconds: (seconds: BarSeconds) => void;
  /** Working orders and the position. */
  readonly lines: readonly ChartLine[];
  /** An order's line was dragged to another price; the line returns if the order hasn't changed once this settles. */
  readonly onDragOrder?: (orderId: string, priceTicks: number) => Promise<unknown>;
  /** A price of the chart was clicked. */
  readonly onPickPrice?: (priceTicks: number) => void;
};
