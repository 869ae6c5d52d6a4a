import type { FillFileFormat } from './format.ts';
import { anyFills, anyPairs, anyTrades } from './formats/by-meaning.ts';
import { executions } from './formats/executions.ts';
import { ninjaTraderExecutions } from './formats/ninjatrader-executions.ts';
import { ninjaTraderTrades } from './formats/ninjatrader-trades.ts';
import { quantower } from './formats/quantower.ts';
import { rTrader } from './formats/r-trader.ts';
import { sierraChart } from './formats/sierra-chart.ts';
import { tidemark } from './formats/tidemark.ts';
import { topstepX } from './formats/topstepx.ts';
import { tradingView } from './formats/tradingview.ts';
import { tradovateFills } from './formats/tradovate-fills.ts';
import { tradovateOrders } from './formats/tradovate-orders.ts';
import { tradovatePerformance } from './formats/tradovate-performance.ts';

/** All known formats. A file has the first format whose signature is in its headings. */
export const fillFileFormats: readonly FillFileFormat[] = [
  tradovateFills,
  tradovatePerformance,
  tradovateOrders,
  ninjaTraderTrades,
  ninjaTraderExecutions,
  rTrader,
  topstepX,
  quantower,
  sierraChart,
  tradingView,
  tidemark,
  executions,
  anyTrades,
  anyPairs,
  anyFills,
];
