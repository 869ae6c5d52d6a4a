import { formatDay } from '#lib/format-day.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatFigure } from '#lib/money/format.ts';
import { Facts } from '#ui/facts.tsx';
import { Money } from '#ui/money.tsx';
import type { Statistics } from '../stores/statistics.ts';
import { type StatisticsTexts, useTexts } from './texts.ts';

/** The net result first, then what it is made of. */
export function Figures({ statistics }: { readonly statistics: Statistics }) {
  const texts = useTexts();
  const { strings, t, locale } = texts;
  const { resultCents, feeCents, wonCents, lostCents, wins, trades, expectancyCents, maxDrawdownCents } = statistics;
  const money = (cents: number) => formatFigure(cents, locale);
  const number = (value: number, options: Intl.NumberFormatOptions = {}) =>
    value.toLocaleString(formatLocale(locale), options);
  const share = (basisPoints: number | null, options: Intl.NumberFormatOptions) =>
    basisPoints === null ? strings.none : number(basisPoints / 10_000, options);
  return (
    <Facts
      facts={[
        {
          label: strings.net_result,
          value: <Money cents={resultCents} locale={locale} signed />,
          note: t('fees', { amount: money(feeCents) }),
        },
        {
          label: strings.win_rate,
          value: share(statistics.winRateBps, { style: 'percent', maximumFractionDigits: 1 }),
          note: t('won_of', { wins: number(wins), trades: number(trades) }),
        },
        {
          label: strings.profit_factor,
          value: share(statistics.profitFactorBps, { maximumFractionDigits: 2 }),
          note: t('won_lost', { won: money(wonCents), lost: money(lostCents) }),
        },
        {
          label: strings.expectancy,
          value: <Money cents={expectancyCents ?? 0} locale={locale} signed />,
          note: holdingText(statistics.averageHoldingMs, texts),
        },
        {
          label: strings.max_drawdown,
          value: money(-maxDrawdownCents),
          note: drawdownText(statistics, texts),
        },
      ]}
    />
  );
}

function holdingText(ms: number | null, { t }: StatisticsTexts): string | null {
  if (ms === null) return null;
  const seconds = Math.round(ms / 1_000);
  return t('holding_time', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}

function drawdownText({ maxDrawdownDay, drawdownCents }: Statistics, { t, locale }: StatisticsTexts) {
  if (maxDrawdownDay === null) return null;
  const day = formatDay(maxDrawdownDay, locale, 'short');
  if (drawdownCents === 0) return t('drawdown_recovered', { day });
  return t('drawdown_now', { day, amount: formatFigure(-drawdownCents, locale) });
}
