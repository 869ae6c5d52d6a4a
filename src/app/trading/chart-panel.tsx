import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import { formatLocale } from '#lib/format-locale.ts';
import { signedText } from '#lib/signed-text.ts';
import { type Contract, contractName } from '#shared/exchange/contract-month.ts';
import { formatPriceInput } from '#shared/exchange/price.ts';
import { findFloorPrice } from '#shared/trading/floor-price.ts';
import { PriceChart } from './chart.tsx';
import type { ChartFill, ChartLine } from './chart-props.ts';
import type { PriceChartStrings } from './chart-texts.ts';
import { restingTypeAt } from './ladder-rows.ts';
import { $contract, isOfContract } from './stores/account.ts';
import { $marketFrame } from './stores/market.ts';
import { $bars, type BarSeconds, showBars } from './stores/market-bars.ts';
import { $orderTicket, setOrderTicket } from './stores/order-ticket.ts';
import { $quote, type LiveQuote } from './stores/quote.ts';
import { changeWorkingOrder, type Trading } from './stores/trading.ts';
import { type TerminalTexts, useTexts } from './texts.ts';

type ChartPanelProps = {
  readonly trading: Trading;
  readonly remainingCents: number | null;
  readonly strings: PriceChartStrings;
};

/** The contract's chart. Dragging an order changes its price; a click on a price copies it into the ticket. */
export function ChartPanel({ trading, remainingCents, strings }: ChartPanelProps) {
  const texts = useTexts();
  const { locale } = texts;
  const contract = useStore($contract);
  const bars = useStore($bars);
  const frame = useStore($marketFrame);
  const [seconds, setSeconds] = useState<BarSeconds>(60);
  const name = contractName(contract.instrument, contract.month);
  useEffect(() => showBars(name, seconds), [name, seconds]);
  const exitTicks = findExitOf(trading, contract, useStore($quote));
  const lines = useMemo(
    () => [...linesOf(trading, name, texts), ...floorLineOf(trading, contract, remainingCents, exitTicks, texts)],
    [trading, contract, name, remainingCents, exitTicks, texts],
  );
  const fills = useMemo(() => fillsOf(trading, contract), [trading, contract]);
  const pick = (ticks: number) => {
    const quote = $quote.get();
    if (quote === null) return;
    const type = restingTypeAt($orderTicket.get().side, ticks, quote);
    setOrderTicket({ type, price: formatPriceInput(contract.instrument, ticks, locale) });
  };
  return (
    <PriceChart
      strings={strings}
      locale={locale}
      instrument={contract.instrument}
      contract={name}
      status={bars?.status ?? 'loading'}
      bars={bars?.status === 'ready' ? bars.bars : noBars}
      quote={frame?.quotes[name]}
      seconds={seconds}
      onSeconds={setSeconds}
      lines={lines}
      fills={fills}
      onDragOrder={(orderId, priceTicks) => changeWorkingOrder(orderId, { priceTicks }, $quote.get()?.at ?? 0)}
      onPickPrice={pick}
    />
  );
}

const noBars: readonly never[] = [];

/** The contract's filled orders, oldest first. */
function fillsOf({ orders }: Trading, contract: Contract): ChartFill[] {
  return orders
    .flatMap(({ status, doneAt, side, ...order }) =>
      status === 'filled' && doneAt !== null && isOfContract(order, contract) ? [{ at: doneAt, side }] : [],
    )
    .sort((left, right) => left.at - right.at);
}

/** Where the contract could be closed now; null without prices. */
function findExitOf({ positions }: Trading, contract: Contract, quote: LiveQuote | null): number | null {
  if (quote === null) return null;
  const held = positions.find((each) => isOfContract(each, contract));
  return (held?.quantity ?? 1) > 0 ? quote.bidTicks : quote.askTicks;
}

function floorLineOf(
  { positions }: Trading,
  { instrument }: Contract,
  remainingCents: number | null,
  exitTicks: number | null,
  { t, locale }: TerminalTexts,
): ChartLine[] {
  if (remainingCents === null || exitTicks === null) return [];
  const found = findFloorPrice(instrument, positions, remainingCents, exitTicks);
  if (found === null) return [];
  const ticks = found.ticks.toLocaleString(formatLocale(locale));
  const title = t('floor_line', { count: found.ticks, ticks });
  return [{ id: 'floor', kind: 'floor', side: 'sell', priceTicks: found.priceTicks, title }];
}

/** Lines for the contract's working orders and for its position at the average price. */
function linesOf({ orders, positions }: Trading, name: string, { strings, locale }: TerminalTexts): ChartLine[] {
  const contract = $contract.get();
  const working = orders.flatMap(({ id, status, side, quantity, type, priceTicks, ...each }): ChartLine[] => {
    if (status !== 'working' || priceTicks === null || contractName(each.instrument, each.month) !== name) return [];
    const title = `${strings[side]} ${quantity} ${strings[`type_${type}`]}`;
    return [{ id, kind: 'order', side, priceTicks, title }];
  });
  const position = positions.find((each) => isOfContract(each, contract));
  if (position === undefined) return working;
  const { quantity, costTicks } = position;
  const title = `${strings.position} ${signedText(quantity, locale)}`;
  const side = quantity > 0 ? 'buy' : 'sell';
  return [...working, { id: 'position', kind: 'position', side, priceTicks: Math.round(costTicks / quantity), title }];
}
