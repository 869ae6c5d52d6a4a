import { chicagoTimeText, chicagoWeekdayText } from '#lib/chicago-time.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { formatPrice } from '#shared/exchange/price.ts';
import { resultDayOf, sessionCloseAt, type TradingDay } from '#shared/exchange/trading-day.ts';
import type { Column } from '#ui/data-table.tsx';
import { ExchangeTime } from '#ui/exchange-time.tsx';
import { timeHeader } from './both-times.ts';
import type { AccountTexts, HistoryProps } from './texts.ts';

type Fill = HistoryProps['account']['history']['fills'][number];

/**
 * A fill in two lines: what was traded at which price, and when.
 * @param today if given, fills of other trading days show their day
 */
export function fillColumns(texts: AccountTexts, today?: TradingDay): readonly Column<Fill>[] {
  const { strings, locale } = texts;
  return [
    {
      header: timeHeader(strings.fill_time, texts),
      place: 'note',
      cell: ({ at }) => <ExchangeTime at={at} locale={locale} text={timeText(at, locale, today)} />,
    },
    {
      header: strings.fill_what,
      place: 'lead',
      cell: ({ instrument, month, side, quantity }) =>
        `${strings[`side_${side}`]} ${quantity} ${contractName(instrument, month)}`,
    },
    {
      header: strings.fill_price,
      align: 'end',
      place: 'value',
      cell: ({ instrument, priceTicks }) => formatPrice(instrument, priceTicks, locale),
    },
  ];
}

function timeText(at: number, locale: string, today?: TradingDay): string {
  const time = chicagoTimeText(at, locale);
  const day = resultDayOf(at);
  return today === undefined || day === today ? time : `${chicagoWeekdayText(sessionCloseAt(day), locale)}, ${time}`;
}

export function fillKey(fill: Fill): string {
  return `${fill.at}-${contractName(fill.instrument, fill.month)}-${fill.side}-${fill.quantity}-${fill.priceTicks}`;
}
